"""Derivation of a hand's amounts for its page: the steps in words, the cell of the tariff, the sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.derivations import Statement, derivation_text, sources_of, step_sentence
from cegoscore.clubs.house_rules.statements import doubt_about_claim
from cegoscore.clubs.house_rules.tariff_card import ladder_of
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.models import Hand as Row
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.explanation import explain
from cegoscore.scoring.hands import Hand, PfeifFrei, Points, Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments

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
        doubt=doubt_about_claim(game, rules) if isinstance(game, Schinden) else "",
        sources=tuple(sources_of([step.cell for step in steps], rules, original)),
    )


def _shares(hand: Hand, rules: HouseRules, names: Sequence[str]) -> tuple[Share, ...]:
    """Gains and losses of everybody at the table: who stands alone against the others first."""
    paid = dict(zip(hand.lineup, payments(hand, rules), strict=True))
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
