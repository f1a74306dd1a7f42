"""The form field of a day, within the years that documents know."""

from __future__ import annotations

from datetime import date

from django import forms
from django.utils.translation import gettext as _

from cegoscore.scoresheet.ledger.document_limits import YEARS


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
