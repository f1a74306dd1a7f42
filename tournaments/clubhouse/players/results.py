"""A player's results: every tournament and evening with its rank, and the running total.

The number of queries grows neither with events nor with hands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.models import Score, Seat, Session
from tournaments.clubhouse.players.seats import OwnSeat
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant, Result, Round, RoundState, Status, is_held_back
from tournaments.seasons.models import Season
from tournaments.standings.final import final_standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Outing:
    """A tournament or an evening of somebody's."""

    key: UUID
    """The tournament's, the club night's, or the evening's sheet's."""
    day: date
    name: str
    venue: str
    points: int
    rank: int | None
    players: int
    address: str
    """The address of the event's own page; empty if the reader may not see it."""
    is_running: bool
    hands: str = ""
    """Query of the page with the hands behind the points; empty if the reader may not see them."""
    total: int = 0
    """The running total, this event included."""


def entrants_of(players: Collection[Player], reach: Reach, season: Season | None = None) -> list[Entrant]:
    """Entrants of the player, of all tournaments or of a season's, as far as the reader may see them.

    Entrants who only announced themselves are left out.
    """
    rows = Entrant.objects.filter(player__in=players, is_house=False, tournament__in=reach.known_points())
    took_part = Q(number__isnull=False) | Exists(Result.objects.filter(entrant=OuterRef("pk")))
    rows = rows.filter(took_part).exclude(status=Status.ANNOUNCED)
    if season is not None:
        rows = rows.filter(tournament__season_events__season=season)
    return list(rows.select_related("tournament"))


def outings_of(entrants: Sequence[Entrant], seats: Sequence[OwnSeat], reach: Reach) -> list[Outing]:
    """Results in the order of the days, with the running total. Five queries at most."""
    return added_up([*_tournaments(entrants, reach), *_evenings(seats, reach)])


def added_up(outings: Iterable[Outing]) -> list[Outing]:
    """Results in the order of the days, with the running total."""
    found = sorted(outings, key=lambda each: (each.day, each.name))
    totals = accumulate(each.points for each in found)
    return [replace(each, total=total) for each, total in zip(found, totals, strict=True)]


# Tournaments


@dataclass(frozen=True, slots=True)
class _Totals:
    """Totals at a tournament by entrant, and the numbers of its closed rounds by their rows."""

    totals: dict[int, int]
    rounds: dict[int, int]


def _fields(entrants: Sequence[Entrant]) -> dict[UUID, _Totals]:
    """Totals by tournament. Two queries; the second has a row for each entrant of these tournaments."""
    rounds = Round.objects.filter(tournament__in=[each.tournament_id for each in entrants], state=RoundState.CLOSED)
    fields = {each.tournament_id: _Totals({}, {}) for each in entrants}
    by_round = {}
    rounds = rounds.exclude(is_held_back())
    for key, tournament, number in rounds.values_list("pk", "tournament", "number"):
        by_round[key] = fields[tournament].totals
        fields[tournament].rounds[key] = number
    results = Result.objects.final().filter(round__in=by_round)
    sums = results.values("entrant").annotate(points=Sum("points"), first=Min("round"))
    for entrant, points, played in sums.values_list("entrant", "points", "first"):
        by_round[played][entrant] = points
    return fields


def _tournaments(entrants: Sequence[Entrant], reach: Reach) -> Iterator[Outing]:
    if not entrants:
        return
    fields = _fields(entrants)
    scored = [entrant for entrant in entrants if entrant.pk in fields[entrant.tournament_id].totals]
    ranks = _ranks(scored, fields)
    for entrant in scored:
        tournament, totals = entrant.tournament, fields[entrant.tournament_id].totals
        yield Outing(
            key=tournament.pk,
            day=tournament.day,
            name=tournament.name,
            venue=tournament.venue,
            points=totals[entrant.pk],
            rank=ranks[entrant.pk],
            players=len(totals),
            address=reverse("standings", args=[tournament.pk]) if reach.opens(tournament) else "",
            is_running=not tournament.has_final_results,
            hands=f"?tournament={tournament.pk}" if reach.opens_sheets_of(tournament.pk) else "",
        )


def _ranks(entrants: Iterable[Entrant], fields: Mapping[UUID, _Totals]) -> dict[int, int]:
    """Ranks by entrant: by points alone where they decide, otherwise as the tournament's standings have it."""
    ranks: dict[int, int] = {}
    level: dict[int, Entrant] = {}
    equals: list[int] = []
    for entrant in entrants:
        totals = fields[entrant.tournament_id].totals
        own = totals[entrant.pk]
        ranks[entrant.pk] = 1 + sum(points > own for points in totals.values())
        if entrant.tournament.tie_breaks and list(totals.values()).count(own) > 1:
            level[entrant.pk] = entrant
            equals += [entrant for entrant, points in totals.items() if points == own]
    for key, behind in _behind(level.values(), equals, fields).items():
        ranks[key] += behind
    return ranks


def _behind(entrants: Collection[Entrant], equals: Collection[int], fields: Mapping[UUID, _Totals]) -> dict[int, int]:
    """The number of people with equal points whom a tie-break put before each. Two queries, none without ties."""
    results = Result.objects.final().filter(entrant__in=equals)
    rounds = {entrant.tournament_id: fields[entrant.tournament_id].rounds.values() for entrant in entrants}
    ranked = final_standings({entrant.tournament for entrant in entrants}, results, rounds)
    return {
        entrant.pk: next((row.rank - 1 for row in ranked[entrant.tournament_id] if row.number == entrant.number), 0)
        for entrant in entrants
    }


# Evenings


def _evenings(seats: Sequence[OwnSeat], reach: Reach) -> Iterator[Outing]:
    """The circle's evenings; what went on to another sheet with somebody is counted there, a club night as one."""
    gone_on = {seat.continues for seat in seats}
    own = [seat for seat in seats if seat.event is None and seat.sheet not in gone_on]
    totals = _totals_at([seat for seat in own if seat.night is None], [seat.night for seat in own if seat.night])
    sums: dict[UUID, list[OwnSeat]] = defaultdict(list)
    for seat in own:
        sums[seat.night or seat.sheet].append(seat)
    for key, seats_there in sums.items():
        field, points, first = totals[key], sum(seat.total for seat in seats_there), seats_there[0]
        if not field:
            continue
        may_see = reach.manages or first.sheet in reach.rights or first.night in reach.rights
        address = reverse("sheet", args=[key]) if first.night is None else reverse("night", args=[key])
        yield Outing(
            key=key,
            day=first.day,
            name=first.night_name or first.where,
            venue=first.night_place or "",
            points=points,
            rank=1 + sum(total > points for total in field),
            players=len(field),
            address=address if may_see else "",
            is_running=any(seat.is_running for seat in seats_there),
            hands=f"?{'sheet' if first.night is None else 'night'}={key}" if _opens(seats_there, reach) else "",
        )


def _opens(seats: Iterable[OwnSeat], reach: Reach) -> bool:
    return any(reach.opens_sheets_of(seat.sheet) for seat in seats)


def _totals_at(seats: Sequence[OwnSeat], nights: Sequence[UUID]) -> Mapping[UUID, list[int]]:
    """Totals of everybody who played, by sheet or club night. One query, two with club nights."""
    found: dict[UUID, list[int]] = defaultdict(list)
    played = Exists(Score.objects.filter(seat=OuterRef("pk"))) | ~Q(total=0)
    rows = Seat.objects.filter(played)
    for key, total in rows.filter(session__in=[seat.sheet for seat in seats]).values_list("session", "total"):
        found[key].append(total)
    if nights:
        tables = Session.objects.that_count().filter(night__in=nights).values("pk")
        person = Coalesce("player__merged_into", "player")
        sums = rows.filter(session__in=tables).order_by().values("session__night", person=person)
        for key, total in sums.annotate(sum=Sum("total")).values_list("session__night", "sum"):
            found[key].append(total)
    return found
