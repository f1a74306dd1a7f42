"""Faults of the forms of a page: fields to go to, and sentences that belong to none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.forms import BaseForm, BoundField


class Faults(NamedTuple):
    """Words of a page above its forms."""

    fields: list[tuple[str, str]]
    """Id and name."""
    sentences: list[str]
    is_missing: bool
    """True if every fault is an empty field."""


def faults_of(forms: Iterable[BaseForm]) -> Faults | None:
    """Gather the faults of forms, each once."""
    wrong = list({id(form): form for form in forms if form.is_bound and form.errors}.values())
    fields = [field for form in wrong for field in form if field.errors]
    general = [form.non_field_errors() for form in wrong] + [field.errors for field in fields if field.is_hidden]
    codes = {fault.code for form in wrong for faults in form.errors.as_data().values() for fault in faults}
    if not wrong:
        return None
    return Faults(
        [(_place_of(field), str(field.label)) for field in fields if not field.is_hidden],
        [str(sentence) for sentences in general for sentence in sentences],
        codes == {"required"},
    )


def _place_of(field: BoundField) -> str:
    """Find where the field is filled in: of several boxes or circles, the first."""
    return next((widget.id_for_label for widget in field.subwidgets), "") or field.auto_id
