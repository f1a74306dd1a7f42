"""Evenings and their hands, as a club's records count them.

What is over is counted once in a process, until anything changes about it. Evenings that run are added with every look.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from cegoscore.clubs.models import Player
from cegoscore.contest.records import History, Records, Tally, winners_of, with_running
from cegoscore.scoresheet.ledger.ledger_rows import is_replaced
from cegoscore.scoresheet.ledger.sums import ARE_KEPT, HAVE_PLAYED
from cegoscore.scoresheet.models import Hand, Seat, Session, State
from tournaments.clubhouse.counted_once import Years, once, parts_of, stamp_of

Start = tuple[datetime, uuid.UUID]
"""Beginning of an evening: its time, and its first sheet."""

RUNS_ALONE = Q(state=State.OPEN, night=None, continues=None) & ~Exists(Session.objects.filter(continues=OuterRef("pk")))
"""Condition for sheets that run and bear on no other evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evenings:
    """Records of evenings, the tally that they are from, and the beginnings of what stands out there, by number."""

    records: Records
    tally: Tally
    starts: Mapping[int, Start]


NO_EVENINGS = Evenings(records=Tally().records(), tally=Tally(), starts={})


def evening_records(club: uuid.UUID) -> Evenings:
    """The records of a club's evenings. Six queries at most, in a snapshot."""
    over = _over(club, *_stamped(club))
    history, running = _history(_running(club))
    starts = {**over.starts, **dict(enumerate(running, over.records.events))}
    return replace(over, records=with_running(over.records, history.points, starts.__getitem__), starts=starts)


def evening_hands(club: uuid.UUID) -> Counter[int]:
    """The number of hands in force of each person on a club's evenings. Ten queries at most, in a snapshot."""
    parts, people = _stamped(club)
    over = (once(("hands", club, part, people), partial(_hands_over, club, part)) for part in parts)
    return sum(over, Counter()) + counted_hands(Seat.objects.filter(session__in=_running(club)))


def counted_hands(seats: QuerySet[Seat]) -> Counter[int]:
    """The number of hands in force of each person in some columns, counted one by one. Two queries."""
    person = Coalesce("scores__seat__player__merged_into", "scores__seat__player")
    keys = list(seats.values_list("pk", flat=True))
    rows = Hand.objects.filter(~is_replaced(), void=False, scores__seat__in=keys).exclude(game="dead").order_by()
    return Counter(dict(rows.values_list(person).annotate(Count("pk"))))


def _running(club: uuid.UUID) -> QuerySet[Session]:
    return Session.objects.filter(RUNS_ALONE, club=club, event=None, deleted_at=None)


def _not_running(club: uuid.UUID) -> QuerySet[Session]:
    return Session.objects.filter(~RUNS_ALONE, club=club, event=None, deleted_at=None)


# What is over


def _stamped(club: uuid.UUID) -> tuple[tuple[Years, ...], bytes]:
    """Parts of everything that evenings which are over are counted from, and the stamp of their people. Two queries."""
    names = ("pk", "version", "state", "started_at", "ended_at", "continues", "night", "night__ended_at")
    parts = parts_of(_not_running(club), "started_at", *names)
    return parts, stamp_of(Player.objects.filter(club=club), "pk", "merged_into")


def _over(club: uuid.UUID, parts: Sequence[Years], people: bytes) -> Evenings:
    """The records of these parts: counting goes on from those of the parts before. Three queries at most."""
    if not parts:
        return NO_EVENINGS

    def count() -> Evenings:
        *before, newest = parts
        sheets = _not_running(club)
        if newest.since is not None and _belong_together(sheets, newest.since):
            return _and_then(NO_EVENINGS, sheets)
        return _and_then(_over(club, before, people), sheets.filter(newest.among("started_at")))

    return once(("evenings", club, tuple(parts), people), count)


def _belong_together(sheets: QuerySet[Session], at: datetime) -> bool:
    """True if a sheet from before that moment and one from after it make one evening. One query."""
    before, after = Q(started_at__lt=at), Q(started_at__gte=at)
    goes_on = before & Q(continues__started_at__gte=at) | after & Q(continues__started_at__lt=at)
    return sheets.filter(goes_on | after & Q(night__sheets__started_at__lt=at)).exists()


def _and_then(earlier: Evenings, sheets: QuerySet[Session]) -> Evenings:
    """The records of earlier evenings and of these that follow. One query."""
    history, began = _history(sheets)
    tally = earlier.tally.copy()
    starts = {**earlier.starts, **dict(enumerate(began, tally.events))}
    tally.add(history)
    return Evenings(records=tally.records(), tally=tally, starts={number: starts[number] for number in tally.notable})


def _hands_over(club: uuid.UUID, part: Years) -> Counter[int]:
    seats = Seat.objects.filter(session__in=_not_running(club).filter(part.among("started_at")))
    person = Coalesce("player__merged_into", "player")
    kept = dict(seats.filter(ARE_KEPT).order_by().values_list(person).annotate(Sum("sums__hands")))
    return Counter(kept) + counted_hands(seats.exclude(ARE_KEPT))


# Evening by evening


def _history(sheets: QuerySet[Session]) -> tuple[History, Sequence[Start]]:
    """The points of every evening in the order of their days, and when each began. One query."""
    rows = list(_columns(sheets))
    gone_on = {(continues, person) for _sheet, continues, *_rest, person, _total in rows if continues}
    numbers: dict[uuid.UUID, int] = {}
    starts: list[Start] = []
    points: list[dict[int, int]] = []
    over: set[int] = set()
    first: dict[uuid.UUID, uuid.UUID] = {}
    for sheet, continues, started_at, state, night, night_ended_at, person, total in rows:
        first[sheet] = first.get(continues, sheet)
        if gone_on and (sheet, person) in gone_on:
            continue
        number = numbers.setdefault(night or first[sheet], len(starts))
        if number == len(starts):
            starts.append((started_at, sheet))
            points.append(defaultdict(int))
        is_over = night_ended_at is not None if night else state != State.OPEN
        (over.add if is_over else over.discard)(number)
        points[number][person] += total
    return History(points=points, over=over, winners={number: winners_of(points[number]) for number in over}), starts


def _columns(sheets: QuerySet[Session]) -> QuerySet[Seat, tuple[Any, ...]]:
    sheet = [f"session__{name}" for name in ("continues", "started_at", "state", "night", "night__ended_at")]
    person = Coalesce("player__merged_into", "player")
    rows = Seat.objects.filter(HAVE_PLAYED, session__in=sheets).order_by("session__started_at", "session")
    return rows.values_list("session", *sheet, person, "total")
