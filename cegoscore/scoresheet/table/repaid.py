"""Hands of a sheet paid otherwise, by another rule set or for other people, and compared for the page that asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.hand.reading import SEATS, SEVERAL
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, in_force, shown_numbers
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.auction.words import without_wrong_auction
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.conversion import counts_alike
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import ledger, what_if
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
    counting, numbers = _counting(sheet)
    seats = sheet.seats.count()
    return [_repaid(row, hand_of(row, seats), numbers.get(row.number), seats, rules) for row in counting]


def dealt_later(sheet: Session, number: int) -> list[Repaid]:
    """Hands that were dealt one seat later if the hand at `number` was forgotten, which its dealer dealt.

    The one after it has the same dealer, and each that follows the next one; where the deal was set by hand it is
    right. Empty if the deal goes on as it should.
    """
    rules, seats = rules_of(sheet.rule_set), sheet.seats.count()
    counting, numbers = _counting(sheet)
    at = _index(counting, number)
    repaid: list[Repaid] = []
    expected = counting[at].dealer if at < len(counting) and _passes_on(counting[at]) else None
    for row in counting[at + 1 :]:
        if row.dealer != expected or row.dealer not in row.lineup:
            break
        hand = hand_of(row, seats)
        later = replace(hand, dealer=next_seat(hand.lineup, hand.dealer))
        repaid.append(_repaid(row, later, numbers.get(row.number), seats, rules))
        expected = later.dealer if _passes_on(row) else row.dealer
    return repaid


def taken_over(sheet: Session, number: int, *, seat: int, instead: int) -> list[Repaid]:
    """Hands from the one at `number` on in which `instead` sat, with `seat` there and in every part of theirs."""
    rules, seats = rules_of(sheet.rule_set), sheet.seats.count()
    counting, numbers = _counting(sheet)
    return [
        _repaid(row, exchanged(hand_of(row, seats), seat, instead), numbers.get(row.number), seats, rules)
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


def rules_changed(sheet: Session, rules: HouseRules, old_rules: HouseRules) -> dict[str, Any]:
    """Every hand that counts under both, deals without a result left out unless they are impossible."""
    repaid = repaid_hands(sheet, rules)
    return _change(
        sheet,
        [hand for hand in repaid if hand.problems or not isinstance(hand.hand.outcome, hands.Dead)],
        old_rules,
        names_dealer=False,
    )


def deal_moved(sheet: Session, repaid: Sequence[Repaid]) -> dict[str, Any]:
    """Hands as they are if everybody dealt one later; each says who dealt it then."""
    return _change(sheet, repaid, rules_of(sheet.rule_set), names_dealer=True)


def _change(sheet: Session, repaid: Sequence[Repaid], rules: HouseRules, *, names_dealer: bool) -> dict[str, Any]:
    """Effect of another rule set, or of dealing one later; `impossible` are hands that could not be."""
    seats = seats_of(sheet)
    paid_otherwise = [sum(hand.new.get(s.number, 0) - hand.old.get(s.number, 0) for hand in repaid) for s in seats]
    compared = [_compared(hand, seats, rules, names_dealer=names_dealer) for hand in repaid]
    return {
        "names": [seat.name for seat in seats],
        "hands": compared,
        "impossible": [hand for hand in compared if hand["problem"]],
        "differing": sum(not hand["same"] for hand in compared),
        "old_totals": [seat.total for seat in seats],
        "new_totals": [seat.total + change for seat, change in zip(seats, paid_otherwise, strict=True)],
    }


def _compared(repaid: Repaid, seats: list[Seat], rules: HouseRules, *, names_dealer: bool) -> dict[str, Any]:
    """A hand with its amounts before and after, by seat; `None` for who was not at the table."""
    names = [seat.name for seat in seats]
    sentences = [problem_sentence(problem, dict(enumerate(names))) for problem in repaid.problems]
    text = text_of(repaid.hand, rules, names)
    dealt = _("%(text)s; %(dealer)s dealt") % {"text": text, "dealer": names[repaid.hand.dealer]}
    old, new = ([amounts.get(seat.number) for seat in seats] for amounts in (repaid.old, repaid.new))
    return {
        "shown": repaid.shown,
        "game": title_of(repaid.hand.outcome, rules),
        "text": dealt if names_dealer else text,
        "old": old,
        "new": new,
        "same": old == new and not sentences,
        "problem": " ".join(sentences),
    }


COUNTED = (hands.Points, hands.PfeifFrei, hands.Raeuber, hands.Partie)
"""Outcomes with card points."""


def compared(document: Document, rules: HouseRules) -> dict[str, object]:
    """Totals and unplayable hands of a document under another rule set, as the page's context.

    Totals by name, as they are and as they would be, with the difference; of a hand its number, its text, and why the
    other rule set cannot pay it.
    """
    there, unplayable = what_if(document, rules)
    sums, totals = ledger(document), ledger(there).totals
    names, here = document.players, document.rules
    numbers = {id(hand.entry): hand.shown for hand in sums.lines}
    outcomes = [entry.hand.outcome for entry in there.entries]
    return {
        "totals": [
            (names[seat], sums.totals[seat], totals[seat], totals[seat] - sums.totals[seat])
            for seat in sorted(range(len(names)), key=lambda seat: -totals[seat])
        ],
        "unplayable": [
            (
                numbers.get(id(entry), 0),
                f"{title_of(entry.hand.outcome, here)}, {text_of(entry.hand, here, names)}",
                [problem_sentence(problem, dict(enumerate(names))) for problem in problems],
            )
            for entry, problems in unplayable
        ],
        "converted": 0 if counts_alike(here, rules) else sum(isinstance(outcome, COUNTED) for outcome in outcomes),
        "as_written": sum(isinstance(outcome, hands.Amount) for outcome in outcomes),
        "counts": (here.total, rules.total),
    }
