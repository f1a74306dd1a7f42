"""Shapes of what stands in a column of JSON in a club's backup: whether a value is one that it can have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cegoscore.clubs.models import Player

Check = Callable[[Any], bool]
MOST_POINTS = 10**15
"""Limit of points, so that no database fails when it adds them up."""


def whole_numbers(value: Any) -> bool:
    """A list of whole numbers that can be added up."""
    return isinstance(value, list) and all(type(number) is int and abs(number) <= MOST_POINTS for number in value)


def texts(value: Any) -> bool:
    """A list of texts."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def pairs_of_texts(value: Any) -> bool:
    """A list of pairs of texts."""
    return isinstance(value, list) and all(texts(pair) and len(pair) == 2 for pair in value)


def typed_totals(value: Any) -> bool:
    """A list of pairs of a text and whole numbers."""
    pairs = isinstance(value, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in value)
    return pairs and all(isinstance(key, str) and whole_numbers(points) for key, points in value)


def objects(value: Any) -> bool:
    """A list of objects."""
    return isinstance(value, list) and all(map(an_object, value))


def an_object(value: Any) -> bool:
    """An object."""
    return isinstance(value, dict)


def an_undoing(value: Any) -> bool:
    """An object in which what a person was called before is text that fits."""
    if not isinstance(value, dict):
        return False
    columns: list[Any] = [Player._meta.get_field(name) for name in ("village", "sorted_by") if name in value]
    texts_there = ((value[column.name], column.max_length) for column in columns)
    return all(isinstance(text, str) and len(text) <= most for text, most in texts_there)


def a_draw(value: Any) -> bool:
    """A published draw as pages read it; its numbers are checked elsewhere. Totals that were read in have none."""
    return isinstance(value, dict) and (not value or isinstance(value.get("moves"), list))


def form_fields(value: Any) -> bool:
    """An object of texts, and of lists of texts."""
    return isinstance(value, dict) and all(isinstance(text, str) or texts(text) for text in value.values())
