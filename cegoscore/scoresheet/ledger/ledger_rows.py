"""Between the rows of the ledger and the values of the core."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import count
from string import ascii_uppercase
from typing import Any
from uuid import UUID

from django.db.models import Max, QuerySet

from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring import hands
from cegoscore.scoring.documents.hand_document import outcome_of

Sent = tuple[datetime, int, "UUID | None"]
"""A row as it came: when it was written, its key, and the device."""
LAST = 5
"""Among so many of the newest rows it is looked whether several phones write."""


def hand_of(row: Hand, seats: int) -> hands.Hand:
    """The hand in a row."""
    return hands.Hand(
        lineup=tuple(row.lineup),
        dealer=row.dealer,
        outcome=outcome_of(row.outcome, seats),
        stake_factor=row.stake_factor,
        auction=row.auction,
    )


def in_force(rows: Iterable[Hand]) -> list[Hand]:
    """The last revision of each number, of rows ordered by place and revision; struck ones included."""
    return list({row.number: row for row in rows}.values())


def place_when_last(hands: Iterable[Hand], number: int) -> int:
    """Place on the sheet, from 1, of the last deal that was there when `number` was the ledger's last; 0 for none.

    A deal that was written later has a higher number, wherever on the sheet it was put in.
    """
    return max((place for place, hand in enumerate(hands, 1) if hand.number <= number), default=0)


def shown_numbers(rows: Iterable[Hand]) -> dict[int, int]:
    """Shown number by number of the ledger, from rows ordered by place and revision.

    Hands that count are numbered: a struck hand and a deal without result take no number from those after them.
    """
    counting = (row.number for row in in_force(rows) if row.counts)
    return {number: position for position, number in enumerate(counting, 1)}


def says(row: Hand) -> tuple[Any, ...]:
    """Everything that a revision says about its hand, but whether it is struck."""
    return (row.dealer, row.lineup, row.stake_factor, row.outcome, row.auction)


def corrected(rows: Iterable[Hand], paid: Mapping[int, Mapping[int, int]]) -> set[int]:
    """The numbers whose revisions do not all say the same; `paid` are the points of a row by seat.

    Striking and restoring a hand changes nothing about it, nor does another dealer by whom nobody is paid otherwise.
    """
    first: dict[int, Hand] = {}
    numbers = set()
    for row in rows:
        (dealer, *played), (dealer_before, *played_before) = (
            says(row),
            says(before := first.setdefault(row.number, row)),
        )
        is_paid_otherwise = dealer != dealer_before and paid.get(row.pk) != paid.get(before.pk)
        if played != played_before or (is_paid_otherwise and not row.void):
            numbers.add(row.number)
    return numbers


def phones_of(rows: Iterable[Hand]) -> dict[UUID | None, str]:
    """A letter (A, B, C …) for each device that wrote on the sheet, in the order in which they first did.

    Letters are left out that already name somebody elsewhere, in hands that came with a document.
    """
    rows = sorted(rows, key=lambda row: (row.written_at, row.id))
    taken = {row.by for row in rows}
    letters = (letter for letter in _letters() if letter not in taken)
    return {device: next(letters) for device in dict.fromkeys(_devices(rows))}


def _devices(rows: Iterable[Hand]) -> Iterator[UUID]:
    return (row.device_id for row in rows if row.device_id is not None)


def _letters() -> Iterator[str]:
    """A to Z, then A2 to Z2, and so on."""
    return (f"{letter}{times if times > 1 else ''}" for times in count(1) for letter in ascii_uppercase)


def rows_of(sheet: Session) -> list[Hand]:
    """Every revision on the sheet, ordered by place and revision."""
    return _rows(sheet.pk)


@Prepared
def _rows(sheet: UUID) -> QuerySet[Hand]:
    return Hand.objects.filter(session=sheet).order_by("place", "revision")


@Prepared
def lately(sheet: UUID) -> QuerySet[Hand, Sent]:
    """The newest rows, the last first: as many as a banner looks at, and the one before them."""
    return Hand.objects.filter(session=sheet).order_by("-pk").values_list("written_at", "pk", "device")[: LAST + 1]


def last_number(sheet: Session) -> int:
    """The last number of the ledger, zero before its first hand."""
    newest: int | None = sheet.hands.aggregate(newest=Max("number"))["newest"]
    return newest or 0


def standing_at(sheet: Session, number: int) -> Hand | None:
    """The revision in force at a number of the ledger."""
    return sheet.hands.filter(number=number).order_by("-revision").first()


def counting_hands(sheet: Session) -> int:
    """Number of hands on the sheet that count: neither struck nor without a result."""
    rows = sheet.hands.order_by("revision").values_list("number", "game", "void")
    newest = {number: (game, void) for number, game, void in rows}
    return sum(not void and game != "dead" for game, void in newest.values())
