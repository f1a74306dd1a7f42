"""Points outside any hand: written, and taken back."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db import IntegrityError, transaction

from cegoscore.clubs.models import Device
from cegoscore.database.retries import unless_duplicate
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet, move_totals
from cegoscore.scoresheet.models import Adjustment, Session
from cegoscore.scoring.documents.hand_document import MOST_TEXT


def adjust(sheet: Session, *, uuid: uuid.UUID, amounts: Sequence[int], why: str, device: Device | None) -> Adjustment:
    """Points outside any hand, one amount a seat in the order of the seats; sent twice, written once.

    Raises `ValueError` if they do not sum to zero, `SheetClosed` on a closed sheet.
    """
    if sum(amounts) != 0:
        raise ValueError("amounts must sum to zero")
    try:
        with transaction.atomic():
            lock_sheet(sheet)
            written = Adjustment.objects.create(session=sheet, uuid=uuid, amounts=list(amounts), why=why, device=device)
            move_totals(sheet, dict(enumerate(amounts)))
    except IntegrityError as error:
        unless_duplicate(error)
        return sheet.adjustments.get(uuid=uuid)
    return written


def strike_adjustment(sheet: Session, *, adjustment: int, why: str, device: Device | None) -> Adjustment:
    """Take an adjustment back by one that says the opposite; struck twice is struck once.

    Raises `Adjustment.DoesNotExist`, `SheetClosed`.
    """
    with transaction.atomic():
        lock_sheet(sheet)
        struck = sheet.adjustments.get(pk=adjustment, strikes=None)
        opposite = [-amount for amount in struck.amounts]
        counter, is_new = Adjustment.objects.get_or_create(
            session=sheet,
            strikes=struck,
            defaults={"uuid": uuid.uuid4(), "amounts": opposite, "why": why[:MOST_TEXT], "device": device},
        )
        if is_new:
            move_totals(sheet, dict(enumerate(opposite)))
    return counter
