"""Reads about all that a club has played, as far as somebody may know it. The number of queries does not grow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.contest.records import History
from cegoscore.scoresheet.ledger_rows import is_replaced
from cegoscore.scoresheet.models import Hand, Score, Seat, State
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant, Result, Round, RoundState, Tournament, is_held_back
from tournaments.standings.final import final_standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEvent:
    """A tournament or an evening."""

    day: date
    name: str
    venue: str
    address: str
    """The address of the event's own page; empty if the reader may not see it."""
    is_running: bool
    hands: str
    """End of the address of somebody's hands there; empty if the reader may not see them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """Tournaments or evenings of a club in the order of their days, with their points."""

    events: Sequence[RecordEvent]
    history: History


# Tournaments


def tournaments_of(reach: Reach) -> Chronicle:
    """Played tournaments whose points the reader may see. Seven queries at most."""
    tournaments = list(reach.known_points().order_by("day", "created_at", "pk"))
    rounds = dict(_closed_rounds(reach).values_list("pk", "tournament"))
    sums: dict[object, dict[int, int]] = defaultdict(dict)
    for key, person, total in _sums(reach):
        sums[rounds[key]][person] = total
    there = [each for each in tournaments if each.pk in sums]
    points = [sums[each.pk] for each in there]
    over = {place for place, each in enumerate(there) if each.has_final_results}
    return Chronicle(
        events=[_tournament(each, reach) for each in there],
        history=History(points=points, over=over, winners=_winners(there, points, over)),
    )


def _tournament(tournament: Tournament, reach: Reach) -> RecordEvent:
    return RecordEvent(
        day=tournament.day,
        name=tournament.name,
        venue=tournament.venue,
        address=reverse("standings", args=[tournament.pk]) if reach.opens(tournament) else "",
        is_running=not tournament.has_final_results,
        hands=f"/hands?tournament={tournament.pk}" if reach.opens_sheets_of(tournament.pk) else "",
    )


def _closed_rounds(reach: Reach) -> QuerySet[Round]:
    closed = Round.objects.filter(tournament__in=reach.known_points(), state=RoundState.CLOSED)
    return closed.exclude(is_held_back()).order_by()


def _sums(reach: Reach) -> Iterable[tuple[int, int, int]]:
    """Points by tournament and person; a round's key stands for the tournament: short keys are read faster."""
    person = Coalesce("entrant__player__merged_into", "entrant__player")
    results = Result.objects.final().filter(round__tournament__in=reach.known_points())
    rows = results.values("round__tournament", person=person)
    return rows.annotate(sum=Sum("points"), some_round=Min("round")).values_list("some_round", "person", "sum")


def _winners(
    tournaments: Sequence[Tournament], points: Sequence[Mapping[int, int]], over: Iterable[int]
) -> dict[int, set[int]]:
    """Winners of each tournament: by points alone where they decide, otherwise by its standings."""
    first = {place: _first(points[place]) for place in over}
    tied = [place for place, players in first.items() if len(players) > 1 and tournaments[place].tie_breaks]
    decided = _decided([tournaments[place] for place in tied])
    return first | {place: decided[tournaments[place].pk] for place in tied}


def _first(field: Mapping[int, int]) -> set[int]:
    most = max(field.values())
    return {player for player, points in field.items() if points == most}


def _decided(tournaments: Sequence[Tournament]) -> dict[object, set[int]]:
    """Winners after the tie-breaks. Three queries, none if there is nothing to decide."""
    ranked = final_standings(tournaments, Result.objects.final())
    person = Coalesce("player__merged_into", "player")
    entrants = Entrant.objects.filter(tournament__in=ranked).exclude(number=None)
    people = {(key, number): player for key, number, player in entrants.values_list("tournament", "number", person)}
    return {key: {people[key, row.number] for row in rows if row.rank == 1} for key, rows in ranked.items()}


# Evenings


def evenings_of(reach: Reach) -> Chronicle:
    """Evenings, visible in the club only. Two queries.

    A sheet whose totals went on to another one is counted there; people without a score are left out.
    """
    if not reach.whole:
        return Chronicle(events=(), history=History(points=(), over=(), winners={}))
    rows = list(_seats(reach))
    gone_on = {(row["session__continues"], row["person"]) for row in rows}
    events: dict[object, RecordEvent] = {}
    sums: dict[object, dict[int, int]] = defaultdict(dict)
    for row in rows:
        key, person = row["session__night"] or row["session"], row["person"]
        if (row["session"], person) not in gone_on:
            events.setdefault(key, _evening(row, reach))
            sums[key][person] = sums[key].get(person, 0) + row["total"]
    points = [sums[key] for key in events]
    over = {place for place, event in enumerate(events.values()) if not event.is_running}
    winners = {place: _first(points[place]) for place in over}
    return Chronicle(
        events=list(events.values()),
        history=History(points=points, over=over, winners=winners),
    )


def _seats(reach: Reach) -> QuerySet[Seat, dict[str, Any]]:
    played = Exists(Score.objects.filter(seat=OuterRef("pk"))) | ~Q(total=0)
    rows = Seat.objects.filter(played, session__club=reach.club, session__event=None, session__deleted_at=None)
    person = Coalesce("player__merged_into", "player")
    sheet = ("session", "session__continues", "session__started_at", "session__title", "session__state")
    night = ("session__night", "session__night__name", "session__night__place", "session__night__ended_at")
    ordered = rows.order_by("session__started_at", "session")
    values: QuerySet[Seat, dict[str, Any]] = ordered.values(*sheet, *night, "total", person=person)
    return values


def _evening(row: Mapping[str, Any], reach: Reach) -> RecordEvent:
    """The evening of a sheet; the club night that the sheet is a table of."""
    night = row["session__night"]
    is_open = reach.manages or row["session"] in reach.rights or night in reach.rights
    if night is not None:
        return RecordEvent(
            day=timezone.localdate(row["session__started_at"]),
            name=row["session__night__name"],
            venue=row["session__night__place"],
            address=reverse("night", args=[night]) if is_open else "",
            is_running=row["session__night__ended_at"] is None,
            hands=f"/hands?night={night}" if reach.manages else "",
        )
    return RecordEvent(
        day=timezone.localdate(row["session__started_at"]),
        name=row["session__title"] or _("Evening"),
        venue="",
        address=reverse("sheet", args=[row["session"]]) if is_open else "",
        is_running=row["session__state"] == State.OPEN,
        hands=f"/hands?sheet={row['session']}" if reach.opens_sheets_of(row["session"]) else "",
    )


# Hands


def hands_of(reach: Reach) -> dict[int, int]:
    """The number of recorded hands of each person, visible in the club only. One query.

    Struck ones, revisions that were replaced, deals without result, practice and void tables are left out.
    """
    if not reach.whole:
        return {}
    rows = Hand.objects.filter(~is_replaced(), session__club=reach.club, session__deleted_at=None, void=False)
    rows = rows.exclude(game="dead").exclude(session__table__is_practice=True)
    rows = rows.exclude(session__table__voided_at__isnull=False).filter(scores__isnull=False)
    person = Coalesce("scores__seat__player__merged_into", "scores__seat__player")
    return dict(rows.order_by().values(person=person).annotate(count=Count("pk")).values_list("person", "count"))
