"""Reads about all that a club has played, as far as somebody may know it. The number of queries does not grow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from cegoscore.contest.records import Records, Tally
from cegoscore.database.snapshot import snapshot
from cegoscore.outings.events import Event, day_of, evenings_unwritten
from cegoscore.outings.models import Kind, Outing
from cegoscore.outings.records import EventPlace, lines_of, tally_of, tally_of_evenings
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import ShownEvent, shown_events
from tournaments.standings.outings import events_of, unwritten


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEvent:
    """A tournament or an evening that stands out."""

    day: date
    shown: ShownEvent
    is_running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """Records of tournaments or evenings, and those of them that stand out, by their places."""

    records: Records
    events: Mapping[EventPlace, RecordEvent]


def nothing_of(_reach: Reach) -> Chronicle:
    """No records."""
    return Chronicle(records=Tally().records(), events={})


def tournaments_of(reach: Reach) -> Chronicle:
    """Played tournaments whose points the reader may see. Eight queries at most."""
    with snapshot():
        events = events_of(unwritten(reach.known_points()), with_hands=False)
        written = Outing.objects.filter(kind=Kind.TOURNAMENT, key__in=reach.known_points().values("pk"))
        return _chronicle(tally_of(lines_of(written, events)), events, reach)


def evenings_of(reach: Reach) -> Chronicle:
    """Evenings, visible in the club only. Eight queries at most."""
    if not reach.whole:
        return nothing_of(reach)
    with snapshot():
        events = evenings_unwritten(reach.club.pk)
        return _chronicle(tally_of_evenings(reach.club.pk, events), events, reach)


def _chronicle(tally: Tally, events: Iterable[Event], reach: Reach) -> Chronicle:
    records = tally.records()
    keys = {place: UUID(place.key) for place in records.notable}
    names = shown_events(set(keys.values()), reach)
    running = {event.key for event in events if not event.is_over}
    return Chronicle(
        records=records,
        events={
            place: RecordEvent(day=day_of(place.moment), shown=names[key], is_running=key in running)
            for place, key in keys.items()
        },
    )
