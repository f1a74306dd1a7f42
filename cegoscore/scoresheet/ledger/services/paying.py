"""Money that went from one person of an evening to another: booked while it is played or later, and taken back."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from cegoscore.bookings.models import EVENING, Booking
from cegoscore.bookings.services import reverse
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.scoresheet.ledger.errors import refuse_at_tournament
from cegoscore.scoresheet.ledger.money import Stake, open_cents, payments_of, stake_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services.sheets import called, renew
from cegoscore.scoresheet.models import Session


def pay(sheet: Session, *, uuid: uuid.UUID, payer: int, receiver: int, cents: int, device: Device | None) -> None:
    """Book what one seat gave another, also on a closed sheet; sent twice, booked once. It stands in the club's log.

    Raises `Refused` if the one does not owe so much by now or the other does not get it: two phones may have booked the
    same, and an amount that was right before the last hand may be wrong after it.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        renew(sheet)
        if Booking.objects.filter(club=sheet.club_id, uuid=uuid).exists():
            return
        seats, stake = seats_of(sheet), stake_of(sheet)
        if stake is None or sheet.continued_by.exists() or max(payer, receiver) >= len(seats):
            raise Refused("not_payable")
        left = open_cents([seat.total for seat in seats], stake, payments_of(sheet, seats).values())
        if not (left[payer] <= -cents and cents <= left[receiver]):
            owes, gets = (stake.text_of_cents(max(open_sum, 0)) for open_sum in (-left[payer], left[receiver]))
            raise Refused("not_owed", payer=seats[payer].name, receiver=seats[receiver].name, owes=owes, gets=gets)
        row = Booking(club_id=sheet.club_id, kind=EVENING, key=sheet.pk, uuid=uuid, cents=cents, device=device)
        row.payer, row.receiver = seats[payer].player, seats[receiver].player
        row.save(force_insert=True)
        _note(sheet, row, stake, device, _("paid"))


def take_back(sheet: Session, booking: Booking, *, device: Device | None) -> None:
    """Reverse a booking of the sheet; done twice is done once."""
    with transaction.atomic():
        renew(sheet)
        if reverse(booking, device=device):
            _note(sheet, booking, stake_of(sheet), device, _("not paid"))


def _note(sheet: Session, row: Booking, stake: Stake | None, device: Device | None, now: str) -> None:
    said = stake.sentence(row) if stake else ""
    note(sheet.club_id, LogKind.SHEET_CHANGED, device=device, subject=called(sheet), before=said, after=now)
