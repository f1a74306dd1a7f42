"""The hands of a sheet paid by another rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cegoscore.scoresheet.ledger_rows import hand_of, in_force, shown_numbers
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring import hands
from cegoscore.scoring.auction_words import without_wrong_auction
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaid:
    """A hand that counts, with what it pays now and what it would pay, by seat number."""

    row: Hand
    shown: int | None
    hand: hands.Hand
    old: Mapping[int, int]
    new: Mapping[int, int]
    problems: tuple[Problem, ...]
    """Reasons why the hand is impossible under the other rule set; `new` is empty then."""


def repaid_hands(sheet: Session, rules: HouseRules) -> list[Repaid]:
    """Every hand in force that is not struck, in the order of the sheet."""
    rows = list(sheet.hands.order_by("place", "revision").prefetch_related("scores__seat"))
    shown = shown_numbers(rows)
    seats = sheet.seats.count()
    return [_repaid(row, shown.get(row.number), seats, rules) for row in in_force(rows) if not row.void]


def _repaid(row: Hand, shown: int | None, seats: int, rules: HouseRules) -> Repaid:
    hand = without_wrong_auction(hand_of(row, seats), rules)
    problems = tuple(check_hand(hand, rules, seats))
    pays = not problems and not isinstance(hand.outcome, hands.Dead)
    new = dict(zip(hand.lineup, payments(hand, rules), strict=True)) if pays else {}
    old = {score.seat.number: score.points for score in row.scores.all()}
    return Repaid(row=row, shown=shown, hand=hand, old=old, new=new, problems=problems)
