"""Tables of a round as the desk sees them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery

from cegoscore.scoresheet.models import Hand, State
from tournaments.course.entrants import Person, people_of, sat_in
from tournaments.course.queries import closed_rounds, decisions_of, drawings_of
from tournaments.course.showing import EVERYTHING, Shown
from tournaments.models import Decision, Entrant, Result, ResultSource, Round, RoundState, Table, Tournament, called
from tournaments.standings.queries import Standings, StandingsLine, awards_of, totals_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAtTable:
    """A seat at a table: who sits there, and what they have."""

    seat: int
    person: Person
    points: int | None
    deals_first: bool
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table of a round as the desk sees it."""

    table: Table
    places: tuple[SeatAtTable, ...]
    state: str
    """Its state in a word: calls, disputed, handed_in, typed_once, playing, confirmed, typed or void."""
    hands: int
    planned: int
    fixed: str = ""
    """The points by seat that no longer stand on the sheet, in a word: what typed totals would replace."""

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number

    @property
    def is_settled(self) -> bool:
        """True if the table has a final result."""
        return self.state in ("confirmed", "typed", "void")


def find_table(round_: Round, number: int) -> Table | None:
    """A table of a round by its number."""
    return round_.tables.filter(number=number).first()


def fixed_results(table: Table) -> list[Result]:
    """The results of a table that have points of their own; those of a table that plays stand on its sheet."""
    return list(table.results.exclude(points=None))


def fixed_in(round_: Round) -> dict[int | None, list[Result]]:
    """The same for every table of a round, by the table's key. One query."""
    found: dict[int | None, list[Result]] = defaultdict(list)
    for result in round_.results.exclude(points=None):
        found[result.table_id].append(result)
    return found


def entrant_at(table: Table, number: int) -> Entrant:
    """The holder of a start number who has a seat at the table."""
    entrant = table.results.select_related("entrant").get(entrant__number=number).entrant
    entrant.tournament = table.round.tournament
    return entrant


def decisions_about(table: Table) -> list[Decision]:
    """Decisions that name this table, or the people at it, newest first."""
    return [
        row
        for row in decisions_of(table.round.tournament).filter(round=table.round)
        if table.number == row.data.get("table") or table.number in row.data.get("tables", ())
    ]


def ties_of(table: Standings) -> list[tuple[StandingsLine, ...]]:
    """Ranks whose holders must still draw by the organiser's rules, the first rank first."""
    groups: dict[int, list[StandingsLine]] = {}
    for line in table.lines:
        if line.row.undecided:
            groups.setdefault(line.row.rank, []).append(line)
    return [tuple(lines) for lines in groups.values()]


def ties_for_prizes(tournament: Tournament, table: Standings) -> list[tuple[StandingsLine, ...]]:
    """Those of the ties that decide who gets a prize; who shares one in a category shares a rank of the whole field."""
    shared = [award.numbers for award in awards_of(tournament, table) if len(award.numbers) > 1]
    ties = [(tie, {line.row.number for line in tie}) for tie in ties_of(table)]
    return [tie for tie, numbers in ties if any(numbers.issuperset(sharing) for sharing in shared)]


def next_to_hold(tournament: Tournament) -> int:
    """The first round that is not closed, else the last: from there on results are held back, if not said otherwise."""
    return min(closed_rounds(tournament) + 1, tournament.rounds)


def last_drawing(tournament: Tournament) -> list[int]:
    """The start numbers of the tie that was drawn for last, in the order drawn; empty if there was none."""
    last = drawings_of(tournament).first()
    return list(last.data["numbers"]) if last else []


def tiles_of(round_: Round, shown: Shown, **only: Any) -> list[Tile]:
    """Tables of a round by number, with who sat there, points as shown, and how far they are. Eight queries.

    `only` chooses among the tables, as in a query set.
    """
    tables = round_.tables.filter(**only).select_related("sheet").order_by("number")
    shows_points = shown.covers(round_.number)
    people = people_of(round_.tournament, shown)
    sat = sat_in(round_, shown) if round_.state == RoundState.CLOSED else {}
    places: dict[int, list[SeatAtTable]] = defaultdict(list)
    dealers = set(round_.draw.get("dealers", ()))
    sources: dict[int, str] = {}
    fixed: dict[int, list[str]] = defaultdict(list)
    chosen = {f"table__{column}": value for column, value in only.items()}
    rows = round_.results.filter(**chosen).select_related("entrant").order_by("table__number", "seat")
    totals = totals_of(rows)
    for row in rows:
        person = people[row.entrant.number or 0]
        name, village, player = sat.get((row.table_id, row.seat), ("", "", person.player))
        if player != person.player:
            person = replace(person, name=called(name, person.number), village=village, player=player, sorted_by="")
        points = totals.get((row.table_id, row.seat)) if row.points is None else row.points
        sources[row.table_id or 0] = "" if row.points is None else row.source
        points = points if shows_points else None
        fixed[row.table_id or 0].append("" if row.points is None or not shows_points else str(row.points))
        places[row.table_id or 0].append(
            SeatAtTable(
                seat=row.seat,
                person=person,
                points=points,
                deals_first=person.number in dealers,
                penalty=row.penalty,
            )
        )
    counted = _hands_by_sheet([table.sheet_id for table in tables])
    return [
        Tile(
            table=table,
            places=tuple(places[table.pk]),
            state=_state(table, sources.get(table.pk, "")),
            hands=counted[table.sheet_id] if table.sheet_id else 0,
            planned=(table.sheet.planned if table.sheet else None) or round_.tournament.hands,
            fixed=",".join(fixed[table.pk]),
        )
        for table in tables
    ]


def early_end(round_: Round) -> tuple[list[Tile], list[Tile]]:
    """Tables that still need the desk, were the round to end now: those with all hands written, and all others."""
    tiles = [tile for tile in tiles_of(round_, EVERYTHING) if not tile.is_settled]
    tiles = [tile for tile in tiles if tile.state == "disputed" or not tile.table.is_practice]
    whole = [tile for tile in tiles if tile.state in ("handed_in", "playing") and tile.hands >= tile.planned]
    return whole, [tile for tile in tiles if tile not in whole]


def _hands_by_sheet(sheets: Iterable[UUID | None]) -> Counter[UUID]:
    """The number of hands in force on each of the sheets, by its key."""
    rows = Hand.objects.filter(session__in=sheets).exclude(game="dead")
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
    if source == ResultSource.TYPED:
        return "typed"
    if source:
        return "confirmed"
    if table.typings:
        return "typed_once"
    return {State.HANDED_IN: "handed_in", State.CONFIRMED: "confirmed"}.get(
        State(sheet.state) if sheet else State.OPEN, "playing"
    )
