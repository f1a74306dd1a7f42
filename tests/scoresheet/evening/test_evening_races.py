"""Many phones at the end of an evening: a round is bought once, and nothing is written after the close."""

from functools import partial
from uuid import UUID, uuid4

import pytest

from cegoscore.bookings.models import Booking
from cegoscore.bookings.services import reverse
from cegoscore.scoresheet.evening.exports import owed_rounds
from cegoscore.scoresheet.evening.services import buy_round
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import pay
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.ledger.wording import SheetClosed
from cegoscore.scoresheet.ledger.writing import Written
from cegoscore.scoresheet.models import Hand, Note, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from tests.scoresheet.acting import faults_of
from tests.scoresheet.ledger.test_races import WRITERS, at_once
from tests.worlds.sheet import World, writing

BUERGERMEISTER = hands.Points(contract=Contract.SOLO, declarer=2, points=35)

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def buy(sheet: Session) -> Note:
    return buy_round(sheet, uuid=uuid4(), seat=2, device=None)


def test_round_that_every_phone_reports_is_bought_once() -> None:
    world = World()
    write_hand(world.sheet, writing(1, BUERGERMEISTER), device=None)
    results = at_once([partial(buy, world.sheet)] * WRITERS)
    assert sorted(type(result).__name__ for result in results) == ["Note", *["Refused"] * (WRITERS - 1)]
    assert owed_rounds(world.sheet) == (0, 0, 0, 0)


def test_payment_that_every_phone_books_is_booked_once() -> None:
    world = World()
    Session.objects.update(stake="0.05")
    write_hand(Session.objects.get(), writing(1), device=None)

    def book(key: UUID) -> None:
        pay(Session.objects.get(), uuid=key, payer=0, receiver=1, cents=50, device=None)

    results = at_once([partial(book, uuid4()) for _ in range(WRITERS)])
    assert sorted(getattr(result, "code", "") for result in results) == ["", *["not_owed"] * (WRITERS - 1)]
    (booking,) = Booking.objects.all()
    assert at_once([partial(book, booking.uuid)] * WRITERS) == [None] * WRITERS  # the same tap once more
    at_once([partial(reverse, booking, device=None)] * WRITERS)
    assert list(Booking.objects.values_list("cents", flat=True)) == [50, -50]
    assert list(faults_of(world.sheet)) == []


def test_hand_and_close_at_once_leave_no_half_of_either() -> None:
    world = World()
    written, _closed = at_once(
        [partial(write_hand, world.sheet, writing(1), device=None), partial(close_sheet, world.sheet)]
    )
    assert isinstance(written, Written | SheetClosed)
    assert Hand.objects.count() == isinstance(written, Written)
    sheet = Session.objects.get()
    assert sheet.state == State.CLOSED
    assert list(faults_of(sheet)) == []
