"""Pages of the table: who may, what bad input gets, that a double tap or a stale form hurts nobody."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Player
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand, Session, State
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

TURN = {"place_0": 0, "place_1": 1, "place_2": 2, "place_3": 3, "dealer": 1, "version": 0}
THREE = {"place_0": 0, "place_1": "", "place_2": 1, "place_3": 3, "dealer": 3, "version": 0}
JOIN = {"name": "Emil", "where": "after-1", "version": 0}
LOEWEN = {"rules": "braeunlingen-loewen", "version": 0}
GO_ON = THREE | {"rules": "braeunlingen-ministranten-3"}


def url_of(world: World, name: str, *more: Any) -> str:
    return reverse(name, args=[world.sheet.id, *more])


def send(world: World, name: str, data: dict[str, Any], *more: Any, client: Client | None = None) -> Any:
    """Post to a page of the world's sheet, as the owner unless said otherwise."""
    return (client or client_of(world.owner)).post(url_of(world, name, *more), data)


def seats_of(world: World) -> dict[str, int]:
    """Fields of the form for wrong seats, everybody where they are."""
    return {f"seat_{seat.number}": seat.player_id for seat in world.sheet.seats.all()}


def player(world: World, number: int) -> int:
    return world.sheet.seats.get(number=number).player_id


def turn(world: World) -> tuple[tuple[int, ...], int]:
    """Line-up and dealer of the next hand, as the sheet shows them."""
    page = client_of(world.owner).get(url_of(world, "sheet")).context["page"]
    return page.turn.lineup, page.turn.dealer


def names(world: World) -> list[str]:
    page = client_of(world.owner).get(url_of(world, "sheet")).context["page"]
    return [seat.name for seat in page.seats]


# What is done


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("after-1", ((0, 1, 4, 2, 3), 3)),
        ("after-3", ((0, 1, 2, 3, 4), 3)),
        ("instead-1", ((0, 4, 2, 3), 3)),
        ("instead-3", ((0, 1, 2, 4), 4)),
        ("", ((0, 1, 2, 3), 3)),
    ],
)
def test_who_joins_sits_where_they_said(world: World, where: str, expected: tuple[tuple[int, ...], int]) -> None:
    assert send(world, "join_table", JOIN | {"where": where}).status_code == 302
    assert (turn(world), names(world)) == (expected, ["Anna", "Bernd", "Clara", "Dieter", "Emil"])
    again = send(world, "join_table", JOIN | {"where": where})  # a second tap
    assert (again.status_code, turn(world), len(names(world))) == (302, expected, 5)


def test_full_table_offers_only_to_take_over_or_to_wait(db: None) -> None:
    world = copied(World, names=("Anna", "Bernd", "Clara", "Dieter", "Emil"))
    form = client_of(world.owner).get(url_of(world, "table")).context["join_form"]
    assert [value for value, _label in form.fields["where"].choices] == [*(f"instead-{n}" for n in range(5)), ""]


def test_line_up_of_a_written_hand_is_corrected(world: World) -> None:
    send(world, "join_table", JOIN | {"where": ""})
    write_hand(Session.objects.get(), writing(1), device=None)
    asked = {"place_0": 0, "place_1": 1, "place_2": 4, "place_3": 3, "dealer": 2}
    client = client_of(world.owner)
    panel = client.get(url_of(world, "hand", 1), asked).context["panel"]
    assert (panel.place["lineup"], panel.place["dealer"]) == ("0,1,4,3", "4")
    assert [seat.name for seat in panel.seats if "declarer" in seat.roles] == ["Bernd"]
    data = posted(1, revision=2, lineup="0,1,4,3", dealer=4)
    assert send(world, "correct_hand", data, 1).status_code == 302
    assert world.totals() == [-10, 30, 0, -10, -10]
    assert turn(world) == ((0, 1, 4, 3), 3)


def test_impossible_line_up_of_a_written_hand_is_said(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    asked = {"place_0": 0, "place_1": 1, "place_2": 1, "place_3": 3, "dealer": 2}
    response = client_of(world.owner).get(url_of(world, "hand", 1), asked)
    assert (response.status_code, response.context["panel"].place["lineup"]) == (422, "0,1,2,3")
    assert "Bernd sitzt hier zweimal." in body_of(response)


def test_columns_moved_on_the_page_stand_on_the_sheet(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    data = seats_of(world) | {"seat_0": player(world, 1), "seat_1": player(world, 0), "version": 1}
    for _tap in range(2):
        assert send(world, "reseat", data).status_code == 302
    assert (names(world), world.totals()) == (["Bernd", "Anna", "Clara", "Dieter"], [-10, 30, -10, -10])


@thorough
def test_page_leads_to_everybody_whose_name_is_wrong(world: World) -> None:
    html = body_of(client_of(world.owner).get(url_of(world, "table")))
    addresses = [reverse("person", args=[world.sheet.club_id, player(world, number)]) for number in range(4)]
    assert re.findall(r'href="([^"]+/people/[^"]+)"', html) == addresses
    assert client_of(world.owner).get(addresses[0]).status_code == 200
    assert "/people/" not in body_of(client_of(world.mate).get(url_of(world, "table")))


def test_forgotten_hand_is_put_in(world: World) -> None:
    client = client_of(world.owner)
    for number in (1, 2):
        write_hand(Session.objects.get(), writing(number), device=None)
    context = client.get(url_of(world, "insert_hand", 2)).context
    place = context["panel"].place
    assert (place["number"], place["revision"], place["lineup"], place["dealer"]) == ("3", "1", "0,1,2,3", "0")
    assert context["page"].turn.shown == 2
    sent = posted(3, dealer=0, points=45)
    for _tap in range(2):
        assert send(world, "insert_hand", sent, 2)["Location"] == url_of(world, "deal_later", 3)
    page = client.get(url_of(world, "sheet")).context["page"]
    shown = [(line.number, line.shown, line.text) for line in reversed(page.lines)]
    assert shown == [(1, 1, "Bernd 41 : 29"), (3, 2, "Bernd 45 : 25"), (2, 3, "Bernd 41 : 29")]


def test_forgotten_hand_with_other_people(world: World) -> None:
    send(world, "join_table", JOIN)
    send(world, "record_hand", posted(1, lineup="0,1,4,2,3", dealer=3))
    asked = {"place_0": 0, "place_1": 1, "place_2": 2, "place_3": 3, "dealer": 1}
    context = client_of(world.owner).get(url_of(world, "insert_hand", 1), asked).context
    assert (context["panel"].place["lineup"], context["page"].dealer) == ("0,1,2,3", "Bernd")


def test_rules_are_compared_before_they_are_changed(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    client = client_of(world.owner)
    change = client.get(url_of(world, "change_rules"), {"rules": "braeunlingen-loewen"}).context["change"]
    assert [(hand["shown"], hand["old"], hand["new"], hand["problem"]) for hand in change["hands"]] == [
        (1, [-10, 30, -10, -10], [-15, 45, -15, -15], "")
    ]
    assert (change["old_totals"], change["new_totals"]) == ([-10, 30, -10, -10], [-15, 45, -15, -15])
    assert Hand.objects.count() == 1
    for _tap in range(2):
        assert send(world, "change_rules", LOEWEN | {"version": 1}).status_code == 302
    assert (world.totals(), Hand.objects.count()) == ([-15, 45, -15, -15], 2)
    assert Hand.objects.get(revision=2).why.startswith("Hausregeln geändert")


def test_rules_that_count_otherwise_ask_how_the_card_points_were_counted(world: World) -> None:
    """38 of 70 would have been paid as 38 of 79: a hand that was won would have been lost for good."""
    write_hand(world.sheet, writing(1), device=None)
    data: dict[str, Any] = {"rules": "grupp", "version": 1}
    page = client_of(world.owner).get(url_of(world, "change_rules"), data)
    assert 'name="counted"' in body_of(page)
    refused = send(world, "change_rules", data)
    assert (refused.status_code, Hand.objects.count()) == (422, 1)
    assert "Wie sind die Augen auf diesem Blatt gezählt?" in body_of(refused)
    assert send(world, "change_rules", data | {"counted": "1"}).status_code == 302
    assert rules_of(Session.objects.get().rule_set).id == "grupp"


def test_impossible_hands_are_named_and_the_rules_stay(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    data: dict[str, Any] = {"rules": "braeunlingen-ministranten-3", "version": 1}
    page = client_of(world.owner).get(url_of(world, "change_rules"), data)
    assert [hand["shown"] for hand in page.context["change"]["impossible"]] == [1]
    assert 'name="version"' not in body_of(page)
    response = send(world, "change_rules", data)
    assert response.status_code == 422
    assert "kann es manche Spiele nicht geben: 1." in body_of(response)
    assert rules_of(Session.objects.get().rule_set).id == "braeunlingen-ministranten"


def test_going_on_leads_to_the_new_sheet_and_again_on_a_second_tap(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    first, second = (send(world, "go_on", GO_ON | {"version": 1})["Location"] for _tap in range(2))
    following = Session.objects.get(continues=world.sheet)
    assert first == second == following.get_absolute_url()
    page = client_of(world.mate).get(first).context["page"]
    assert [(seat.name, seat.total, seat.at_table) for seat in page.seats] == [
        ("Anna", -10, True),
        ("Bernd", 30, True),
        ("Dieter", -10, True),
        ("Clara", -10, False),
    ]
    assert page.turn.dealer == 2
    assert following.get_absolute_url() in body_of(client_of(world.owner).get(url_of(world, "table")))


# Bad input: a sentence with 422, nothing written, what was typed still there


def test_seats_for_too_few_lead_to_other_rules(world: World) -> None:
    way = f'href="{url_of(world, "go_on")}"'
    before = body_of(client_of(world.owner).get(url_of(world, "table"))).count(way)
    refused = send(world, "set_turn", TURN | {"place_1": ""})
    assert refused.status_code == 422
    assert body_of(refused).count(way) == before + 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("set_turn", TURN | {"place_1": ""}),
        ("set_turn", TURN | {"place_1": 0}),
        ("set_turn", TURN | {"place_1": 9}),
        ("set_turn", TURN | {"dealer": 9}),
        ("set_turn", TURN | {"version": "9" * 30}),
        ("join_table", JOIN | {"name": ""}),
        ("join_table", JOIN | {"name": "x" * 61}),
        ("join_table", JOIN | {"where": "after-9"}),
        ("reseat", {"seat_0": 1}),
        ("change_rules", LOEWEN | {"rules": "poker"}),
        ("change_rules", LOEWEN | {"version": "x"}),
        ("go_on", GO_ON | {"rules": "poker"}),
        ("go_on", GO_ON | {"place_1": 2}),
        ("insert_hand", posted(2, revision=2)),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(world: World, name: str, data: dict[str, Any]) -> None:
    write_hand(world.sheet, writing(1), device=None)
    more = (1,) if name == "insert_hand" else ()
    data = data | ({"version": 1} if data.get("version") == 0 else {})
    response = send(world, name, data, *more)
    html = body_of(response)
    assert response.status_code == 422
    assert 'role="alert"' in html or "field-error" in html
    sheet = Session.objects.get()
    assert (sheet.version <= 1, sheet.state) == (True, State.OPEN)
    assert (Hand.objects.count(), Player.objects.count(), names(world)) == (
        1,
        4,
        ["Anna", "Bernd", "Clara", "Dieter"],
    )


def test_what_was_typed_is_still_there(world: World) -> None:
    html = body_of(send(world, "join_table", JOIN | {"name": "Anna", "where": "instead-2"}))
    assert 'value="Anna"' in html
    assert '<option value="instead-2" selected>' in html


# Stale forms: 409 with the new state, and what was typed


@pytest.mark.parametrize(
    ("name", "data"),
    [("join_table", JOIN), ("change_rules", LOEWEN), ("go_on", GO_ON)],
)
def test_stale_form_gets_409_and_works_on_a_second_tap(world: World, name: str, data: dict[str, Any]) -> None:
    write_hand(world.sheet, writing(1), device=None)
    response = send(world, name, data)
    html = body_of(response)
    assert (response.status_code, Session.objects.get().version) == (409, 1)
    assert "Das Blatt wurde inzwischen geändert, darum wurde nichts gespeichert." in html
    assert 'name="version" value="1"' in html
    assert send(world, name, data | {"version": 1}).status_code == 302


def test_stale_wrong_seats_get_409_with_what_was_chosen(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    data = seats_of(world) | {"seat_0": player(world, 1), "seat_1": player(world, 0), "version": 0}
    response = send(world, "reseat", data)
    assert (response.status_code, names(world)) == (409, ["Anna", "Bernd", "Clara", "Dieter"])
    assert f'<option value="{player(world, 1)}" selected>Bernd</option>' in body_of(response)


def test_stale_forgotten_hand_gets_409_and_the_next_number(world: World) -> None:
    for number in (1, 2):
        write_hand(Session.objects.get(), writing(number), device=None)
    response = send(world, "insert_hand", posted(2, points=45), 1)
    panel = response.context["panel"]
    assert (response.status_code, panel.place["number"], panel.typed["points"]) == (409, "3", "45")
    assert Hand.objects.count() == 2


def test_panel_that_is_older_than_the_table_gets_409_with_the_new_people(world: World) -> None:
    send(world, "join_table", JOIN)
    response = send(world, "record_hand", posted(1))
    assert (response.status_code, response.context["panel"].place["lineup"]) == (409, "0,1,4,2,3")
    assert "Inzwischen wurde am Tisch etwas geändert" in body_of(response)
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("name", "data"), [("set_turn", TURN), ("join_table", JOIN), ("change_rules", LOEWEN), ("go_on", GO_ON)]
)
def test_closed_sheet_takes_no_change(world: World, name: str, data: dict[str, Any]) -> None:
    Session.objects.update(state=State.CLOSED)
    response = send(world, name, data)
    assert (response.status_code, Session.objects.get().version) == (409, 0)
    assert "Dieses Blatt ist abgeschlossen." in body_of(response)


# Somebody leaves a table of five


FIVE = ("Anna", "Bernd", "Clara", "Dieter", "Emil")


@thorough
@pytest.mark.parametrize(("leaving", "dealer"), [(0, 4), (4, 0), (2, 4)])
def test_five_go_on_as_four_and_the_deal_passes_on_by_itself(db: None, leaving: int, dealer: int) -> None:
    world = copied(World, "braeunlingen-loewen", FIVE)
    assert turn(world) == ((0, 1, 2, 3, 4), 4)
    sent = {"seat": leaving, "version": 0}
    for _tap in range(2):
        assert send(world, "leave_table", sent)["Location"] == world.sheet.get_absolute_url()
    assert turn(world) == (tuple(seat for seat in range(5) if seat != leaving), dealer)
    assert len(names(world)) == 5, "the column stays"


def test_where_nobody_can_be_spared_leaving_needs_other_rules(world: World) -> None:
    page = client_of(world.owner).get(url_of(world, "table"))
    assert page.context["leave_form"] is None
    assert url_of(world, "go_on") in body_of(page)
    assert send(world, "leave_table", {"seat": 0, "version": 0}).status_code == 302
    assert turn(world)[0] == (0, 1, 2, 3)


def test_deal_goes_on_from_a_seat_that_was_left(db: None) -> None:
    world = copied(World, "braeunlingen-loewen", FIVE)
    data = TURN | {"place_1": "", "place_4": 4}
    assert send(world, "set_turn", data).status_code == 302
    assert turn(world) == ((0, 2, 3, 4), 2)
