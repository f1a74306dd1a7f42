"""Drawing a round from the desk, the grid of its tables, and closing it."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cegoscore.scoresheet.evening import services as finishing
from cegoscore.scoresheet.evening.services import call_referee
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import HTMX, Browser, fresh, problem_of, text_of
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import people_of
from tournaments.course.queries import live_version
from tournaments.desk import services
from tournaments.desk.page import clock_of, groups_of
from tournaments.desk.tiles import tiles_of
from tournaments.door import announcing, services as door
from tournaments.drawing import seating, services as drawing
from tournaments.drawing.page import field_of, proposed_seed, report_on
from tournaments.models import COURSE, Decision, Round, RoundState

pytestmark = pytest.mark.django_db

PLAYING = "Durchgang 1 wird gerade gespielt. Es hat sich nichts geändert."


@pytest.fixture
def desk(world: World) -> Browser:
    return Browser(world)


# Before the draw


def test_page_says_how_the_field_divides_before_it_is_drawn(world: World, desk: Browser) -> None:
    world.register(13)
    text = text_of(desk.get("rounds/1/draw"))
    assert "13 Spieler sind da 4 Tische zu 4, mit 3 Hausspielern" in text


@thorough
def test_plan_with_fewer_house_players_is_offered_beside_the_one_that_is_set(world: World, desk: Browser) -> None:
    world.register(13)
    page = text_of(desk.get("rounds/1/draw"))
    assert "Mit weniger Hausspielern 2 Tische zu 4 + 1 Tisch zu 5" in page
    desk.post("rounds/1/draw", {"seed": "Mond"})
    desk.post("rounds/1/start")
    world.type_all(world.tournament.played_rounds.get())
    services.close_round(world.tournament.played_rounds.get())
    assert "Mit weniger Hausspielern" not in text_of(desk.get("rounds/2/draw"))


@thorough
def test_field_counts_who_plays_who_practises_and_who_is_not_here_yet() -> None:
    world = copied(World, entry_fee=8, takes_announcements=True)
    world.register(7, has_paid=True)
    practise(world, 2)
    door.register(world.tournament, door.Newcomer(name="Spät"))
    announcing.announce(world.tournament, door.Newcomer(name="Bald"), uuid=uuid.uuid4())
    field = field_of(world.tournament)
    assert tuple(field[name] for name in ("present", "practising", "announced", "unpaid")) == (8, 2, 1, 1)
    assert (field["sizes"], field["house"], "problem" in field) == ([(2, 4)], 0, False)


def practise(world: World, count: int) -> None:
    """So many beginners at the door, who paid."""
    for number in range(count):
        newcomer = door.Newcomer(name=f"Neuling {number}", practises=True, has_paid=True)
        door.register(world.tournament, newcomer)


def test_field_that_is_too_small_cannot_be_drawn_and_says_why(world: World, desk: Browser) -> None:
    world.register(2)
    assert "Zum Auslosen braucht es mindestens 3 Spieler." in text_of(desk.get("rounds/1/draw"))
    refused = desk.post("rounds/1/draw", {"seed": "Gstieß"})
    assert (refused.status_code, problem_of(refused)) == (422, "Zum Auslosen braucht es mindestens 3 Spieler.")
    assert not Round.objects.exists()


def test_seeds_are_proposed_by_chance() -> None:
    seeds = {proposed_seed() for _ in range(20)}
    assert len(seeds) > 15
    assert {len(seed) for seed in seeds} == {9}


# The draw


def test_round_is_drawn_once_by_a_double_tap(world: World, desk: Browser) -> None:
    world.register(8)
    for _tap in range(2):
        assert desk.post("rounds/1/draw", {"seed": "Gstieß"}).status_code == 302
    assert Round.objects.get().draws == 1
    other = desk.post("rounds/1/draw", {"seed": "anders"})
    assert (other.status_code, Round.objects.get().draw["seed"]) == (409, "Gstieß")
    assert (
        problem_of(other) == "Durchgang 1 ist ausgelost, hat aber noch nicht angefangen. Es hat sich nichts geändert."
    )


def test_old_page_of_round_one_does_not_draw_round_two(world: World, desk: Browser) -> None:
    world.register(8)
    world.play_round()
    assert desk.post("rounds/1/draw", {"seed": "noch einmal"}).status_code == 409
    assert Round.objects.count() == 1


def test_draw_without_a_seed_is_not_made(world: World, desk: Browser) -> None:
    world.register(8)
    assert desk.post("rounds/1/draw", {"seed": " "}).status_code == 422
    assert not Round.objects.exists()


def test_round_that_is_not_planned_does_not_exist(world: World, desk: Browser) -> None:
    assert [desk.get(f"rounds/{number}/draw").status_code for number in (0, 1, 2, 3)] == [404, 200, 200, 404]


def test_second_round_waits_for_the_first(world: World, desk: Browser) -> None:
    world.register(8)
    world.draw()
    text = text_of(desk.get("rounds/2/draw"))
    assert "Ausgelost wird, sobald Durchgang 1 abgeschlossen ist." in text
    refused = desk.post("rounds/2/draw", {"seed": "zwei"})
    assert (refused.status_code, problem_of(refused)) == (409, PLAYING)


def test_drawn_page_shows_every_seat_and_who_deals_first(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    people = people_of(world.tournament)
    text = text_of(desk.get("rounds/1/draw"))
    for number in (number for table in round_.draw["tables"] for number in table):
        deals = " gibt zuerst" if number in round_.draw["dealers"] else ""
        assert f"{number} {people[number].name} Bräunlingen{deals}" in text
    assert text.count("gibt zuerst") == 2
    assert "Alle treffen sich zum ersten Mal." in text


@thorough
def test_page_names_whom_anybody_meets_again_and_that_fewer_is_impossible(world: World, desk: Browser) -> None:
    world.register(8)
    world.play_round()
    round_ = world.draw("zwei", start=False)
    report = report_on(round_)
    assert len(report["again"]) == 4
    assert report["is_least"]
    text = text_of(desk.get("rounds/2/draw"))
    assert "4 Paare treffen sich wieder, weniger geht nicht" in text
    for table, one, other, _before in report["again"]:
        assert f"Tisch {table}: {one.number} {one.name} – {other.number}" in text


@thorough
def test_page_of_a_field_large_enough_says_that_nobody_meets_again(world: World, desk: Browser) -> None:
    world.register(16)
    world.play_round()
    world.draw("zwei", start=False)
    assert "Niemand trifft jemanden wieder." in text_of(desk.get("rounds/2/draw"))


@thorough
def test_wish_that_a_swap_broke_is_named(world: World, desk: Browser) -> None:
    world.register(8)
    seating.keep_apart(world.tournament, 1, 2, weight=9)
    round_ = world.draw(start=False)
    assert report_on(round_)["broken"] == []
    first = next(table for table in round_.draw["tables"] if 1 in table)
    other = next(number for number in first if number != 1)
    drawing.swap(round_, 2, other, why="Probe", device=None)
    text = text_of(desk.get("rounds/1/draw"))
    assert "1 Wunsch ist nicht erfüllt" in text
    assert "1 Anna 1 – 2 Bernd 2" in text


@thorough
def test_page_names_who_came_late_and_who_went_home(world: World, desk: Browser) -> None:
    anna = world.register(8)[0]
    world.draw(start=False)
    door.register(world.tournament, door.Newcomer(name="Karl"))
    door.withdraw_entrant(anna, why="krank", device=None)
    text = text_of(desk.get("rounds/1/draw"))
    assert "alle anderen bleiben sitzen. 9 Karl Jetzt einen Platz losen" in text
    assert "Hat einen Platz, ist aber heimgegangen. 1 Anna 1 Platz leer lassen" in text


# Changing a draw


def redrawing(round_: Round, **changes: str) -> dict[str, str]:
    return {"seed": "neu", "why": "Karl kam noch", "seen": round_.draw_version} | changes


def test_round_is_drawn_again_once_with_its_reason(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    for _tap in range(2):
        assert desk.post("rounds/1/draw/again", redrawing(round_)).status_code == 302
    assert (fresh(round_).draws, fresh(round_).draw["seed"]) == (2, "neu")
    assert Session.objects.filter(event=world.tournament.pk).count() == 2
    assert Decision.objects.exclude(kind__in=COURSE).get().why == "Karl kam noch"
    assert "Neu ausgelost; vorher galt das Los „Gstieß“ Karl kam noch" in text_of(desk.get("rounds/1/draw"))


def test_draw_is_not_replaced_without_a_reason(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    refused = desk.post("rounds/1/draw/again", redrawing(round_, why="  "))
    assert refused.status_code == 422
    assert "Grund" in problem_of(refused)
    assert 'value="neu"' in body_of(refused)
    assert fresh(round_).draws == 1


@pytest.mark.parametrize("version", ["", "x", "1", "²", "0.0"])
def test_draw_is_not_replaced_from_a_page_that_never_was(world: World, desk: Browser, version: str) -> None:
    world.register(8)
    round_ = drawing.redraw(world.draw(start=False), seed="neu", why="Karl kam noch", device=None)
    assert desk.post("rounds/1/draw/again", redrawing(round_, seen=version)).status_code in (302, 409, 422)
    assert fresh(round_).draws == 2


@thorough
def test_draw_that_somebody_changed_meanwhile_is_looked_at_again(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    one, other = round_.draw["tables"][0][0], round_.draw["tables"][1][0]
    drawing.swap(round_, one, other, why="Ehepaar", device=None)
    swap = {"one": one, "other": other, "why": "x", "seen": round_.draw_version}
    for path, data in (("draw/again", redrawing(round_)), ("draw/swap", swap | {"one": round_.draw["tables"][0][1]})):
        refused = desk.post(f"rounds/1/{path}", data)
        assert refused.status_code == 409
        assert problem_of(refused).startswith("Die Auslosung von Durchgang 1 hat inzwischen jemand geändert.")
    assert fresh(round_).draw_version == "1.1"


def test_two_are_swapped_once_by_a_double_tap(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    one, other = round_.draw["tables"][0][0], round_.draw["tables"][1][2]
    data = {"one": one, "other": other, "why": "Ehepaar", "seen": round_.draw_version}
    for _tap in range(2):
        assert desk.post("rounds/1/draw/swap", data).status_code == 302
    assert fresh(round_).draw["tables"][0][0] == other
    assert len(fresh(round_).draw["moves"]) == 1
    assert Decision.objects.exclude(kind__in=COURSE).count() == 1


@thorough
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"why": ""}, "Bitte sag, warum: der Grund bleibt dabei stehen."),
        ({"other": 99}, "Nummer 99 hat in diesem Durchgang keinen Platz."),
        ({"other": 1, "one": 1}, "Bitte verschiedene Startnummern wählen."),
        ({"other": "Nemo"}, "Hier fehlt etwas oder ist nicht zu lesen. Es hat sich nichts geändert."),
    ],
)
def test_swap_that_makes_no_sense_is_refused(
    world: World, desk: Browser, changes: dict[str, Any], sentence: str
) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    data = {"one": 1, "other": 2, "why": "x", "seen": round_.draw_version} | changes
    refused = desk.post("rounds/1/draw/swap", data)
    assert (refused.status_code, problem_of(refused)) == (422, sentence)
    assert fresh(round_).draw == round_.draw


def test_draw_is_taken_back_and_a_second_tap_finds_nothing(world: World, desk: Browser) -> None:
    world.register(8)
    world.draw(start=False)
    for _tap in range(2):
        assert desk.post("rounds/1/draw/back", {"why": "Karl kam noch"}).status_code == 302
    assert not Round.objects.exists()
    assert not Session.objects.exists()


@pytest.mark.parametrize("path", ["draw/again", "draw/swap", "draw/back"])
def test_nothing_of_the_draw_changes_once_the_round_started(world: World, desk: Browser, path: str) -> None:
    world.register(8)
    round_ = world.draw()
    data = redrawing(round_) | {"one": "1", "other": "2"}
    refused = desk.post(f"rounds/1/{path}", data)
    assert (refused.status_code, problem_of(refused)) == (409, PLAYING)
    assert fresh(round_).draw == round_.draw


@thorough
def test_table_with_a_hand_is_named_and_its_hands_go_only_if_that_is_ticked(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    sheet = round_.tables.get(number=1).sheet
    assert sheet
    play_hands(sheet, 1)
    for path in ("draw/again", "draw/back"):
        refused = desk.post(f"rounds/1/{path}", redrawing(round_))
        assert refused.status_code == 409
        assert problem_of(refused) == (
            "An Tisch 1 sind schon Spiele aufgeschrieben. Setz das Häkchen, wenn sie mit dieser Auslosung wegfallen"
            " sollen."
        )
    assert "Die schon aufgeschriebenen Spiele fallen weg" in text_of(desk.get("rounds/1/draw"))
    assert desk.post("rounds/1/draw/again", redrawing(round_, drops_hands="on")).status_code == 302
    assert fresh(round_).draws == 2


def test_round_starts_once_and_opens_the_grid(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    assert desk.get("rounds/1").url.endswith("rounds/1/draw")
    first = desk.post("rounds/1/start")
    started = fresh(round_).started_at
    assert first.url == desk.post("rounds/1/start").url == f"{desk.home}/rounds/1"
    assert (fresh(round_).state, fresh(round_).started_at) == (RoundState.PLAYING, started)


def test_round_does_not_start_with_somebody_gone(world: World, desk: Browser) -> None:
    anna = world.register(8)[0]
    round_ = world.draw(start=False)
    door.withdraw_entrant(anna, why="krank", device=None)
    refused = desk.post("rounds/1/start")
    assert refused.status_code == 422
    assert "Nummer 1" in problem_of(refused)
    assert fresh(round_).state == RoundState.DRAWN
    door.substitute(anna, door.Newcomer(name="Ersatz"), why="krank", device=None)
    assert desk.post("rounds/1/start").status_code == 302


# The grid


def grid(round_: Round) -> dict[str, list[tuple[int, str]]]:
    groups = groups_of(tiles_of(round_, EVERYTHING))
    return {key: [(tile.number, tile.state) for tile in tiles] for key, _title, tiles in groups}


def hand_in(sheet: Session, *, confirm: bool = False) -> None:
    sheet.refresh_from_db()
    finishing.hand_in(sheet, seen=sheet.version, seat=0)
    if confirm:
        sheet.refresh_from_db()
        finishing.confirm(sheet, seen=sheet.version, seat=1)


def test_grid_shows_what_needs_the_desk_first(world: World) -> None:
    world = copied(World, hands=2)
    world.register(36)
    round_ = world.draw()
    tables = list(round_.tables.select_related("sheet").order_by("number"))
    written = [table.sheet for table in tables if table.sheet]
    for place in (0, 1, 2, 3):
        play_hands(written[place], 2)
    hand_in(written[1])
    hand_in(written[2], confirm=True)
    play_hands(written[4], 1)
    type_table(tables[5])
    services.void_table(tables[6], why="unklar", device=None)
    services.dispute_table(tables[3], disputed=True)
    call_referee(written[7])
    assert grid(round_) == {
        "needs": [(8, "calls"), (4, "disputed"), (2, "handed_in"), (1, "written")],
        "playing": [(5, "playing"), (9, "playing")],
        "settled": [(3, "confirmed"), (6, "typed"), (7, "void")],
    }


@thorough
def test_tile_says_number_state_and_hands(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw()
    sheet = round_.tables.get(number=2).sheet
    assert sheet
    play_hands(sheet, 14)
    text = text_of(desk.get("rounds/1"))
    assert "Tisch 2 spielt 14 / 24 Spiele" in text
    assert "0 von 2 Tischen fertig" in text


def test_open_grid_asks_again_and_gets_only_what_is_new(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw()
    world.tournament.refresh_from_db()
    version = live_version(world.tournament)
    address = f"rounds/1/changes?v={version}&state=playing"
    assert desk.get(address, headers=HTMX).status_code == 204
    sheet = round_.tables.get(number=1).sheet
    assert sheet
    play_hands(sheet, 1)
    changed = desk.get(address, headers=HTMX)
    assert body_of(changed).lstrip().startswith('<div id="live"')
    assert f"v={live_version(world.tournament)}&amp;state=playing" in body_of(changed)
    assert "1 / 24" in text_of(changed)


@thorough
def test_open_grid_is_loaded_anew_when_the_round_was_closed(world: World, desk: Browser) -> None:
    world.register(8)
    world.play_round()
    changed = desk.get("rounds/1/changes?v=0&state=playing", headers=HTMX)
    assert changed.headers["HX-Refresh"] == "true"


@thorough
def test_queries_of_the_grid_do_not_grow_with_the_tables(db: None) -> None:
    counts = set()
    for players in (8, 16):
        world = copied(World)
        world.register(players)
        world.draw()
        with CaptureQueriesContext(connection) as captured:
            assert Browser(world).get("rounds/1").status_code == 200
        counts.add(len(captured))
    assert len(counts) == 1


# The clock


@thorough
def test_clock_counts_to_the_limit_warns_before_the_end_and_goes_with_the_round() -> None:
    world = copied(World, minutes=90)
    world.register(8)
    round_ = world.draw()
    clocks = []
    for minutes in (10, 85, 95):
        Round.objects.update(started_at=timezone.now() - timedelta(minutes=minutes))
        clock = clock_of(fresh(round_))
        assert clock
        clocks.append((clock["minutes"], clock["state"]))
    assert clocks == [(80, "running"), (5, "soon"), (-5, "over")]
    assert "Die Zeit ist um" in text_of(Browser(world).get("rounds/1"))
    world.type_all(round_)
    services.close_round(round_)
    assert clock_of(fresh(round_)) is None


def test_round_without_a_limit_has_no_clock(world: World, desk: Browser) -> None:
    world.register(8)
    assert clock_of(world.draw()) is None
    assert "data-clock" not in body_of(desk.get("rounds/1"))


# Closing


def test_round_with_a_table_open_is_not_closed(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw()
    type_table(round_.tables.get(number=1))
    assert "Durchgang 1 abschließen" not in text_of(desk.get("rounds/1"))
    refused = desk.post("rounds/1/close")
    assert (refused.status_code, problem_of(refused)) == (422, "Diese Tische haben noch kein gültiges Ergebnis: 2.")
    assert fresh(round_).state == RoundState.PLAYING


def test_disputed_table_keeps_the_round_open(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw()
    world.type_all(round_)
    services.dispute_table(round_.tables.get(number=2), disputed=True)
    assert desk.post("rounds/1/close").status_code == 422
    assert fresh(round_).state == RoundState.PLAYING


def test_settled_round_is_closed_once_and_leads_on(world: World, desk: Browser) -> None:
    world.register(8)
    round_ = world.draw()
    world.type_all(round_)
    assert "Durchgang 1 abschließen" in text_of(desk.get("rounds/1"))
    for _tap in range(2):
        assert desk.post("rounds/1/close").status_code == 302
    closed = fresh(round_)
    assert closed.state == RoundState.CLOSED
    assert "Dieser Durchgang ist abgeschlossen. Weiter im Abend" in text_of(desk.get("rounds/1"))
    assert desk.get("desk").url == f"{desk.home}/rounds/2/draw"


def test_nothing_is_ended_early_once_the_last_round_is_closed(world: World, desk: Browser) -> None:
    world.register(8)
    world.play_round()
    assert "Turnier vorzeitig beenden" in text_of(desk.get("rounds/1"))
    world.play_round()
    for number in (1, 2):
        assert "Turnier vorzeitig beenden" not in text_of(desk.get(f"rounds/{number}"))


@thorough
def test_practice_table_does_not_keep_the_round_open(world: World, desk: Browser) -> None:
    world.register(8)
    practise(world, 3)
    round_ = world.draw()
    assert round_.tables.filter(is_practice=True).count() == 1
    for table in round_.tables.filter(is_practice=False):
        type_table(table)
    assert "2 von 2 Tischen fertig" in text_of(desk.get("rounds/1"))
    assert desk.post("rounds/1/close").status_code == 302


def test_round_that_has_not_started_cannot_be_closed(world: World, desk: Browser) -> None:
    world.register(8)
    world.draw(start=False)
    assert desk.post("rounds/1/close").status_code == 404
