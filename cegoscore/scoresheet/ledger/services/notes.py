"""Entries beside hands: points outside any hand, notes, stakes, rounds of Pflicht-Räuber, payments."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from cegoscore.bookings.models import EVENING, Booking
from cegoscore.bookings.services import reverse
from cegoscore.clubs import log
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.database.retries import unless_duplicate
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.money import in_cents, open_cents, paid_in, payments_of, plain, stake_of, typed
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet, lock_sheet_as_seen, move_totals
from cegoscore.scoresheet.ledger.services.sheets import called, renew
from cegoscore.scoresheet.ledger.wording import Stale, refuse_at_tournament
from cegoscore.scoresheet.models import Adjustment, Note, Session
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import NoteKind, Transfer
from cegoscore.scoring.documents.hand_document import MOST_TEXT


def add_note(sheet: Session, uuid: UUID, kind: NoteKind, seat: int | None, why: str, device: Device | None) -> Note:
    """A note after the ledger's last hand, as part of somebody's transaction."""
    after = last_number(sheet)
    return Note.objects.create(session=sheet, uuid=uuid, after=after, kind=kind, seat=seat, why=why, device=device)


def note_gstiess(
    sheet: Session, *, seen: int, uuid: UUID, seat: int | None, device: Device | None, off: bool = False
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


def adjust(sheet: Session, *, uuid: UUID, amounts: Sequence[int], why: str, device: Device | None) -> Adjustment:
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
            defaults={"uuid": uuid4(), "amounts": opposite, "why": why[:MOST_TEXT], "device": device},
        )
        if is_new:
            move_totals(sheet, dict(enumerate(opposite)))
    return counter


def set_round(sheet: Session, *, seen: int, begin: bool) -> None:
    """Let everybody deal one Pflicht-Räuber from the next hand on, or break such a round off. Done twice is done once.

    Raises `Refused` if the rule set has none, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    if begin and Contract.PFLICHT_RAEUBER not in rules_of(sheet.rule_set).raeuber:
        raise Refused("no_compulsory_round")
    _set(sheet, seen=seen, compulsory_after=last_number(sheet) if begin else None)


def set_stake(sheet: Session, *, seen: int, factor: int, round_left: int, device: Device, **money: Any) -> None:
    """Set by what the next hands count more, 1: as ever; it takes the place of what a finished round brought.

    `round_left`: hands left of a round that is being played, which goes on. `money` are `stake` and `currency`, for all
    hands, if they are to be others. It stands in the club's log. Raises `SheetClosed`, `Stale`, and `Refused` for
    another currency than the one in which somebody paid already.
    """
    changes = {"stake_factor": factor, **money} | ({} if round_left else {"compulsory_after": None})
    _set(sheet, device, seen=seen, **changes)


def _stake_in_words(sheet: Session) -> str:
    money = f", {typed(sheet.stake)} {sheet.currency}" if sheet.stake else ""
    return _("stake ×{factor}").format(factor=sheet.stake_factor) + money


def _set(sheet: Session, device: Device | None = None, *, seen: int, **values: Any) -> None:
    """Change the sheet's columns; the club's log says what the stake was and is."""
    row = Session.objects.filter(pk=sheet.pk)
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            becomes = values.get("currency", sheet.currency)
            if becomes != sheet.currency and (others := paid_in(sheet) - {becomes}):
                raise Refused("paid_in_currency", currency=min(others))
            before = _stake_in_words(row.get())
            row.update(**values)
            if before != (after := _stake_in_words(row.get())):
                changed, subject = LogKind.SHEET_CHANGED, called(sheet)
                log.note(sheet.club_id, changed, device=device, subject=subject, before=before, after=after)
    except Stale:
        if not row.filter(**values).exists():
            raise


def pay(
    sheet: Session,
    *,
    uuid: UUID,
    payer: int,
    receiver: int,
    cents: int,
    seen: Collection[UUID] | None = None,
    device: Device | None,
) -> bool:
    """Book what one seat gave another, also on a closed sheet; sent twice, booked once. It stands in the club's log.

    `seen` are the payments alike of which the page knew, if it says so: one more is the same as this one, which was
    tapped on two phones. False if it is that one.

    Raises `Refused` if the one does not owe so much by now or the other does not get it: two phones may have booked the
    same, and an amount that was right before the last hand may be wrong after it. Also if the evening went on
    with another sheet, which settles it.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        renew(sheet)
        if Booking.objects.filter(club=sheet.club_id, uuid=uuid).exists():
            return True
        seats, stake = seats_of(sheet), stake_of(sheet)
        if Session.objects.filter(pk=sheet.pk).gone_on().exists():
            raise Refused("settled_there")
        if stake is None or max(payer, receiver) >= len(seats):
            raise Refused("not_payable")
        paid = payments_of(sheet, seats)
        alike = {key for key, other in paid.items() if other == Transfer(payer=payer, receiver=receiver, amount=cents)}
        if seen is not None and len(alike.difference(seen)) > _not_booked(sheet, seen):
            return False
        left = open_cents([seat.total for seat in seats], stake, paid.values())
        if not (left[payer] <= -cents and cents <= left[receiver]):
            owes, gets = (stake.text_of_cents(max(open_sum, 0)) for open_sum in (-left[payer], left[receiver]))
            raise Refused("not_owed", payer=seats[payer].name, receiver=seats[receiver].name, owes=owes, gets=gets)
        row = Booking(club_id=sheet.club_id, kind=EVENING, key=sheet.pk, uuid=uuid, cents=cents, device=device)
        row.currency, row.payer, row.receiver = stake.currency, seats[payer].player, seats[receiver].player
        row.save(force_insert=True)
        _note(sheet, row, device)
        return True


def _not_booked(sheet: Session, keys: Collection[UUID]) -> int:
    """Number of payments that a phone knows and that were not booked: each was the same as another phone's."""
    return len(keys) - Booking.objects.filter(club=sheet.club_id, uuid__in=keys).count()


@transaction.atomic
def unpay(sheet: Session, booking: Booking, *, device: Device | None) -> None:
    """Reverse a booking of the sheet; done twice is done once."""
    renew(sheet)
    if reverse(booking, device=device):
        _note(sheet, booking, device, _("taken back"))


def _note(sheet: Session, row: Booking, device: Device | None, *more: str) -> None:
    sentence = plain(", ".join([in_cents(sheet).sentence(row, seats_of(sheet)), *more]))
    note(sheet.club_id, LogKind.BOOKED, device=device, subject=called(sheet), after=sentence)
