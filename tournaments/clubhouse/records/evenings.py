"""Evenings and their hands, as a club's records count them.

What is over is counted once in a process, until anything changes about it. Evenings that run are added with every look.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from cegoscore.clubs.models import Player
from cegoscore.contest.records import History, Records, records_of, with_running
from cegoscore.scoresheet.ledger_rows import is_replaced
from cegoscore.scoresheet.models import Hand, Seat, Session, State
from cegoscore.scoresheet.sums import ARE_KEPT, HAVE_PLAYED
from tournaments.clubhouse.counted_once import once, stamp_of

Start = tuple[datetime, uuid.UUID]
"""Beginning of an evening: its time, and its first sheet."""

RUNS_ALONE = Q(state=State.OPEN, night=None, continues=None) & ~Exists(Session.objects.filter(continues=OuterRef("pk")))
"""Condition for sheets that run and bear on no other evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evenings:
    """Records of evenings, and the beginnings of those that stand out, by their numbers."""

    records: Records
    starts: Mapping[int, Start]


def evening_records(club: uuid.UUID) -> Evenings:
    """The records of a club's evenings. Four queries at most, in a snapshot."""
    over = once(("evenings", club, _stamp(club)), lambda: _over(club))
    history, running = _history(_running(club))
    starts = {**over.starts, **dict(enumerate(running, over.records.events))}
    return Evenings(records=with_running(over.records, history.points, starts.__getitem__), starts=starts)


def evening_hands(club: uuid.UUID) -> Counter[int]:
    """The number of hands in force of each person on a club's evenings. Six queries at most, in a snapshot."""
    over = once(("hands", club, _stamp(club)), lambda: _hands_over(club))
    return over + counted_hands(Seat.objects.filter(session__in=_running(club)))


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


def _stamp(club: uuid.UUID) -> tuple[bytes, bytes]:
    """Stamp of everything that evenings which are over are counted from. Two queries."""
    names = ("pk", "version", "state", "started_at", "ended_at", "continues", "night", "night__ended_at")
    sheets = stamp_of(_not_running(club), *names)
    return sheets, stamp_of(Player.objects.filter(club=club), "pk", "merged_into")


def _over(club: uuid.UUID) -> Evenings:
    history, starts = _history(_not_running(club))
    records = records_of(history)
    return Evenings(records=records, starts={number: starts[number] for number in records.notable})


def _hands_over(club: uuid.UUID) -> Counter[int]:
    seats = Seat.objects.filter(session__in=_not_running(club))
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
    for sheet, _continues, started_at, state, night, night_ended_at, person, total in rows:
        if gone_on and (sheet, person) in gone_on:
            continue
        number = numbers.setdefault(night or sheet, len(starts))
        if number == len(starts):
            starts.append((started_at, sheet))
            points.append(defaultdict(int))
            if night_ended_at is not None if night else state != State.OPEN:
                over.add(number)
        points[number][person] += total
    return History(points=points, over=over, winners={number: _first(points[number]) for number in over}), starts


def _first(field: Mapping[int, int]) -> set[int]:
    most = max(field.values())
    return {player for player, points in field.items() if points == most}


def _columns(sheets: QuerySet[Session]) -> QuerySet[Seat, tuple[Any, ...]]:
    sheet = [f"session__{name}" for name in ("continues", "started_at", "state", "night", "night__ended_at")]
    person = Coalesce("player__merged_into", "player")
    rows = Seat.objects.filter(HAVE_PLAYED, session__in=sheets).order_by("session__started_at", "session")
    return rows.values_list("session", *sheet, person, "total")
