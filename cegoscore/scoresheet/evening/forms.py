"""Forms around an evening: who agrees, a round bought, the search for old ones, an import; fields of settings."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.names import NameField
from cegoscore.database.limits import limits_of
from cegoscore.scoresheet.evening.money_form import MoneyField
from cegoscore.scoresheet.ledger.services.sheets import YEARS


class DayField(forms.DateField):
    """A day on which something is played: no other one could be exported, or has a day after it."""

    widget = forms.DateInput(
        attrs={"type": "date", "min": f"{YEARS[0]}-01-01", "max": f"{YEARS[-1]}-12-31"}, format="%Y-%m-%d"
    )

    def validate(self, value: date | None) -> None:
        """Refuse a day of other years."""
        super().validate(value)
        if value is not None and value.year not in YEARS:
            years = {"first": YEARS[0], "last": YEARS[-1]}
            raise forms.ValidationError(_("This must be a day of the years %(first)s to %(last)s.") % years)


class MomentField(forms.DateTimeField):
    """A day and an hour, as in `DayField`."""

    widget = forms.DateTimeInput(
        attrs={"type": "datetime-local", "min": f"{YEARS[0]}-01-01T00:00", "max": f"{YEARS[-1]}-12-31T23:59"},
        format="%Y-%m-%dT%H:%M",
    )

    def validate(self, value: datetime | None) -> None:
        """Refuse a moment of other years."""
        super().validate(value)
        DayField(required=False).validate(value and value.date())


FIELDS: dict[type[models.Field[Any, Any]], type[forms.Field]] = {
    models.CharField: NameField,
    models.DateField: DayField,
    models.DateTimeField: MomentField,
    models.DecimalField: MoneyField,
}


def field_of(column: models.Field[Any, Any], **more: Any) -> forms.Field | None:
    """The form field of a column, for the `formfield_callback` of forms of settings."""
    if not column.choices:
        more |= limits_of(column) | ({"form_class": FIELDS[type(column)]} if type(column) in FIELDS else {})
    return column.formfield(**more)


LARGEST_DOCUMENT = 1_000_000
"""Bytes of a session document; an evening of a hundred hands with all their history has a tenth of that."""


class EndForm(forms.Form):
    """The end of an evening, as a phone said it without network."""

    newest = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)
    """Key of the newest hand that its page showed then."""


class AgreeForm(forms.Form):
    """Handing in or agreeing: the version of the sheet that was seen, and the seat that stands by the totals."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 2)
    seat = forms.IntegerField(min_value=0, max_value=99)


class BoughtRoundForm(forms.Form):
    """A round of Schnaps that a seat has bought."""

    uuid = forms.UUIDField()
    seat = forms.IntegerField(min_value=0)


class SearchForm(forms.Form):
    """Search for evenings by name or title and by date."""

    q = NameField(label=gettext_lazy("Name or title"), max_length=100, required=False)
    since = DayField(label=gettext_lazy("From"), required=False)
    until = DayField(label=gettext_lazy("To"), required=False)


class ImportForm(forms.Form):
    """A session document as a file or as text."""

    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or its text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6})
    )

    def clean(self) -> dict[str, Any]:
        """Adds `document`: the text of the one or the other."""
        data = self.cleaned_data
        text = data.get("text", "")
        if (file := data.get("file")) is not None:
            if file.size > LARGEST_DOCUMENT:
                self.add_error(None, _("This file is too large for a score sheet."))
                return data
            try:
                text = file.read().decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error(None, _("This is not a text file."))
                return data
        if len(text) > LARGEST_DOCUMENT:
            self.add_error(None, _("This file is too large for a score sheet."))
        elif not text.strip():
            self.add_error(None, _("Choose a file, or paste its text."))
        return data | {"document": text}
