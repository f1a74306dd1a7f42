"""Sheets from session documents."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.ledger_rows import in_force
from cegoscore.scoresheet.models import Adjustment, Hand, Note, Score, Session
from cegoscore.scoresheet.services.ledger import Writing, move_totals, paid_by, row_of
from cegoscore.scoresheet.services.table import open_table
from cegoscore.scoring.document import Document, Entry


def import_document(document: Document, *, device: Device) -> Session:
    """A new sheet from a session document, its whole history included, in a club of its own."""
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
        rows = Hand.objects.bulk_create([row_of(sheet, writing, device) for writing in writings])
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
        for adjustment in document.adjustments:
            Adjustment.objects.create(
                session=sheet, uuid=uuid.uuid4(), amounts=list(adjustment.amounts), why=adjustment.why, device=device
            )
            totals = {number: total + adjustment.amounts[number] for number, total in totals.items()}
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
        move_totals(sheet, totals)
    return sheet


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
