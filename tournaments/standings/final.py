"""The standings of several tournaments at once, by their fixed results. The number of queries does not grow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.contest import standings
from tournaments.models import Decision, DecisionKind, Result, ResultSource, Tournament
from tournaments.standings.queries import rules_from


def final_standings(
    tournaments: Collection[Tournament], results: QuerySet[Result]
) -> dict[UUID, tuple[standings.TournamentStanding, ...]]:
    """By tournament. Two queries, none if there is no tournament."""
    if not tournaments:
        return {}
    found: dict[UUID, list[standings.RoundResult]] = defaultdict(list)
    columns = ("round__tournament", "entrant__number", "round__number", "points", "games_won", "source", "penalty")
    rows = results.filter(round__tournament__in=tournaments).exclude(entrant__number=None)
    for tournament, number, round_number, points, won, source, penalty in rows.values_list(*columns):
        found[tournament].append(
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
    return {each.pk: standings.standings(found[each.pk], rules_from(each, drawn[each.pk])) for each in tournaments}
