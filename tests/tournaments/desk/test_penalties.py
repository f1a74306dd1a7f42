"""Points that the desk takes off a single player, and totals that were typed for the wrong of two tables."""

from typing import Any

import pytest

from tests.effort import thorough
from tests.pages import body_of
from tests.tournaments.desk.test_tables import Hall, hall
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, problem_of, text_of
from tests.worlds.tournament import World, drawn, type_table
from tests.worlds.tournament_file import change, document_of, problems_of, rows_of
from tournaments import selfcheck
from tournaments.course.access import EVERYTHING
from tournaments.desk import services as desk
from tournaments.models import Decision, DecisionKind, Result
from tournaments.standings.queries import standings_of

__all__ = ["hall"]

pytestmark = pytest.mark.django_db

WHY = "zweimal nicht bedient"


def penalised(**settings: Any) -> tuple[World, int]:
    """Eight of one round with a closed table each; who has most there gets 200 points off, with their number."""
    world = copied(drawn, rounds=1, **settings)
    round_ = world.tournament.played_rounds.get()
    world.type_all(round_)
    table = round_.tables.get(number=2)
    result = table.results.select_related("entrant").get(seat=0)
    assert result.entrant.number
    desk.penalize(table, result.entrant.number, points=200, why=WHY, device=None)
    desk.close_round(round_)
    return world, result.entrant.number


def totals_in(world: World) -> dict[int, int]:
    return {line.row.number: line.row.total for line in standings_of(world.tournament, EVERYTHING).lines}


@thorough
def test_points_off_a_single_player_count_everywhere_with_their_reason() -> None:
    world, number = penalised(is_public=True)
    raw = Result.objects.get(entrant__number=number, entrant__tournament=world.tournament).points
    assert raw
    assert totals_in(world)[number] == raw - 200
    client = Browser(world)
    assert "Abzug: 200 Punkte" in text_of(client.get("standings"))
    assert "Abzug: 200 Punkte" in text_of(client.get("print/standings"))
    assert "Abzug: 200 Punkte" in body_of(client.get("standings.csv"))
    row = next(row for row in client.get("standings.json").json()["standings"] if row["number"] == number)
    assert (row["total"], row["penalty"]) == (raw - 200, 200)
    page = text_of(client.get("desk/decisions"))
    assert "Abzug: 200 Punkte" in page
    assert WHY in page
    assert list(selfcheck.faults_of(world.tournament)) == []


def test_penalty_is_given_once_and_taken_back_by_nothing(hall: Hall) -> None:
    result = hall.table().results.select_related("entrant").get(seat=1)
    data = {"number": result.entrant.number, "points": 50, "why": WHY}
    for _tap in range(2):
        assert hall.post("penalty", data).status_code == 302
    assert "Abzug: 50 Punkte" in hall.text()
    assert totals_in(hall.world)[result.entrant.number or 0] == -50
    assert problem_of(hall.post("penalty", data | {"points": 0, "why": ""})).startswith("Bitte sag, warum")
    assert hall.post("penalty", data | {"points": 0}).status_code == 302
    assert totals_in(hall.world)[result.entrant.number or 0] == 0
    assert [row.data["penalty"] for row in Decision.objects.filter(kind=DecisionKind.PENALTY).order_by("number")] == [
        50,
        0,
    ]
    type_table(hall.table(1))
    type_table(hall.table(2))
    desk.close_round(hall.round)
    assert list(selfcheck.faults_of(hall.world.tournament)) == []
    assert hall.post("penalty", data | {"points": -1}).status_code == 422
    assert Browser(hall.world, hall.world.helper).post("rounds/1/tables/1/penalty", data).status_code == 403


@thorough
def test_document_has_the_penalty_and_one_that_nobody_decided_is_a_fault() -> None:
    world, number = penalised()
    document = document_of(world.tournament)
    assert problems_of(document) == []
    (own,) = [place for place, row in enumerate(rows_of(document, "results"), 1) if row["penalty"]]
    for forged in (100, 0):
        change(document, "results", own, penalty=forged)
        assert problems_of(document) == [("rounds.1.penalties", "not_as_decided")]
    change(document, "results", own, penalty=200)
    change(document, "results", own % 4 + 1, penalty=1)
    assert problems_of(document) == [("rounds.1.penalties", "not_as_decided")]
    Result.objects.filter(entrant__number=number, entrant__tournament=world.tournament).update(penalty=0)
    assert list(selfcheck.faults_of(world.tournament)) != []


def test_totals_typed_at_the_wrong_of_two_tables_are_exchanged_once_by_a_double_tap(hall: Hall) -> None:
    type_table(hall.table(1), 30)
    type_table(hall.table(2), 10)
    data = {"other": 2, "why": "vertauscht", "seen": "90,30,-30,-90"}
    assert 'value="90,30,-30,-90"' in body_of(hall.desk.get("rounds/1/tables/1"))
    for _tap in range(2):
        assert hall.post("sheets", data).status_code == 302
    assert (hall.points(1), hall.points(2)) == ([30, 10, -10, -30], [90, 30, -30, -90])
    kinds = Decision.objects.filter(why="vertauscht").values_list("kind", flat=True)
    assert list(kinds) == [DecisionKind.CORRECTION] * 2
    desk.close_round(hall.round)
    again = {"other": 2, "why": "doch richtig", "seen": "30,10,-10,-30"}
    assert hall.post("sheets", again).status_code == 302
    assert hall.points(1) == [90, 30, -30, -90]
    assert list(selfcheck.faults_of(hall.world.tournament)) == []


@thorough
def test_totals_that_do_not_fit_are_not_exchanged(hall: Hall) -> None:
    type_table(hall.table(1))
    for data in ({"other": 2, "seen": "90,30,-30,-90"}, {"other": 9, "seen": "90,30,-30,-90"}):
        assert hall.post("sheets", data | {"why": "x"}).status_code == 422
    type_table(hall.table(2), 10)
    assert hall.post("sheets", {"other": 2, "seen": "1,2,3,4", "why": "x"}).status_code == 409
    assert hall.points(1) == [90, 30, -30, -90]
