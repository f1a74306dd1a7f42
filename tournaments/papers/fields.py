"""Readers for values of a tournament's document: lists of mappings, choices, moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import TextChoices

from cegoscore.scoresheet.ledger.document_limits import YEARS, moment
from cegoscore.scoring.reading import Fields

MOST_TEXT = 300


def take_each(fields: Fields, key: str, path: str, most: int) -> Iterator[Fields]:
    """The mappings of a list one after the other; what the reader leaves of each is a problem."""
    rows = fields.take_list(key)
    if len(rows) > most:
        fields.complain("out_of_range", key, least=0, most=most)
    numbered = Fields({str(place): row for place, row in enumerate(rows[:most], 1)}, path=path)
    for place in numbered.keys:
        inner = numbered.take_fields(place)
        if inner is not None:
            yield inner
            numbered.adopt(inner)
    fields.adopt(numbered)


def complain_twice(fields: Fields, key: str, values: Sequence[Any]) -> None:
    """A problem if one of the values, `None` apart, is there more than once."""
    present = [value for value in values if value is not None]
    if len(set(present)) < len(present):
        fields.complain("seat_twice", key)


def take_one_of(fields: Fields, key: str, choices: type[TextChoices]) -> Any:
    """A word of these; `None` after a problem."""
    text = fields.take_text(key, MOST_TEXT)
    if text is not None and text not in choices.values:
        fields.complain("not_one_of", key, choices=", ".join(choices.values))
        return None
    return text


def take_int_or_null(fields: Fields, key: str, least: int, most: int) -> int | None:
    """A number within these bounds, or null."""
    return None if fields.take_null(key) else fields.take_int(key, least, most)


def take_moment(fields: Fields, key: str) -> datetime | None:
    """A moment, which must be there."""
    text = fields.take_time(key)
    if text is None:
        return None
    at = moment(text)
    if at is None or at.year not in YEARS:
        fields.complain("not_time", key)
        return None
    return at


def take_moment_or_null(fields: Fields, key: str) -> datetime | None:
    """A moment, or null."""
    return None if fields.take_null(key) else take_moment(fields, key)
