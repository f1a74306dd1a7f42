"""Tables of a round as the desk and the hall see them: who sits there, how far they are, and what they have."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Count, OuterRef, Subquery
from django.utils.translation import pgettext_lazy

from cegoscore.scoresheet.models import Hand, State
from tournaments.course.entrants import Person, people_of, sat_in
from tournaments.course.showing import EVERYTHING, Shown
from tournaments.models import ResultSource, Round, RoundState, Table, called

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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAtTable:
    """A seat at a table: who sits there, and what they have."""

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
    hands: int
    planned: int

    @property
    def number(self) -> int:
        """The table's number."""
        return self.table.number

    @property
    def is_settled(self) -> bool:
        """True if the table has a final result."""
        return self.state in ("confirmed", "typed", "void")

    @property
    def fixed(self) -> str:
        """The fixed points by seat in a word: what typed totals would replace."""
        return in_a_word(place.fixed for place in self.places)

    @property
    def word(self) -> str:
        """Its state as people say it."""
        return str(WORDS[self.state])

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
    return ",".join("" if own is None else str(own) for own in points)


def tiles_of(round_: Round, shown: Shown, *tables: Table) -> list[Tile]:
    """Tables of the round (all of them, if none is named) with the points and names that are shown. Five queries."""
    asked = list(tables) or list(round_.tables.select_related("sheet").order_by("number"))
    shows_points, is_closed = shown.covers(round_.number), round_.state == RoundState.CLOSED
    sat = sat_in(round_, shown) if is_closed else {}
    dealers = set(round_.draw.get("dealers", ()))
    places: dict[int, list[SeatAtTable]] = defaultdict(list)
    sources: dict[int, str] = {}
    results = round_.results.filter(table__in=tables) if tables else round_.results.all()
    columns = ("table", "seat", "entrant__number", "points", "stands", "penalty", "source")
    rows = list(results.standing().order_by("seat").values_list(*columns))
    people = people_of(round_.tournament, shown, only={number for _table, _seat, number, *_more in rows})
    for table, seat, number, fixed, points, penalty, source in rows:
        person = people[number or 0]
        name, village, player = sat.get((table, seat), ("", "", person.player))
        if player != person.player:
            person = replace(person, name=called(name, person.number), village=village, player=player, sorted_by="")
        sources[table] = "" if fixed is None else source
        places[table].append(
            SeatAtTable(
                seat=seat,
                person=person,
                points=points if shows_points else None,
                fixed=fixed if shows_points else None,
                deals_first=number in dealers,
                penalty=penalty,
            )
        )
    counted = _hands_by_sheet([table.sheet_id for table in asked])
    return [_tile(round_, table, places[table.pk], sources.get(table.pk, ""), counted) for table in asked]


def _tile(round_: Round, table: Table, places: list[SeatAtTable], source: str, counted: Counter[UUID]) -> Tile:
    table.round = round_
    hands = counted[table.sheet_id] if table.sheet_id else 0
    planned = planned_at(table)
    state = _state(table, source)
    if state == "playing" and planned and hands >= planned:
        state = "written"
    return Tile(table=table, places=tuple(places), state=state, hands=hands, planned=planned)


def planned_at(table: Table) -> int:
    """The number of hands that the table is to play."""
    return (table.sheet.planned if table.sheet else None) or table.round.tournament.hands


def early_end(round_: Round) -> tuple[list[Tile], list[Tile]]:
    """Tables that still need the desk, were the round to end now: those with all hands written, and all others."""
    tiles = [tile for tile in tiles_of(round_, EVERYTHING) if not tile.is_settled]
    tiles = [tile for tile in tiles if tile.state == "disputed" or not tile.table.is_practice]
    whole = [tile for tile in tiles if tile.state in ("handed_in", "written") and tile.hands >= tile.planned]
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
