"""Hands that wait on a phone, sent in one request: in order, once, and asked about where two phones differ."""

from typing import Any
from uuid import uuid4

import pytest

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.links import revoke
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import set_stake
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Hand, Session
from tests.scoresheet.acting import faults_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db


def new(world: World, number: int, **fields: Any) -> list[Any]:
    return world.item(posted(number, **fields))


def revision(world: World, number: int, revised: int, kind: str) -> list[Any]:
    return world.item({"uuid": uuid4(), "revision": revised}, f"hands/{number}/{kind}", at=None)


def ledger() -> list[tuple[int, int, str, bool]]:
    return list(Hand.objects.order_by("number", "revision").values_list("number", "revision", "game", "void"))


@pytest.mark.both
def test_a_queue_is_written_in_order_and_sent_again_it_is_written_once() -> None:
    world = copied(World)
    items = [new(world, number) for number in range(1, 25)] + [revision(world, 2, 2, "strike")]
    for _ in range(2):
        answer = world.send(items).json()
        assert answer == {"written": list(range(25)), "refused": None, "differing": []}
    assert ledger() == sorted([*((number, 1, "solo", False) for number in range(1, 25)), (2, 2, "solo", True)])
    assert world.totals() == [-230, 690, -230, -230]
    assert list(faults_of(world.sheet)) == []


def test_stake_that_somebody_typed_is_written_behind_other_hands_of_the_phone() -> None:
    world = copied(World)
    items = [new(world, number, seen=0, stake_factor=number) for number in (1, 2, 3)]
    world.send(items[:1])  # its answer is lost
    assert world.send(items).json()["written"] == [0, 1, 2]
    money = {"stake": 1, "currency": "€"}
    set_stake(Session.objects.get(), seen=3, factor=2, round_left=0, device=world.owner, **money)
    payment = world.item({"uuid": uuid4(), "payer": 0, "receiver": 1, "cents": 100}, "pay")
    for number, before in ((4, payment), (5, new(world, 4, seen=3, stake_factor=2))):
        begun = new(world, number, seen=3, stake_factor=1)
        assert world.send([before, begun]).json()["refused"]["at"] == 1, "at the stake before"


def test_correction_keeps_its_stake_whatever_was_written_since() -> None:
    world = copied(World)
    world.send([new(world, number) for number in (1, 2)])
    mine = world.item(posted(1, revision=2, seen=0, stake_factor=2), "hands/1/correct")
    assert world.send([mine]).json()["written"] == [0]


def test_one_new_hand_brings_the_parts_that_it_changes() -> None:
    world = copied(World)
    first = world.send([new(world, 1, seen=0)]).json()["parts"]
    assert 'id="lines"' in first  # its list is new
    second = world.send([new(world, 2, seen=1)]).json()["parts"]
    assert 'id="lines"' not in second
    assert 'id="panel"' not in first + second
    assert 'id="live"' in second.split("hx-swap-oob")[0]
    assert 'data-number="2"' in second
    assert "data-undo" not in first + second


def test_hands_that_two_phones_wrote_alike_become_one_without_a_question() -> None:
    world = copied(World)
    world.send([new(world, number) for number in (1, 2)], world.mate)
    mine = [new(world, number) for number in (1, 2, 3)]
    answer = world.send(mine).json()
    assert answer == {"written": [0, 1, 2], "theirs": [0, 1], "refused": None, "differing": []}
    assert ledger() == [(number, 1, "solo", False) for number in (1, 2, 3)]
    assert "theirs" not in world.send(mine[2:]).json(), "sent again it is its own"


def taken_back(world: World, hand: list[Any]) -> list[Any]:
    """The strike of a phone that takes back what it wrote: by the number that it had for it."""
    fields = dict(hand[1])
    strike = {"uuid": uuid4(), "revision": 2, "of": fields["uuid"]}
    return world.item(strike, f"hands/{fields['number']}/strike", at=None)


@pytest.mark.both
@pytest.mark.parametrize("stands", ["mine", "alike", "other", "nothing"])
def test_hand_is_taken_back_by_its_name_and_nothing_else_is_struck_in_its_place(stands: str) -> None:
    world = copied(World)
    mine = new(world, 1)
    if stands != "nothing":
        world.send([mine if stands == "mine" else new(world, 1, points=41 if stands == "alike" else 60)])
    answer = world.send([taken_back(world, mine)], world.mate).json()
    assert (answer["written"], answer["refused"], answer["differing"]) == ([0], None, [])
    assert [void for *_, void in ledger()] == {"mine": [False, True], "nothing": []}.get(stands, [False])
    assert list(faults_of(world.sheet)) == []


def test_hand_that_moved_behind_others_is_taken_back_where_it_stands_now() -> None:
    world = copied(World)
    world.send([new(world, 1)], world.mate)
    mine = new(world, 2)
    strike = world.item({"uuid": uuid4(), "revision": 2, "of": dict(mine[1])["uuid"]}, "hands/1/strike", at=None)
    world.send([mine, strike])
    assert ledger() == [(1, 1, "solo", False), (2, 1, "solo", False), (2, 2, "solo", True)]


def test_hand_that_another_phone_corrected_since_is_not_taken_back_unasked() -> None:
    world = copied(World)
    mine = new(world, 1)
    world.send([mine])
    world.send([world.item(posted(1, revision=2, points=60), "hands/1/correct")], world.mate)
    answer = world.send([taken_back(world, mine)]).json()
    assert [(one["at"], one["revision"]) for one in answer["differing"]] == [(0, 2)]
    assert [void for *_, void in ledger()] == [False, False]


def test_what_differs_is_asked_once_and_nothing_gets_ahead_of_it() -> None:
    world = copied(World)
    world.send([new(world, 1), new(world, 2), new(world, 3), new(world, 4, points=60)], world.mate)
    mine = [new(world, 1), new(world, 2, points=50), revision(world, 2, 2, "strike"), new(world, 3)]
    mine += [new(world, 4, points=55), new(world, 5)]
    answer = world.send(mine).json()
    assert answer["written"] == [0, 3]
    assert [(one["at"], one["revision"]) for one in answer["differing"]] == [(1, 1), (4, 1)]
    assert answer["refused"] is None
    assert answer["question"].count("<fieldset") == 2
    for said in ("Spiel 2", "Bernd 50", "Bernd 41", "Handy A", "dieses Handy", "Bernd <b>+30</b>"):
        assert said in " ".join(answer["question"].split()), said
    assert [number for number, *_ in ledger()] == [1, 2, 3, 4]


def test_two_phones_that_struck_the_same_hand_agree() -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=world.mate)
    strike_or_restore(world.sheet, number=1, revision=2, uuid=uuid4(), void=True, why="", device=world.mate)
    assert world.send([revision(world, 1, 2, "strike")]).json()["written"] == [0]
    answer = world.send([world.item(posted(1, revision=2, points=50), "hands/1/correct")]).json()
    assert [one["revision"] for one in answer["differing"]] == [2]
    assert "gestrichen" in answer["question"]


def test_a_correction_that_changes_nothing_is_done_with() -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=world.mate)
    correction = world.item(posted(1, revision=2), "hands/1/correct")
    assert world.send([correction, new(world, 2)]).json()["written"] == [0, 1]
    assert ledger() == [(1, 1, "solo", False), (2, 1, "solo", False)]


def test_a_closed_sheet_refuses_what_it_does_not_have_already() -> None:
    world = copied(World)
    mine = [new(world, 1), new(world, 2), new(world, 3)]
    world.send(mine[:1], world.mate)
    Session.objects.update(state="closed")
    answer = world.send(mine).json()
    assert (answer["written"], answer["refused"]["at"]) == ([0], 1)
    assert "geschlossen" in answer["refused"]["sentence"]


def test_nothing_is_written_behind_a_hand_that_makes_no_sense() -> None:
    world = copied(World)
    answer = world.send([new(world, 1), new(world, 2, points=99), new(world, 3)]).json()
    assert (answer["written"], answer["refused"]["at"]) == ([0], 1)
    assert len(ledger()) == 1


@pytest.mark.parametrize("body", ["", "{}", "[1]", '[["/sheets/x/hands", [], 0]]', "[[1, 2, 3]]", '[["a", [], "b"]]'])
def test_what_is_no_queue_is_refused(body: str) -> None:
    world = copied(World)
    url = f"{world.sheet.get_absolute_url()}/queue"
    assert client_of(world.owner).post(url, body, content_type="application/json").status_code == 400


@pytest.mark.both
@pytest.mark.parametrize("reason", ["\ud800", "\0"])
def test_a_queue_with_what_is_no_text_is_refused_in_time_and_late(reason: str) -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=world.owner)
    strike = world.item({"uuid": uuid4(), "revision": 2, "reason": reason, "x": reason}, "hands/1/strike")
    assert world.send([strike]).status_code == 400
    close_sheet(Session.objects.get(), by=world.owner.pk)
    assert world.send([strike], world.mate).status_code == 403


def test_a_queue_for_another_sheet_or_too_long_a_one_is_refused() -> None:
    world, other = World(), World()
    assert world.send([new(other, 1)]).status_code == 400
    assert world.send([new(world, 1)] * 101).status_code == 400
    assert ledger() == []


def test_only_who_may_write_sends_a_queue() -> None:
    world = copied(World)
    items = [new(world, 1)]
    assert world.send(items, world.guest).status_code == 403
    assert world.send(items, world.stranger).status_code == 404
    revoke(Link.objects.get(right=Right.WRITE))
    assert world.send(items, world.mate).json()["written"] == []  # those who manage the group get it
    assert ledger() == []
