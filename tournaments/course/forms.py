"""Forms that several rooms of the desk share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_NUMBER = 9999


def number_field(label: Any, **more: Any) -> forms.IntegerField:
    """A start number or table number: digits without the arrows of a number field."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return forms.IntegerField(label=label, min_value=1, max_value=MOST_NUMBER, widget=widget, localize=False, **more)


class DeskForm(forms.Form):
    """Several of these stand on one page, so every field has an id of its own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": f"{type(self).__name__.lower()}-%s"} | kwargs)


class WhyForm(DeskForm):
    """A reason; whether there must be one, the service knows."""

    why = forms.CharField(label=_("Why?"), max_length=300, required=False)
