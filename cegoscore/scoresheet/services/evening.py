"""What is written on a sheet besides hands, and what is done with it as a whole."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.models import KEPT, Adjustment, Note, Seat, Session, State
from cegoscore.scoresheet.services.ledger import move_totals, take_turn
from cegoscore.scoring.document import NoteKind
from cegoscore.scoring.hand_document import MOST_TEXT


class NothingOwed(Exception):
    """Who is said to have bought a round owes none."""


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


def strike_adjustment(sheet: Session, *, adjustment: int, why: str, device: Device | None) -> Adjustment:
    """Take an adjustment back by one that says the opposite; struck twice is struck once.

    Raises `Adjustment.DoesNotExist`, `SheetClosed`.
    """
    with transaction.atomic():
        take_turn(sheet)
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


def note(sheet: Session, *, uuid: uuid.UUID, kind: NoteKind, seat: int | None, why: str, device: Device | None) -> Note:
    """Something worth knowing after the last hand; sent twice, written once. Raises `SheetClosed`."""
    try:
        with transaction.atomic():
            take_turn(sheet)
            return add_note(sheet, uuid, kind, seat, why, device)
    except IntegrityError:
        return sheet.notes.get(uuid=uuid)


def add_note(
    sheet: Session, uuid: uuid.UUID, kind: NoteKind, seat: int | None, why: str, device: Device | None
) -> Note:
    """A note after the ledger's last hand, as part of somebody's transaction."""
    after = sheet.hands.aggregate(last=Max("number"))["last"] or 0
    return Note.objects.create(session=sheet, uuid=uuid, after=after, kind=kind, seat=seat, why=why, device=device)


def buy_round(
    sheet: Session, *, uuid: uuid.UUID, seat: int, owed: Callable[[], Sequence[int]], device: Device | None
) -> Note:
    """Note that a seat bought a round that it owed; sent twice, bought once.

    `owed` counts the rounds by seat; it is asked when no other writer can be in between. Raises `NothingOwed`,
    `SheetClosed`.
    """
    with transaction.atomic():
        take_turn(sheet)
        bought = sheet.notes.filter(uuid=uuid).first()
        if bought is not None:
            return bought
        if not any(number == seat and rounds > 0 for number, rounds in enumerate(owed())):
            raise NothingOwed
        return add_note(sheet, uuid, NoteKind.SCHNAPS_BOUGHT, seat, "", device)


def close_sheet(sheet: Session) -> None:
    """End the evening: the sheet takes nothing more. One that is not open stays as it is."""
    this = Session.objects.filter(pk=sheet.pk, state=State.OPEN)
    this.update(state=State.CLOSED, ended_at=timezone.now(), version=F("version") + 1)


def reopen_sheet(sheet: Session) -> None:
    """Go on with a closed sheet; one whose totals were carried over to another stays closed."""
    this = Session.objects.filter(pk=sheet.pk, state=State.CLOSED, continued_by=None)
    this.update(state=State.OPEN, ended_at=None, version=F("version") + 1)


def next_evening(sheet: Session, *, players: Sequence[int]) -> Session:
    """A new sheet of the same club by the same rules and stake; `players` are row ids in the order of their new seats.

    The first of them deals first.
    """
    with transaction.atomic():
        new = Session.objects.create(
            club_id=sheet.club_id,
            rule_set_id=sheet.rule_set_id,
            title=sheet.title,
            stake=sheet.stake,
            currency=sheet.currency,
            lineup=list(range(len(players))),
            dealer=0,
        )
        Seat.objects.bulk_create(
            Seat(session=new, number=number, player_id=player) for number, player in enumerate(players)
        )
    return new


def delete_sheet(sheet: Session) -> None:
    """Hide a sheet from everybody; it can be brought back for 30 days."""
    Session.objects.filter(pk=sheet.pk, deleted_at=None).update(deleted_at=timezone.now())


def restore_sheet(sheet: Session) -> None:
    """Bring a deleted sheet back."""
    Session.objects.filter(pk=sheet.pk).update(deleted_at=None)


def purge_sheets() -> int:
    """Remove for good what was deleted more than 30 days ago; how many sheets that were."""
    gone = Session.objects.filter(deleted_at__lt=timezone.now() - KEPT)
    with transaction.atomic():
        return gone.delete()[1].get(Session._meta.label, 0)
