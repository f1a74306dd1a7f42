"""Settings as entries of a list: the kinds of their values, and the form field in which each kind is typed.

`course.tournament_settings` lists those of a tournament, `seasons.settings` those of a season.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise

from cegoscore.clubs.names import NameField
from cegoscore.scoresheet.evening.day_field import DayField
from cegoscore.scoresheet.evening.new_table_form import MoneyField


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line, `most` letters; they may be missing unless `needed`."""

    most: int
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within limits, or none if it is `optional`."""

    least: int
    most: int
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount with two decimals, or none."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, each with its words; `open` if the page shows all of them at once."""

    options: Sequence[tuple[int | str, str | Promise]]
    open: bool = False


@dataclass(frozen=True, slots=True)
class TieBreaks:
    """Tie-breaks in their order; they have a field for each place (`course.tie_breaks`)."""


@dataclass(frozen=True, slots=True)
class RuleSetKey:
    """A rule set, a row of its own."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """Whole numbers from the highest down; their field is the room's own."""


@dataclass(frozen=True, slots=True)
class Categories:
    """Categories as pairs of kind and name, typed in two fields: those that everybody knows, and own ones."""


Value = Text | Number | Flag | Money | Day | OneOf | TieBreaks | RuleSetKey | Amounts | Categories


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseSetting:
    """An entry of a list of settings: its field in the model, and the kind of its values.

    `proposed` is the value of an empty form.
    """

    name: str
    kind: Value
    label: str | Promise = ""
    hint: str | Promise = ""
    proposed: Any = None


def field_of(setting: BaseSetting) -> forms.Field:
    """The form field of a plain setting."""
    kind = setting.kind
    common: dict[str, Any] = {"label": setting.label, "help_text": setting.hint, "initial": setting.proposed}
    if isinstance(kind, Text):
        return NameField(max_length=kind.most, required=kind.needed, **common)
    if isinstance(kind, Number):
        return forms.IntegerField(min_value=kind.least, max_value=kind.most, required=not kind.optional, **common)
    if isinstance(kind, Flag):
        return forms.BooleanField(required=False, **common)
    if isinstance(kind, Money):
        return MoneyField(required=False, min_value=0, max_digits=8, decimal_places=2, **common)
    if isinstance(kind, Day):
        return DayField(**common)
    if isinstance(kind, OneOf):
        coerce = type(kind.options[0][0])
        widget = forms.RadioSelect if kind.open else forms.Select
        return forms.TypedChoiceField(choices=kind.options, coerce=coerce, widget=widget, **common)
    raise TypeError(f"{setting.name} has no field of its own")
