"""Writing outings and dues anew: the one way, whatever changed about an event."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Sum

from cegoscore.bookings.models import DUE, Booking
from cegoscore.bookings.services import dues, rule_of
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.purging import remove
from cegoscore.outings.counting import counted
from cegoscore.outings.events import COUNTED_BY, SOURCES, EventSource, FoundEvents, sheets_of
from cegoscore.outings.models import (
    EVENINGS,
    GAME,
    SPAN,
    SUMS,
    ClubSpan,
    Kind,
    Outing,
    OutingGame,
    OutingPair,
    PersonSpan,
    span_of,
)
from cegoscore.outings.records import document_of, lines_of, tally_of
from cegoscore.scoresheet.models import Session


def missing_dues(evenings: FoundEvents, *, new_too: bool) -> Iterator[Booking]:
    """Dues, unsaved, that make those of each evening what its rule says; what is no event any more costs nothing.

    An evening that was booked before keeps its rule and currency; any other has those of its club if `new_too`, or
    costs nothing.
    """
    booked: dict[UUID | None, list[Booking]] = defaultdict(list)
    rows = Booking.objects.filter(kind=DUE, key__in=evenings.touched).order_by("pk")
    rows = rows.select_related("payer__merged_into")
    for row in rows:
        booked[row.key].append(row)
    events = {event.key: event for event in evenings.events}
    for key in evenings.touched:
        event, before = events.get(key), booked[key]
        if event and not event.is_over:
            continue
        booked_once = before[0] if before else Booking(kind=DUE)
        if event and not before:
            booked_once.club_id = event.club
        if new_too and booked_once.club_id and not before:
            club = Club.with_hidden.get(pk=booked_once.club_id)
            booked_once.rule, booked_once.currency = rule_of(club), club.currency
        points = {person: one.points for person, one in event.results.items()} if event else {}
        missing = Counter(dues(booked_once.rule, points))
        for row in before:
            missing[row.payer.person.pk if row.payer else 0] -= row.cents
        columns: dict[str, Any] = {name: getattr(booked_once, name) for name in ("club_id", "kind", "rule", "currency")}
        last = [row.uuid for row in before or rows][-1:]  # what was booked here may have gone on with the evening
        for person, cents in sorted(missing.items()):
            if cents:
                yield Booking(**columns, key=key, payer_id=person, cents=cents, uuid=uuid5(key, f"{last} {person}"))


PAIR = ("outing__player", "other", "rule_set")
AT_ONCE = 50
"""Limit of events whose hands are in memory at once."""
AT_NIGHT = 5
"""Events in one transaction while people may play: an evening that is ended writes one."""


def follow(kind: Kind, *keys: UUID, new_dues: bool = True) -> None:
    """Write the outings of the events that these keys lead to, and none while an event runs or is not there.

    Keys are those of events or of sheets of evenings. To be called within the transaction of every write that ends an
    event or changes one that is over, behind that write.
    """
    source = next(source for source in SOURCES if kind in source.kinds)
    with transaction.atomic(savepoint=False):
        affected = source.with_keys(keys)
        for club, span in sorted(_write(source, affected, new_dues=new_dues)):
            _keep(club, span)


def _write(source: EventSource, affected: FoundEvents, *, new_dues: bool) -> set[tuple[UUID, int]]:
    """Write the rows and dues; the clubs and spans of which some are other ones now."""
    events, touched = affected
    over = [event for event in events if event.is_over]
    written = Outing.objects.filter(key__in=touched)
    moments = {*written.values_list("club", "moment").distinct(), *((event.club, event.moment) for event in over)}
    if moments:
        written.delete()
        rows = counted([event for event in over if event.results])
        Outing.objects.bulk_create(counted_outing.outing for counted_outing in rows)
        OutingGame.objects.bulk_create(row for counted_outing in rows for row in counted_outing.game_rows)
        OutingPair.objects.bulk_create(row for counted_outing in rows for row in counted_outing.pair_rows)
    if Kind.SHEET in source.kinds:
        sheets = sheets_of(over)
        for some, is_written in ((touched - sheets, False), (sheets, True)):
            Session.objects.filter(pk__in=some, has_outings=not is_written).update(has_outings=is_written)
        Booking.objects.bulk_create(missing_dues(affected, new_too=new_dues))
    return {(club, span_of(moment)) for club, moment in moments}


def _keep(club: UUID, number: int) -> None:
    """Add up what is written of a span; writers queue on its row."""
    this = ClubSpan.objects.filter(club=club, number=number)
    if not this.update(version=F("version") + 1):
        ClubSpan.objects.get_or_create(club_id=club, number=number)
    written = Outing.objects.filter(club=club, moment__range=(number * SPAN, (number + 1) * SPAN - 1))
    lines = lines_of(written.filter(kind__in=EVENINGS), [])
    games = OutingGame.objects.filter(outing__in=written)
    pairs = OutingPair.objects.filter(outing__in=written, outing__player__lt=F("other"))
    this.update(
        records=document_of(tally_of(lines)),
        games=added_up(games, GAME, SUMS),
        pairs=added_up(pairs, PAIR, ("n", "flow")),
    )
    PersonSpan.objects.filter(player__club=club, number=number).delete()
    PersonSpan.objects.bulk_create(
        PersonSpan(player_id=player, number=number, games=[row[1:] for row in rows])
        for player, rows in groupby(added_up(games, ("outing__player", *GAME), SUMS), key=itemgetter(0))
    )


def added_up(rows: QuerySet[Any], by: Sequence[str], sums: Sequence[str]) -> list[tuple[Any, ...]]:
    """The sums of these columns by the others, which stand before them. One query."""
    return list(rows.order_by(*by).values_list(*by).annotate(*map(Sum, sums)))


def settle(club: UUID) -> None:
    """Write whatever is missing or was derived from something else: for writes to a club as a whole."""
    with transaction.atomic(savepoint=False):
        for source, keys in _stale(club, at_once=AT_ONCE):
            _write(source, source.with_keys(keys), new_dues=False)
        moments = Outing.objects.filter(club=club).order_by().values_list("moment", flat=True).distinct()
        there = ClubSpan.objects.filter(club=club).values_list("number", flat=True)
        for number in sorted({*map(span_of, moments), *there}):
            _keep(club, number)


def _stale(club: UUID, *, at_once: int) -> Iterator[tuple[EventSource, list[UUID]]]:
    """Keys of a club's events that are missing, were derived from something else or are gone, so many at a time."""
    stamps = dict(Outing.objects.filter(club=club).order_by().values_list("key", "stamp").distinct())
    for source in SOURCES:
        over = {event.key: event for event in source.of_club(club) if event.is_over and event.results}
        gone = Outing.objects.filter(club=club, kind__in=source.kinds).exclude(key__in=over)
        stale = [event.key for event in over.values() if event.stamp != stamps.get(event.key)]
        keys = [*stale, *gone.order_by().values_list("key", flat=True).distinct()]
        yield from ((source, keys[start : start + at_once]) for start in range(0, len(keys), at_once))


def settle_all() -> str:
    """Write what a host of the version before ended, opened or removed; a sentence with how much there was.

    Few events in a transaction, as many times as it takes: nobody who writes a hand waits for a whole club.
    """
    count = 0
    for club in Club.with_hidden.order_by("pk").values_list("pk", flat=True):
        for source, keys in _stale(club, at_once=AT_NIGHT):
            follow(next(iter(source.kinds)), *keys, new_dues=False)
            count += len(keys)
    for model in (OutingGame, OutingPair):
        remove(model._base_manager.filter(~Exists(Outing.objects.filter(pk=OuterRef("outing")))))
    remove(Outing.objects.filter(~Exists(Player.objects.filter(pk=OuterRef("player")))))
    return f"{count} events written down"


def faults(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    """Events that are written down, each with what is wrong about its rows.

    Those that are missing are no fault, nor those that wait to be counted in the present way.
    """
    for source in SOURCES:
        written = Outing.objects.filter(kind__in=source.kinds, stamp__gte=COUNTED_BY << 32)
        written = written if club is None else written.filter(club=club)
        keys = list(written.order_by("key").values_list("key", flat=True).distinct())
        for start in range(0, len(keys), AT_ONCE):
            some = keys[start : start + AT_ONCE]
            yield from _compare(some, source.with_keys(some))


def _compare(keys: Collection[UUID], affected: FoundEvents) -> Iterator[tuple[str, Iterator[str]]]:
    expected, stored = defaultdict(set), defaultdict(set)
    for counted_outing in counted([event for event in affected.events if event.is_over]):
        rows = counted_outing.game_rows, counted_outing.pair_rows
        expected[counted_outing.outing.key].add(_all_of(counted_outing.outing, *rows))
    for row in Outing.objects.filter(key__in=keys).prefetch_related("games", "pairs"):
        stored[row.key].add(_all_of(row, row.games.all(), row.pairs.all()))
    wrong_dues = {row.key for row in missing_dues(affected, new_too=False)}
    for key in keys:
        faults = ["its rows are not what hands and results give"] if stored[key] != expected[key] else []
        yield f"event {key}", iter([*faults, *(["its dues are not what its rule says"] if key in wrong_dues else [])])


def _all_of(outing: Outing, games: Iterable[OutingGame], pairs: Iterable[OutingPair]) -> tuple[object, ...]:
    """Everything that an outing says."""
    return _values(outing), frozenset(map(_values, games)), frozenset(map(_values, pairs))


def _values(row: Outing | OutingGame | OutingPair) -> tuple[object, ...]:
    names = [field.attname for field in row._meta.concrete_fields if field.name not in ("id", "outing")]
    return tuple(getattr(row, name) for name in names)
