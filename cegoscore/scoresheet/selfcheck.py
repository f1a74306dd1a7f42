"""Prove a sheet: compute everything again that is stored as a result."""

from __future__ import annotations

from collections.abc import Iterator

from cegoscore.clubs.rule_sets import rules_of
from cegoscore.scoresheet.ledger_rows import hand_of, in_force
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.hands import Dead
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.problems import InvalidInput


def faults_of(sheet: Session) -> Iterator[str]:
    """What does not agree on a sheet, in words for whoever keeps the server; nothing if all is well."""
    rules = rules_of(sheet.rule_set)
    seats = list(sheet.seats.order_by("number"))
    rows = list(sheet.hands.order_by("place", "revision").prefetch_related("scores__seat"))
    current = {row.pk for row in in_force(rows)}
    totals = dict.fromkeys((seat.number for seat in seats), 0)
    for row in rows:
        scores = {score.seat.number: score.points for score in row.scores.all()}
        place = f"hand {row.number}, revision {row.revision}"
        try:
            expected = _expected(row, rules, len(seats))
        except InvalidInput as error:
            yield f"{place}: cannot be read: {error}"
            continue
        if scores != expected:
            yield f"{place}: stored {scores}, the rule set pays {expected}"
        for number, points in scores.items():
            totals[number] += points if row.pk in current else 0
    for adjustment in sheet.adjustments.all():
        if sum(adjustment.amounts) != 0:
            yield f"adjustment {adjustment.pk} does not sum to zero"
        totals = {number: total + sum(adjustment.amounts[number : number + 1]) for number, total in totals.items()}
    for seat in seats:
        if seat.total != totals[seat.number]:
            yield f"seat {seat.number}: total {seat.total}, the hands make {totals[seat.number]}"
    if sum(seat.total for seat in seats) != 0:
        yield "the totals do not sum to zero"


def _expected(row: Hand, rules: HouseRules, seats: int) -> dict[int, int]:
    hand = hand_of(row, seats)
    if problems := check_hand(hand, rules, seats):
        raise InvalidInput(problems)
    if row.void or isinstance(hand.outcome, Dead):
        return {}
    return dict(zip(hand.lineup, payments(hand, rules), strict=True))
