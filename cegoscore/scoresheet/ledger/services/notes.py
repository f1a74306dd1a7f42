"""Notes between two hands: a remark, a round bought, and who held the Gstieß."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

from django.db import IntegrityError, transaction

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device
from cegoscore.database.retries import unless_duplicate
from cegoscore.scoresheet.ledger.errors import NothingOwed, Stale
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet, lock_sheet_as_seen
from cegoscore.scoresheet.models import Note, Session
from cegoscore.scoring.documents.document import NoteKind


def note(sheet: Session, *, uuid: uuid.UUID, kind: NoteKind, seat: int | None, why: str, device: Device | None) -> Note:
    """Something worth knowing after the last hand; sent twice, written once. Raises `SheetClosed`."""
    try:
        with transaction.atomic():
            lock_sheet(sheet)
            return add_note(sheet, uuid, kind, seat, why, device)
    except IntegrityError as error:
        unless_duplicate(error)
        return sheet.notes.get(uuid=uuid)


def add_note(
    sheet: Session, uuid: uuid.UUID, kind: NoteKind, seat: int | None, why: str, device: Device | None
) -> Note:
    """A note after the ledger's last hand, as part of somebody's transaction."""
    after = last_number(sheet)
    return Note.objects.create(session=sheet, uuid=uuid, after=after, kind=kind, seat=seat, why=why, device=device)


def buy_round(
    sheet: Session, *, uuid: uuid.UUID, seat: int, owed: Callable[[], Sequence[int]], device: Device | None
) -> Note:
    """Note that a seat bought a round that it owed; sent twice, bought once.

    `owed` counts the rounds by seat; it is asked when no other writer can be in between. Raises `NothingOwed`,
    `SheetClosed`.
    """
    with transaction.atomic():
        lock_sheet(sheet)
        bought = sheet.notes.filter(uuid=uuid).first()
        if bought is not None:
            return bought
        if not any(number == seat and rounds > 0 for number, rounds in enumerate(owed())):
            raise NothingOwed
        return add_note(sheet, uuid, NoteKind.SCHNAPS_BOUGHT, seat, "", device)


def note_gstiess(
    sheet: Session, *, seen: int, uuid: uuid.UUID, seat: int | None, device: Device | None, off: bool = False
) -> Note:
    """Note the holder of the Gstieß; without a seat: look in the next hand. `off`: the evening goes on after all.

    Sent twice, written once. Raises `Refused` for a seat that is not there, `SheetClosed`, and `Stale` if the version
    is no longer `seen`: of two who say "look" at the same time only one is meant.
    """
    if seat is not None and not sheet.seats.filter(number=seat).exists():
        raise Refused("unknown_seat", seat=seat)
    kind = NoteKind.GSTIESS_OFF if off else NoteKind.GSTIESS
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            return add_note(sheet, uuid, kind, None if off else seat, "", device)
    except Stale:
        written = sheet.notes.filter(uuid=uuid).first()
        if written is None:
            raise
        return written
