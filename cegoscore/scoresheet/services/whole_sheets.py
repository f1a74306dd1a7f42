"""Many hands on many empty sheets at once: demonstrations, and evenings that are read in."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction

from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoresheet.services.ledger import row_of
from cegoscore.scoresheet.sql_statements import insert_all_scores
from cegoscore.scoresheet.writing import Writing, paid_by
from cegoscore.scoring.hands import Hand as PlayedHand

AT_ONCE = 2000
"""Rows a statement."""


def write_whole_sheets(played: Iterable[tuple[Session, Sequence[PlayedHand]]]) -> None:
    """Write the hands of sheets that are still empty, in their order, in a few queries for all sheets together.

    The hands must be possible by the rule set of their sheet.
    """
    rows: list[Hand] = []
    paid: list[dict[int, int]] = []
    sheets = [(sheet, list(hands)) for sheet, hands in played]
    with transaction.atomic():
        seats = _seats([sheet for sheet, _hands in sheets])
        for sheet, hands in sheets:
            for number, hand in enumerate(hands, 1):
                writing = Writing(uuid=uuid.uuid4(), number=number, revision=1, hand=hand)
                row = row_of(sheet, writing, None)
                rows.append(row)
                paid.append(_paid(paid_by(sheet, writing), seats[sheet.pk]))
            sheet.version = len(hands)
        Hand.objects.bulk_create(rows, batch_size=AT_ONCE)
        insert_all_scores(
            [(row.pk, seat, points) for row, own in zip(rows, paid, strict=True) for seat, points in own.items()]
        )
        Seat.objects.bulk_update([seat for own in seats.values() for seat in own.values()], ["total"], batch_size=500)
        Session.objects.bulk_update([sheet for sheet, _hands in sheets], ["version"], batch_size=500)


def _seats(sheets: Sequence[Session]) -> dict[uuid.UUID, dict[int, Seat]]:
    found: dict[uuid.UUID, dict[int, Seat]] = {sheet.pk: {} for sheet in sheets}
    for start in range(0, len(sheets), 500):
        for seat in Seat.objects.filter(session__in=sheets[start : start + 500]):
            found[seat.session_id][seat.number] = seat
    return found


def _paid(paid: dict[int, int], seats: dict[int, Seat]) -> dict[int, int]:
    """Points of a hand by the seats' rows; moves the totals of the seats."""
    for number, points in paid.items():
        seats[number].total += points
    return {seats[number].pk: points for number, points in paid.items()}
