"""Every write to a sheet. A service owns its transaction; constraints, not locks, decide races."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Value, When

from cegoscore.clubs.links import open_club
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rule_sets import rules_of, stored
from cegoscore.scoresheet.ledger_rows import hand_of, in_force
from cegoscore.scoresheet.models import Hand, Score, Seat, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.document import Document, Entry
from cegoscore.scoring.hand_document import KINDS, write_outcome
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments


class SheetClosed(Exception):
    """The sheet takes no more hands from the table."""


class Conflict(Exception):
    """Another device wrote at this place of the ledger meanwhile; `standing` is what is in force there now."""

    def __init__(self, standing: Hand | None) -> None:
        self.standing = standing
        super().__init__()


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One revision as a device sends it: the place in the ledger that it saw, plus one."""

    uuid: uuid.UUID
    number: int
    revision: int
    hand: hands.Hand
    void: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What stands in the ledger now, and whether it already did."""

    row: Hand
    again: bool


def open_table(
    device: Device,
    *,
    names: Sequence[str],
    rules: HouseRules,
    first_dealer: int,
    title: str = "",
    stake: Decimal | None = None,
    currency: str = "",
) -> Session:
    """A new sheet in a club of its own, which the device manages; `names` in the order of the seats."""
    with transaction.atomic():
        club = open_club(device)
        sheet = Session.objects.create(
            club=club,
            rule_set=stored(rules),
            title=title,
            stake=stake,
            currency=currency,
            lineup=list(range(len(names))),
            first_dealer=first_dealer,
        )
        players = Player.objects.bulk_create([Player(club=club, name=name) for name in names])
        Seat.objects.bulk_create([Seat(session=sheet, number=n, player=player) for n, player in enumerate(players)])
    return sheet


def write_hand(sheet: Session, writing: Writing, *, device: Device | None) -> Written:
    """Add a revision to the ledger and pay it; sending the same one again returns what is stored.

    The hand must have passed the core's checks. Raises `SheetClosed`, and `Conflict` if the place is taken or the one
    before it is empty.
    """
    try:
        with transaction.atomic():
            return Written(row=_insert(sheet, writing, device), again=False)
    except (IntegrityError, SheetClosed) as error:
        row = sheet.hands.filter(uuid=writing.uuid).first()
        if row is not None and _same(row, writing):
            return Written(row=row, again=True)
        if isinstance(error, SheetClosed):
            raise
        raise Conflict(standing_at(sheet, writing.number)) from None


def _insert(sheet: Session, writing: Writing, device: Device | None) -> Hand:
    """Writers of one sheet queue on its version; totals move by the difference to the revision before."""
    if not Session.objects.filter(pk=sheet.pk, state=State.OPEN).update(version=F("version") + 1):
        raise SheetClosed
    before = _scores_before(sheet, writing)
    row = _row(sheet, writing, device)
    row.save(force_insert=True)
    paid = _paid(sheet, writing)
    seats = dict(sheet.seats.values_list("number", "pk"))
    Score.objects.bulk_create(Score(hand=row, seat_id=seats[number], points=points) for number, points in paid.items())
    _move_totals(sheet, {number: paid.get(number, 0) - before.get(number, 0) for number in seats})
    return row


def _row(sheet: Session, writing: Writing, device: Device | None) -> Hand:
    outcome = write_outcome(writing.hand.outcome)
    return Hand(
        session=sheet,
        number=writing.number,
        revision=writing.revision,
        uuid=writing.uuid,
        lineup=list(writing.hand.lineup),
        dealer=writing.hand.dealer,
        game=outcome.get("contract") or next(kind for kind in KINDS if kind in outcome),
        outcome=outcome,
        stake_factor=writing.hand.stake_factor,
        void=writing.void,
        why=writing.why,
        device=device,
    )


def _paid(sheet: Session, writing: Writing) -> dict[int, int]:
    """Points by seat number; a struck hand and a deal without result pay nobody."""
    if writing.void or isinstance(writing.hand.outcome, hands.Dead):
        return {}
    return dict(zip(writing.hand.lineup, payments(writing.hand, rules_of(sheet.rule_set)), strict=True))


def _scores_before(sheet: Session, writing: Writing) -> dict[int, int]:
    """What the revision before pays, by seat number. Raises `Conflict` where the ledger would get a hole."""
    if writing.revision == 1:
        if writing.number > 1 and not sheet.hands.filter(number=writing.number - 1).exists():
            raise Conflict(None)
        return {}
    before = sheet.hands.filter(number=writing.number, revision=writing.revision - 1).first()
    if before is None:
        raise Conflict(standing_at(sheet, writing.number))
    return dict(before.scores.values_list("seat__number", "points"))


def _move_totals(sheet: Session, changes: dict[int, int]) -> None:
    moves = [When(number=number, then=Value(change)) for number, change in changes.items() if change]
    if moves:
        sheet.seats.update(total=F("total") + Case(*moves, default=Value(0)))


def _same(row: Hand, writing: Writing) -> bool:
    return (row.number, row.revision, row.void, row.dealer, row.lineup, row.stake_factor, row.outcome) == (
        writing.number,
        writing.revision,
        writing.void,
        writing.hand.dealer,
        list(writing.hand.lineup),
        writing.hand.stake_factor,
        write_outcome(writing.hand.outcome),
    )


def standing_at(sheet: Session, number: int) -> Hand | None:
    """The revision in force of a number."""
    return sheet.hands.filter(number=number).order_by("-revision").first()


def strike_or_restore(
    sheet: Session, *, number: int, revision: int, uuid: uuid.UUID, void: bool, why: str, device: Device | None
) -> Written:
    """Write what revision `revision - 1` says once more, struck or counting again. Raises as `write_hand` does."""
    before = sheet.hands.filter(number=number, revision=revision - 1).first()
    if before is None:
        raise Conflict(standing_at(sheet, number))
    hand = hand_of(before, sheet.seats.count())
    writing = Writing(uuid=uuid, number=number, revision=revision, hand=hand, void=void, why=why)
    return write_hand(sheet, writing, device=device)


def import_document(document: Document, *, device: Device) -> Session:
    """A new sheet from the ledger of a session document, in a club of its own.

    Raises `ValueError` for a document with adjustments or notes, which sheets cannot keep yet.
    """
    if document.adjustments or document.notes:
        raise ValueError("adjustments and notes cannot be kept yet")
    with transaction.atomic():
        sheet = open_table(
            device,
            names=document.players,
            rules=document.rules,
            first_dealer=document.first_dealer,
            title=document.title or "",
            stake=document.stake,
            currency=document.currency or "",
        )
        Session.objects.filter(pk=sheet.pk).update(lineup=list(document.lineup))
        writings = [Writing(**values) for values in _places(document.entries)]
        seats = {seat.number: seat for seat in sheet.seats.all()}
        rows = Hand.objects.bulk_create([_row(sheet, writing, device) for writing in writings])
        scores = [
            Score(hand=row, seat=seats[number], points=points)
            for row, writing in zip(rows, writings, strict=True)
            for number, points in _paid(sheet, writing).items()
        ]
        Score.objects.bulk_create(scores)
        current = {row.pk for row in in_force(sorted(rows, key=lambda row: (row.number, row.revision)))}
        totals = dict.fromkeys(seats, 0)
        for score in scores:
            totals[score.seat.number] += score.points if score.hand_id in current else 0
        _move_totals(sheet, totals)
    return sheet


def _places(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """The place of each entry in a ledger of ours: numbers in the order in which they come, dead deals included."""
    places: dict[int, int] = {}
    for index, entry in enumerate(entries):
        key = -1 - index if entry.number is None else entry.number
        yield {
            "uuid": entry.uuid or uuid.uuid4(),
            "number": places.setdefault(key, len(places) + 1),
            "revision": entry.revision,
            "hand": entry.hand,
            "void": entry.void,
            "why": entry.why or "",
        }
