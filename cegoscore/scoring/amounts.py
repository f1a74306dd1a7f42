"""Amounts of single results under a rule set: the last steps of their derivations (`derivation`).

Nothing here knows who sits where. docs/rules.md says the formulas in words, sections 3 to 5.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, cast

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.derivation import (
    EIGHTFOLD,
    Steps,
    bases,
    dresch_steps,
    game_value_steps,
    normal_steps,
    raeuber_steps,
    schinden_steps,
    target_steps,
)
from cegoscore.scoring.house_rules import HouseRules, NormalGames

__all__ = [
    "EIGHTFOLD",
    "amounts_by_points",
    "dresch_amount",
    "game_value",
    "normal_amount",
    "normal_amounts",
    "raeuber_amount",
    "raeuber_amounts",
    "schinden_amount",
    "target_amount",
]


P = ParamSpec("P")


def _last(steps_of: Callable[P, Steps]) -> Callable[P, int]:
    """The last amount of a derivation, kept for whoever asks again."""

    def amount(*args: P.args, **kwargs: P.kwargs) -> int:
        return steps_of(*args, **kwargs)[-1].amount

    cached: Any = lru_cache(maxsize=4096)(amount)
    return cast("Callable[P, int]", cached)


target_value = _last(target_steps)
raeuber_amount = _last(raeuber_steps)
"""Amount that a loser with so many card points pays each other player; `vorhand`: the loser is the announcer."""
dresch_amount = _last(dresch_steps)
"""Amount that the winner of the last trick of a Dresch pays each other player."""
game_value = _last(game_value_steps)
"""Value of a game taken once or eightfold, as faults and claims pay it; positive."""
schinden_amount = _last(schinden_steps)
"""Amount that somebody pays each other player for a Solo held back (`true`), or for claiming it wrongly."""


def normal_amount(rules: HouseRules, contract: Contract, points: int, *, over_solo: bool) -> int:
    """Amount that each defender pays the declarer (negative: gets) for so many card points; 0 points is: no trick.

    Raises `KeyError` for a game that the rule set does not have (over a Solo).
    """
    amount = normal_steps(rules, contract, points, over_solo=over_solo)[-1].amount
    return amount if points > rules.half else -amount


def _first_alike(normal: NormalGames, contract: Contract, *, over_solo: bool) -> tuple[Contract, bool]:
    """The first game with the factors and the extra of this one, and whether it is played over a Solo."""
    counts = (normal.over_solo if over_solo else normal.factors)[contract], normal.extra.get(contract, 0)
    tables = ((normal.factors, False), (normal.over_solo, True))
    games = (
        (game, over)
        for table, over in tables
        for game, factor in table.items()
        if (factor, normal.extra.get(game, 0)) == counts
    )
    return next(games)


@lru_cache(maxsize=4096)
def normal_amounts(rules: HouseRules, contract: Contract, over_solo: bool) -> tuple[int, ...]:  # noqa: FBT001 - a key of the cache, quicker by place
    """`normal_amount` of every number of card points from 0 to the whole pack.

    It is derived once for games that count alike, and once for a base that both sides may have by the same factor.
    Raises `KeyError` as that does.
    """
    normal = rules.normal
    if normal is None:
        raise KeyError("normal")
    alike = _first_alike(normal, contract, over_solo=over_solo)
    if alike != (contract, over_solo):
        return normal_amounts(rules, *alike)
    factors = (normal.over_solo if over_solo else normal.factors)[contract]
    paid: dict[tuple[int | None, int], int] = {}
    amounts = []
    for points, base in enumerate(bases(rules)):
        won = points > rules.half
        counts = base, factors.won if won else factors.lost
        if counts not in paid:
            paid[counts] = abs(normal_amount(rules, contract, points, over_solo=over_solo))
        amounts.append(paid[counts] if won else -paid[counts])
    return tuple(amounts)


@lru_cache(maxsize=4096)
def target_amount(rules: HouseRules, contract: Contract, *, made: bool, ouvert: bool = False) -> int:
    """Amount that each defender pays the declarer (negative: gets) for a target game.

    Raises `KeyError` for a game that the rule set does not have or whose value it leaves to the house.
    """
    amount = target_value(rules, contract, ouvert=ouvert)
    return amount if made else -amount


@lru_cache(maxsize=512)
def raeuber_amounts(rules: HouseRules, contract: Contract, without_trick: int, *, vorhand: bool) -> tuple[int, ...]:
    """`raeuber_amount` of every number of card points from 0 to the whole pack."""
    raeuber = rules.raeuber[contract]
    return tuple(
        raeuber_amount(raeuber, points=points, without_trick=without_trick, vorhand=vorhand)
        for points in range(rules.total + 1)
    )


def amounts_by_points(rules: HouseRules, contract: Contract, *, vorhand: bool) -> tuple[int, ...]:
    """The least that a loser pays with so many card points, from 0 to the whole pack; empty if they do not count.

    Whoever pays more does so for the players without a trick.
    """
    raeuber = rules.raeuber[contract]
    if raeuber.points_above is None:
        return ()
    without_trick = raeuber.amounts.index(min(raeuber.amounts))
    return raeuber_amounts(rules, contract, without_trick, vorhand=vorhand)
