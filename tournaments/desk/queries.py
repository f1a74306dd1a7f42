"""Tables of a round as the desk sees them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery

from cegoscore.scoresheet.models import Hand, State
from tournaments.course.people import Person, people_of
from tournaments.models import (
    Round,
    Source,
    Table,
)
from tournaments.standings.queries import totals_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat at a table: who sits there, and what they have."""

    seat: int
    person: Person
    points: int | None
    deals_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table of a round as the desk sees it."""

    table: Table
    places: tuple[Place, ...]
    state: str
    """One of `STATES`, what needs the desk first."""
    hands: int
    planned: int
    fixed: str = ""
    """The points by seat that no longer stand on the sheet, in a word: what typed totals would replace."""

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number


STATES = ("calls", "disputed", "handed_in", "playing", "confirmed", "typed", "void")


def tiles_of(played: Round) -> list[Tile]:
    """Every table of a round in order of number, with its people, points and how far it is. Four queries."""
    people = people_of(played.tournament)
    places: dict[int, list[Place]] = defaultdict(list)
    dealers = set(played.draw.get("dealers", ()))
    sources: dict[int, str] = {}
    fixed: dict[int, list[str]] = defaultdict(list)
    rows = played.results.select_related("entrant").order_by("table__number", "seat")
    totals = totals_of(rows)
    for row in rows:
        person = people[row.entrant.number or 0]
        points = totals.get((row.table_id, row.seat)) if row.points is None else row.points
        sources[row.table_id or 0] = "" if row.points is None else row.source
        fixed[row.table_id or 0].append("" if row.points is None else str(row.points))
        places[row.table_id or 0].append(
            Place(seat=row.seat, person=person, points=points, deals_first=person.number in dealers)
        )
    tables = played.tables.select_related("sheet").order_by("number")
    counted = _hands_by_sheet(played)
    return [
        Tile(
            table=table,
            places=tuple(places[table.pk]),
            state=_state(table, sources.get(table.pk, "")),
            hands=counted[table.sheet_id] if table.sheet_id else 0,
            planned=played.tournament.hands,
            fixed=",".join(fixed[table.pk]),
        )
        for table in tables
    ]


def _hands_by_sheet(played: Round) -> Counter[UUID]:
    """How many hands count on each sheet of a round, by the sheet's key."""
    rows = Hand.objects.filter(session__table__round=played).exclude(game="dead")
    newest = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("number")).order_by("-revision")
    current = rows.filter(pk=Subquery(newest.values("pk")[:1]), void=False)
    return Counter(dict(current.values_list("session").annotate(count=Count("pk"))))


def _state(table: Table, source: str) -> str:
    sheet = table.sheet
    if table.voided_at is not None:
        return "void"
    if sheet is not None and sheet.called_at is not None:
        return "calls"
    if table.disputed_at is not None:
        return "disputed"
    if source == Source.TYPED:
        return "typed"
    if source:
        return "confirmed"
    return {State.HANDED_IN: "handed_in", State.CONFIRMED: "confirmed"}.get(
        State(sheet.state) if sheet else State.OPEN, "playing"
    )


def by_urgency(tiles: Sequence[Tile]) -> list[Tile]:
    """What needs the desk comes first."""
    return sorted(tiles, key=lambda tile: (STATES.index(tile.state), tile.number))
