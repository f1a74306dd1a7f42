"""Derivation of an amount: the steps of its calculation, as values with the cell of the rule set that each one uses.

The amounts that are paid (`amounts`) are the last steps of these, so what is explained is what was calculated. A
step's amount is without a sign; who gets and who pays is said by `payments`.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from cegoscore.scoring.contracts import EVERYONE, NORMAL, RAEUBER, Contract
from cegoscore.scoring.house_rules import HouseRules, NormalGames, RaeuberRules, Rounded, Rounding, SchindenPays

EIGHTFOLD = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a calculation.

    `code` names it, `params` are the values that its sentence needs, `amount` is the result so far, `cell` the key of
    the rule set that it rests on (`normal.factors.cego`), empty where it rests on none.
    """

    code: str
    amount: int
    cell: str = ""
    params: tuple[tuple[str, int | str | tuple[int, ...]], ...] = ()


Steps = tuple[Step, ...]


def step(code: str, amount: int, cell: str = "", **params: int | str | tuple[int, ...]) -> Step:
    """Make a step from its parameters."""
    return Step(code=code, amount=amount, cell=cell, params=tuple(params.items()))


def normal_steps(rules: HouseRules, contract: Contract, points: int, *, over_solo: bool) -> Steps:
    """Derive what a normal game pays for so many card points; 0 points is: no trick.

    The base comes from a table, or from the winning side's card points less half the pack; it is multiplied by the
    game's factor and rounded. Raises `KeyError` for a game that the rule set does not have (over a Solo).
    """
    normal = _normal(rules)
    won = points > rules.half
    if normal.buergermeister is not None and 2 * points == rules.total:
        return (step("buergermeister", normal.buergermeister, "normal.buergermeister", points=points),)
    base = _base_steps(rules, points, won=won)
    return base + _game_steps(normal, base[-1].amount, contract, won=won, over_solo=over_solo)


@lru_cache(maxsize=4096)
def _base_steps(rules: HouseRules, points: int, *, won: bool) -> Steps:
    """Derive the base, which all games of so many card points share."""
    normal = _normal(rules)
    if normal.brackets:
        cell = f"normal.brackets.{'won' if won else 'lost'}"
        return (step("bracket", normal.brackets.base(points, won=won), cell, points=points),)
    winning = max(points, rules.total - points)
    difference = winning - rules.half
    code = "difference" if won else "difference_opponents"
    steps = [step(code, difference, "normal.base_up_to", points=winning, half=rules.half)]
    if normal.base_up_to > 1:
        base = -(-difference // normal.base_up_to) * normal.base_up_to
        steps.append(step("base_up_to", base, "normal.base_up_to", to=normal.base_up_to))
    return tuple(steps)


@lru_cache(maxsize=256)
def bases(rules: HouseRules) -> tuple[int | None, ...]:
    """The base of every number of card points from 0 to the whole pack; `None` with which a Bürgermeister pays."""
    level = rules.total if _normal(rules).buergermeister is not None else None
    return tuple(
        None if 2 * points == level else _base_steps(rules, points, won=points > rules.half)[-1].amount
        for points in range(rules.total + 1)
    )


def _game_steps(normal: NormalGames, base: int, contract: Contract, *, won: bool, over_solo: bool) -> Steps:
    """Multiply a base by the game's factor, and round."""
    table = "over_solo" if over_solo else "factors"
    pair = (normal.over_solo if over_solo else normal.factors)[contract]
    factor = pair.won if won else pair.lost
    code = "factor_over_solo" if over_solo else "factor"
    times = step(code, base * factor, f"normal.{table}.{contract}", factor=factor, contract=contract)
    steps = (times, *_rounding_steps(normal.rounded, times.amount, "normal.rounded"))
    extra = normal.extra.get(contract, 0)
    return (
        (*steps, step("extra", steps[-1].amount + extra, f"normal.extra.{contract}", extra=extra)) if extra else steps
    )


def _rounding_steps(rounded: Rounded, amount: int, cell: str) -> Steps:
    """Round; a multiple that is reached already needs no step."""
    multiple = Rounded(to=rounded.to, how=rounded.how).of(amount)
    code = "rounded_up" if rounded.how is Rounding.UP else "rounded_nearest"
    steps = [step(code, multiple, cell, to=rounded.to)] if rounded.to > 1 else []
    result = rounded.of(amount)
    return tuple([*steps, step("at_least", result, cell, least=rounded.at_least)] if result != multiple else steps)


def _normal(rules: HouseRules) -> NormalGames:
    if rules.normal is None:
        raise KeyError("normal")
    return rules.normal


def target_steps(rules: HouseRules, contract: Contract, *, ouvert: bool) -> Steps:
    """Derive what a target game pays, made or lost.

    Raises `KeyError` for a game that the rule set does not have or whose value it leaves to the house.
    """
    target, cell = rules.targets[contract], f"targets.{contract}"
    if target.amount is None:
        raise KeyError(contract)
    value = step("value", target.amount, f"{cell}.amount")
    if not ouvert or target.ouvert is None:
        return (value,)
    return (value, step("ouvert", target.amount * target.ouvert, f"{cell}.ouvert", factor=target.ouvert))


def raeuber_steps(raeuber: RaeuberRules, *, points: int, without_trick: int, vorhand: bool) -> Steps:
    """Derive what a loser with so many card points pays each other player; `vorhand`: the loser is the announcer.

    Cells are relative to the game's table in the rule set.
    """
    amount = raeuber.amounts[min(without_trick, len(raeuber.amounts) - 1)]
    counts = without_trick > 0 and len(raeuber.amounts) > 1
    first = (
        step("without_trick", amount, "amounts", players=without_trick) if counts else step("value", amount, "amounts")
    )
    factor = raeuber.vorhand_factor if vorhand else 1
    rounding: Steps = ()
    if raeuber.points_above is not None and raeuber.points_rounded and points > raeuber.points_above:
        by_points = _rounding_steps(raeuber.points_rounded, points * factor, "points_rounded")
        if raeuber.points_rounded.of(points * factor) > amount * factor:
            first, rounding = step("points_instead", points, "points_above", value=amount), by_points
    doubled = (step("vorhand", first.amount * factor, "vorhand_factor", factor=factor),) if factor != 1 else ()
    return (first, *doubled, *rounding)


def within(table: str, steps: Steps) -> Steps:
    """Complete relative cells with the table that they stand in."""
    return tuple(replace(step, cell=f"{table}.{step.cell}") for step in steps)


def dresch_steps(rules: HouseRules, *, vorhand: bool) -> Steps:
    """Derive what the winner of the last trick of a Dresch pays. Raises `KeyError` where it is not played."""
    if rules.dresch is None:
        raise KeyError(Contract.DRESCH)
    value = step("value", rules.dresch.amount, "dresch.amount")
    factor = rules.dresch.vorhand_factor
    if not vorhand or factor == 1:
        return (value,)
    return (value, step("vorhand", rules.dresch.amount * factor, "dresch.vorhand_factor", factor=factor))


def partie_steps(rules: HouseRules) -> Steps:
    """Derive what the winner of a Partie gets."""
    return (step("value", rules.partie or 0, "partie"),)


def without_trick_steps(rules: HouseRules, contract: Contract, *, over_solo: bool, ouvert: bool = False) -> Steps:
    """Derive what a game costs if it is lost as badly as can be."""
    if contract in NORMAL:
        return normal_steps(rules, contract, 0, over_solo=over_solo)
    return game_value_steps(rules, contract, 1, won=False, ouvert=ouvert)


def game_value_steps(
    rules: HouseRules, contract: Contract, times: int, *, won: bool, over_solo: bool = False, ouvert: bool = False
) -> Steps:
    """Derive the value of a game taken once or several times, as faults and claims pay it.

    A normal game counts with its lowest base value, multiplied by the factor and rounded as all amounts of the rule
    set are; a Räuber or Dresch with what anyone but Vorhand would pay.
    """
    if contract in NORMAL:
        normal = _normal(rules)
        lowest = normal.brackets.worth if normal.brackets else normal.base_up_to
        base = _times((step("lowest_base", lowest, "normal"),), times)
        return base + _game_steps(normal, base[-1].amount, contract, won=won, over_solo=over_solo)
    if contract in RAEUBER:
        once = within(contract, raeuber_steps(rules.raeuber[contract], points=0, without_trick=0, vorhand=False))
    elif contract in EVERYONE:
        once = dresch_steps(rules, vorhand=False)
    elif contract is Contract.PARTIE:
        once = partie_steps(rules)
    else:
        once = target_steps(rules, contract, ouvert=ouvert)
    return _times(once, times)


def _times(steps: Steps, times: int) -> Steps:
    if times == 1:
        return steps
    return (*steps, step("times", steps[-1].amount * times, times=times))


def schinden_steps(
    rules: HouseRules, contract: Contract, *, true: bool, over_solo: bool, ouvert: bool = False
) -> Steps:
    """Derive what somebody pays for a Solo held back (`true`), or for claiming it wrongly."""
    pays = rules.schinden.pays if rules.schinden else None
    if pays is SchindenPays.EIGHTFOLD:
        return game_value_steps(rules, contract, EIGHTFOLD, won=False, over_solo=over_solo, ouvert=ouvert)
    if pays is SchindenPays.SOLO_WITHOUT_TRICK and true and Contract.SOLO in rules.contracts:
        return without_trick_steps(rules, Contract.SOLO, over_solo=False)
    return without_trick_steps(rules, contract, over_solo=over_solo, ouvert=ouvert)
