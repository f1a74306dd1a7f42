"""Reads of the desk: tables of a round as it and the hall see them, decisions about one, ties, what to hold back.

A tile is a table with who sits there, how far they are, and what they have.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.utils.translation import pgettext_lazy

from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.models import Hand, State
from tournaments.course.access import EVERYTHING, Shown
from tournaments.course.entrants import Person, people_of, sat_in
from tournaments.course.queries import closed_rounds, drawings_of
from tournaments.course.tie_breaks import undecided
from tournaments.models import Decision, Entrant, Result, ResultSource, Round, RoundState, Table, Tournament, called
from tournaments.standings.awards import Awarded
from tournaments.standings.queries import Standings, StandingsLine

WORDS = {
    "calls": pgettext_lazy("table", "calls"),
    "disputed": pgettext_lazy("table", "disputed"),
    "handed_in": pgettext_lazy("table", "handed in"),
    "written": pgettext_lazy("table", "all written"),
    "playing": pgettext_lazy("table", "playing"),
    "confirmed": pgettext_lazy("table", "confirmed"),
    "typed": pgettext_lazy("table", "typed in"),
    "typed_once": pgettext_lazy("table", "typed once"),
    "void": pgettext_lazy("table", "void"),
}
"""The words for states of a table. `written`: all hands are written, but the sheet was not handed in."""

SYMBOLS = {"calls": "bell", "disputed": "warning", "confirmed": "check", "void": "cross", "typed_once": "pencil"}


class SeatAtTable(NamedTuple):
    """A seat at a table: who sits there, and what they have; a tuple, because a page has some hundred."""

    seat: int
    person: Person
    points: int | None
    fixed: int | None
    """The points that no longer stand on the sheet."""
    deals_first: bool
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table of a round with its people."""

    table: Table
    places: tuple[SeatAtTable, ...]
    state: str
    """Its state by the key of `WORDS`."""
    stands: bool
    """True if it has a result, even while it calls or is disputed."""
    hands: int
    planned: int

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number

    @property
    def is_settled(self) -> bool:
        """True if the table has a final result."""
        return self.stands and self.state != "disputed"

    @property
    def needs_why(self) -> bool:
        """True if totals would replace something."""
        sheet = self.table.sheet
        return self.hands > 0 or (sheet is not None and sheet.state != State.OPEN)

    @property
    def fixed(self) -> str:
        """The fixed points by seat in a word: what typed totals would replace."""
        return in_a_word(place.fixed for place in self.places)

    @property
    def word(self) -> str:
        """Its state as people say it, and that its totals are to be typed once more."""
        states = [self.state, *(["typed_once"] if self.waits_for_typing else [])]
        return ", ".join(str(WORDS[state]) for state in dict.fromkeys(states))

    @property
    def waits_for_typing(self) -> bool:
        """True while totals were typed for the table that somebody else has yet to type."""
        return bool(self.table.typings) and not self.stands

    @property
    def symbol(self) -> str:
        """A mark beside the word."""
        return SYMBOLS.get(self.state, "")

    @property
    def has_hands(self) -> bool:
        """True if the number of hands is worth showing."""
        return self.state not in ("typed", "void")


def in_a_word(points: Iterable[int | None]) -> str:
    """Fixed points in the order of the seats, as a form sends them back."""
    return ",".join("" if fixed is None else str(fixed) for fixed in points)


def tiles_of(
    round_: Round, shown: Shown, table: Table | None = None, *, people: Mapping[int, Person] | None = None
) -> list[Tile]:
    """Tables of the round (all of them, if none is named) with the points and names that are shown.

    Five queries; three with the `people` of the tournament at hand (`people_of`).
    """
    tables = [table] if table else _tables(round_.pk)
    shows_points, is_closed = shown.covers(round_.number), round_.state == RoundState.CLOSED
    sat = sat_in(round_, shown) if is_closed else {}
    dealers = set(round_.draw.get("dealers", ()))
    places: dict[int, list[SeatAtTable]] = defaultdict(list)
    sources: dict[int, str] = {}
    rows = _results_at(table.pk) if table else _results_in(round_.pk)
    if people is None:
        people = people_of(round_.tournament, shown, only={number for _table, _seat, number, *_more in rows})
    for key, seat, number, fixed, points, penalty, source in rows:
        person = people[number or 0]
        name, village, player = sat.get((key, seat), ("", "", person.player))
        if player != person.player:
            person = person._replace(name=called(name, person.number), village=village, player=player, sorted_by="")
        sources[key] = "" if fixed is None else source
        places[key].append(
            SeatAtTable(
                seat=seat,
                person=person,
                points=points if shows_points else None,
                fixed=fixed if shows_points else None,
                deals_first=number in dealers,
                penalty=penalty,
            )
        )
    counted = dict(_hands_at(table.pk) if table else _hands_in(round_.pk))
    return [_tile(round_, row, places[row.pk], sources.get(row.pk, ""), counted) for row in tables]


@Prepared
def _tables(round_: int) -> QuerySet[Table]:
    return Table.objects.filter(round=round_).select_related("sheet").order_by("number")


def _results(**where: int) -> QuerySet[Result, Any]:
    """Key of the table, seat, start number, fixed points, points, penalty and source, by seat."""
    columns = ("table", "seat", "entrant__number", "points", "stands", "penalty", "source")
    return Result.objects.filter(**where).standing().order_by("seat").values_list(*columns)


_results_in = Prepared(lambda round_: _results(round=round_))
_results_at = Prepared(lambda table: _results(table=table))


def _hands(**where: int) -> QuerySet[Hand, Any]:
    """Key of the sheet, and the number of hands in force there."""
    newest = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("number")).order_by("-revision")
    rows = Hand.objects.filter(pk=Subquery(newest.values("pk")[:1]), void=False, **where).exclude(game="dead")
    return rows.values_list("session").annotate(count=Count("pk"))


_hands_in = Prepared(lambda round_: _hands(session__table__round=round_))
_hands_at = Prepared(lambda table: _hands(session__table=table))


def _tile(round_: Round, table: Table, places: list[SeatAtTable], source: str, counted: Mapping[UUID, int]) -> Tile:
    table.round = round_
    hands = counted.get(table.sheet_id, 0) if table.sheet_id else 0
    planned = planned_at(table)
    is_written = bool(planned and hands >= planned)
    return Tile(
        table=table,
        places=tuple(places),
        state=_state(table, source, is_written=is_written),
        stands=_stands(table, source),
        hands=hands,
        planned=planned,
    )


def planned_at(table: Table) -> int:
    """The number of hands that the table is to play."""
    return (table.sheet.planned if table.sheet else None) or table.round.tournament.hands


def early_end(round_: Round, people: Mapping[int, Person] | None = None) -> tuple[list[Tile], list[Tile]]:
    """Tables that still need the desk, were the round to end now: those with all hands written, and all others.

    `people` as in `tiles_of`.
    """
    tiles = [tile for tile in tiles_of(round_, EVERYTHING, people=people) if not tile.is_settled]
    tiles = [tile for tile in tiles if tile.state == "disputed" or not tile.table.is_practice]
    whole = [tile for tile in tiles if tile.state != "disputed" and tile.hands >= tile.planned]
    return whole, [tile for tile in tiles if tile not in whole]


def _stands(table: Table, source: str) -> bool:
    return (
        bool(source)
        or table.voided_at is not None
        or (table.sheet is not None and table.sheet.state == State.CONFIRMED)
    )


def _state(table: Table, source: str, *, is_written: bool) -> str:
    """The sheet's state goes first; typed totals say only that they are to be compared."""
    sheet = table.sheet
    if table.voided_at is not None:
        return "void"
    if sheet is not None and sheet.called_at is not None:
        return "calls"
    if table.disputed_at is not None:
        return "disputed"
    if source == ResultSource.TYPED:
        return "typed"
    if _stands(table, source):
        return "confirmed"
    if sheet is not None and sheet.state == State.HANDED_IN:
        return "handed_in"
    if is_written:
        return "written"
    return "typed_once" if table.typings else "playing"


def find_table(round_: Round, number: int) -> Table | None:
    """A table of a round by its number."""
    return round_.tables.filter(number=number).first()


def seats_at(table: Table) -> list[int]:
    """The seats of a table in the order around it."""
    return list(table.results.order_by("seat").values_list("seat", flat=True))


def entrant_at(table: Table, number: int) -> Entrant:
    """The holder of a start number who has a seat at the table."""
    entrant = table.results.select_related("entrant").get(entrant__number=number).entrant
    entrant.tournament = table.round.tournament
    return entrant


def decisions_about(table: Table) -> list[Decision]:
    """Decisions that name this table, or the people at it, newest first."""
    return [
        row
        for row in _decisions_in(table.round_id)
        if table.number == row.data.get("table") or table.number in row.data.get("tables", ())
    ]


@Prepared
def _decisions_in(round_: int) -> QuerySet[Decision]:
    return Decision.objects.filter(round=round_).order_by("-number")


def ties_of(table: Standings) -> list[tuple[StandingsLine, ...]]:
    """Ranks whose holders must still draw by the organiser's rules, the first rank first."""
    return [tuple(lines) for lines in undecided(table.lines).values()]


def ties_about(prizes: Iterable[Awarded], table: Standings) -> list[tuple[StandingsLine, ...]]:
    """Those of the ties that these prizes wait for."""
    drawing = {number for one in prizes for number in one.award.waits_for}
    return [tie for tie in ties_of(table) if any(line.row.number in drawing for line in tie)]


def next_to_hold(tournament: Tournament) -> int:
    """The first round that is not closed, else the last: from there on results are held back, if not said otherwise."""
    return min(closed_rounds(tournament) + 1, tournament.rounds)


def last_drawing(tournament: Tournament) -> list[int]:
    """The start numbers of the tie that was drawn for last, in the order drawn; empty if there was none."""
    last = drawings_of(tournament).first()
    return list(last.data["numbers"]) if last else []
