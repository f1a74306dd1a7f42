"""What somebody brought home: every tournament and evening with its rank, and the totals added up over time.

The number of queries grows neither with events nor with hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.models import Score, Seat, State
from tournaments import queries, standings
from tournaments.models import Decision, DecisionKind, Entrant, Result, RoundState, Source, Status, Tournament
from tournaments.reach import Reach


@dataclass(frozen=True, slots=True, kw_only=True)
class Outing:
    """A tournament or an evening of somebody's."""

    day: date
    name: str
    venue: str
    points: int
    rank: int | None
    players: int
    address: str
    """Where all of it can be read; empty where the reader may not."""
    is_running: bool
    total: int = 0
    """All points up to here."""


def entries_of(records: Collection[Player], reach: Reach) -> list[Entrant]:
    """Where somebody took part, as far as the reader may know; who only announced themselves is not shown."""
    rows = Entrant.objects.filter(player__in=records, is_house=False, tournament__in=reach.known_points())
    took_part = Q(number__isnull=False) | Q(results__isnull=False)
    rows = rows.filter(took_part).exclude(status=Status.ANNOUNCED).distinct()
    return list(rows.select_related("tournament"))


def outings_of(entries: Sequence[Entrant], seats: Sequence[Seat], reach: Reach) -> list[Outing]:
    """Everything in the order of the days, with the running total. Five queries at most."""
    found = sorted([*_tournaments(entries, reach), *_evenings(seats, reach)], key=lambda each: (each.day, each.name))
    totals = accumulate(each.points for each in found)
    return [replace(each, total=total) for each, total in zip(found, totals, strict=True)]


# Tournaments


def _counting(tournaments: Collection[Tournament]) -> QuerySet[Result]:
    """The results that count: of closed rounds, without house players and practice."""
    return Result.objects.filter(
        Q(table=None) | Q(table__is_practice=False),
        round__tournament__in=tournaments,
        round__state=RoundState.CLOSED,
        entrant__is_house=False,
        entrant__practises=False,
        points__isnull=False,
    ).order_by()


def _tournaments(entries: Sequence[Entrant], reach: Reach) -> Iterator[Outing]:
    sums: dict[object, dict[int, int]] = defaultdict(dict)
    rows = _counting([entry.tournament for entry in entries]).values("round__tournament", "entrant")
    summed = rows.annotate(sum=Sum("points")).values_list("round__tournament", "entrant", "sum")
    for key, entrant, points in summed:
        sums[key][entrant] = points
    scored = [entry for entry in entries if entry.pk in sums[entry.tournament_id]]
    ranks = _ranks(scored, sums)
    for entry in scored:
        tournament, field = entry.tournament, sums[entry.tournament_id]
        yield Outing(
            day=tournament.day,
            name=tournament.name,
            venue=tournament.venue,
            points=field[entry.pk],
            rank=ranks[entry.pk],
            players=len(field),
            address=reverse("standings", args=[tournament.pk]) if reach.opens(tournament) else "",
            is_running=tournament.finished_at is None,
        )


def _ranks(entries: Iterable[Entrant], sums: Mapping[object, Mapping[int, int]]) -> dict[int, int | None]:
    """Ranks by entrant: by points alone where they decide, otherwise as the tournament's standings have it."""
    ranks: dict[int, int | None] = {}
    tied = []
    for entry in entries:
        field = sums[entry.tournament_id]
        own = field[entry.pk]
        ranks[entry.pk] = 1 + sum(points > own for points in field.values())
        if sum(points == own for points in field.values()) > 1:
            tied.append(entry)
    return ranks | _decided(tied)


def _decided(entries: Sequence[Entrant]) -> dict[int, int | None]:
    """Ranks of those who were level with somebody. Two queries, none if there are none."""
    if not entries:
        return {}
    tournaments = [entry.tournament for entry in entries]
    results: dict[object, list[standings.RoundResult]] = defaultdict(list)
    values = _counting(tournaments).exclude(entrant__number=None)
    for tournament, number, played, points, won, source in values.values_list(
        "round__tournament", "entrant__number", "round__number", "points", "games_won", "source"
    ):
        results[tournament].append(
            standings.RoundResult(
                number=number or 0, round=played, points=points, games_won=won, voided=source == Source.VOID
            )
        )
    drawn: dict[object, list[Decision]] = defaultdict(list)
    for row in Decision.objects.filter(tournament__in=tournaments, kind=DecisionKind.TIE).order_by("at", "pk"):
        drawn[row.tournament_id].append(row)
    ranks: dict[int, int | None] = {}
    for entry in entries:
        rules = queries.rules_from(entry.tournament, drawn[entry.tournament_id])
        rows = standings.standings(results[entry.tournament_id], rules)
        ranks[entry.pk] = next((row.rank for row in rows if row.number == entry.number), None)
    return ranks


# Evenings


def _evenings(seats: Sequence[Seat], reach: Reach) -> Iterator[Outing]:
    """The circle's evenings; what went on to another sheet with somebody is counted there."""
    gone_on = {seat.session.continues_id for seat in seats}
    own = [seat for seat in seats if seat.session.event is None and seat.session_id not in gone_on]
    totals: dict[object, list[int]] = defaultdict(list)
    played = Exists(Score.objects.filter(seat=OuterRef("pk"))) | ~Q(total=0)
    rows = Seat.objects.filter(played, session__in=[seat.session_id for seat in own])
    for key, total in rows.values_list("session", "total"):
        totals[key].append(total)
    for seat in own:
        field, sheet = totals[seat.session_id], seat.session
        if not field:
            continue
        yield Outing(
            day=timezone.localdate(sheet.started_at),
            name=sheet.title or _("Evening"),
            venue="",
            points=seat.total,
            rank=1 + sum(total > seat.total for total in field),
            players=len(field),
            address=sheet.get_absolute_url() if reach.manages or sheet.pk in reach.rights else "",
            is_running=sheet.state == State.OPEN,
        )
