"""Form fields of columns that somebody sets: names tidied, days and money as they are typed, within the limits."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext as _

from cegoscore.clubs.names import NameField
from cegoscore.database.limits import limits_of
from cegoscore.scoresheet.evening.new_table_form import MoneyField
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


FIELDS: dict[type[models.Field[Any, Any]], type[forms.Field]] = {
    models.CharField: NameField,
    models.DateField: DayField,
    models.DecimalField: MoneyField,
}


def field_of(column: models.Field[Any, Any], **more: Any) -> forms.Field | None:
    """The form field of a column, for the `formfield_callback` of forms of settings."""
    if not column.choices:
        more |= limits_of(column) | ({"form_class": FIELDS[type(column)]} if type(column) in FIELDS else {})
    return column.formfield(**more)
