"""A player's results: every tournament and evening with its rank, and the running total.

The number of queries grows neither with events nor with hands. Evenings before the newest are added up in the database
where their sums are kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse

from cegoscore.clubs.models import Player
from cegoscore.contest.ties import rank_of
from cegoscore.scoresheet.ledger.sums import HAVE_PLAYED
from cegoscore.scoresheet.models import Seat, Session
from tournaments.clubhouse.players.kept import newest, results_among
from tournaments.clubhouse.players.outings import Outing, Results, added_up, in_order, put_among
from tournaments.clubhouse.players.seats import OwnSeat, OwnSeats
from tournaments.clubhouse.reach import Reach
from tournaments.models import Entrant, EntrantStatus, Result, Round, RoundState, is_held_back
from tournaments.models.rounds import COUNTED
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.standings.final import final_standings


def entrants_of(players: Collection[Player], reach: Reach, season: Season | None = None) -> list[Entrant]:
    """Entrants of the player, of all tournaments or of a season's, as far as the reader may see them.

    Entrants who only announced themselves are left out.
    """
    rows = Entrant.objects.filter(player__in=players, is_house=False, tournament__in=reach.known_points())
    took_part = Q(number__isnull=False) | Exists(Result.objects.filter(entrant=OuterRef("pk")))
    rows = rows.filter(took_part).exclude(status=EntrantStatus.ANNOUNCED)
    if season is not None:
        rows = rows.filter(tournament__season_events__season=season)
    return list(rows.select_related("tournament"))


def results_of(entrants: Sequence[Entrant], seats: OwnSeats, reach: Reach, most: int | None = None) -> Results:
    """The newest results, or all, and what was before them. Ten queries at most."""
    kept = newest(seats, most)
    earlier, best = kept.earlier, kept.best
    if best is not None:
        earlier = replace(earlier, best=_Evening([best], best.rank, best.players or 0).outing(reach))
    in_seasons = results_among(seats, _sheets_in_seasons(reach)) if earlier.count else {}
    evenings = [*_evenings(seats), *(_Evening([seat], seat.rank, seat.players or 0) for seat in kept.shown)]
    evenings.sort(key=attrgetter("first.order"))
    found = in_order([*_tournaments(entrants, reach), *(each.outing(reach) for each in evenings)])
    cut = 0 if most is None else max(0, len(found) - most)
    earlier = put_among(earlier, found[:cut])
    points = in_seasons | {each.key: each.points for each in found}
    return Results(newest=added_up(found[cut:], earlier.points), earlier=earlier, points=points)


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
    sums = results.values("entrant").annotate(sum=Sum(COUNTED), first=Min("round"))
    for entrant, points, played in sums.values_list("entrant", "sum", "first"):
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
            is_running=tournament.is_running,
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
        ranks[entrant.pk] = rank_of(own, totals.values())
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


class _Evening(NamedTuple):
    """An evening in one column, or a club night in all that the player had there."""

    seats: Sequence[OwnSeat]
    rank: int | None
    players: int

    @property
    def first(self) -> OwnSeat:
        """The column that the player had first."""
        return min(self.seats, key=attrgetter("order"))

    def outing(self, reach: Reach) -> Outing:
        """The evening as a result."""
        first = self.first
        key, kind = (first.sheet, "sheet") if first.night is None else (first.night, "night")
        may_see = reach.manages or first.sheet in reach.rights or first.night in reach.rights
        return Outing(
            key=key,
            day=first.day,
            name=first.night_name or first.where,
            venue=first.night_place or "",
            points=sum(seat.total for seat in self.seats),
            rank=self.rank,
            players=self.players,
            address=reverse(kind, args=[key]) if may_see else "",
            is_running=any(seat.is_running for seat in self.seats),
            hands=f"?{kind}={key}" if _opens(self.seats, reach) else "",
        )


def _evenings(seats: OwnSeats) -> Iterator[_Evening]:
    """Evenings without sums, and all club nights; what went on to another sheet with somebody is counted there."""
    singles = (seat for seat in seats.singles if not seat.is_kept or seat.night is not None)
    own = [seat for seat in singles if seat.event is None and seat.sheet not in seats.gone_on]
    totals = _totals_at([seat for seat in own if seat.night is None], [seat.night for seat in own if seat.night])
    sums: dict[UUID, list[OwnSeat]] = defaultdict(list)
    for seat in own:
        sums[seat.night or seat.sheet].append(seat)
    for key, seats_there in sums.items():
        field, points = totals[key], sum(seat.total for seat in seats_there)
        if field:
            yield _Evening(seats_there, rank_of(points, field), len(field))


def _sheets_in_seasons(reach: Reach) -> list[UUID]:
    """Evenings of open seasons that the reader may see."""
    events = SeasonEvent.objects.filter(season__in=reach.seasons(), season__closed_at=None)
    return [sheet for sheet in events.values_list("sheet", flat=True) if sheet is not None]


def _opens(seats: Iterable[OwnSeat], reach: Reach) -> bool:
    return any(reach.opens_sheets_of(seat.sheet) for seat in seats)


def _totals_at(seats: Sequence[OwnSeat], nights: Sequence[UUID]) -> Mapping[UUID, list[int]]:
    """Totals of everybody who played, by sheet or club night. Two queries at most."""
    found: dict[UUID, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(HAVE_PLAYED)
    for key, total in rows.filter(session__in=[seat.sheet for seat in seats]).values_list("session", "total"):
        found[key].append(total)
    if nights:
        tables = Session.objects.that_count().filter(night__in=nights).values("pk")
        person = Coalesce("player__merged_into", "player")
        sums = rows.filter(session__in=tables).order_by().values("session__night", person=person)
        for key, total in sums.annotate(sum=Sum("total")).values_list("session__night", "sum"):
            found[key].append(total)
    return found
