"""Points outside any hand, entered and struck; and what comes along when a sheet goes on as another one."""

from typing import Any
from uuid import uuid4

import pytest

from cegoscore.scoresheet.evening import services as going_on
from cegoscore.scoresheet.evening.exports import owed_rounds
from cegoscore.scoresheet.evening.services import buy_round
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.models import Adjustment
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.acting import begin, faults_of, fresh, gstiess, page_of, send, version, write
from tests.worlds.copied import copied
from tests.worlds.sheet import World

COMPULSORY = hands.Raeuber(contract=Contract.PFLICHT_RAEUBER, card_points=(20, 9, 14, 7))
BUERGERMEISTER = hands.Points(contract=Contract.SOLO, declarer=2, points=35)


# Adjustments


def adjustment(**changes: Any) -> dict[str, Any]:
    data = {"uuid": uuid4(), "why": "vom Zettel", "amount_0": "50", "amount_1": "−20"}
    return data | {"amount_2": "–10", "amount_3": ""} | changes


def test_amount_that_is_left_empty_takes_the_rest(world: World) -> None:
    assert send(world, "adjust_sheet", adjustment()).status_code == 302
    assert world.totals() == [50, -20, -10, -20]
    row = world.sheet.adjustments.get()
    assert (row.amounts, row.why, row.device_id) == ([50, -20, -10, -20], "vom Zettel", world.owner.id)
    assert list(faults_of(fresh(world))) == []


def test_adjustment_sent_twice_is_written_once(world: World) -> None:
    sent = adjustment(amount_1="-50", amount_2="", amount_3="")
    assert [send(world, "adjust_sheet", sent).status_code for _tap in range(2)] == [302, 302]
    assert (world.totals(), Adjustment.objects.count()) == ([50, -50, 0, 0], 1)


def test_who_joins_before_a_form_arrives_gets_nothing_of_it(world: World) -> None:
    sent = adjustment()
    send(world, "adjust_sheet", sent)
    send(world, "join_table", {"version": version(world), "name": "Emil", "where": ""})
    assert "+25 bleibt übrig" in body_of(send(world, "adjust_sheet", adjustment(amount_3="5")))
    assert send(world, "adjust_sheet", sent).status_code == 302, "its answer was lost"
    assert world.totals() == [50, -20, -10, -20, 0]


def test_another_adjustment_from_a_page_that_came_back_is_written_too(world: World) -> None:
    sent = adjustment(amount_1="-50", amount_2="", amount_3="")
    for changes in ({}, {"amount_0": "20", "amount_1": "-20"}):
        assert send(world, "adjust_sheet", sent | changes).status_code == 302
    assert world.totals() == [70, -70, 0, 0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"amount_3": "5"}, "+25 bleibt übrig"),
        ({"amount_2": "", "amount_3": ""}, "+30 bleibt übrig"),
        ({"amount_0": "0", "amount_1": "", "amount_2": "", "amount_3": ""}, "Irgendwer muss"),
        ({"why": " "}, "Hier fehlt noch etwas."),
        ({"amount_0": "viel"}, "ganze Zahl"),
        ({"amount_0": "1000001"}, "Höchstens 1000000."),
        ({"amount_0": "1000000", "amount_1": "1000000"}, "Das ist zu viel"),
    ],
)
def test_adjustment_that_cannot_be_is_sent_back(world: World, changes: dict[str, Any], sentence: str) -> None:
    response = send(world, "adjust_sheet", adjustment(**changes))
    assert response.status_code == 422
    assert sentence in body_of(response)
    assert not Adjustment.objects.exists()


def test_adjustment_is_struck_once_by_its_opposite(world: World) -> None:
    send(world, "adjust_sheet", adjustment())
    row = Adjustment.objects.get()
    taps = [send(world, "strike_adjustment", {}, row.pk).status_code for _tap in range(2)]
    assert (taps, world.totals()) == ([302, 302], [0, 0, 0, 0])
    assert [entry.amounts for entry in Adjustment.objects.order_by("pk")] == [[50, -20, -10, -20], [-50, 20, 10, 20]]
    shown = page_of(world).adjustments
    assert [(entry.void, entry.amounts) for entry in shown] == [(True, (None, None, None, None))]
    assert list(faults_of(fresh(world))) == []


def test_what_strikes_is_not_struck_itself_and_nothing_of_another_sheet(world: World) -> None:
    send(world, "adjust_sheet", adjustment())
    send(world, "strike_adjustment", {}, Adjustment.objects.get().pk)
    counter = Adjustment.objects.latest("pk")
    other = World()
    assert send(world, "strike_adjustment", {}, counter.pk).status_code == 404
    assert send(other, "strike_adjustment", {}, counter.strikes_id).status_code == 404
    assert world.totals() == [0, 0, 0, 0]


# Going on


def go_on(world: World, staying: tuple[int, ...] = (0, 1, 3), rules: str = "braeunlingen-ministranten-3") -> World:
    """The world at the sheet that goes on."""
    sheet = fresh(world)
    world.sheet = going_on.go_on(
        sheet,
        seen=sheet.version,
        staying=staying,
        dealer=staying[0],
        rules=published(rules),
        why="",
        device=world.owner,
    )
    return world


@thorough
def test_rounds_that_are_owed_come_along_also_of_who_leaves(world: World) -> None:
    for number in (1, 2):
        write(world, number, BUERGERMEISTER)
    buy_round(fresh(world), uuid=uuid4(), seat=2, device=None)
    lost = world.totals()[2]  # Clara owes a round, but leaves with nothing on her column.
    adjust(fresh(world), uuid=uuid4(), amounts=[lost, 0, -lost, 0], why="", device=None)
    assert world.totals()[2] == 0
    following = go_on(world)
    assert [seat.name for seat in seats_of(following.sheet)] == ["Anna", "Bernd", "Dieter", "Clara"]
    assert owed_rounds(following.sheet) == (0, 0, 0, 1)
    buy_round(following.sheet, uuid=uuid4(), seat=3, device=None)
    assert owed_rounds(following.sheet) == (0, 0, 0, 0)


def test_gstiess_comes_along_if_its_holder_stays(world: World) -> None:
    gstiess(world, "look")
    write(world, 1)
    gstiess(world, "3")
    assert page_of(go_on(world)).banners == ("Der Gstieß gibt ab: noch 3 Spiele, das letzte gibt Dieter",)


@thorough
def test_gstiess_stays_behind_once_it_is_over(world: World) -> None:
    gstiess(world, "look")
    write(world, 1)
    gstiess(world, "0")
    write(world, 2)
    assert page_of(go_on(world)).banners == ()


def test_question_who_holds_the_gstiess_comes_along(world: World) -> None:
    gstiess(world, "look")
    assert page_of(go_on(world)).banners == ("Der Gstieß gibt ab: Wer hat ihn in diesem Spiel?",)


@thorough
def test_gstiess_stays_behind_with_its_holder(world: World) -> None:
    gstiess(world, "look")
    write(world, 1)
    gstiess(world, "2")
    assert page_of(go_on(world)).banners == ()


@thorough
def test_higher_stake_comes_along(db: None) -> None:
    loewen = copied(World, rules="braeunlingen-loewen")
    begin(loewen)
    for number in range(1, 5):
        write(loewen, number, COMPULSORY)
    go_on(loewen, rules="braeunlingen-loewen-3")
    assert page_of(loewen).banners == ("Ab jetzt zählt alles zehnfach",)


@thorough
def test_page_for_going_on_carries_it_all(world: World) -> None:
    write(world, 1, BUERGERMEISTER)
    gstiess(world, "0")
    sent = {"place_0": 0, "place_1": 1, "place_2": 2, "place_3": "", "dealer": 0, "version": version(world)}
    response = send(world, "go_on", sent | {"rules": "braeunlingen-ministranten-3"})
    assert response.status_code == 302
    following = world.sheet.continued_by.get()
    kinds = list(following.notes.order_by("pk").values_list("kind", "seat"))
    assert kinds == [(NoteKind.SCHNAPS_OWED, 2), (NoteKind.GSTIESS, 0)]
