"""The settings in a tournament's document, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from cegoscore.contest.standings import TIE_BREAKS
from cegoscore.scoring.reading import REQUIRED, Fields
from tournaments.course.setting_kinds import Flag, Money, Number, OneOf, Text, TieBreaks
from tournaments.course.tournament_settings import Setting, in_document
from tournaments.papers.fields import take_int_or_null


def take_settings(fields: Fields) -> dict[str, Any]:
    """All settings by name, as they will be stored."""
    return {each.name: _setting(fields, each) for each in in_document()}


def _setting(fields: Fields, setting: Setting) -> Any:
    """The value of a setting by its kind; of one that the document is too old for, the value of that time."""
    kind, name = setting.kind, setting.name
    if name not in fields and setting.before is not REQUIRED:
        return setting.before
    if isinstance(kind, Number):
        return (take_int_or_null if kind.optional else Fields.take_int)(fields, name, kind.least, kind.most)
    if isinstance(kind, Text):
        return fields.take_blank_text(name, kind.most)
    if isinstance(kind, Flag):
        return fields.take_bool(name)
    if isinstance(kind, OneOf):
        return _one_of(fields, name, [value for value, _label in kind.options])
    if isinstance(kind, Money):
        return _money(fields, name)
    if isinstance(kind, TieBreaks):
        return _tie_breaks(fields, name)
    raise TypeError(f"{name} cannot stand in a document")


def _one_of(fields: Fields, key: str, values: Sequence[Any]) -> Any:
    if key not in fields:
        return fields.take(key)
    value = fields.take(key)
    if type(value) is not type(values[0]) or value not in values:
        fields.complain("not_one_of", key, choices=", ".join(map(str, values)))
        return values[0]
    return value


def _money(fields: Fields, key: str) -> Decimal | None:
    """Up to six digits and two behind the point; nothing to pay is a fee of zero."""
    if fields.take_null(key):
        return None
    text = fields.take(key)
    if text == "0":
        return Decimal(0)
    amount: Decimal | None = Fields({key: text}).take_decimal(key)
    if amount is None or amount >= 10**6 or amount != round(amount, 2):
        fields.complain("not_decimal", key)
    return amount


def _tie_breaks(fields: Fields, key: str) -> list[str]:
    values = fields.take_list(key)
    if len(values) > len(TIE_BREAKS) or any(value not in TIE_BREAKS for value in values):
        fields.complain("not_one_of", key, choices=", ".join(TIE_BREAKS))
        return []
    return values
