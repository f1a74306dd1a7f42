"""Reads about all that a club has played, as far as somebody may know it. The number of queries does not grow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, Sum
from django.db.models.functions import Coalesce

from cegoscore.contest.records import Records, Tally
from cegoscore.database.snapshot import snapshot
from cegoscore.outings.events import Event, day_of, evenings_unwritten
from cegoscore.outings.models import Kind, Outing
from cegoscore.outings.records import EventPlace, lines_of, tally_of, tally_of_evenings
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.models import Hand
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
    shown = shown_events(set(keys.values()), reach)
    running = {event.key for event in events if not event.is_over}
    return Chronicle(
        records=records,
        events={
            place: RecordEvent(day=day_of(place.moment), shown=shown[key], is_running=key in running)
            for place, key in keys.items()
        },
    )


def hands_of(reach: Reach) -> dict[int, int]:
    """The number of recorded hands of each person, visible in the club only. Seven queries at most.

    Struck ones, revisions that were replaced, deals without result, practice and void tables are left out, and house
    players.
    """
    if not reach.whole:
        return {}
    with snapshot():
        club = reach.club.pk
        events = [*evenings_unwritten(club), *events_of(unwritten(reach.known_points()))]
        rows = Outing.objects.filter(club=club).exclude(key__in=[event.key for event in events]).order_by()
        written = rows.values_list("player").annotate(hands=Sum("hands")).filter(hands__gt=0)
        seats = [column.key for event in events for column in event.columns]
        return Counter(dict(written)) + _hands_in(seats)


def _hands_in(seats: Iterable[int]) -> Counter[int]:
    """The number of hands in force of each person in some columns. One query."""
    person = Coalesce("scores__seat__player__merged_into", "scores__seat__player")
    rows = Hand.objects.filter(~is_replaced(), void=False, scores__seat__in=list(seats)).exclude(game="dead")
    return Counter(dict(rows.order_by().values_list(person).annotate(Count("pk"))))
