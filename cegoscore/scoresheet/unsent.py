"""What a phone could not send, as a file: the forms of its outbox in the order of writing, with a checksum."""

from __future__ import annotations

import json
import re
import uuid
import zlib
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FORMAT = "cegoscore-unsent-1"
MOST_BYTES = 1_000_000
PLACE = re.compile(r"/sheets/[0-9a-f-]{36}/hands(?:/(\d{1,5})/(correct|strike|restore))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsent:
    """One form: a new hand (`number` is None), a correction, a strike, or a hand that counts again."""

    number: int | None
    kind: str
    data: QueryDict


class UnsentForm(forms.Form):
    """The file that the phone made, for one sheet."""

    file = forms.FileField(label=gettext_lazy("File of the other phone"))

    def __init__(self, *args: Any, sheet: uuid.UUID, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sheet = sheet

    def clean_file(self) -> list[Unsent]:
        """Every form in the file, in order."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise ValidationError(_("This is no file of hands that were not sent."))
        try:
            content = json.loads(file.read().decode())
            text, is_ours = content["hands"], content["format"] == FORMAT
            damaged = f"{zlib.crc32(text.encode()):08x}" != content["checksum"]
            unsent = [_unsent(url, pairs) for url, pairs in json.loads(text)]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ValidationError(_("This is no file of hands that were not sent.")) from None
        if damaged or not is_ours:
            raise ValidationError(_("This file is damaged. Please have it sent once more."))
        if content.get("sheet") != str(self.sheet):
            raise ValidationError(_("This file belongs to another sheet."))
        return unsent


def _unsent(url: str, pairs: list[list[str]]) -> Unsent:
    found = PLACE.fullmatch(url)
    if not found:
        raise ValueError(url)
    data = QueryDict(mutable=True)
    for name, value in pairs:
        data.appendlist(str(name), str(value))
    return Unsent(number=int(found[1]) if found[1] else None, kind=found[2] or "new", data=data)
