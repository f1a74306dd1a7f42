"""The hands of a sheet paid otherwise: by another rule set, or because somebody else dealt them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, in_force, shown_numbers
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring import hands
from cegoscore.scoring.auction.words import without_wrong_auction
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.hands import next_seat
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
    counting = [row for row in in_force(rows) if not row.void]
    return [_repaid(row, hand_of(row, seats), shown.get(row.number), seats, rules) for row in counting]


def dealt_later(sheet: Session, number: int) -> list[Repaid]:
    """Hands that were dealt one seat later if the hand at `number` was forgotten, which its dealer dealt.

    The one after it has the same dealer, and each that follows the next one; where the deal was set by hand it is
    right. Empty if the deal goes on as it should.
    """
    rules, seats = rules_of(sheet.rule_set), sheet.seats.count()
    rows = list(sheet.hands.order_by("place", "revision").prefetch_related("scores__seat"))
    shown, counting = shown_numbers(rows), [row for row in in_force(rows) if not row.void]
    at = next((index for index, row in enumerate(counting) if row.number == number), len(counting))
    found: list[Repaid] = []
    expected = counting[at].dealer if at < len(counting) and _passes_on(counting[at]) else None
    for row in counting[at + 1 :]:
        if row.dealer != expected or row.dealer not in row.lineup:
            break
        hand = hand_of(row, seats)
        later = replace(hand, dealer=next_seat(hand.lineup, hand.dealer))
        found.append(_repaid(row, later, shown.get(row.number), seats, rules))
        expected = later.dealer if _passes_on(row) else row.dealer
    return found


def _passes_on(row: Hand) -> bool:
    """Tell whether the next one deals after this hand."""
    return bool(row.outcome.get("next_dealer", True))


def _repaid(row: Hand, hand: hands.Hand, shown: int | None, seats: int, rules: HouseRules) -> Repaid:
    hand = without_wrong_auction(hand, rules)
    problems = tuple(check_hand(hand, rules, seats))
    pays = not problems and not isinstance(hand.outcome, hands.Dead)
    new = dict(zip(hand.lineup, payments(hand, rules), strict=True)) if pays else {}
    old = {score.seat.number: score.points for score in row.scores.all()}
    return Repaid(row=row, shown=shown, hand=hand, old=old, new=new, problems=problems)
