"""Several hands put right in one act: a forgotten one before them, or somebody else who sat there."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import Max

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device
from cegoscore.scoresheet.ledger.errors import Conflict, Stale, refuse_first
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen, write_hand
from cegoscore.scoresheet.ledger.writing import Writing, Written
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.repaid import dealt_later, taken_over
from cegoscore.scoresheet.table.services.rule_change import pay_anew


def insert_hand(sheet: Session, writing: Writing, *, before: int, device: Device | None) -> Written:
    """Write a new hand that stands on the sheet right before the hand numbered `before`.

    Its own number is the ledger's next, like that of any other new hand; so of two phones that put one in at the same
    time, one is told. Raises as `write_hand` does, and `Refused` if there is no room left.
    """
    return write_hand(sheet, replace(writing, place=_place_before(sheet, writing, before)), device=device)


def deal_later(sheet: Session, *, number: int, seen: int, why: str, device: Device | None) -> None:
    """Let everybody have dealt one later since the hand at `number`, which had been forgotten.

    Done twice is done once. Raises `Refused` if a hand could not be then, `SheetClosed`, and `Stale` if the version
    is no longer `seen`.
    """
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            hands = dealt_later(sheet, number)
            refuse_first(problem for hand in hands for problem in hand.problems)
            pay_anew(sheet, hands, why, device)
    except Stale:
        if dealt_later(sheet, number):
            raise


def take_over(
    sheet: Session, *, number: int, seen: int, seat: int, instead: int, why: str, device: Device | None
) -> None:
    """From the hand at `number` on `seat` sat where `instead` stands: a revision of each of those hands.

    Done twice is done once. Raises `Refused` if `seat` sat in one of them already, if `instead` sat in none or a hand
    could not be then, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            hands = taken_over(sheet, number, seat=seat, instead=instead)
            if not hands:
                raise Refused("not_at_table", seat=instead)
            if any(seat in hand.row.lineup for hand in hands):
                raise Refused("sits_there", seat=seat)
            refuse_first(problem for hand in hands for problem in hand.problems)
            pay_anew(sheet, hands, why, device)
    except Stale:
        if taken_over(sheet, number, seat=seat, instead=instead):
            raise


def _place_before(sheet: Session, writing: Writing, before: int) -> int:
    """Half-way between the hand and the one above it."""
    place = sheet.hands.filter(number=before).values_list("place", flat=True).first()
    if place is None:
        raise Conflict(None)
    others = sheet.hands.filter(place__lt=place).exclude(uuid=writing.uuid)
    above = others.aggregate(place=Max("place"))["place"] or 0
    if place - above < 2:
        raise Refused("no_room_between")
    return (above + place) // 2
