"""The form in which a list is sent: a file of any kind, or its text."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.course.lists.cells import text_of

LARGEST_FILE = 2_000_000
"""Bytes; a spreadsheet's own file may have pictures in it."""
LARGEST_TEXT = 300_000


class ListForm(forms.Form):
    """A list as a file or as text; `shown` is the mark of what the preview showed."""

    file = forms.FileField(
        label=gettext_lazy("File (Excel, LibreOffice or CSV)"), required=False, allow_empty_file=True
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Adds `list`, the text of the one or the other, and `sheets` of the file that are not read."""
        data, problem = self.cleaned_data, ""
        text: str | None = data.get("text", "")
        sheets: list[str] = []
        file = data.get("file")
        if file is not None and file.size <= LARGEST_FILE:
            text, sheets = text_of(file.read())
        if text is None:
            problem = _("This file cannot be read. Save the list as .xlsx or as CSV, and choose that.")
        elif len(text) > LARGEST_TEXT or (file is not None and file.size > LARGEST_FILE):
            problem = _("This file is too large for a list of people.")
        elif not text.strip() and not self.errors:
            problem = _("Choose a file, or paste its text.")
        if problem:
            self.add_error(None, problem)
        return data | {"list": text, "sheets": sheets}
