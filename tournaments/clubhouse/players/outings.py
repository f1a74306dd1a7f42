"""A player's tournaments and evenings with the running total: the newest one by one, those before them added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, islice
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Outing:
    """A tournament or an evening of somebody's."""

    key: UUID
    """The tournament's, the club night's, or the evening's sheet's."""
    day: date
    name: str
    venue: str
    points: int
    rank: int | None
    players: int
    address: str
    """The address of the event's own page; empty if the reader may not see it."""
    is_running: bool
    hands: str = ""
    """Query of the page with the hands behind the points; empty if the reader may not see them."""
    total: int = 0
    """The running total, this event included."""

    @property
    def is_won(self) -> bool:
        """True if the player stood first in the end."""
        return self.rank == 1 and not self.is_running


class CurvePoint(NamedTuple):
    """A point of the curve: the running total after an event of that day."""

    day: date
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """Events before those that are shown, added up."""

    count: int = 0
    points: int = 0
    wins: int = 0
    best: Outing | None = None
    curve: Sequence[CurvePoint] = ()
    is_whole: bool = True
    """True if the curve has a point for each of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """Somebody's events in the order of the days."""

    newest: Sequence[Outing]
    earlier: Earlier
    points: Mapping[UUID, int]
    """Points by the event's key, at least of those that some open season may count."""


def in_order(outings: Iterable[Outing]) -> list[Outing]:
    """Events in the order of the days."""
    return sorted(outings, key=lambda each: (each.day, each.name))


def added_up(outings: Sequence[Outing], before: int = 0) -> list[Outing]:
    """The same events with the running total; `before` is the total before the first."""
    totals = accumulate((each.points for each in outings), initial=before)
    return [replace(each, total=total) for each, total in zip(outings, islice(totals, 1, None), strict=True)]


def put_among(earlier: Earlier, outings: Sequence[Outing]) -> Earlier:
    """Further events, in the order of their days, among those that are added up."""
    best = [] if earlier.best is None else [earlier.best]
    return Earlier(
        count=earlier.count + len(outings),
        points=earlier.points + sum(each.points for each in outings),
        wins=earlier.wins + sum(each.is_won for each in outings),
        best=max([*best, *outings], key=attrgetter("points"), default=None),
        curve=list(_curve(earlier, outings)),
        is_whole=earlier.is_whole,
    )


def _curve(earlier: Earlier, outings: Sequence[Outing]) -> Iterator[CurvePoint]:
    """The points of both. Between two points of a curve that is not whole no total is known."""
    last = earlier.curve[-1].day if earlier.curve and not earlier.is_whole else date.min
    changes = [(step.day, True, step.total) for step in earlier.curve]
    changes += [(each.day, False, each.points) for each in outings]
    kept = others = 0
    for day, is_step, points in sorted(changes, key=lambda change: change[0]):
        kept, others = (points, others) if is_step else (kept, others + points)
        if is_step or day >= last:
            yield CurvePoint(day, kept + others)
