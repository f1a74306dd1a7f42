"""What is written on a sheet besides hands."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.models import Adjustment, Note, Session
from cegoscore.scoresheet.services.ledger import move_totals, take_turn
from cegoscore.scoring.document import NoteKind


def adjust(sheet: Session, *, uuid: uuid.UUID, amounts: Sequence[int], why: str, device: Device | None) -> Adjustment:
    """Points outside any hand, one amount a seat in the order of the seats; sent twice, written once.

    Raises `ValueError` if they do not sum to zero, `SheetClosed` on a closed sheet.
    """
    if sum(amounts) != 0:
        raise ValueError("amounts must sum to zero")
    try:
        with transaction.atomic():
            take_turn(sheet)
            written = Adjustment.objects.create(session=sheet, uuid=uuid, amounts=list(amounts), why=why, device=device)
            move_totals(sheet, dict(enumerate(amounts)))
    except IntegrityError:
        return sheet.adjustments.get(uuid=uuid)
    return written


def note(sheet: Session, *, uuid: uuid.UUID, kind: NoteKind, seat: int | None, why: str, device: Device | None) -> Note:
    """Something worth knowing after the last hand; sent twice, written once. Raises `SheetClosed`."""
    try:
        with transaction.atomic():
            take_turn(sheet)
            after = sheet.hands.aggregate(last=Max("number"))["last"] or 0
            return Note.objects.create(
                session=sheet, uuid=uuid, after=after, kind=kind, seat=seat, why=why, device=device
            )
    except IntegrityError:
        return sheet.notes.get(uuid=uuid)
