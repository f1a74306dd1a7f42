"""Sheets from session documents, and the limits of the database that a valid one may exceed."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from cegoscore.bookings.models import EVENING, Booking
from cegoscore.clubs.models import Device
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.ledger.ledger_rows import in_force
from cegoscore.scoresheet.ledger.services.ledger import move_totals, paid_by, row_of
from cegoscore.scoresheet.ledger.services.sheets import open_table
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Adjustment, Hand, Note, Score, Session, State
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.problems import Problem

SMALLEST_STAKE, LARGEST_STAKE = Decimal("0.0001"), Decimal("999999.9999")
YEARS = range(1900, 2200)


def cannot_keep(document: Document) -> list[Problem]:
    """List the values of a valid document that do not fit the database: odd stakes and times far off."""
    problems = []
    stake = document.stake
    if stake is not None and (stake > LARGEST_STAKE or stake != stake.quantize(SMALLEST_STAKE)):
        limits = (("least", str(SMALLEST_STAKE)), ("most", str(LARGEST_STAKE)))
        problems.append(Problem(code="out_of_range", key="stake", params=limits))
    for key, time in (("started", document.started), ("ended", document.ended)):
        if time is not None and datetime.fromisoformat(time).year not in YEARS:
            problems.append(Problem(code="not_time", key=key))
    for deal, entry in enumerate(document.entries, 1):
        if entry.at is not None and datetime.fromisoformat(entry.at).year not in YEARS:
            problems.append(Problem(code="not_time", key="at", hand=deal))
    return problems


def moment(text: str | None) -> datetime | None:
    """Read a time of the document; one without a zone is local time."""
    if text is None:
        return None
    written = datetime.fromisoformat(text)
    return timezone.make_aware(written) if timezone.is_naive(written) else written


def import_document(document: Document, *, device: Device) -> Session:
    """A new sheet from a session document, its whole history included, in a club of its own.

    The document must be one that `cannot_keep` has nothing against.
    """
    with transaction.atomic():
        sheet = _open(document, device)
        write_ledger(sheet, document, device=device)
        follow(Kind.SHEET, sheet.pk)
    return sheet


def write_ledger(sheet: Session, document: Document, *, device: Device | None) -> None:
    """Hands, adjustments and notes of a document on a sheet that has its seats, but nothing written yet."""
    totals = _write_hands(sheet, document)
    for adjustment in _write_adjustments(sheet, document, device):
        totals = {number: total + adjustment.amounts[number] for number, total in totals.items()}
    _write_notes(sheet, document, device)
    _write_paid(sheet, document, device)
    move_totals(sheet, totals)


def _open(document: Document, device: Device) -> Session:
    """The sheet without its hands; one that has ended is closed."""
    sheet = open_table(
        device,
        names=document.players,
        rules=document.rules,
        first_dealer=document.first_dealer,
        title=document.title or "",
        stake=document.stake,
        currency=document.currency or "",
    )
    sheet.lineup = list(document.lineup)
    sheet.started_at = moment(document.started) or sheet.started_at
    sheet.ended_at = moment(document.ended)
    sheet.state = State.CLOSED if sheet.ended_at else State.OPEN
    sheet.stake_factor, sheet.compulsory_after = document.stake_factor, document.compulsory_after
    sheet.save(update_fields=["lineup", "started_at", "ended_at", "state", "stake_factor", "compulsory_after"])
    return sheet


def _write_hands(sheet: Session, document: Document) -> dict[int, int]:
    """Every revision with its scores; the totals of those in force, by seat number.

    They bear no device: whoever reads the document in did not write them.
    """
    writings = [Writing(**values) for values in _places(document.entries)]
    seats = {seat.number: seat for seat in sheet.seats.all()}
    rows = [row_of(sheet, writing, None) for writing in writings]
    for row, entry in zip(rows, document.entries, strict=True):
        row.written_at = moment(entry.at) or row.written_at
        row.by = entry.by or ""
    rows = Hand.objects.bulk_create(rows)
    scores = [
        Score(hand=row, seat=seats[number], points=points)
        for row, writing in zip(rows, writings, strict=True)
        for number, points in paid_by(sheet, writing).items()
    ]
    Score.objects.bulk_create(scores)
    current = {row.pk for row in in_force(sorted(rows, key=lambda row: (row.number, row.revision)))}
    totals = dict.fromkeys(seats, 0)
    for score in scores:
        totals[score.seat.number] += score.points if score.hand_id in current else 0
    return totals


def _write_adjustments(sheet: Session, document: Document, device: Device | None) -> list[Adjustment]:
    rows: list[Adjustment] = []
    for entry in document.adjustments:
        strikes = None if entry.strikes is None else rows[entry.strikes - 1]
        row = Adjustment(session=sheet, uuid=uuid.uuid4(), amounts=list(entry.amounts), why=entry.why, strikes=strikes)
        row.device = device
        row.save(force_insert=True)
        rows.append(row)
    return rows


def _write_notes(sheet: Session, document: Document, device: Device | None) -> None:
    Note.objects.bulk_create(
        Note(
            session=sheet,
            uuid=uuid.uuid4(),
            after=note.after,
            kind=note.kind,
            seat=note.seat,
            why=note.why or "",
            device=device,
        )
        for note in document.notes
    )


def _write_paid(sheet: Session, document: Document, device: Device | None) -> None:
    people = dict(sheet.seats.values_list("number", "player"))
    for paid in document.paid:
        event = {"club_id": sheet.club_id, "kind": EVENING, "key": sheet.pk, "uuid": uuid.uuid4(), "device": device}
        Booking.objects.create(
            payer_id=people[paid.payer], receiver_id=people[paid.receiver], cents=paid.amount, **event
        )


def _places(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """The place of each entry in a ledger of ours: numbers in the order in which they come, dead deals included."""
    places: dict[int, int] = {}
    used: set[uuid.UUID] = set()
    for index, entry in enumerate(entries):
        key = -1 - index if entry.number is None else entry.number
        yield {
            "uuid": entry.uuid if entry.uuid and entry.uuid not in used else uuid.uuid4(),
            "number": places.setdefault(key, len(places) + 1),
            "revision": entry.revision,
            "hand": entry.hand,
            "void": entry.void,
            "why": entry.why or "",
        }
        used |= {entry.uuid} if entry.uuid else set()
