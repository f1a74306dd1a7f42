"""Records of a club: highest results, series and careers, from points by event and person. Nothing is looked up.

Events come in the order of their days, people are keys. `docs/contest.md` says the same for those who count
along.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from cegoscore.contest.chance import cautious
from cegoscore.contest.ties import Placing, TieBreak, ranked

Row = TypeVar("Row")

MOST_RESULTS = 5
MOST_SERIES, MOST_SHARED = 3, 9
"""The longest series; with more equals at the end than the second number, these are left out."""
NOTHING: Mapping[int, int] = {}
SHORTEST_SERIES = 2
"""Once is no series."""


class Career(NamedTuple):
    """Somebody's line in the table of all times."""

    player: int
    events: int
    wins: int
    total: int
    hands: int = 0
    """Hands at those events where hands are written down, and the points there."""
    counted: int = 0
    rank: int = 0

    @property
    def average(self) -> int:
        """The cautious average of an evening's hands."""
        return cautious(self.counted, self.hands, 0).average

    @property
    def key(self) -> int:
        """The player's key: among equals it is the order."""
        return self.player

    def value(self, tie_break: TieBreak) -> None:
        """Nothing: no tie-break separates careers."""

    def placed(self, placing: Placing) -> Career:
        """Give the line its rank."""
        return self._replace(rank=placing.rank)


class Best(NamedTuple):
    """A player's points at one event."""

    player: int
    event: Any
    points: int


class Series(NamedTuple):
    """Events that followed each other for somebody, from the first to the last."""

    player: int
    length: int
    first: Any
    last: Any
    goes_on: bool = True
    """True if the next event can make it longer."""


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
    def notable(self) -> frozenset[Any]:
        """The events that stand out."""
        ends = (event for series in (*self.attended, *self.in_plus, *self.won) for event in (series.first, series.last))
        return frozenset((*ends, *(best.event for best in self.highest)))


class Runs:
    """Series that grow, event by event, until something ends them; of those that ended the longest are kept."""

    def __init__(
        self,
        heads: Mapping[int, Series | None] | None = None,
        growing: Iterable[Series] = (),
        ended: Iterable[Series] = (),
    ) -> None:
        self.heads = dict(heads or {})
        """The first series of whoever had one end: it may be the rest of one from before; none if there was none."""
        self.growing = {series.player: series for series in growing}
        self.ended = list(ended)

    def note(self, series: Series) -> None:
        """Further events of somebody's, which make the series longer that grows."""
        if before := self.growing.get(series.player):
            series = Series(series.player, before.length + series.length, before.first, series.last)
        self.growing[series.player] = series

    def end(self, player: int) -> None:
        """End the series of somebody, if there is one."""
        ended = self.growing.pop(player, None)
        if player not in self.heads:
            self.heads[player] = ended
        elif ended:
            self._keep(ended._replace(goes_on=False))

    def end_where_missed(self, there: Collection[int]) -> None:
        """End the series of whoever missed an event, also of who begins after the first one."""
        if self.growing or self.heads:
            for player in self.growing.keys() ^ there:
                self.end(player)

    def _keep(self, ended: Series) -> None:
        if len(self.ended) <= MOST_SHARED or ended.length >= self.ended[-1].length:
            self.ended = sorted([*self.ended, ended], key=_by_length)[: MOST_SHARED + 1]

    def follow(self, later: Runs) -> None:
        """Add the series of events that came after all of these."""
        for player, head in later.heads.items():
            if head:
                self.note(head)
            self.end(player)
        for series in later.growing.values():
            self.note(series)
        for series in later.ended:
            self._keep(series)

    @property
    def at_first(self) -> set[int]:
        """Players whose series begins with the first event."""
        return {player for player, head in self.heads.items() if head} | (self.growing.keys() - self.heads.keys())

    def longest(self) -> Sequence[Series]:
        """The longest ones; of equal ones the one that was reached first."""
        heads = (head._replace(goes_on=False) for head in self.heads.values() if head)
        return _longest([*self.ended, *heads, *self.growing.values()])


class Tally:
    """Events counted one after the other; tallies of events that follow each other can be joined.

    An event is whatever orders events: the place of it among all of them.
    """

    def __init__(self) -> None:
        self.events = 0
        self.careers: dict[int, list[int]] = {}
        """Counts of `Career` by player: events, wins, total, hands, counted."""
        self.highest: Sequence[Best] = []
        self.attended, self.in_plus, self.won = Runs(), Runs(), Runs()

    def note(
        self,
        event: Any,
        points: Mapping[int, int],
        winners: Collection[int] = (),
        hands: Mapping[int, int] = NOTHING,
    ) -> None:
        """Count the next event; what still runs has points, but nobody has won it yet.

        Events that a player missed end only what is counted without missing one.
        """
        self.events += 1
        for player, result in points.items():
            played = hands.get(player, 0)
            self._add(player, 1, player in winners, result, played, result if played else 0)
            if len(self.highest) < MOST_RESULTS or result >= self.highest[-1].points:
                self._note_best(Best(player, event, result))
        if winners:
            self.attended.end_where_missed(points.keys())
            for player, result in points.items():
                series = Series(player, 1, event, event)
                for runs, holds in ((self.attended, True), (self.in_plus, result > 0), (self.won, player in winners)):
                    if holds:
                        runs.note(series)
                    else:
                        runs.end(player)

    def _add(self, player: int, *counts: int) -> None:
        career = self.careers.setdefault(player, [0] * len(counts))
        for place, count in enumerate(counts):
            career[place] += count

    def _note_best(self, *best: Best) -> None:
        order = sorted([*self.highest, *best], key=lambda result: (-result.points, result.event, result.player))
        self.highest = with_ties(order, MOST_RESULTS, lambda best: best.points)

    def follow(self, later: Tally) -> None:
        """Add events that came after all of these."""
        self.events += later.events
        for player, counts in later.careers.items():
            self._add(player, *counts)
        self._note_best(*later.highest)
        if later.attended.growing or later.attended.heads:
            self.attended.end_where_missed(later.attended.at_first)
        self.attended.follow(later.attended)
        self.in_plus.follow(later.in_plus)
        self.won.follow(later.won)

    def records(self) -> Records:
        """The records of what was counted up to here."""
        careers = (
            Career(player=player, events=events, wins=wins, total=total, hands=hands, counted=counted)
            for player, (events, wins, total, hands, counted) in self.careers.items()
        )
        return Records(
            events=self.events,
            careers=ranked(careers),
            highest=self.highest,
            attended=self.attended.longest(),
            in_plus=self.in_plus.longest(),
            won=self.won.longest(),
        )


def with_ties(rows: Sequence[Row], most: int, value: Callable[[Row], int]) -> Sequence[Row]:
    """The first rows, and those that equal the last of them: a limit cuts no tie. The highest value comes first."""
    if len(rows) <= most:
        return rows
    last = value(rows[most - 1])
    return [row for row in rows if value(row) >= last]


def _longest(series_of_all: Iterable[Series]) -> Sequence[Series]:
    series_of_all = (series for series in series_of_all if series.length >= SHORTEST_SERIES)
    order = sorted(series_of_all, key=_by_length)
    longest = with_ties(order, MOST_SERIES, lambda series: series.length)
    if len(longest) <= MOST_SHARED:
        return longest
    return [series for series in longest if series.length > longest[-1].length]


def _by_length(series: Series) -> tuple[int, int, int, int]:
    return -series.length, series.last, series.first, series.player
