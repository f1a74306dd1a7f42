"""Living seating by services and pages: late-comers after the draw, no-shows, hands written before the start."""

import json

import pytest
from django.urls import reverse
from hypothesis import given, settings, strategies as st

from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.rules.rule_files import published
from tests.commands import called
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.tournaments.test_services import refused
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of, drawn, play_hands
from tournaments.course.access import EVERYTHING
from tournaments.course.decisions import decision_lines
from tournaments.course.locks import Refused
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.drawing import seating, services as drawing
from tournaments.models import Decision, DecisionKind, Entrant, EntrantStatus, Result, Round, RoundState
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def late(world: World, name: str = "Spät Kommer") -> Entrant:
    return door.register(world.tournament, door.Newcomer(name=name, village="Hüfingen"))


def assert_sound(world: World) -> Round:
    """Rows, sheets, the stored draw and its replay agree, and the chain holds."""
    round_ = Round.objects.order_by("-number")[0]
    for row, table in enumerate(round_.tables.filter(is_practice=False).order_by("number")):
        assert table.sheet
        seated = [result.entrant for result in table.results.order_by("seat")]
        assert [entrant.number for entrant in seated] == round_.draw["tables"][row]
        assert [seat.player for seat in table.sheet.seats.order_by("number")] == [each.player for each in seated]
        assert table.sheet.lineup == list(range(len(seated)))
        assert seated[table.sheet.dealer].number == round_.draw["dealers"][row]
    status, out, err = called("draw", "-", stdin=json.dumps(round_.draw).encode())
    assert (status, out.splitlines()[-1]) == (0, "equal"), err
    assert list(faults_in(world.tournament.club)) == []
    return round_


@thorough
def test_a_late_comer_draws_a_house_players_chair_and_is_ranked() -> None:
    world = copied(drawn, 7, start=False)
    cards = set(Session.objects.values_list("pk", flat=True))
    came = late(world)
    table = seating.seat_late(came, device=world.helper)
    assert seating.seat_late(came, device=world.helper) == table, "a second tap"
    round_ = assert_sound(world)
    assert set(Session.objects.values_list("pk", flat=True)) == cards, "the printed cards hold"
    assert Entrant.objects.get(is_house=True).status == EntrantStatus.WITHDRAWN
    row = Decision.objects.get(kind=DecisionKind.SEATED)
    assert (row.by, row.data["number"], row.data["table"]) == ("desk", came.number, table)
    drawing.start_round(round_)
    world.type_all(round_)
    desk.close_round(round_)
    assert {line.row.number for line in standings_of(world.tournament, EVERYTHING).lines} == {*range(1, 8), came.number}


@thorough
def test_without_house_players_a_table_of_three_becomes_four_and_then_one_of_four_five() -> None:
    world = World(remainder="smaller", small_rules=published("oberwolfach-3"))
    world.register(11)
    world.draw(start=False)
    sizes = []
    for name in ("Anton", "Berta"):
        seating.seat_late(late(world, name), device=None)
        round_ = assert_sound(world)
        sizes.append(sorted(table.results.count() for table in round_.tables.all()))
    assert sizes == [[4, 4, 4], [4, 4, 5]]
    rules = {table.sheet.rule_set_id for table in round_.tables.select_related("sheet") if table.sheet}
    assert rules == {world.tournament.rule_set_id}, "a table that is not small any more plays by the usual rules"


@thorough
def test_a_no_show_is_replaced_by_the_next_late_comer(world: World) -> None:
    people = world.register(8)
    world.draw(start=False)
    door.withdraw_entrant(people[2], why="nicht erschienen", device=None)
    table = people[2].results.get().table
    assert table
    assert seating.seat_late(late(world), device=None) == table.number
    assert not people[2].results.exists()
    drawing.start_round(assert_sound(world))


@thorough
def test_a_no_show_leaves_a_smaller_table_or_a_house_player(world: World) -> None:
    people = world.register(8)
    world.draw(start=False)
    seating.empty_seat(people[0], device=world.organiser)
    round_ = assert_sound(world)
    people[0].refresh_from_db()
    assert people[0].status == EntrantStatus.WITHDRAWN
    assert Result.objects.count() in (7, 8)
    drawing.start_round(round_)
    with refused("number_not_seated"):
        seating.empty_seat(people[0], device=None)


@thorough
def test_a_house_player_takes_an_empty_chair_though_another_ones_was_taken_by_a_substitute() -> None:
    world = copied(drawn, 6, start=False)
    first, second = world.tournament.entrants.filter(is_house=True).order_by("number")
    door.substitute(first, door.Newcomer(name="Zilli"), why="kam nach dem Los", device=None)
    seating.empty_seat(world.tournament.entrants.get(number=1), device=None)
    round_ = assert_sound(world)
    line = decision_lines(world.tournament, EVERYTHING)[0]["text"]
    assert line.endswith("ist nicht da; an Tisch 2 sitzt dafür ein Hausspieler")
    houses = world.tournament.entrants.filter(is_house=True).order_by("number")
    assert [house.number for house in houses] == [second.number, 9]
    assert 1 not in {result.entrant.number for result in round_.results.select_related("entrant")}


@settings(max_examples=examples(12), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(st.integers(6, 20), st.lists(st.booleans(), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_any_order_of_late_comers_and_no_shows_keeps_rows_sheets_and_draw_equal(
    players: int, acts: list[bool], chance: object
) -> None:
    world = World(club_name=f"Runde {Entrant.objects.count()} {players} {acts}")
    world.register(players)
    world.draw(start=False)
    for place, comes in enumerate(acts):
        here = list(
            world.tournament.entrants.filter(is_house=False, status=EntrantStatus.PRESENT, results__isnull=False)
        )
        try:
            if comes:
                seating.seat_late(late(world, f"Gast {place}"), device=None)
            elif here:
                seating.empty_seat(chance.choice(here), device=None)  # type: ignore[attr-defined]
        except Refused as full:
            if full.code != "no_seat_left":
                raise
    round_ = world.tournament.played_rounds.get()
    for row, table in enumerate(round_.tables.order_by("number")):
        numbers = [result.entrant.number for result in table.results.order_by("seat").select_related("entrant")]
        assert numbers == round_.draw["tables"][row]
        assert Seat.objects.filter(session=table.sheet_id).count() == len(numbers)
    assert drawing.drawn_of(round_).tables == tuple(map(tuple, round_.draw["tables"]))


def test_a_table_that_plays_already_is_left_alone(world: World) -> None:
    world.register(7)
    round_ = world.draw()
    (house,) = world.tournament.entrants.filter(is_house=True)
    sheet = house.results.get().table.sheet  # type: ignore[union-attr]
    assert sheet
    play_hands(sheet, 1)
    where = house.results.get().table
    assert where
    assert seating.seat_late(late(world), device=None) != where.number
    assert house.results.count() == 1
    people = [result.entrant for result in where.results.exclude(entrant=house)]
    with refused("hands_at_table"):
        seating.empty_seat(people[0], device=None)
    assert round_.state == RoundState.PLAYING


def test_at_the_door_one_tap_draws_the_seat_and_shows_the_table() -> None:
    world = copied(drawn, 7, start=False)
    came = late(world)
    helper = client_of(world.helper)
    page = helper.get(reverse("door", args=[world.tournament.pk]), {"number": str(came.number)})
    assert "Jetzt einen Platz losen" in text_of(page)
    address = reverse("seat_late", args=[world.tournament.pk, came.pk])
    answer = helper.post(address, follow=True)
    table = came.results.get().table
    assert table
    assert f"Tisch {table.number}" in text_of(answer)
    tried = [client_of(device).post(address).status_code for device in (world.guest, world.stranger)]
    assert tried == [403, 404]


@thorough
def test_the_draw_page_seats_late_comers_and_empties_seats(world: World) -> None:
    people = world.register(7)
    world.draw(start=False)
    came = late(world)
    door.withdraw_entrant(people[0], why="krank", device=None)
    organiser, draw = client_of(world.organiser), reverse("draw", args=[world.tournament.pk, 1])
    page = text_of(organiser.get(draw))
    assert "Platz leer lassen" in page
    empty = reverse("empty_seat", args=[world.tournament.pk, people[0].pk])
    assert client_of(world.helper).post(empty).status_code == 403
    assert organiser.post(reverse("seat_late", args=[world.tournament.pk, came.pk]), {"draw": "1"}).url == draw  # type: ignore[attr-defined]
    assert "Platz leer lassen" not in text_of(organiser.get(draw)), "the late-comer took that seat"
    assert_sound(world)


@thorough
def test_who_left_the_practice_table_keeps_no_round_from_starting(world: World) -> None:
    """Their seat is no part of the draw, so there is nothing that could be moved."""
    world.register(8)
    guest = door.register(world.tournament, door.Newcomer(name="Paul", village="Aasen", practises=True))
    round_ = world.draw(start=False)
    door.withdraw_entrant(guest, why="müde", device=None)
    assert (
        client_of(world.organiser).post(reverse("empty_seat", args=[world.tournament.pk, guest.pk])).status_code < 500
    )
    drawing.start_round(round_)
    assert Round.objects.get().state == RoundState.PLAYING


# Hands before the start


@thorough
def test_a_phone_does_not_block_the_draw(world: World) -> None:
    """A hand written before the start is named with its table, and goes with the draw if that is ticked."""
    world.register(8)
    round_ = world.draw(start=False)
    sheet = round_.tables.get(number=2).sheet
    assert sheet
    play_hands(sheet, 1)
    page = client_of(world.organiser).get(reverse("draw", args=[world.tournament.pk, 1]))
    assert page.context["tables_written"] == [2]
    with pytest.raises(Refused) as named:
        drawing.redraw(round_, seed="neu", why="Karl kam noch", device=None)
    assert (named.value.code, named.value.params) == ("hands_written", {"tables": "2"})
    drawing.redraw(round_, seed="neu", why="Karl kam noch", device=None, drops_hands=True)
    assert Decision.objects.get(kind=DecisionKind.REDRAW).data["tables"] == [2]
    assert_sound(world)


# Helpers who run it


@thorough
def test_a_helpers_link_can_be_widened_to_draw_start_and_close_and_says_so(world: World) -> None:
    world.register(8)
    helper, organiser = client_of(world.helper), client_of(world.organiser)
    draw, links = (
        reverse(name, args=args)
        for name, args in (("draw", [world.tournament.pk, 1]), ("tournament_links", [world.tournament.pk]))
    )
    assert helper.post(draw, {"seed": "7"}).status_code == 403
    widen = reverse("widen_helpers", args=[world.tournament.pk])
    assert helper.post(widen, {"run": "1"}).status_code == 403
    assert organiser.post(widen, {"run": "1"}).status_code == 302
    assert "lost aus, startet und schließt Durchgänge" in text_of(organiser.get(links))
    assert "Auslosen" in text_of(helper.get(draw))
    assert helper.post(draw, {"seed": "7"}).status_code == 302
    assert helper.post(reverse("start_round", args=[world.tournament.pk, 1])).status_code == 302
    world.type_all(Round.objects.get())
    assert helper.post(reverse("close_round", args=[world.tournament.pk, 1])).status_code == 302
    roles = Decision.objects.order_by("number").values_list("kind", "by")
    assert list(roles) == [("draw", "desk"), ("start", "desk"), ("close", "desk")]
    for name, args in (("void_table", [1, 1]), ("cancel_tournament", []), ("finish_tournament", [])):
        assert helper.post(reverse(name, args=[world.tournament.pk, *args]), {"why": "x"}).status_code == 403
    assert organiser.post(widen).status_code == 302
    assert helper.post(reverse("draw", args=[world.tournament.pk, 2]), {"seed": "8"}).status_code == 403


# From three players up


@thorough
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 11])
def test_where_the_settings_give_no_plan_the_one_with_the_fewest_house_players_is_proposed(players: int) -> None:
    world = World(remainder="larger", small_rules=published("oberwolfach-3"))
    world.register(players)
    organiser, draw = client_of(world.organiser), reverse("draw", args=[world.tournament.pk, 1])
    field = organiser.get(draw).context["field"]
    assert (field["house"], field["offers"]) == (0, [])
    assert organiser.post(draw, {"seed": "7"}).status_code == 302
    assert_sound(world)
    assert Result.objects.count() == players


@thorough
@pytest.mark.parametrize(("players", "house"), [(6, 2), (7, 1), (9, 0), (10, 0), (11, 1), (13, 0), (45, 0)])
def test_as_few_house_players_as_tables_of_four_and_five_allow(players: int, house: int) -> None:
    world = World(remainder="larger")
    world.register(players)
    page = client_of(world.organiser).get(reverse("draw", args=[world.tournament.pk, 1]))
    assert page.context["field"]["house"] == house
    world.draw()
    assert world.tournament.entrants.filter(is_house=True).count() == house


def test_house_players_whom_the_organiser_wants_sit_down_and_a_plan_with_fewer_is_offered(world: World) -> None:
    world.register(9)
    organiser, draw = client_of(world.organiser), reverse("draw", args=[world.tournament.pk, 1])
    field = organiser.get(draw).context["field"]
    ((size, remainder, house, _tables),) = field["offers"]
    assert (field["house"], house) == (3, 0)
    divide, sent = reverse("divide_field", args=[world.tournament.pk]), {"size": size, "remainder": remainder.value}
    assert client_of(world.helper).post(divide, sent).status_code == 403
    assert organiser.post(divide, sent)["Location"] == draw
    assert organiser.get(draw).context["field"]["house"] == 0


@thorough
def test_after_the_first_draw_another_division_needs_a_reason(world: World) -> None:
    people = world.register(8)
    world.play_round()
    for person in people[:2]:
        door.withdraw_entrant(person, why="heim", device=None)
    divide = reverse("divide_field", args=[world.tournament.pk])
    sent = {"size": "4", "remainder": "larger"}
    organiser = client_of(world.organiser)
    assert organiser.post(divide, sent).status_code == 422
    answer = organiser.post(divide, sent | {"why": "zwei gingen heim"})
    assert answer.headers["Location"] == reverse("draw", args=[world.tournament.pk, 2])
    assert Decision.objects.get(kind=DecisionKind.SETTINGS).data == {
        "settings": ["tables"],
        "size": 4,
        "remainder": "larger",
    }
    assert organiser.post(divide, {"size": "3", "remainder": "house", "why": "x"}).status_code == 422


def test_a_fixed_table_beyond_the_plan_is_named_before_the_draw(world: World) -> None:
    people = world.register(8)
    Entrant.objects.filter(pk=people[0].pk).update(fixed_table=99)
    page = text_of(client_of(world.organiser).get(reverse("draw", args=[world.tournament.pk, 1])))
    assert "1 Anna 1 soll an Tisch 99 sitzen, den es nicht gibt" in page


# Two desks


@thorough
def test_two_desks_see_each_others_acts_on_the_draws_page(world: World) -> None:
    """Registered at the door, seated, withdrawn: the other desk's page has it; drawn anew or started, it is loaded."""
    people = world.register(7)
    organiser, helper = client_of(world.organiser), client_of(world.helper)
    draw, changes = (reverse(name, args=[world.tournament.pk, 1]) for name in ("draw", "draw_changes"))

    def news() -> tuple[int, str, bool]:
        round_ = shown["round"]
        seen = {"draw": round_.draw_version, "state": round_.state} if round_ else {}
        answer = organiser.get(changes, {"v": shown["version"], **seen})
        return answer.status_code, text_of(answer), "HX-Refresh" in answer

    shown = organiser.get(draw).context
    assert news()[0] == 204
    late(world)
    assert "8 Spieler sind da" in news()[1]
    assert organiser.post(draw, {"seed": "7"}).status_code == 302
    assert news()[2], "drawn: the whole page"
    shown = organiser.get(draw).context
    door.withdraw_entrant(people[0], why="krank", device=None)
    assert "Platz leer lassen" in news()[1]
    came = late(world, "Noch Einer")
    helper.post(reverse("seat_late", args=[world.tournament.pk, came.pk]))
    answer = news()
    assert "Noch Einer" in answer[1]
    assert (answer[0], answer[2]) == (200, False)
    drawing.start_round(Round.objects.get())
    assert news()[2]


# Uneven tables


@thorough
def test_larger_tables_play_as_many_hands_as_were_set_and_the_page_says_how_they_compare() -> None:
    world = copied(World, remainder="larger", hands_larger=30)
    world.register(9)
    organiser, draw = client_of(world.organiser), reverse("draw", args=[world.tournament.pk, 1])
    page = text_of(organiser.get(draw))
    assert "Tische zu 4: 24 Spiele, jeder spielt 24 davon." in page
    assert "Tische zu 5: 30 Spiele, jeder spielt 24 davon." in page
    world.draw(start=False)
    planned = {sheet.seats.count(): sheet.planned for sheet in Session.objects.all()}
    assert planned == {4: 24, 5: 30}
    seating.seat_late(late(world), device=None)
    assert {sheet.seats.count(): sheet.planned for sheet in Session.objects.all()} == {5: 30}


def test_without_a_number_of_their_own_larger_tables_play_as_many_and_everybody_fewer() -> None:
    world = copied(World, remainder="larger")
    world.register(9)
    page = text_of(client_of(world.organiser).get(reverse("draw", args=[world.tournament.pk, 1])))
    assert "Tische zu 5: 24 Spiele, jeder spielt 19 oder 20 davon." in page
