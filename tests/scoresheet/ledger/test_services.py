"""The ledger only grows, totals follow it, and sending twice is harmless."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from cegoscore.clubs.errors import Refused
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import adjust, strike_adjustment
from cegoscore.scoresheet.ledger.wording import Conflict, Gap, SheetClosed
from cegoscore.scoresheet.models import Hand, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from tests.worlds.sheet import World, writing

EINE = hands.Points(contract=Contract.EINE, declarer=2, points=27)


def test_write_hand_pays_everyone_and_moves_totals_and_version(world: World) -> None:
    row = write_hand(world.sheet, writing(1), device=world.mate).row
    assert list(row.scores.order_by("seat__number").values_list("points", flat=True)) == [-10, 30, -10, -10]
    assert world.totals() == [-10, 30, -10, -10]
    assert Session.objects.get(pk=world.sheet.pk).version == 1
    assert row.device == world.mate


def test_write_hand_sent_again_after_a_correction_still_gets_its_answer(world: World) -> None:
    sent = writing(1)
    first = write_hand(world.sheet, sent, device=None)
    write_hand(world.sheet, writing(1, EINE, revision=2), device=None)
    assert write_hand(world.sheet, sent, device=None).row == first.row


def test_same_uuid_with_other_content_is_a_conflict(world: World) -> None:
    sent = writing(1)
    write_hand(world.sheet, sent, device=None)
    with pytest.raises(Conflict):
        write_hand(world.sheet, writing(1, EINE, uuid=sent.uuid), device=None)
    assert world.totals() == [-10, 30, -10, -10]


@pytest.mark.parametrize(("number", "revision"), [(3, 1), (1, 3), (2, 2)])
def test_holes_in_the_ledger_are_refused(world: World, number: int, revision: int) -> None:
    write_hand(world.sheet, writing(1), device=None)
    with pytest.raises(Gap):
        write_hand(world.sheet, writing(number, revision=revision), device=None)
    assert Hand.objects.count() == 1


def test_strike_takes_the_hand_out_and_restore_brings_it_back(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    write_hand(world.sheet, writing(2, EINE), device=None)
    strike_or_restore(world.sheet, number=1, revision=2, uuid=uuid4(), void=True, why="zweimal", device=world.mate)
    again = strike_or_restore(world.sheet, number=1, revision=3, uuid=uuid4(), void=True, why="", device=None)
    assert again.again, "it is struck already"
    assert world.totals() == [15, 15, -45, 15]
    strike_or_restore(world.sheet, number=1, revision=3, uuid=uuid4(), void=False, why="", device=world.mate)
    assert world.totals() == [5, 45, -55, 5]


def test_struck_hand_that_the_rules_do_not_allow_any_more_stays_struck(world: World) -> None:
    write_hand(world.sheet, writing(1), device=world.mate)
    strike_or_restore(world.sheet, number=1, revision=2, uuid=uuid4(), void=True, why="", device=world.mate)
    Hand.objects.filter(revision=2).update(outcome={"contract": "solo", "declarer": 0, "points": 71})
    with pytest.raises(Refused) as refusal:
        strike_or_restore(world.sheet, number=1, revision=3, uuid=uuid4(), void=False, why="", device=world.mate)
    assert refusal.value.code == "points_too_many"


def test_closed_sheet_takes_nothing(world: World) -> None:
    points: dict[str, Any] = {"amounts": [10, -10, 0, 0], "why": "", "device": None}
    before = adjust(world.sheet, uuid=uuid4(), **points)
    Session.objects.update(state=State.CLOSED)
    for act in (
        partial(write_hand, world.sheet, writing(1), device=None),
        partial(adjust, world.sheet, uuid=uuid4(), **points),
        partial(strike_adjustment, world.sheet, adjustment=before.pk, why="", device=None),
    ):
        with pytest.raises(SheetClosed):
            act()
    assert not Hand.objects.exists()
    assert world.totals() == [10, -10, 0, 0]
