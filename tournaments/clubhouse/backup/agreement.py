"""Rows that belong together point to the same: a result's table is one of its round, a score's seat one of its sheet.

`Part.agrees` says which ways lead to the same, of a document before it is written and of the database in a self-check.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models import F, ForeignKey, ManyToManyField, Q

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.ledger.selfcheck import Check
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import PARTS, part_of
from tournaments.clubhouse.backup.scopes import Rows

Reads = Callable[[Sequence[Any]], list[Any]]
"""The values at the end of a way from a row."""


def disagreements(parts: Sequence[Rows]) -> Iterator[str]:
    """Places in a document that point to a row which belongs elsewhere; all its references lead to rows."""
    by_model = {rows.part.model: rows for rows in parts}
    for rows in parts:
        for way, same in rows.part.agrees:
            column, _, _rest = way.partition(".")
            leads, expected = _way(rows, way, by_model), _way(rows, same, by_model) if same else _nowhere
            first = rows.column(column)
            for number, row in enumerate(rows.rows, 1):
                if row[first] not in (None, []) and set(leads(row)) != set(expected(row)):
                    yield f"{rows.part.name}.{number}.{column}"


def _nowhere(_row: Sequence[Any]) -> list[Any]:
    return [None]


def _way(rows: Rows, way: str, by_model: dict[Any, Rows]) -> Reads:
    """The reader of a way, column by column."""
    column, _, rest = way.partition(".")
    place, field = rows.column(column), rows.part.fields[column]
    several = isinstance(field, ManyToManyField)
    if not rest:
        return lambda row: list(row[place]) if several else [row[place]]
    assert isinstance(field, ForeignKey | ManyToManyField)
    others = by_model[field.related_model]
    by_key, further = dict(zip(others.keys, others.rows, strict=True)), _way(others, rest, by_model)

    def read(row: Sequence[Any]) -> list[Any]:
        keys = row[place] if several else [row[place]]
        return [value for key in keys for value in (further(by_key[key]) if key is not None else [None])]

    return read


# In the database


def _clubs(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    clubs = Club.with_hidden.all() if club is None else Club.with_hidden.filter(pk=club.pk)
    return ((str(club.pk), _faults_of(club)) for club in clubs.order_by("pk").iterator())


REFERENCES = Check(what="clubs", things=_clubs)


def _faults_of(club: Club) -> Iterator[str]:
    """Rows of a club that point to a row which belongs elsewhere."""
    for part in PARTS:
        for way, same in part.agrees:
            column = way.partition(".")[0]
            rows = part.model._base_manager.filter(**{part.club: club.pk, f"{_lookup(part, column)}__isnull": False})
            ends = rows.annotate(ends=F(_lookup(part, way)))
            elsewhere = Q(ends=None) | ~Q(ends=F(_lookup(part, same))) if same else Q(ends__isnull=False)
            wrong = ends.filter(elsewhere)
            for pk in wrong.order_by("pk").values_list("pk", flat=True).distinct():
                yield f"{part.name} {pk}: {column}: points to a row that belongs elsewhere"


def _lookup(part: Part, way: str) -> str:
    """The way as the database has it."""
    column, _, rest = way.partition(".")
    field = part.fields[column]
    if not rest:
        return field.name
    assert isinstance(field, ForeignKey | ManyToManyField)
    return f"{field.name}__{_lookup(part_of(field.related_model), rest)}"
