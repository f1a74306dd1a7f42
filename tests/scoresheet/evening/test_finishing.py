"""A sheet with a planned number of hands: handed in by one player, agreed to by another, then the desk's."""

from uuid import uuid4

import pytest
from django.test import Client

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.wording import AllWritten
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import DeadKind
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db

PLANNED = 2


@pytest.fixture
def table() -> World:
    """A tournament's table of two hands."""
    world = copied(World)
    world.sheet.event, world.sheet.planned = uuid4(), PLANNED
    world.sheet.save()
    return world


def play(table: World, hands_played: int = PLANNED) -> None:
    for number in range(1, hands_played + 1):
        write_hand(table.sheet, writing(number), device=table.mate)


def fresh(table: World) -> Session:
    table.sheet.refresh_from_db()
    return table.sheet


def agree(client: Client, table: World, step: str, seat: int) -> int:
    return client.post(f"/sheets/{table.sheet.id}/{step}", {"seat": seat, "version": fresh(table).version}).status_code


def desk_of(table: World) -> Device:
    device = Device.objects.create()
    assert table.sheet.event
    accept_link(device, link_for(table.sheet.club, right=Right.DESK, target=table.sheet.event))
    return device


def test_one_hand_too_many_is_not_written_but_sending_the_last_again_is_answered(table: World) -> None:
    play(table, 1)
    last = writing(2)
    write_hand(table.sheet, last, device=None)
    assert write_hand(table.sheet, last, device=None).again
    with pytest.raises(AllWritten):
        write_hand(table.sheet, writing(3), device=None)
    assert table.sheet.hands.count() == PLANNED


def test_deal_without_result_does_not_count(table: World) -> None:
    play(table, 1)
    dead = writing(2, hands.Dead(kind=DeadKind.THROWN_IN, next_dealer=True))
    write_hand(table.sheet, dead, device=None)
    write_hand(table.sheet, writing(3), device=None)
    assert counting_hands(table.sheet) == PLANNED


def test_struck_hand_makes_room_and_cannot_be_restored_once_it_is_taken(table: World) -> None:
    play(table)
    strike_or_restore(table.sheet, number=1, revision=2, uuid=uuid4(), void=True, why="", device=table.mate)
    write_hand(table.sheet, writing(3), device=None)
    with pytest.raises(AllWritten):
        strike_or_restore(table.sheet, number=1, revision=3, uuid=uuid4(), void=False, why="", device=table.mate)
    assert counting_hands(table.sheet) == PLANNED


def test_sheet_is_handed_in_by_one_and_confirmed_by_another(table: World) -> None:
    play(table)
    client = client_of(table.mate)
    assert agree(client, table, "hand-in", 0) == 302
    assert fresh(table).state == State.HANDED_IN
    assert agree(client, table, "confirm", 0) == 422, "the same player agrees with himself"
    assert fresh(table).state == State.HANDED_IN
    assert agree(client, table, "confirm", 2) == 302
    assert (fresh(table).state, table.sheet.confirmed_by) == (State.CONFIRMED, 2)


def test_each_step_done_twice_is_done_once(table: World) -> None:
    play(table)
    client = client_of(table.mate)
    for step, seat in (("hand-in", 0), ("confirm", 2)):
        seen = fresh(table).version
        answers = [
            client.post(f"/sheets/{table.sheet.id}/{step}", {"seat": seat, "version": seen}).status_code
            for _tap in range(2)
        ]
        assert answers == [302, 302]
        assert fresh(table).version == seen + 1


def test_sheet_with_hands_missing_is_not_handed_in(table: World) -> None:
    play(table, 1)
    answer = client_of(table.mate).post(f"/sheets/{table.sheet.id}/hand-in", {"seat": 0, "version": 1})
    assert answer.status_code == 422
    assert "Noch nicht aufgeschriebene Spiele: 1." in body_of(answer)
    assert fresh(table).state == State.OPEN


def test_who_saw_other_totals_does_not_hand_in(table: World) -> None:
    play(table)
    seen = fresh(table).version
    changed = writing(1, hands.Points(contract=writing(1).hand.outcome.contract, declarer=0, points=41), revision=2)  # type: ignore[union-attr]
    write_hand(table.sheet, changed, device=table.owner)
    answer = client_of(table.mate).post(f"/sheets/{table.sheet.id}/hand-in", {"seat": 0, "version": seen})
    assert answer.status_code == 409
    assert fresh(table).state == State.OPEN


def test_what_was_handed_in_can_be_taken_back_until_it_is_confirmed(table: World) -> None:
    play(table)
    client = client_of(table.mate)
    agree(client, table, "hand-in", 0)
    client.post(f"/sheets/{table.sheet.id}/take-back")
    assert fresh(table).state == State.OPEN
    agree(client, table, "hand-in", 1)
    agree(client, table, "confirm", 0)
    client.post(f"/sheets/{table.sheet.id}/take-back")
    assert fresh(table).state == State.CONFIRMED


def test_confirmed_sheet_takes_no_hand_and_no_correction(table: World) -> None:
    play(table)
    client = client_of(table.mate)
    agree(client, table, "hand-in", 0)
    agree(client, table, "confirm", 2)
    totals = table.totals()
    assert client.post(f"/sheets/{table.sheet.id}/hands", posted(3)).status_code == 409
    corrected = client.post(f"/sheets/{table.sheet.id}/hands/1/correct", posted(1, revision=2, points=50))
    assert corrected.status_code == 409
    assert table.totals() == totals


@thorough
def test_desk_sees_what_holds_at_the_table_and_the_rules_are_the_organisers(table: World) -> None:
    """See tests/tournaments/desk/test_left_to_the_desk.py for what the sheet leaves to the desk's own pages."""
    for device, rules in ((table.mate, 403), (desk_of(table), 403), (table.owner, 200), (table.stranger, 404)):
        assert client_of(device).get(f"/sheets/{table.sheet.id}/table/rules").status_code == rules
    for step in ("table/leave", "customs/stake", "adjustments", "links"):
        assert client_of(table.mate).post(f"/sheets/{table.sheet.id}/{step}").status_code == 403
        assert client_of(desk_of(table)).post(f"/sheets/{table.sheet.id}/{step}").status_code != 403


@pytest.mark.parametrize("step", ["table/seats", "table/go-on", "table/join", "close", "reopen", "delete"])
def test_nobody_changes_on_its_sheet_who_sits_at_a_table_or_ends_it(table: World, step: str) -> None:
    for device, expected in ((table.mate, 403), (desk_of(table), 403), (table.owner, 403), (table.stranger, 404)):
        assert client_of(device).post(f"/sheets/{table.sheet.id}/{step}").status_code in (expected, 405)
    assert fresh(table).version == 0


def test_desk_of_another_tournament_sees_nothing(table: World) -> None:
    device = Device.objects.create()
    accept_link(device, link_for(table.sheet.club, right=Right.DESK, target=uuid4()))
    assert client_of(device).get(f"/sheets/{table.sheet.id}").status_code == 404


def test_referee_is_called_once_and_comes(table: World) -> None:
    client = client_of(table.mate)
    for _tap in range(2):
        client.post(f"/sheets/{table.sheet.id}/call")
    called = fresh(table).called_at
    assert called
    assert table.sheet.version == 1
    client.post(f"/sheets/{table.sheet.id}/came")
    assert fresh(table).called_at is None


def test_open_page_follows_when_the_last_hand_is_written(table: World) -> None:
    play(table, 1)
    answer = table.send([table.item(posted(2))], table.mate).json()
    assert (answer["written"], "parts" in answer) == ([0], False)  # the phone looks for itself
    followed = client_of(table.guest).get(f"/sheets/{table.sheet.id}/changes?v=1", headers={"HX-Request": "true"})
    assert followed.headers["HX-Refresh"] == "true"


def test_evening_without_a_plan_cannot_be_handed_in() -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=None)
    assert client_of(world.mate).post(f"/sheets/{world.sheet.id}/hand-in", {"seat": 0, "version": 1}).status_code == 422
