"""A player's outings as far as the reader may know them: what is written down, and what runs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
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
    running = reach.unwritten() if keys is None else unwritten(tournaments)
    events = events_of(running, with_hands=reach.whole, person=person.pk)
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


def results_of(rows: Sequence[Any], reach: Reach, running: Collection[UUID] = ()) -> list[Any]:
    """Outings of which the reader may know, each with its event as lists name it (`shown`), and if it `is_running`.

    Four queries at most.
    """
    events = shown_events({row.key for row in rows}, reach)
    results = [row for row in rows if row.key in events]
    for row in results:
        row.shown, row.is_running = events[row.key], row.key in running
    return results


def added_up(results: Sequence[Any], before: int = 0) -> Sequence[Any]:
    """Give results the running `total`; `before` is the total before the first."""
    for row in results:
        row.total = before = before + (row.points or 0)
    return results


def in_order(results: Iterable[Any]) -> list[Any]:
    """Results in the order of the days."""
    return sorted(results, key=lambda row: (row.day, row.shown.name))
