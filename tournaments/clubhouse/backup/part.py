"""A part of a backup: the rows of one model, what is to be known of their columns, and shapes of what is in JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import AutoField, Field, Model

from cegoscore.clubs.models import Player
from cegoscore.clubs.models.club import BESIDE_THE_NAME

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


def names_with_moments(value: Any) -> bool:
    """A list of pairs of a moment with its zone, and a name."""
    return pairs_of_texts(value) and all(_is_moment(moment) for moment, _name in value)


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


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
    columns: list[Any] = [Player._meta.get_field(name) for name in BESIDE_THE_NAME if name in value]
    texts_there = ((value[column.name], column.max_length) for column in columns)
    return all(isinstance(text, str) and len(text) <= most for text, most in texts_there)


def a_draw(value: Any) -> bool:
    """A published draw as pages read it; its numbers are checked elsewhere. Totals that were read in have none."""
    return isinstance(value, dict) and (not value or isinstance(value.get("moves"), list))


def form_fields(value: Any) -> bool:
    """An object of texts, and of lists of texts."""
    return isinstance(value, dict) and all(isinstance(text, str) or texts(text) for text in value.values())


@dataclass(frozen=True, kw_only=True)
class Part:
    """The rows of one model that belong to a club, or to a tournament.

    Everything but `model`, `club`, `tournament` and `order` speaks of columns.
    """

    name: str
    """The part's key in the document."""
    model: type[Model]
    columns: str
    """The columns in the order of a row: the name of the field, or `column=field` where the two differ.

    Columns that point to several rows stand last. A counted primary key is no column: it is the row's place.
    """
    club: str = ""
    """The lookup from a row to the key of its club; empty for rows that clubs share."""
    tournament: str | None = None
    """The lookup to the key of its tournament; empty for rows that others of a tournament's file point to, `None` for
    those that stand in none."""
    home: tuple[str, ...] = ()
    """Columns that stand in no tournament's file, as all that point to devices."""
    order: str = "pk"
    texts: tuple[str, ...] = ()
    """Columns with free text: a name typed there goes when the person is erased."""
    texts_inside: tuple[tuple[str, str], ...] = ()
    """Free text inside of JSON: the column, and the key under which it stands, however deep."""
    keys_inside: tuple[tuple[str, str, type[Model]], ...] = ()
    """Rows' keys inside of JSON: the column, the key at its top, and whose key it is."""
    keys_outside: tuple[tuple[str, tuple[type[Model], ...]], ...] = ()
    """Columns with keys of rows that the database does not know as such, and whose keys they may be."""
    of_this_copy: tuple[tuple[str, str], ...] = ()
    """Digests over keys that a copy draws anew, which cannot hold there: the column, and the key at its top."""
    known_by: tuple[tuple[str, type[Model]], ...] = ()
    """Columns with the `uuid` that rows have beside their key, their own or others', and whose it is. A tournament's
    file has the rows' places there."""
    salt: str = ""
    """The column with the salt of a hash over the free texts: if a name goes from one of them, all go, and it, too."""
    shapes: tuple[tuple[str, Check], ...] = ()
    """The shape that the program needs of each JSON column."""
    agrees: tuple[tuple[str, str], ...] = ()
    """Pairs of ways to a value that lead to the same: the way through the first row that a column points to, if it
    points to one, and another way or nothing at all. `a.b` is column `b` of the row that column `a` points to."""

    @cached_property
    def fields(self) -> dict[str, Field[Any, Any]]:
        """The field of each column, in the order of the columns."""
        named = (column.partition("=") for column in self.columns.split())
        return {name: self._field(field or name) for name, _, field in named}

    def _field(self, name: str) -> Field[Any, Any]:
        field = self.model._meta.get_field(name)
        assert isinstance(field, Field)
        return field

    @property
    def is_counted(self) -> bool:
        """True if a row's key is its place in the document; the others have a UUID that they keep."""
        return isinstance(self.model._meta.pk, AutoField)

    @property
    def key_column(self) -> str:
        """The column with the UUID of a row that is not counted."""
        return next(name for name, field in self.fields.items() if field.primary_key)
