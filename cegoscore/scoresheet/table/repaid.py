"""The hands of a sheet paid otherwise: by another rule set, or because somebody else dealt them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.hand.reading import SEATS, SEVERAL
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
    counting, shown = _counting(sheet)
    seats = sheet.seats.count()
    return [_repaid(row, hand_of(row, seats), shown.get(row.number), seats, rules) for row in counting]


def dealt_later(sheet: Session, number: int) -> list[Repaid]:
    """Hands that were dealt one seat later if the hand at `number` was forgotten, which its dealer dealt.

    The one after it has the same dealer, and each that follows the next one; where the deal was set by hand it is
    right. Empty if the deal goes on as it should.
    """
    rules, seats = rules_of(sheet.rule_set), sheet.seats.count()
    counting, shown = _counting(sheet)
    at = _index(counting, number)
    repaid: list[Repaid] = []
    expected = counting[at].dealer if at < len(counting) and _passes_on(counting[at]) else None
    for row in counting[at + 1 :]:
        if row.dealer != expected or row.dealer not in row.lineup:
            break
        hand = hand_of(row, seats)
        later = replace(hand, dealer=next_seat(hand.lineup, hand.dealer))
        repaid.append(_repaid(row, later, shown.get(row.number), seats, rules))
        expected = later.dealer if _passes_on(row) else row.dealer
    return repaid


def taken_over(sheet: Session, number: int, *, seat: int, instead: int) -> list[Repaid]:
    """Hands from the one at `number` on in which `instead` sat, with `seat` there and in every part of theirs."""
    rules, seats = rules_of(sheet.rule_set), sheet.seats.count()
    counting, shown = _counting(sheet)
    return [
        _repaid(row, exchanged(hand_of(row, seats), seat, instead), shown.get(row.number), seats, rules)
        for row in counting[_index(counting, number) :]
        if instead in row.lineup
    ]


def exchanged(hand: hands.Hand, one: int, other: int) -> hands.Hand:
    """The hand with two seats in each other's parts."""
    turned = {one: other, other: one}
    parts: dict[str, Any] = {part.name: getattr(hand.outcome, part.name) for part in fields(hand.outcome)}
    for name, value in parts.items():
        if name in SEATS:
            parts[name] = turned.get(value, value)
        elif name in SEVERAL:
            parts[name] = tuple(turned.get(seat, seat) for seat in value)
        elif name in ("card_points", "amounts"):
            parts[name] = tuple(value[turned.get(seat, seat)] for seat in range(len(value)))
    lineup = tuple(turned.get(seat, seat) for seat in hand.lineup)
    outcome = replace(hand.outcome, **parts)
    return replace(hand, lineup=lineup, dealer=turned.get(hand.dealer, hand.dealer), outcome=outcome)


def _counting(sheet: Session) -> tuple[list[Hand], dict[int, int]]:
    """Hands in force that are not struck, in the order of the sheet, and the shown numbers."""
    rows = list(sheet.hands.order_by("place", "revision").prefetch_related("scores__seat"))
    return [row for row in in_force(rows) if not row.void], shown_numbers(rows)


def _index(rows: Sequence[Hand], number: int) -> int:
    """The place of a hand in a list; behind it if it is not there."""
    return next((index for index, row in enumerate(rows) if row.number == number), len(rows))


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
