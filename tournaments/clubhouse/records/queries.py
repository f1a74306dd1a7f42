"""Reads about all that a club has played, as far as somebody may know it. The number of queries does not grow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Min, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.contest.records import History, Records, records_of, winners_of
from cegoscore.database.snapshot import snapshot
from cegoscore.scoresheet.models import Seat, Session, State
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.records.evenings import counted_hands, evening_hands, evening_records
from tournaments.models import Entrant, Result, Round, RoundState, Tournament, is_held_back
from tournaments.models.rounds import COUNTED, outside_ranking
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
    """Records of tournaments or evenings, and those of them that stand out, by their numbers."""

    records: Records
    events: Mapping[int, RecordEvent]


NOTHING = Chronicle(records=records_of(History(points=(), over=(), winners={})), events={})


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
    over = {place for place, each in enumerate(there) if not each.is_running}
    records = records_of(History(points=points, over=over, winners=_winners(there, points, over)))
    events = {place: _tournament(there[place], reach) for place in records.notable}
    return Chronicle(records=records, events=events)


def _tournament(tournament: Tournament, reach: Reach) -> RecordEvent:
    return RecordEvent(
        day=tournament.day,
        name=tournament.name,
        venue=tournament.venue,
        address=reverse("standings", args=[tournament.pk]) if reach.opens(tournament) else "",
        is_running=tournament.is_running,
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
    return rows.annotate(sum=Sum(COUNTED), some_round=Min("round")).values_list("some_round", "person", "sum")


def _winners(
    tournaments: Sequence[Tournament], points: Sequence[Mapping[int, int]], over: Iterable[int]
) -> dict[int, set[int]]:
    """Winners of each tournament: by points alone where they decide, otherwise by its standings."""
    first = {place: winners_of(points[place]) for place in over}
    tied = [place for place, players in first.items() if len(players) > 1 and tournaments[place].tie_breaks]
    decided = _decided([tournaments[place] for place in tied])
    return first | {place: decided[tournaments[place].pk] for place in tied}


def _decided(tournaments: Sequence[Tournament]) -> dict[object, set[int]]:
    """Winners after the tie-breaks. Three queries, none if there is nothing to decide."""
    ranked = final_standings(tournaments, Result.objects.final())
    person = Coalesce("player__merged_into", "player")
    entrants = Entrant.objects.filter(tournament__in=ranked).exclude(number=None)
    people = {(key, number): player for key, number, player in entrants.values_list("tournament", "number", person)}
    return {key: {people[key, row.number] for row in rows if row.rank == 1} for key, rows in ranked.items()}


# Evenings

SHEET = ("pk", "started_at", "title", "state", "night", "night__name", "night__place", "night__ended_at")


def evenings_of(reach: Reach) -> Chronicle:
    """Evenings, visible in the club only. Five queries at most, in a snapshot.

    A sheet whose totals went on to another one is counted there; people without a score are left out.
    """
    if not reach.whole:
        return NOTHING
    with snapshot():
        found = evening_records(reach.club.pk)
        sheets = {number: found.starts[number][1] for number in found.records.notable}
        rows = {row["pk"]: row for row in Session.objects.filter(pk__in=sheets.values()).values(*SHEET)}
    events = {number: _evening(rows[sheet], reach) for number, sheet in sheets.items()}
    return Chronicle(records=found.records, events=events)


def _evening(row: Mapping[str, Any], reach: Reach) -> RecordEvent:
    """The evening of a sheet; the club night that the sheet is a table of."""
    night = row["night"]
    is_open = reach.manages or row["pk"] in reach.rights or night in reach.rights
    if night is not None:
        return RecordEvent(
            day=timezone.localdate(row["started_at"]),
            name=row["night__name"],
            venue=row["night__place"],
            address=reverse("night", args=[night]) if is_open else "",
            is_running=row["night__ended_at"] is None,
            hands=f"/hands?night={night}" if reach.manages else "",
        )
    return RecordEvent(
        day=timezone.localdate(row["started_at"]),
        name=row["title"] or _("Evening"),
        venue="",
        address=reverse("sheet", args=[row["pk"]]) if is_open else "",
        is_running=row["state"] == State.OPEN,
        hands=f"/hands?sheet={row['pk']}" if reach.opens_sheets_of(row["pk"]) else "",
    )


# Hands


def hands_of(reach: Reach) -> dict[int, int]:
    """The number of recorded hands of each person, visible in the club only. Eight queries at most, in a snapshot.

    Struck ones, revisions that were replaced, deals without result, practice and void tables are left out, and house
    players.
    """
    if not reach.whole:
        return {}
    tables = Seat.objects.filter(session__club=reach.club, session__deleted_at=None, session__event__isnull=False)
    tables = tables.exclude(session__table__voided_at__isnull=False).exclude(outside_ranking())
    with snapshot():
        return evening_hands(reach.club.pk) + counted_hands(tables)
