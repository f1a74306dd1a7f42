"""Records among events: counted from outings, and kept for the evenings of a club that are over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.contest.records import Best, Career, History, Records, Series, records_of, with_running
from cegoscore.outings.events import Event
from cegoscore.outings.models import EVENINGS, ClubFigures, Outing


class Line(NamedTuple):
    """A result as records count it."""

    moment: int
    key: UUID
    person: int
    points: int
    rank: int | None
    """None while the event runs: nobody has won it yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecords:
    """Records, and the events that they name by their numbers."""

    records: Records
    events: Mapping[int, EventPlace]


class EventPlace(NamedTuple):
    """An event by its place among all."""

    moment: int
    key: UUID


def lines_of(outings: QuerySet[Outing], events: Iterable[Event]) -> list[Line]:
    """Results in the order of the events: written ones, and those of further events. One query."""
    further = [
        Line(event.moment, event.key, person, place.points, place.rank if event.is_over else None)
        for event in events
        for person, place in event.results.items()
    ]
    names = ("moment", "key", "player", "points", "rank")
    written = outings.filter(points__isnull=False).order_by().values_list(*names)
    return sorted([*map(Line._make, written), *further], key=itemgetter(0, 1))


def records_among(lines: Iterable[Line]) -> EventRecords:
    """The records of these results."""
    places, points, winners = [], [], {}
    for number, (place, field) in enumerate(groupby(lines, key=itemgetter(0, 1))):
        own = list(field)
        places.append(EventPlace(*place))
        points.append({line.person: line.points for line in own})
        if first := {line.person for line in own if line.rank == 1}:
            winners[number] = first
    records = records_of(History(points=points, over=winners.keys(), winners=winners))
    return EventRecords(records=records, events={number: places[number] for number in records.notable})


def evening_records(club: UUID, events: Sequence[Event]) -> EventRecords:
    """Records of a club's evenings: those that are written down, and these, which run. Two queries."""
    kept = ClubFigures.objects.filter(club=club).values_list("records", flat=True).first()
    written = Outing.objects.filter(club=club, kind__in=EVENINGS).exclude(key__in=[event.key for event in events])
    if any(event.is_over for event in events) or not kept:
        return records_among(lines_of(written, events))
    over = _from_document(kept)
    running = [event for event in sorted(events, key=lambda event: event.moment) if event.results]
    points = [{person: place.points for person, place in event.results.items()} for event in running]
    further = {number: EventPlace(event.moment, event.key) for number, event in enumerate(running, over.records.events)}
    places = {**over.events, **further}
    return EventRecords(records=with_running(over.records, points, places.__getitem__), events=places)


# As they are kept

PARTS: Mapping[str, type[Career | Best | Series]] = {
    "careers": Career,
    "highest": Best,
    "attended": Series,
    "in_plus": Series,
    "won": Series,
}


def document_of(lines: Sequence[Line]) -> dict[str, Any]:
    """The records of these results as a document."""
    found = records_among(lines)
    return {
        "count": found.records.events,
        "events": {str(number): [place.moment, str(place.key)] for number, place in found.events.items()},
        **{name: [asdict(each) for each in getattr(found.records, name)] for name in PARTS},
    }


def _from_document(kept: Mapping[str, Any]) -> EventRecords:
    parts: dict[str, Any] = {name: [part(**row) for row in kept[name]] for name, part in PARTS.items()}
    return EventRecords(
        records=Records(events=kept["count"], **parts | {"careers": tuple(parts["careers"])}),
        events={int(number): EventPlace(moment, UUID(key)) for number, (moment, key) in kept["events"].items()},
    )
