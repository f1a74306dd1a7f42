"""The ledger only grows, totals follow it, and sending twice is harmless."""

from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from cegoscore.clubs.errors import Refused
from cegoscore.scoresheet.evening.evenings import demo_document
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import add_note, adjust, strike_adjustment
from cegoscore.scoresheet.ledger.services.sheets import import_document
from cegoscore.scoresheet.ledger.wording import Conflict, Gap, SheetClosed
from cegoscore.scoresheet.models import Hand, Score, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind
from cegoscore.scoring.documents.document import Adjustment, Note, NoteKind
from cegoscore.scoring.documents.ledger import ledger
from tests.effort import thorough
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import World, writing

EINE = hands.Points(contract=Contract.EINE, declarer=2, points=27)


def test_write_hand_pays_everyone_and_moves_totals_and_version(world: World) -> None:
    row = write_hand(world.sheet, writing(1), device=world.mate).row
    assert list(row.scores.order_by("seat__number").values_list("points", flat=True)) == [-10, 30, -10, -10]
    assert world.totals() == [-10, 30, -10, -10]
    assert Session.objects.get(pk=world.sheet.pk).version == 1
    assert row.device == world.mate


def test_write_hand_sent_twice_is_written_once(world: World) -> None:
    sent = writing(1)
    first = write_hand(world.sheet, sent, device=world.mate)
    again = write_hand(world.sheet, sent, device=world.mate)
    assert (again.row.pk, first.again, again.again) == (first.row.pk, False, True)
    assert Hand.objects.count() == 1
    assert world.totals() == [-10, 30, -10, -10]


def test_write_hand_sent_again_after_a_correction_still_gets_its_answer(world: World) -> None:
    sent = writing(1)
    first = write_hand(world.sheet, sent, device=None)
    write_hand(world.sheet, writing(1, EINE, revision=2), device=None)
    assert write_hand(world.sheet, sent, device=None).row == first.row


def test_write_hand_sent_again_after_closing_still_gets_its_answer(world: World) -> None:
    sent = writing(1)
    first = write_hand(world.sheet, sent, device=None)
    Session.objects.update(state=State.CLOSED)
    assert write_hand(world.sheet, sent, device=None).row == first.row


def test_same_uuid_with_other_content_is_a_conflict(world: World) -> None:
    sent = writing(1)
    write_hand(world.sheet, sent, device=None)
    with pytest.raises(Conflict):
        write_hand(world.sheet, writing(1, EINE, uuid=sent.uuid), device=None)
    assert world.totals() == [-10, 30, -10, -10]


def test_place_already_taken_is_a_conflict_that_names_what_stands_there(world: World) -> None:
    standing = write_hand(world.sheet, writing(1), device=None).row
    with pytest.raises(Conflict) as refusal:
        write_hand(world.sheet, writing(1, EINE), device=None)
    assert refusal.value.standing == standing
    assert Session.objects.get(pk=world.sheet.pk).version == 1


@pytest.mark.parametrize(("number", "revision"), [(3, 1), (1, 3), (2, 2)])
def test_holes_in_the_ledger_are_refused(world: World, number: int, revision: int) -> None:
    write_hand(world.sheet, writing(1), device=None)
    with pytest.raises(Gap):
        write_hand(world.sheet, writing(number, revision=revision), device=None)
    assert Hand.objects.count() == 1


def test_correction_moves_totals_by_the_difference_and_keeps_the_old_revision(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    write_hand(world.sheet, writing(1, EINE, revision=2, why="verzählt"), device=world.owner)
    assert world.totals() == [15, 15, -45, 15]
    assert list(Hand.objects.values_list("number", "revision", "why").order_by("revision")) == [
        (1, 1, ""),
        (1, 2, "verzählt"),
    ]


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


def test_deal_without_result_is_a_row_that_pays_nobody(world: World) -> None:
    write_hand(world.sheet, writing(1, hands.Dead(kind=DeadKind.THROWN_IN)), device=None)
    assert world.totals() == [0, 0, 0, 0]
    assert not Score.objects.exists()


@thorough
def test_imported_demo_has_the_totals_of_its_document(world: World) -> None:
    document = demo_document()
    sheet = import_document(document, device=world.owner)
    assert list(sheet.seats.order_by("number").values_list("total", flat=True)) == list(ledger(document).totals)
    assert sheet.hands.count() == 25


def test_import_keeps_adjustments_and_notes(world: World) -> None:
    notes = (Note(after=3, kind=NoteKind.SCHNAPS_BOUGHT, seat=2), Note(after=5, kind=NoteKind.TEXT, why="Pause"))
    adjustment = Adjustment(amounts=(50, -50, 0, 0), why="vom Papier")
    document = replace(demo_document(), adjustments=(adjustment,), notes=notes)
    sheet = import_document(document, device=world.owner)
    assert list(sheet.seats.order_by("number").values_list("total", flat=True)) == list(ledger(document).totals)
    assert list(sheet.notes.order_by("after").values_list("after", "kind", "seat", "why")) == [
        (3, "schnaps_bought", 2, ""),
        (5, "text", None, "Pause"),
    ]
    assert list(faults_of(sheet)) == []


def test_note_stands_after_the_last_hand(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    add_note(world.sheet, uuid4(), NoteKind.GSTIESS, None, "", world.mate)
    assert world.sheet.notes.values_list("after", "kind", "seat").get() == (1, "gstiess", None)
