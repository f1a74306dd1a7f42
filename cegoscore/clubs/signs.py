"""Signs of a number as people, phones and the pages write them: any dash is a minus, blanks are nothing."""

from __future__ import annotations

from typing import Any

from django import forms

SIGNS = str.maketrans({"−": "-", "–": "-", " ": None, "\u202f": None, "\xa0": None})


class SignedField(forms.IntegerField):
    """An amount with its sign, as people type it or as the pages write it."""

    widget = forms.TextInput(attrs={"inputmode": "text", "maxlength": 8, "placeholder": "–"})

    def to_python(self, value: Any) -> Any:
        """The amount, `None` if nothing was typed."""
        return super().to_python(value.translate(SIGNS) if isinstance(value, str) else value)
