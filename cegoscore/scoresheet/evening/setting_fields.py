"""Form fields of columns that somebody sets: names tidied, days and money as they are typed, within the limits."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db import models

from cegoscore.clubs.names import NameField
from cegoscore.database.limits import limits_of
from cegoscore.scoresheet.evening.day_field import DayField
from cegoscore.scoresheet.evening.new_table_form import MoneyField

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
