"""Events as they stand in sheets and results: who was there, with which result, and in which columns they played."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID
from zlib import crc32

from django.db.models import Q, QuerySet
from django.utils import timezone

from cegoscore.contest.ties import ranks_of
from cegoscore.database.prepared import Prepared
from cegoscore.outings.models import Kind
from cegoscore.registry import Registry
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.models import Seat, Session, State

NOON = time(12)
COUNTED_BY = 2
"""Number of the way in which hands are counted: what was counted in another way, the job of the night writes anew."""


class PlayedColumn(NamedTuple):
    """A column of a sheet in which a person had hands that count."""

    key: int
    """The row of the seat."""
    sheet: UUID
    number: int
    person: int
    rules: int
    """The row of the sheet's rule set."""
    owes: bool = True
    """False where debts went on to another sheet."""


class Placed(NamedTuple):
    """A person's result."""

    points: int
    rank: int


@dataclass(frozen=True, kw_only=True)
class Event:
    """A tournament or an evening, all but what its hands say."""

    kind: Kind
    key: UUID
    club: UUID
    day: date
    moment: int
    """Microseconds since 1970: its place among all events."""
    is_over: bool
    """True if it is written down as it stands; an event that runs is counted with every look."""
    ends: Sequence[datetime | None]
    """The ends of its parts: another end may be one after other hands."""
    results: Mapping[int, Placed]
    """Results by person."""
    columns: Sequence[PlayedColumn]

    @cached_property
    def stamp(self) -> int:
        """Digest of all of it."""
        parts = (self.club, self.day, self.moment, self.ends, sorted(self.results.items()), sorted(self.columns))
        return COUNTED_BY << 32 | crc32(repr(parts).encode())


class FoundEvents(NamedTuple):
    """Events that some keys led to, and every key under which something may be written about them."""

    events: Sequence[Event]
    touched: set[UUID]


@dataclass(frozen=True, slots=True)
class EventSource:
    """Kinds of events that a room knows."""

    kinds: Collection[Kind]
    with_keys: Callable[[Collection[UUID]], FoundEvents]
    of_club: Callable[[UUID], Sequence[Event]]


SOURCES: Registry[EventSource] = Registry()


def microseconds(at: datetime | date) -> int:
    """A moment as events are ordered by it; noon for a day."""
    if not isinstance(at, datetime):
        at = timezone.make_aware(datetime.combine(at, NOON))
    return round(at.timestamp() * 1_000_000)


def day_of(moment: int) -> date:
    """The day of an event by its moment."""
    return timezone.localdate(datetime.fromtimestamp(moment / 1_000_000, UTC))


def ranked(points: Mapping[int, int]) -> dict[int, Placed]:
    """Results by points alone."""
    ranks = ranks_of(points.values())
    return {person: Placed(result, ranks[result]) for person, result in points.items()}


# Evenings


def evenings_unwritten(club: UUID, person: int | None = None) -> list[Event]:
    """Evenings of a club that run, or that nobody has written down yet; of one person, if asked. One query if none."""
    waiting = _unwritten(club).values_list("pk") if person is None else _unwritten_of(club, person)
    keys = [key for (key,) in waiting]
    return list(_evenings_with(keys).events) if keys else []


def _unwritten(club: UUID) -> QuerySet[Session]:
    return Session.objects.filter(has_outings=False, club=club, event=None, deleted_at=None)


@Prepared
def _unwritten_of(club: UUID, person: int) -> QuerySet[Session, tuple[UUID]]:
    sits = Seat.objects.filter(Q(player=person) | Q(player__merged_into=person))
    return _unwritten(club).filter(pk__in=sits.values("session")).values_list("pk")


def _evenings_with(keys: Collection[UUID]) -> FoundEvents:
    """The evenings to which these sheets and club nights belong."""
    together = set(keys)
    while True:
        known = len(together)
        same = Q(pk__in=together) | Q(continues__in=together) | Q(night__in=together)
        rows = Session.objects.filter(same, event=None).order_by().values_list("pk", "night", "continues")
        together.update(key for row in rows for key in row if key is not None)
        if len(together) == known:
            return FoundEvents(list(_evenings(Session.objects.filter(pk__in=together, event=None))), together)


def _evenings_of(club: UUID) -> list[Event]:
    return list(_evenings(Session.objects.filter(club=club, event=None)))


EVENINGS_AS_SOURCE = EventSource((Kind.SHEET, Kind.NIGHT), _evenings_with, _evenings_of)


def _evenings(sheets: QuerySet[Session]) -> Iterator[Event]:
    """Events of sheets that are given with all that belong to them. Two queries."""
    there = sheets.filter(deleted_at=None)
    sessions: dict[UUID | None, Session] = {
        sheet.pk: sheet for sheet in there.select_related("night").order_by("started_at", "pk")
    }
    rows = Seat.objects.filter(session__in=there.order_by().values("pk")).annotate(played=HAVE_PLAYED)
    seats: dict[UUID, list[Seat]] = defaultdict(list)
    for seat in rows.select_related("player__merged_into").order_by("pk"):
        seats[seat.session_id].append(seat)
    following = {sheet.continues_id: sheet for sheet in sessions.values() if sheet.continues_id in sessions}
    parts: dict[UUID, list[Session]] = defaultdict(list)
    for sheet in sessions.values():
        last = _last(sheet, following)
        parts[last.night_id or last.pk].append(sheet)
    for key, together in parts.items():
        yield _evening(key, _last(together[0], following), together, seats)


def _last(sheet: Session, following: Mapping[UUID | None, Session]) -> Session:
    while sheet.pk in following:
        sheet = following[sheet.pk]
    return sheet


def _evening(key: UUID, last: Session, sheets: Sequence[Session], seats: Mapping[UUID, Sequence[Any]]) -> Event:
    """The evening on these sheets, in the order in which they began; a club night if the last belongs to one.

    A column that was played goes on with its total, also under another name; before, one of 0 may have stayed behind.
    """
    gone_on = {(sheet.continues_id, seat.player.person.pk) for sheet in sheets for seat in seats[sheet.pk]}
    continued = {sheet for sheet, _person in gone_on}
    day = last.night and last.night.day
    points: dict[int, int] = defaultdict(int)
    columns = []
    for sheet in sheets:
        for seat in seats[sheet.pk]:
            person = seat.player.person.pk
            stays = sheet.pk not in continued or (seat.total == 0 and (sheet.pk, person) not in gone_on)
            if seat.played and stays:
                points[person] += seat.total
            columns.append(PlayedColumn(seat.pk, sheet.pk, seat.number, person, sheet.rule_set_id, stays))
    return Event(
        kind=Kind.NIGHT if last.night else Kind.SHEET,
        key=key,
        club=last.club_id,
        day=day or timezone.localdate(sheets[0].started_at),
        moment=microseconds(day or sheets[0].started_at),
        is_over=all(sheet.state != State.OPEN for sheet in sheets),
        ends=[sheet.ended_at for sheet in sheets],
        results=ranked(points),
        columns=columns,
    )


def sheets_of(events: Iterable[Event]) -> set[UUID]:
    """The sheets that events were played on."""
    return {column.sheet for event in events for column in event.columns}
