"""Tournaments as events of `cegoscore.outings`: results of rounds that are closed and shown, and columns of tables."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.db.models.functions import Coalesce

from cegoscore.contest import standings
from cegoscore.outings.events import Event, EventSource, FoundEvents, Placed, PlayedColumn, microseconds, ranked
from cegoscore.outings.models import Kind, Outing
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.models import Seat
from tournaments.models import Decision, DecisionKind, Result, ResultSource, Tournament, is_held_back
from tournaments.models.rounds import COUNTED, RoundState, outside_ranking
from tournaments.standings.queries import rules_from

ROUND = "session__table__round"


def events_of(tournaments: QuerySet[Tournament], *, with_hands: bool = True) -> list[Event]:
    """Tournaments as events. Two queries, five if ties are broken."""
    rows = list(tournaments)
    return list(_events(rows, with_hands=with_hands)) if rows else []


def unwritten(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those that run, or that nobody has written down yet."""
    return tournaments.filter(~Exists(Outing.objects.filter(key=OuterRef("pk"))))


def _with_keys(keys: Collection[UUID]) -> FoundEvents:
    return FoundEvents(events_of(_there().filter(pk__in=keys)), set(keys))


def _of_club(club: UUID) -> list[Event]:
    return events_of(_there().filter(club=club))


def _there() -> QuerySet[Tournament]:
    """Those of deleted and locked clubs, too, which may come back."""
    return Tournament.with_deleted.filter(deleted_at=None)


TOURNAMENTS_AS_SOURCE = EventSource((Kind.TOURNAMENT,), _with_keys, _of_club)


def _events(tournaments: Collection[Tournament], *, with_hands: bool) -> Iterator[Event]:
    results, columns = _results(tournaments), _columns(tournaments) if with_hands else {}
    for tournament in tournaments:
        yield Event(
            kind=Kind.TOURNAMENT,
            key=tournament.pk,
            club=tournament.club_id,
            day=tournament.day,
            moment=microseconds(tournament.day),
            is_over=not tournament.is_running,
            ends=[tournament.finished_at],
            results=results[tournament.pk],
            columns=columns.get(tournament.pk, ()),
        )


def _results(tournaments: Collection[Tournament]) -> dict[UUID, dict[int, Placed]]:
    """Points and rank by person: by points alone where they decide, otherwise as the standings have it."""
    final, person = Result.objects.final(), _who_had_them()
    sums = final.filter(round__tournament__in=tournaments).values("round__tournament", person=person)
    points: dict[UUID, dict[int, int]] = defaultdict(dict)
    for key, who, total in sums.annotate(sum=Sum(COUNTED)).values_list("round__tournament", "person", "sum"):
        points[key][who] = total
    placed = defaultdict(dict, {key: ranked(by_person) for key, by_person in points.items()})
    level = [row for row in tournaments if row.tie_breaks and len(set(points[row.pk].values())) < len(points[row.pk])]
    level_results = final.filter(round__tournament__in=level).order_by("round__number")
    numbers = level_results.values_list("round__tournament", "entrant__number", person) if level else ()
    people = {(key, number): who for key, number, who in numbers}
    for key, rows in final_standings(level, final).items():
        for row in rows:
            who = people[key, row.number]
            placed[key][who] = Placed(points[key][who], row.rank)
    return placed


def _who_had_them() -> Case:
    """The person to whom the points of a result belong: whoever has the number now.

    Where a house player took over the number of somebody who had gone it is who sat there: the house wins nothing.
    """
    holder = Coalesce("entrant__player__merged_into", "entrant__player")
    there = Seat.objects.filter(session=OuterRef("table__sheet"), number=OuterRef("seat"))
    sat_there = Subquery(there.values(person=Coalesce("player__merged_into", "player")))
    return Case(When(entrant__is_house=True, then=Coalesce(sat_there, holder)), default=holder)


def _columns(tournaments: Collection[Tournament]) -> dict[UUID, list[PlayedColumn]]:
    """Columns of tables that count, without house players. One query."""
    rows = Seat.objects.filter(HAVE_PLAYED, **{f"{ROUND}__tournament__in": tournaments}, session__deleted_at=None)
    rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
    rows = rows.exclude(is_held_back(ROUND)).exclude(outside_ranking())
    # Of a cancelled one the closed rounds stand; its other tables still take hands.
    rows = rows.filter(Q(**{f"{ROUND}__state": RoundState.CLOSED}) | Q(**{f"{ROUND}__tournament__cancelled_at": None}))
    person = Coalesce("player__merged_into", "player")
    names = (f"{ROUND}__tournament", "pk", "session", "number", person, "session__rule_set")
    columns: dict[UUID, list[PlayedColumn]] = defaultdict(list)
    for key, *column in rows.order_by("pk").values_list(*names):
        columns[key].append(PlayedColumn(*column))
    return columns


def final_standings(
    tournaments: Collection[Tournament], results: QuerySet[Result]
) -> dict[UUID, tuple[standings.TournamentStanding, ...]]:
    """By tournament. Two queries, none if there is no tournament."""
    if not tournaments:
        return {}
    results_of: dict[UUID, list[standings.RoundResult]] = defaultdict(list)
    columns = ("round__tournament", "entrant__number", "round__number", "points", "games_won", "source", "penalty")
    rows = results.filter(round__tournament__in=tournaments).exclude(entrant__number=None)
    for tournament, number, round_number, points, won, source, penalty in rows.values_list(*columns):
        results_of[tournament].append(
            standings.RoundResult(
                number=number or 0,
                round=round_number,
                points=points,
                games_won=won,
                voided=source == ResultSource.VOID,
                penalty=penalty,
            )
        )
    drawn: dict[UUID, list[Decision]] = defaultdict(list)
    for row in Decision.objects.filter(tournament__in=tournaments, kind=DecisionKind.TIE).order_by("number"):
        drawn[row.tournament_id].append(row)
    return {row.pk: standings.standings(results_of[row.pk], rules_from(row, drawn[row.pk])) for row in tournaments}
