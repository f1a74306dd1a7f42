"""Records of a club: highest results, series and careers, from points by event and person. Nothing is looked up.

Events are numbered in the order of their days, people are keys. `docs/league.md` says the same for those who count
along.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import itemgetter
from typing import Any

MOST_RESULTS = 5
MOST_SERIES = 3
SHORTEST_SERIES = 2
"""Once is no series."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """Somebody's line in the table of all times."""

    player: int
    rank: int
    events: int
    wins: int
    total: int


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
    careers: Sequence[Career]
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
    return Records(
        events=len(history.points),
        careers=careers(history),
        highest=highest(history),
        attended=attended(history),
        in_plus=in_plus(history),
        won=won(history),
    )


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
    return replace(records, events=events, careers=_ranked(found.values()), highest=best[:MOST_RESULTS])


def careers(history: History) -> list[Career]:
    """The table of all times: the highest total first, equal totals share a rank."""
    totals: dict[int, int] = {}
    events: dict[int, int] = {}
    for field in history.points:
        for player, points in field.items():
            totals[player] = totals.get(player, 0) + points
            events[player] = events.get(player, 0) + 1
    wins: dict[int, int] = {}
    for event in history.over:
        for player in history.winners.get(event, ()):
            wins[player] = wins.get(player, 0) + 1
    return _ranked(
        Career(player=player, rank=0, events=events[player], wins=wins.get(player, 0), total=total)
        for player, total in totals.items()
    )


def _ranked(lines: Iterable[Career]) -> list[Career]:
    found, ranks = list(lines), dict[int, int]()
    for place, total in enumerate(sorted((each.total for each in found), reverse=True), 1):
        ranks.setdefault(total, place)
    found = [replace(each, rank=ranks[each.total]) for each in found]
    return sorted(found, key=lambda career: (career.rank, career.player))


def highest(history: History) -> list[Best]:
    """The highest results of single events; of equal ones the earlier first."""
    found = [
        (-points, event, player)
        for event, field in enumerate(history.points)
        for player, points in nlargest(MOST_RESULTS, field.items(), key=itemgetter(1))
    ]
    return [Best(player=player, event=event, points=-points) for points, event, player in sorted(found)[:MOST_RESULTS]]


def in_plus(history: History) -> list[Series]:
    """Longest series of events with plus points; events that a player missed do not end it."""
    runs = _Runs()
    for event in sorted(history.over):
        for player, points in history.points[event].items():
            runs.note(player, event, holds=points > 0)
    return runs.longest()


def won(history: History) -> list[Series]:
    """Longest series of events won; events that a player missed do not end it."""
    runs = _Runs()
    for event in sorted(history.over):
        winners = history.winners.get(event, ())
        for player in history.points[event]:
            runs.note(player, event, holds=player in winners)
    return runs.longest()


def attended(history: History) -> list[Series]:
    """Longest series of events attended without missing one."""
    runs = _Runs()
    for event in sorted(history.over):
        runs.end_for_all_but(history.points[event])
        for player in history.points[event]:
            runs.note(player, event, holds=True)
    return runs.longest()


class _Runs:
    """Series that grow, event by event, until something ends them."""

    def __init__(self) -> None:
        self._open: dict[int, list[int]] = {}
        self._ended: list[Series] = []

    def note(self, player: int, event: int, *, holds: bool) -> None:
        """Another event of somebody's: the series grows, or it is over."""
        if not holds:
            if player in self._open:
                self._end(player)
        elif player in self._open:
            self._open[player].append(event)
        else:
            self._open[player] = [event]

    def end_for_all_but(self, there: Mapping[int, int]) -> None:
        """End the series of players who missed an event."""
        for player in self._open.keys() - there.keys():
            self._end(player)

    def _end(self, player: int, *, goes_on: bool = False) -> None:
        events = self._open.pop(player)
        if len(events) >= SHORTEST_SERIES:
            series = Series(player=player, length=len(events), first=events[0], last=events[-1], goes_on=goes_on)
            self._ended.append(series)

    def longest(self) -> list[Series]:
        """The longest ones; of equal ones the one that was reached first."""
        for player in list(self._open):
            self._end(player, goes_on=True)
        order = sorted(self._ended, key=lambda each: (-each.length, each.last, each.first, each.player))
        return order[:MOST_SERIES]
