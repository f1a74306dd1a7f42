"""Records of a club: highest results, series and careers, from points by event and person. Nothing is looked up.

Events are numbered in the order of their days, people are keys. `docs/contest.md` says the same for those who count
along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cegoscore.contest.ties import Placing, TieBreak, ranked

Row = TypeVar("Row")

MOST_RESULTS = 5
MOST_SERIES, MOST_SHARED = 3, 9
"""The longest series; with more equals at the end than the second number, these are left out."""
SHORTEST_SERIES = 2
"""Once is no series."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """Somebody's line in the table of all times."""

    player: int
    events: int
    wins: int
    total: int
    rank: int = 0

    @property
    def key(self) -> int:
        """The player's key: among equals it is the order."""
        return self.player

    def value(self, tie_break: TieBreak) -> None:
        """Nothing: no tie-break separates careers."""

    def placed(self, placing: Placing) -> Career:
        """The same line with its rank."""
        return replace(self, rank=placing.rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A player's points at one event."""

    player: int
    event: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Events that followed each other for somebody, from the first to the last."""

    player: int
    length: int
    first: int
    last: int
    goes_on: bool
    """True if the next event can make it longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All that is known: the points of every event, and who won those that are over."""

    points: Sequence[Mapping[int, int]]
    """By event and person."""
    over: Collection[int]
    """The events that are over; what runs has points, but nobody won it yet."""
    winners: Mapping[int, Collection[int]]
    """Winners by event; several if nothing separated them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """All that stands out, and the table of all times."""

    events: int
    """The number of events."""
    careers: tuple[Career, ...]
    highest: Sequence[Best]
    attended: Sequence[Series]
    in_plus: Sequence[Series]
    won: Sequence[Series]

    @property
    def notable(self) -> frozenset[int]:
        """The events that stand out."""
        ends = (event for each in (*self.attended, *self.in_plus, *self.won) for event in (each.first, each.last))
        return frozenset((*ends, *(best.event for best in self.highest)))


def records_of(history: History) -> Records:
    """All records of a history."""
    tally = _Tally()
    tally.add(history)
    return tally.records()


def with_running(records: Records, points: Sequence[Mapping[int, int]], order: Callable[[int], Any]) -> Records:
    """The records with further events that still run; these are numbered after the others.

    `order` has the place of an event among all of them: of equal results the earlier comes first.
    """
    running = records_of(History(points=points, over=(), winners={}))
    late = (replace(best, event=best.event + records.events) for best in running.highest)
    best = sorted((*records.highest, *late), key=lambda each: (-each.points, order(each.event), each.player))
    found = {each.player: each for each in records.careers}
    for each in running.careers:
        old = found.get(each.player)
        found[each.player] = (
            each if old is None else replace(old, events=old.events + each.events, total=old.total + each.total)
        )
    events = records.events + running.events
    return replace(records, events=events, careers=ranked(found.values()), highest=highest_of(best))


def highest_of(order: Sequence[Best]) -> Sequence[Best]:
    """The highest results of some in their order."""
    return with_ties(order, MOST_RESULTS, lambda best: best.points)


class _Tally:
    """Events counted one after the other."""

    def __init__(self) -> None:
        self.events = 0
        self._attended, self._in_plus, self._won = _Runs(), _Runs(), _Runs()
        self._totals = Counter[int]()
        self._there = Counter[int]()
        self._wins = Counter[int]()
        self._highest: Sequence[Best] = []

    def add(self, history: History) -> None:
        """Count further events; their numbers follow those that were counted before."""
        for number, field in enumerate(history.points):
            self._note_points(field)
            if number in history.over:
                self._note_series(field, history.winners.get(number, ()))
            self.events += 1

    def _note_points(self, field: Mapping[int, int]) -> None:
        for player, points in field.items():
            self._totals[player] += points
            self._there[player] += 1
            if len(self._highest) < MOST_RESULTS or points >= self._highest[-1].points:
                best = Best(player=player, event=self.events, points=points)
                order = sorted([*self._highest, best], key=lambda each: (-each.points, each.event, each.player))
                self._highest = highest_of(order)

    def _note_series(self, field: Mapping[int, int], winners: Collection[int]) -> None:
        """Events that a player missed end only what is counted without missing one."""
        self._wins.update(winners)
        self._attended.end_for_all_but(field)
        for player, points in field.items():
            self._attended.note(player, self.events, holds=True)
            self._in_plus.note(player, self.events, holds=points > 0)
            self._won.note(player, self.events, holds=player in winners)

    def records(self) -> Records:
        """The records of what was counted up to here."""
        careers = (
            Career(player=player, events=self._there[player], wins=self._wins[player], total=total)
            for player, total in self._totals.items()
        )
        return Records(
            events=self.events,
            careers=ranked(careers),
            highest=self._highest,
            attended=self._attended.longest(),
            in_plus=self._in_plus.longest(),
            won=self._won.longest(),
        )


class _Runs:
    """Series that grow, event by event, until something ends them; of those that ended the longest are kept."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[int, int, int]] = {}
        """First and last event, and the length."""
        self._ended: list[Series] = []

    def note(self, player: int, event: int, *, holds: bool) -> None:
        """Another event of somebody's: the series grows, or it is over."""
        if holds:
            first, _last, length = self._open.get(player, (event, event, 0))
            self._open[player] = first, event, length + 1
        elif player in self._open:
            self._end(player)

    def end_for_all_but(self, there: Mapping[int, int]) -> None:
        """End the series of players who missed an event."""
        for player in self._open.keys() - there.keys():
            self._end(player)

    def _end(self, player: int) -> None:
        ended = _series(player, self._open.pop(player), goes_on=False)
        if len(self._ended) <= MOST_SHARED or ended.length >= self._ended[-1].length:
            self._ended = sorted([*self._ended, ended], key=_by_length)[: MOST_SHARED + 1]

    def longest(self) -> Sequence[Series]:
        """The longest ones; of equal ones the one that was reached first."""
        return _longest([*self._ended, *(_series(player, run, goes_on=True) for player, run in self._open.items())])


def with_ties(rows: Sequence[Row], most: int, value: Callable[[Row], int]) -> Sequence[Row]:
    """The first rows, and those that equal the last of them: a limit cuts no tie. The highest value comes first."""
    if len(rows) <= most:
        return rows
    last = value(rows[most - 1])
    return [row for row in rows if value(row) >= last]


def _series(player: int, run: tuple[int, int, int], *, goes_on: bool) -> Series:
    first, last, length = run
    return Series(player=player, length=length, first=first, last=last, goes_on=goes_on)


def _longest(found: Iterable[Series]) -> Sequence[Series]:
    found = (series for series in found if series.length >= SHORTEST_SERIES)
    order = sorted(found, key=_by_length)
    longest = with_ties(order, MOST_SERIES, lambda series: series.length)
    if len(longest) <= MOST_SHARED:
        return longest
    return [series for series in longest if series.length > longest[-1].length]


def _by_length(series: Series) -> tuple[int, int, int, int]:
    return -series.length, series.last, series.first, series.player
