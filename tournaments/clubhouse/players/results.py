"""A player's outings as far as the reader may know them: what is written down, and what runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, islice
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.clubs.models import Player
from cegoscore.outings.counting import CountedOuting, counted
from cegoscore.outings.events import evenings_unwritten
from cegoscore.outings.models import Kind, Outing
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import shown_events
from tournaments.seasons.models import Season
from tournaments.standings.outings import events_of, unwritten


class ResultStep(NamedTuple):
    """A result as the curve counts it."""

    moment: int
    points: int
    rank: int | None
    """None while the event runs: nobody has won it yet."""
    written: int | None
    """The row of the outing; none where it is not written down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outings:
    """Somebody's outings, of all years or of a season."""

    written: QuerySet[Outing]
    further: Sequence[CountedOuting]
    running: Collection[UUID]
    """Keys of events that are not over."""
    of_all_years: bool = True

    def steps(self) -> list[ResultStep]:
        """Every result in the order of the events. One query, of whole numbers: there may be a thousand."""
        rows = self.written.filter(points__isnull=False).order_by("moment", "pk")
        steps = [ResultStep._make(row) for row in rows.values_list("moment", "points", "rank", "pk")]
        for event in self.further:
            outing = event.outing
            if outing.points is not None:
                rank = None if outing.key in self.running else outing.rank
                steps.append(ResultStep(outing.moment, outing.points, rank, None))
        return sorted(steps, key=lambda step: step.moment) if self.further else steps

    def rows(self, steps: Iterable[ResultStep]) -> list[Outing]:
        """The outings behind some of the steps, in their order. One query."""
        written = Outing.objects.filter(pk__in=[step.written for step in steps if step.written is not None])
        moments = {step.moment for step in steps}
        rows = [*written, *(event.outing for event in self.further if event.outing.points is not None)]
        return sorted((row for row in rows if row.moment in moments), key=lambda row: (row.moment, row.pk or 0))

    def points(self, keys: Collection[UUID]) -> dict[UUID, int]:
        """Points by event, for those of the keys where there are any. One query."""
        rows = self.written.filter(key__in=keys, points__isnull=False)
        there = {event.outing.key: event.outing.points for event in self.further if event.outing.points is not None}
        all_points = {key: there[key] for key in there.keys() & set(keys)} | dict(rows.values_list("key", "points"))
        return {key: points or 0 for key, points in all_points.items()}


def outings_of(person: Player, reach: Reach, season: Season | None = None) -> Outings:
    """Somebody's outings. Five queries at most, and eight if anything is not written down."""
    tournaments, keys = reach.known_points(), _keys_in(season)
    if keys is not None:
        tournaments = tournaments.filter(pk__in=keys)
    events = events_of(unwritten(tournaments), with_hands=reach.whole)
    if reach.whole:
        events += evenings_unwritten(person.club_id, person.pk)
    written = Outing.objects.filter(player=person.pk).exclude(key__in=[event.key for event in events])
    if not reach.whole:
        written = written.filter(kind=Kind.TOURNAMENT, key__in=tournaments.values("pk"))
    if keys is not None:
        written, events = written.filter(key__in=keys), [event for event in events if event.key in keys]
    return Outings(
        written=written,
        further=counted(events, person.pk),
        running={event.key for event in events if not event.is_over},
        of_all_years=season is None,
    )


def _keys_in(season: Season | None) -> set[UUID] | None:
    if season is None:
        return None
    rows = season.events.values_list("tournament", "night", "sheet")
    return {key for row in rows for key in row if key is not None}


# As the page shows them


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnResult:
    """A tournament or an evening of somebody's."""

    key: UUID
    """The tournament's, the club night's, or the evening's sheet's."""
    is_tournament: bool
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


def results_of(rows: Sequence[Outing], reach: Reach, running: Collection[UUID] = ()) -> list[OwnResult]:
    """Outings with names and addresses. Four queries at most."""
    events = shown_events({row.key for row in rows}, reach)
    return [
        OwnResult(
            key=row.key,
            is_tournament=row.kind == Kind.TOURNAMENT,
            day=row.day,
            name=events[row.key].name,
            venue=events[row.key].venue,
            points=row.points or 0,
            rank=row.rank,
            players=row.players,
            address=events[row.key].address,
            is_running=row.key in running,
            hands=events[row.key].hands,
        )
        for row in rows
        if row.key in events
    ]


def added_up(results: Sequence[OwnResult], before: int = 0) -> list[OwnResult]:
    """The same results with the running total; `before` is the total before the first."""
    totals = accumulate((result.points for result in results), initial=before)
    return [replace(result, total=total) for result, total in zip(results, islice(totals, 1, None), strict=True)]


def in_order(results: Iterable[OwnResult]) -> list[OwnResult]:
    """Results in the order of the days."""
    return sorted(results, key=lambda result: (result.day, result.name))
