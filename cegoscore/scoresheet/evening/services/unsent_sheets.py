"""A new sheet from the hands that a phone could not send: for a table whose own sheet nobody can write on any more."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.evening.unsent_file import UnsentTable
from cegoscore.scoresheet.hand.services import REFUSALS, Unsent, write
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services.adjustments import adjust
from cegoscore.scoresheet.ledger.services.sheets import create_sheet
from cegoscore.scoresheet.models import Seat, Session

logger = logging.getLogger(__name__)


def open_unsent(table: UnsentTable, all_unsent: Sequence[Unsent], *, device: Device) -> Session:
    """A sheet of the device's own with these hands, and with the totals that their phone showed.

    What was played before, and what cannot be written here, is one adjustment. Read in twice by a device, it is one
    sheet.
    """
    key = table.id_for(device.pk)
    try:
        with transaction.atomic():
            sheet = create_sheet(open_club(device), table.table, id=key)
            written = _write_all(sheet, all_unsent, device)
            _carry_over(sheet, table.totals, device)
    except IntegrityError:
        there = Session.objects.filter(pk=key).first()
        if there is None:
            raise
        return there
    logger.info("device %s: sheet %s made of %s unsent entries", device.pk, key, written)
    return sheet


def _write_all(sheet: Session, all_unsent: Sequence[Unsent], device: Device) -> int:
    """Write what can be written, numbered anew; how many entries that are."""
    numbers: dict[int | None, int] = {}
    written, seats = 0, seats_of(sheet)
    for unsent in (each for each in all_unsent if each.kind != "pay"):  # booked where it is known who has paid already
        number = numbers.get(unsent.ledger_number, 0 if unsent.kind != "new" else len(numbers) + 1)
        with suppress(*REFUSALS):
            done = write(sheet, seats, _renumbered(unsent, number), device=device)
            sheet.version = done.version
            numbers[unsent.ledger_number] = number
            written += 1
    return written


def _renumbered(unsent: Unsent, number: int) -> Unsent:
    """The same entry for another place, and without the version of the sheet that its phone saw."""
    data = unsent.data.copy()
    data["number"], data["uuid"] = str(number), str(uuid4())
    data.pop("seen", None)
    return replace(unsent, number=unsent.number and number, data=data)


def _carry_over(sheet: Session, totals: Sequence[int], device: Device) -> None:
    """Write the difference between what the hands pay and what the phone showed."""
    paid = Seat.objects.filter(session=sheet).order_by("number").values_list("total", flat=True)
    amounts = [total - has for total, has in zip(totals, paid, strict=True)]
    if any(amounts):
        adjust(sheet, uuid=uuid4(), amounts=amounts, why=_("Played before"), device=device)
