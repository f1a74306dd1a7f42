"""The tournament ends with the round that is played, or that was played last, although more were planned."""

import pytest

from cegoscore.scoresheet.models import State
from tests.calls import counted_calls
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, fresh, problem_of, text_of
from tests.worlds.tournament import World, drawn, play_hands, type_table
from tournaments import selfcheck
from tournaments.course.access import EVERYTHING
from tournaments.desk import services
from tournaments.models import DecisionKind, RoundState
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(db: None) -> World:
    """Sixteen at four tables: typed, all hands written, one hand written, disputed after all were."""
    world = copied(drawn, 16, rounds=3, hands=2)
    typed, written, begun, disputed = world.tournament.played_rounds.get().tables.order_by("number")
    type_table(typed)
    for table, hands in ((written, 2), (begun, 1), (disputed, 2)):
        assert table.sheet
        play_hands(table.sheet, hands)
    services.dispute_table(disputed, disputed=True)
    return world


def test_running_round_ends_for_all_tables_at_once_and_the_tournament_after_it(playing: World) -> None:
    desk = Browser(playing)
    assert "?early" in body_of(desk.get("ceremony"))
    assert "?early" in body_of(desk.get("rounds/1"))
    asked = text_of(desk.get("ceremony?early"))
    assert "Alle Spiele sind geschrieben, das Ergebnis zählt: Tisch 2." in asked
    assert "Wird ungültig: Tisch 3, 4." in asked
    assert [desk.post("rounds/1/end", {"why": why}).status_code for why in ("", "x" * 301)] == [422, 422]
    assert desk.post("rounds/1/end", {"why": "Stromausfall"}).status_code == 302
    assert desk.post("rounds/1/end", {"why": "Stromausfall"}).status_code == 302
    playing.tournament.refresh_from_db()
    round_ = playing.tournament.played_rounds.get()
    assert (playing.tournament.rounds, round_.state) == (1, RoundState.CLOSED)
    voided = round_.tables.exclude(voided_at=None).order_by("number").values_list("number", flat=True)
    assert list(voided) == [3, 4]
    sheet = round_.tables.get(number=2).sheet
    assert sheet
    assert sheet.state == State.CONFIRMED
    decided = playing.tournament.decisions.order_by("number").values_list("kind", "why")
    assert list(decided)[3:] == [
        (DecisionKind.VOID, "Stromausfall"),
        (DecisionKind.VOID, "Stromausfall"),
        (DecisionKind.CLOSE, ""),
        (DecisionKind.SETTINGS, "Stromausfall"),
    ]
    assert list(selfcheck.faults_of(playing.tournament)) == []
    services.finish_tournament(playing.tournament)


def test_people_are_read_once_for_ranking_and_tables(playing: World) -> None:
    with counted_calls() as calls:
        Browser(playing).get("ceremony?early")
    assert calls["tournaments/course/entrants.py", "people_of"] == 1


def test_tournament_ends_after_a_closed_round_and_what_stands_stays(world: World) -> None:
    world.register(8)
    world.play_round()
    before = [line.row for line in standings_of(world.tournament, EVERYTHING).lines]
    desk = Browser(world)
    assert "?early" in body_of(desk.get("rounds/2/draw"))
    assert desk.post("rounds/1/end", {"why": "Es ist zu spät geworden"}).status_code == 302
    world.tournament.refresh_from_db()
    assert world.tournament.rounds == 1
    assert [line.row for line in standings_of(world.tournament, EVERYTHING).lines] == before
    assert "?early" not in body_of(desk.get("ceremony"))


def test_round_that_is_drawn_meanwhile_is_not_dropped(world: World) -> None:
    world.register(8)
    world.play_round()
    world.draw()
    desk = Browser(world)
    refused = desk.post("rounds/1/end", {"why": "zu spät"})
    assert (refused.status_code, problem_of(refused)) == (
        422,
        "2 Durchgänge sind schon ausgelost; weniger können es nicht sein.",
    )
    assert fresh(world.tournament.played_rounds.get(number=2)).state == RoundState.PLAYING
    assert Browser(world, world.helper).post("rounds/2/end", {"why": "zu spät"}).status_code == 403
