"""Formulas of payment: the worth of one result under a rule set, and nothing about who sits where.

docs/rules.md says them in words, sections 3 to 5. All numbers stand in the rule files, each with its source.
"""

from __future__ import annotations

from functools import lru_cache

from cegoscore.scoring.contracts import EVERYONE, NORMAL, RAEUBER, Contract
from cegoscore.scoring.house_rules import HouseRules, NormalGames, RaeuberRules, SchindenPays

EIGHTFOLD = 8


def normal_amount(rules: HouseRules, contract: Contract, points: int, *, over_solo: bool) -> int:
    """What each defender pays the declarer (negative: gets) for so many card points; 0 points is: no trick.

    The base value comes from a table or from the winning side's card points less half the pack; it is multiplied by
    the game's factor and rounded. Raises `KeyError` for a game that the rule set does not have (over a Solo).
    """
    normal = _normal(rules)
    won = points > rules.half
    if normal.buergermeister is not None and 2 * points == rules.total:
        return -normal.buergermeister
    amount = _amount(normal, _base(rules, points), contract, won=won, over_solo=over_solo)
    return amount if won else -amount


def _base(rules: HouseRules, points: int) -> int:
    normal = _normal(rules)
    won = points > rules.half
    if normal.brackets:
        return normal.brackets.base(points, won=won)
    difference = max(points, rules.total - points) - rules.half
    return -(-difference // normal.base_up_to) * normal.base_up_to


def _amount(normal: NormalGames, base: int, contract: Contract, *, won: bool, over_solo: bool) -> int:
    factor = (normal.over_solo if over_solo else normal.factors)[contract]
    return normal.rounded.of(base * (factor.won if won else factor.lost))


def _normal(rules: HouseRules) -> NormalGames:
    if rules.normal is None:
        raise KeyError("normal")
    return rules.normal


@lru_cache(maxsize=4096)
def normal_amounts(rules: HouseRules, contract: Contract, over_solo: bool) -> tuple[int, ...]:  # noqa: FBT001 - a key of the cache, quicker by place
    """`normal_amount` of every number of card points from 0 to the whole pack."""
    return tuple(normal_amount(rules, contract, points, over_solo=over_solo) for points in range(rules.total + 1))


def target_amount(rules: HouseRules, contract: Contract, *, made: bool, ouvert: bool = False) -> int:
    """What each defender pays the declarer (negative: gets) for a target game.

    Raises `KeyError` for a game that the rule set does not have or whose value it leaves to the house.
    """
    target = rules.targets[contract]
    if target.amount is None:
        raise KeyError(contract)
    amount = target.amount * ((target.ouvert or 1) if ouvert else 1)
    return amount if made else -amount


def raeuber_amount(raeuber: RaeuberRules, *, points: int, without_trick: int, vorhand: bool) -> int:
    """What a loser with so many card points pays each other player; `vorhand`: the loser is the announcer."""
    factor = raeuber.vorhand_factor if vorhand else 1
    amount = raeuber.amounts[min(without_trick, len(raeuber.amounts) - 1)] * factor
    if raeuber.points_above is not None and raeuber.points_rounded and points > raeuber.points_above:
        return max(amount, raeuber.points_rounded.of(points * factor))
    return amount


def dresch_amount(rules: HouseRules, *, vorhand: bool) -> int:
    """What the winner of the last trick of a Dresch pays each other player."""
    if rules.dresch is None:
        raise KeyError(Contract.DRESCH)
    return rules.dresch.amount * (rules.dresch.vorhand_factor if vorhand else 1)


def without_trick_amount(rules: HouseRules, contract: Contract, *, over_solo: bool, ouvert: bool = False) -> int:
    """What the game costs (each other player gets it) if it is lost as badly as can be; positive."""
    if contract in NORMAL:
        return -normal_amount(rules, contract, 0, over_solo=over_solo)
    return game_value(rules, contract, 1, won=False, ouvert=ouvert)


def game_value(
    rules: HouseRules, contract: Contract, times: int, *, won: bool, over_solo: bool = False, ouvert: bool = False
) -> int:
    """The value of a game taken once or eightfold, as faults and claims pay it; positive.

    A normal game counts with its lowest base value, once or eight times, multiplied by the factor and rounded as all
    amounts of the rule set are; a Raeuber or Dresch with what anyone but Vorhand would pay.
    """
    if contract in NORMAL:
        normal = _normal(rules)
        lowest = normal.brackets.worth if normal.brackets else normal.base_up_to
        return _amount(normal, lowest * times, contract, won=won, over_solo=over_solo)
    if contract in RAEUBER:
        return times * raeuber_amount(rules.raeuber[contract], points=0, without_trick=0, vorhand=False)
    if contract in EVERYONE:
        return times * dresch_amount(rules, vorhand=False)
    if contract is Contract.PARTIE:
        return times * (rules.partie or 0)
    return times * target_amount(rules, contract, made=True, ouvert=ouvert)


def schinden_amount(rules: HouseRules, contract: Contract, *, true: bool, over_solo: bool, ouvert: bool = False) -> int:
    """What somebody pays each other player for a Solo held back (`true`), or for claiming it wrongly; positive."""
    pays = rules.schinden.pays if rules.schinden else None
    if pays is SchindenPays.EIGHTFOLD:
        return game_value(rules, contract, EIGHTFOLD, won=False, over_solo=over_solo, ouvert=ouvert)
    if pays is SchindenPays.SOLO_WITHOUT_TRICK and true:
        return without_trick_amount(rules, Contract.SOLO, over_solo=False)
    return without_trick_amount(rules, contract, over_solo=over_solo, ouvert=ouvert)
