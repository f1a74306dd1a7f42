"""Tournaments as events of `cegoscore.outings`: results of rounds that are closed and shown, and columns of tables."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from cegoscore.clubs.people import names_of
from cegoscore.contest import standings
from cegoscore.database.prepared import Prepared
from cegoscore.outings.events import Event, EventSource, FoundEvents, Placed, PlayedColumn, microseconds, ranked
from cegoscore.outings.models import Kind, Outing
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.models import Seat
from tournaments.models import Decision, DecisionKind, Result, ResultSource, Tournament, is_held_back
from tournaments.models.rounds import COUNTED, RoundState, outside_ranking
from tournaments.standings.queries import ranking_rules, rules_from

ROUND = "session__table__round"


def events_of(tournaments: Iterable[Tournament], *, with_hands: bool = True, person: int | None = None) -> list[Event]:
    """Tournaments as events, of a `person` with the columns of their sheets only. Three queries, four with ties."""
    rows = list(tournaments)
    return list(_events(rows, with_hands=with_hands, person=person)) if rows else []


def unwritten(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those that run, or that nobody has written down yet."""
    return tournaments.filter(~Exists(Outing.objects.filter(key=OuterRef("pk"))))


@Prepared
def unwritten_in(club: UUID) -> QuerySet[Tournament]:
    """Tournaments of a club that run, or that nobody has written down yet, whatever may be seen there."""
    return unwritten(Tournament.objects.filter(club=club))


def _with_keys(keys: Collection[UUID]) -> FoundEvents:
    return FoundEvents(events_of(_there().filter(pk__in=keys)), set(keys))


def _of_club(club: UUID) -> list[Event]:
    return events_of(_there().filter(club=club))


def _there() -> QuerySet[Tournament]:
    """Those of deleted and locked clubs, too, which may come back."""
    return Tournament.with_deleted.filter(deleted_at=None)


TOURNAMENTS_AS_SOURCE = EventSource((Kind.TOURNAMENT,), _with_keys, _of_club)


def _events(tournaments: Collection[Tournament], *, with_hands: bool, person: int | None) -> Iterator[Event]:
    results, columns = _results(tournaments), _columns(tournaments, person) if with_hands else {}
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
    keys = [row.pk for row in tournaments]
    points: dict[UUID, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    results: dict[UUID, list[standings.RoundResult]] = defaultdict(list)
    people: dict[tuple[UUID, int], int] = {}
    for key, who, number, *row in _results_of_one(keys[0]) if len(keys) == 1 else _results_of(keys):
        round_number, amount, won, source, penalty, counted = row
        points[key][who] += counted
        if number is not None:
            people[key, number] = who
            results[key].append(
                standings.RoundResult(
                    number=number,
                    round=round_number,
                    points=amount,
                    games_won=won,
                    voided=source == ResultSource.VOID,
                    penalty=penalty,
                )
            )
    placed = defaultdict(dict, {key: ranked(by_person) for key, by_person in points.items()})
    level = [row for row in tournaments if row.tie_breaks and len(set(points[row.pk].values())) < len(points[row.pk])]
    for key, rules in _tie_rules(level).items():
        for number, rank in standings.final_ranks(results[key], rules).items():
            who = people[key, number]
            placed[key][who] = Placed(points[key][who], rank)
    return placed


def _results_of(tournaments: Collection[UUID]) -> QuerySet[Result, tuple[Any, ...]]:
    rows = Result.objects.final().filter(round__tournament__in=tournaments).order_by("round__number")
    columns = ("entrant__number", "round__number", "points", "games_won", "source", "penalty", COUNTED)
    return rows.values_list("round__tournament", _who_had_them(), *columns)


_results_of_one = Prepared(lambda tournament: _results_of([tournament]))
"""The same for one: mostly one runs, and is counted with every look."""


def _who_had_them() -> Case:
    """The person to whom the points of a result belong: whoever has the number now.

    Where a house player took over the number of somebody who had gone it is who sat there: the house wins nothing.
    """
    holder = Coalesce("entrant__player__merged_into", "entrant__player")
    there = Seat.objects.filter(session=OuterRef("table__sheet"), number=OuterRef("seat"))
    sat_there = Subquery(there.values(person=Coalesce("player__merged_into", "player")))
    return Case(When(entrant__is_house=True, then=Coalesce(sat_there, holder)), default=holder)


def _columns(tournaments: Collection[Tournament], person: int | None) -> dict[UUID, list[PlayedColumn]]:
    """Columns of tables that count, without house players; of a person, of the tables they sat at. One query."""
    keys = [row.pk for row in tournaments]
    rows = _columns_of(keys, person) if person is None or len(keys) != 1 else _columns_of_one(keys[0], person)
    columns: dict[UUID, list[PlayedColumn]] = defaultdict(list)
    for key, *column in rows:
        columns[key].append(PlayedColumn(*column))
    return columns


def _columns_of(tournaments: Collection[UUID], person: int | None) -> QuerySet[Seat, tuple[Any, ...]]:
    rows = Seat.objects.filter(HAVE_PLAYED, **{f"{ROUND}__tournament__in": tournaments}, session__deleted_at=None)
    rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
    rows = rows.exclude(is_held_back(ROUND)).exclude(outside_ranking())
    # Of a cancelled one the closed rounds stand; its other tables still take hands.
    rows = rows.filter(Q(**{f"{ROUND}__state": RoundState.CLOSED}) | Q(**{f"{ROUND}__tournament__cancelled_at": None}))
    if person is not None:
        rows = rows.filter(session__in=Seat.objects.filter(player__in=names_of(person)).values("session"))
    who = Coalesce("player__merged_into", "player")
    names = (f"{ROUND}__tournament", "pk", "session", "number", who, "session__rule_set")
    return rows.order_by("pk").values_list(*names)


_columns_of_one = Prepared(lambda tournament, person: _columns_of([tournament], person))


def _tie_rules(tournaments: Collection[Tournament]) -> dict[UUID, standings.TieRules]:
    """The way in which ties are broken, by tournament. One query, none if there is no tournament."""
    if len(tournaments) < 2:
        return {row.pk: ranking_rules(row) for row in tournaments}
    drawn: dict[UUID, list[Decision]] = defaultdict(list)
    for row in Decision.objects.filter(tournament__in=tournaments, kind=DecisionKind.TIE).order_by("number"):
        drawn[row.tournament_id].append(row)
    return {row.pk: rules_from(row, drawn[row.pk]) for row in tournaments}
