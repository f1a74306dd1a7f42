"""Why a hand pays what it pays, for its page; and what hands would pay by another rule set or for other people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.derivations import Statement, derivation_text, sources_of, step_sentence
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.house_rules.statements import doubt_about_claim
from cegoscore.clubs.house_rules.tariff_card import ladder_of
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.hand.reading import SEATS, SEVERAL
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, in_force, shown_numbers
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Hand as Row, Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.auction.words import without_wrong_auction
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.hands import Hand, PfeifFrei, Points, Schinden, next_seat
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import explain, paid_by_seat
from cegoscore.scoring.problems import Problem

CELLS = 5
"""Number of cells of the tariff that are shown around the one that was paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Gain or loss of one player, with from whom or to whom where that is one for all."""

    name: str
    amount: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Answer to why a hand pays what it pays."""

    text: str
    """All steps in one line, for a message."""
    steps: tuple[str, ...]
    shares: tuple[Share, ...]
    ladder: tuple[tuple[str, int, bool], ...]
    """Amounts of a normal game: card points, amount, and whether it is this hand's; empty for other games."""
    sources: tuple[Statement, ...]
    doubt: str
    """Statement of the source on a claim that it does not open."""


def paying_hand(row: Row, rules: HouseRules, seats: int) -> Hand | None:
    """The hand of a revision; none for a struck one, a deal without result, or one impossible by these rules."""
    if row.void:
        return None
    hand = hand_of(row, seats)
    return hand if not check_hand(hand, rules, max(hand.lineup) + 1) and explain(hand, rules) else None


def why_of(hand: Hand, rules: HouseRules, original: HouseRules | None = None, *, names: Sequence[str]) -> Why:
    """Derive a hand that pays; `names` are those of all seats."""
    steps = explain(hand, rules)
    game = hand.outcome
    return Why(
        text=derivation_text(steps, rules, names),
        steps=tuple(step_sentence(step, rules, names) for step in steps),
        shares=_shares(hand, rules, names),
        ladder=_around(ladder_of(rules, game)) if isinstance(game, Points | PfeifFrei) else (),
        doubt=doubt_about_claim(game, rules, original) if isinstance(game, Schinden) else "",
        sources=tuple(sources_of([step.cell for step in steps], rules, original)),
    )


def _shares(hand: Hand, rules: HouseRules, names: Sequence[str]) -> tuple[Share, ...]:
    """Gains and losses of everybody at the table: who stands alone against the others first."""
    paid = paid_by_seat(hand, rules)
    sides = ([seat for seat in paid if paid[seat] > 0], [seat for seat in paid if paid[seat] < 0])
    one = next((side[0] for side in sides if len(side) == 1), None)
    order = sorted(paid, key=lambda seat: (seat != one, hand.lineup.index(seat)))
    return tuple(Share(name=names[seat], amount=paid[seat], text=_whose(seat, one, paid, names)) for seat in order)


def _whose(seat: int, one: int | None, paid: Mapping[int, int], names: Sequence[str]) -> str:
    """Words on where an amount comes from or goes to; none where several pay several."""
    if one is None or not paid[seat]:
        return ""
    if seat != one:
        return (_("from %(name)s") if paid[seat] > 0 else _("to %(name)s")) % {"name": names[one]}
    others = {other: abs(amount) for other, amount in paid.items() if other != one and amount}
    if len(others) == 1:
        return _whose(one, next(iter(others)), paid, names)
    if len(set(others.values())) > 1:
        return ""
    text = _("%(amount)s from each of %(players)s") if paid[one] > 0 else _("%(amount)s to each of %(players)s")
    return text % {"amount": min(others.values()), "players": len(others)}


def _around(ladder: tuple[tuple[str, int, bool], ...]) -> tuple[tuple[str, int, bool], ...]:
    """The lit cell with its neighbours, as many as fit beside each other on a phone."""
    at = next(index for index, (_points, _amount, is_lit) in enumerate(ladder) if is_lit)
    first = max(min(at - CELLS // 2, len(ladder) - CELLS), 0)
    return ladder[first : first + CELLS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaid:
    """A hand that counts, with what it pays now and what it would pay, by seat number."""

    row: Row
    shown: int | None
    hand: Hand
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
    expected = counting[at].dealer if at < len(counting) and counting[at].passes_on else None
    for row in counting[at + 1 :]:
        if row.dealer != expected or row.dealer not in row.lineup:
            break
        hand = hand_of(row, seats)
        later = replace(hand, dealer=next_seat(hand.lineup, hand.dealer))
        repaid.append(_repaid(row, later, numbers.get(row.number), seats, rules))
        expected = later.dealer if row.passes_on else row.dealer
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


def exchanged(hand: Hand, one: int, other: int) -> Hand:
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


def _counting(sheet: Session) -> tuple[list[Row], dict[int, int]]:
    """Hands in force that are not struck, in the order of the sheet, and the shown numbers."""
    rows = list(sheet.hands.order_by("place", "revision").prefetch_related("scores__seat"))
    return [row for row in in_force(rows) if not row.void], shown_numbers(rows)


def _index(rows: Sequence[Row], number: int) -> int:
    """The place of a hand in a list; behind it if it is not there."""
    return next((index for index, row in enumerate(rows) if row.number == number), len(rows))


def _repaid(row: Row, hand: Hand, shown: int | None, seats: int, rules: HouseRules) -> Repaid:
    hand = without_wrong_auction(hand, rules)
    problems = tuple(check_hand(hand, rules, seats))
    new = {} if problems else paid_by_seat(hand, rules)
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
