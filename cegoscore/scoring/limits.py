"""Limits of a player's total after so many hands, by which a total typed from paper is doubted.

Games only: faults and claims that pay eightfold by agreement, free entries and a raised stake can go beyond, so what
is beyond is asked about and not refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from cegoscore.scoring.amounts import (
    EIGHTFOLD,
    dresch_amount,
    game_value,
    normal_amounts,
    raeuber_amounts,
    target_amount,
)
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of what one hand brings a player, in points of the sheet."""

    most: int
    """Largest gain or loss."""
    grain: int
    """Largest number of which every gain and loss is a multiple."""


@lru_cache(maxsize=64)
def limits_of(rules: HouseRules) -> Limits | None:
    """The limits under a rule set; none where it leaves the value of a game to the house."""
    if any(target.amount is None for target in rules.targets.values()):
        return None
    amounts = list(_of_games(rules))
    grain = gcd(*amounts, rules.penalty or 0, *_of_faults(rules))
    return Limits(most=max(map(abs, amounts)) * (max(rules.sizes) - 1), grain=grain)


def _of_games(rules: HouseRules) -> Iterator[int]:
    """Every amount that one player pays another for a game."""
    if rules.normal:
        for over_solo, factors in ((False, rules.normal.factors), (True, rules.normal.over_solo)):
            for contract in factors:
                yield from normal_amounts(rules, contract, over_solo)
    for contract, target in rules.targets.items():
        yield target_amount(rules, contract, made=True, ouvert=target.ouvert is not None)
        yield target_amount(rules, contract, made=True)
    for contract, raeuber in rules.raeuber.items():
        yield raeuber.takes_all or 0
        for without_trick in range(rules.players):
            for vorhand in (False, True):
                yield from raeuber_amounts(rules, contract, without_trick, vorhand=vorhand)
    if rules.dresch:
        yield dresch_amount(rules, vorhand=True)
        yield dresch_amount(rules, vorhand=False)
    yield rules.partie or 0


def _of_faults(rules: HouseRules) -> Iterator[int]:
    """Every amount that a fault or a claim costs besides."""
    normal = rules.normal
    games = [(contract, False) for contract in rules.contracts]
    games += [(contract, True) for contract in normal.over_solo] if normal else []
    for contract, over_solo in games:
        for won in (False, True):
            for times in (1, EIGHTFOLD):
                yield game_value(rules, contract, times, won=won, over_solo=over_solo)
