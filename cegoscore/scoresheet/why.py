"""Derivation of a hand's amounts for its page: the steps in words, the cell of the tariff, the sources."""

from __future__ import annotations

from dataclasses import dataclass

from cegoscore.clubs.house_rules.claims import doubt_about_claim
from cegoscore.clubs.house_rules.derivations import Source, derivation_text, sources_of, step_sentence
from cegoscore.clubs.house_rules.tariff_card import Lit, ladder_of
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.explanation import explain
from cegoscore.scoring.hands import Hand, PfeifFrei, Points
from cegoscore.scoring.house_rules import HouseRules

CELLS = 5
"""Number of cells of the tariff that are shown around the one that was paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Answer to why a hand pays what it pays."""

    text: str
    """All steps in one line, for a message."""
    steps: tuple[str, ...]
    ladder: tuple[tuple[str, int, bool], ...]
    """Amounts of a normal game: card points, amount, and whether it is this hand's; empty for other games."""
    sources: tuple[Source, ...]
    doubt: str
    """Statement of the source on a claim that it does not open."""


def why_of(hand: Hand, rules: HouseRules, original: HouseRules | None = None) -> Why | None:
    """Derive a hand; none for a deal without result, or a hand that is impossible by these rules."""
    if check_hand(hand, rules, max(hand.lineup) + 1):
        return None
    steps = explain(hand, rules)
    if not steps:
        return None
    lit = lit_by(hand)
    return Why(
        text=derivation_text(steps, rules),
        steps=tuple(step_sentence(step, rules) for step in steps),
        ladder=_around(ladder_of(rules, lit)) if lit else (),
        doubt=doubt_about_claim(hand.outcome, rules),
        sources=tuple(sources_of([step.cell for step in steps], rules, original)),
    )


def _around(ladder: tuple[tuple[str, int, bool], ...]) -> tuple[tuple[str, int, bool], ...]:
    """The lit cell with its neighbours, as many as fit beside each other on a phone."""
    at = next(index for index, (_points, _amount, is_lit) in enumerate(ladder) if is_lit)
    first = max(min(at - CELLS // 2, len(ladder) - CELLS), 0)
    return ladder[first : first + CELLS]


def lit_by(hand: Hand) -> Lit | None:
    """The cell of the tariff that a hand by card points rests on."""
    outcome = hand.outcome
    if isinstance(outcome, Points):
        return Lit(contract=outcome.contract, over_solo=outcome.over_solo, points=outcome.points)
    if isinstance(outcome, PfeifFrei):
        return Lit(contract=Contract.KLEINER_MANN, over_solo=outcome.over_solo, points=outcome.points)
    return None
