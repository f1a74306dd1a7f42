"""The scopes of documents of rows, a whole club and one of its tournaments: their parts, and the rows in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, ForeignKey, Model, Q, QuerySet

from cegoscore.clubs.models import Club, Device
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.models import Tournament


@dataclass(frozen=True, kw_only=True)
class Scope:
    """A kind of document: its format, and how much of what it may have."""

    format: str
    model: type[Model]
    """The document has one row of this, and everything that hangs on it."""
    parts: tuple[Part, ...]
    most_devices: int
    most_rows: int | None
    """Limit of rows in a part but those of `more_rows`; `None` without a limit."""
    more_rows: Mapping[str, int]

    def columns_of(self, part: Part) -> dict[str, Field[Any, Any]]:
        """The columns that stand in such a document, with their fields."""
        if self.model is Club:
            return part.fields
        plain = {name: field for name, field in part.fields.items() if field.related_model is not Device}
        return {name: field for name, field in plain.items() if name not in part.home}

    def limit_of(self, part: Part) -> int | None:
        """The number of rows that a part may have."""
        return self.more_rows.get(part.name, self.most_rows)


CLUB = Scope(format="cegoscore/backup@2", model=Club, parts=PARTS, most_devices=1_000_000, most_rows=None, more_rows={})
TOURNAMENT = Scope(
    format="cegoscore/tournament@2",
    model=Tournament,
    parts=tuple(part for part in PARTS if part.tournament is not None),
    most_devices=0,
    most_rows=2_000,
    more_rows={
        "rule_sets": 100,
        **dict.fromkeys(("seats", "results", "decisions", "bookings"), 10_000),
        **dict.fromkeys(("hands", "scores", "adjustments", "notes"), 200_000),
    },
)


def scope_of(whole: Model) -> Scope:
    """The scope of a club or of a tournament."""
    return CLUB if isinstance(whole, Club) else TOURNAMENT


def rows_of(part: Part, whole: Model) -> QuerySet[Any]:
    """The rows of a club or of a tournament, in the order of the document."""
    rows = part.model._base_manager.order_by(part.order)
    way = way_to(part, whole)
    return rows.filter(**{way: whole.pk}) if way else rows.filter(_used_by(part, whole))


def way_to(part: Part, whole: Model) -> str:
    """The lookup from a row to the key of its club or tournament; empty for rows that others point to."""
    return part.club if isinstance(whole, Club) else part.tournament or ""


def _used_by(part: Part, whole: Model) -> Q:
    """Rows that some row of the document points to, and those of the same part to which they point in turn."""
    used = Q(pk__in=())
    parts = scope_of(whole).parts
    for other in sorted(parts, key=lambda candidate: candidate is part):
        for field in other.fields.values():
            if isinstance(field, ForeignKey) and field.related_model is part.model:
                rows = part.model._base_manager.filter(used) if other is part else rows_of(other, whole).order_by()
                used |= Q(pk__in=rows.values(field.name))
    return used


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows of a part: values in the order of its columns, references as keys of the document."""

    part: Part
    rows: Sequence[list[Any]]
    unsaid: frozenset[str] = frozenset()
    """Columns that the document does not have: their values are defaults."""

    def column(self, name: str) -> int:
        """The place of a column's value in a row."""
        return list(self.part.fields).index(name)

    @property
    def keys(self) -> list[Any]:
        """The key of each row: its UUID, or its place."""
        if self.part.is_counted:
            return list(range(1, len(self.rows) + 1))
        place = self.column(self.part.key_column)
        return [row[place] for row in self.rows]

    @property
    def named(self) -> list[dict[str, Any]]:
        """The rows with a name for each value."""
        return [dict(zip(self.part.fields, row, strict=True)) for row in self.rows]
