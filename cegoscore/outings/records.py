"""Records among events: counted from outings, and kept for the evenings of a club that are over, by span of time."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.contest.records import Best, Runs, Series, Tally
from cegoscore.outings.events import Event
from cegoscore.outings.models import EVENINGS, ClubSpan, Outing


class Line(NamedTuple):
    """A result as records count it."""

    moment: int
    key: UUID
    person: int
    points: int
    rank: int | None
    """None while the event runs: nobody has won it yet."""
    hands: int
    """Zero where none are written down."""


class EventPlace(NamedTuple):
    """An event by its place among all."""

    moment: int
    key: str


def lines_of(outings: QuerySet[Outing], events: Iterable[Event]) -> list[Line]:
    """Results in the order of the events: written ones, and those of further events. One query."""
    further = [
        Line(event.moment, event.key, person, place.points, place.rank if event.is_over else None, 0)
        for event in events
        for person, place in event.results.items()
    ]
    names = ("moment", "key", "player", "points", "rank", "hands")
    written = outings.filter(points__isnull=False).order_by().values_list(*names)
    return sorted([*map(Line._make, written), *further], key=itemgetter(0, 1))


def tally_of(lines: Iterable[Line]) -> Tally:
    """Count these results."""
    tally = Tally()
    for (moment, key), field in groupby(lines, key=itemgetter(0, 1)):
        at_event = list(field)
        winners = {line.person for line in at_event if line.rank == 1}
        points, hands = ({line.person: getattr(line, name) for line in at_event} for name in ("points", "hands"))
        tally.note(EventPlace(moment, str(key)), points, winners, hands)
    return tally


def tally_of_evenings(club: UUID, events: Sequence[Event]) -> Tally:
    """Count a club's evenings: those that are written down, and these, which are not. One query, or two."""
    if any(event.is_over for event in events):
        written = Outing.objects.filter(club=club, kind__in=EVENINGS).exclude(key__in=[event.key for event in events])
        return tally_of(lines_of(written, events))
    tally = Tally()
    for document in ClubSpan.objects.filter(club=club).order_by("number").values_list("records", flat=True):
        tally.follow(_read(document))
    tally.follow(tally_of(lines_of(Outing.objects.none(), events)))
    return tally


# As they are kept

RUNS = ("attended", "in_plus", "won")


def document_of(tally: Tally) -> dict[str, Any]:
    """A tally as a document."""
    return {
        "events": tally.events,
        "careers": list(tally.careers.items()),
        "highest": tally.highest,
        **{name: _runs_document(getattr(tally, name)) for name in RUNS},
    }


def _runs_document(runs: Runs) -> list[Any]:
    return [list(runs.heads.items()), list(runs.growing.values()), runs.ended]


def _read(document: Mapping[str, Any]) -> Tally:
    tally = Tally()
    tally.events, tally.careers = document["events"], dict(document["careers"])
    tally.highest = [Best(player, EventPlace(*event), points) for player, event, points in document["highest"]]
    for name in RUNS:
        heads, growing, ended = document[name]
        runs = Runs(
            {player: head and _series(head) for player, head in heads}, map(_series, growing), map(_series, ended)
        )
        setattr(tally, name, runs)
    return tally


def _series(row: Sequence[Any]) -> Series:
    player, length, first, last, goes_on = row
    return Series(player, length, EventPlace(*first), EventPlace(*last), goes_on)
