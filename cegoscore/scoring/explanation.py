"""Explanation of what a hand pays: the derivation of its amount, up to what one of the players got or paid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cegoscore.scoring.derivation import (
    EIGHTFOLD,
    Steps,
    dresch_steps,
    game_value_steps,
    normal_steps,
    partie_steps,
    raeuber_steps,
    schinden_steps,
    step,
    target_steps,
    within,
)
from cegoscore.scoring.hands import (
    Aim,
    Amount,
    Dead,
    Dresch,
    Fault,
    Free,
    Hand,
    Partie,
    Penalty,
    PfeifFrei,
    Points,
    Raeuber,
    Schinden,
    UncountedRaeuber,
    vorhand,
)
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import (
    RaeuberResult,
    announcer_of,
    fault_of_defender,
    raeuber_result,
    without_who_sits_out,
)


def explain(hand: Hand, rules: HouseRules) -> Steps:
    """Derive the amount of a hand that `checks.check_hand` let pass; empty for a deal without result.

    The last step is, without its sign, what somebody got or paid. Where several lose that is what each of the others
    got from all of them together.
    """
    hand = without_who_sits_out(hand, rules)
    steps = _explained(hand, rules)
    if not steps or hand.stake_factor == 1:
        return steps
    return (*steps, step("stake_factor", steps[-1].amount * hand.stake_factor, factor=hand.stake_factor))


def _explained(hand: Hand, rules: HouseRules) -> Steps:
    """Derive the amount at the simple stake."""
    match hand.outcome:
        case Points() | PfeifFrei() as game:
            return _points(game, rules)
        case Aim() as game:
            return target_steps(rules, game.contract, ouvert=game.ouvert)
        case Amount(per_defender=amount):
            return (step("written_amount", abs(amount)),)
        case Raeuber() | UncountedRaeuber() as game:
            return _raeuber(hand, game, rules)
        case Dresch() as game:
            return _dresch(hand, game, rules)
        case Partie():
            return partie_steps(rules)
        case Schinden() as claim:
            return _schinden(hand, claim, rules)
        case Fault() as fault:
            return _fault(hand, fault, rules)
        case Penalty():
            return (step("penalty", rules.penalty or 0, "penalty"),)
        case Free(amounts=amounts):
            return (step("agreed", max(map(abs, amounts))),)
        case Dead():
            return ()


def _points(outcome: Points | PfeifFrei, rules: HouseRules) -> Steps:
    steps = normal_steps(rules, outcome.contract, outcome.points, over_solo=outcome.over_solo)
    if isinstance(outcome, PfeifFrei) or not 0 < outcome.points <= rules.half:
        return steps
    return (*steps, step("missed", steps[-1].amount, points=rules.half + 1))


def _raeuber(hand: Hand, outcome: Raeuber | UncountedRaeuber, rules: HouseRules) -> Steps:
    raeuber, result = rules.raeuber[outcome.contract], raeuber_result(hand, outcome, rules)
    if result.takes_all:
        cell = f"{outcome.contract}.takes_all"
        return (step("takes_all", raeuber.takes_all or 0, cell, seats=tuple(result.losers)),)
    announcer = announcer_of(hand, outcome)
    by_loser = [
        raeuber_steps(raeuber, points=result.most, without_trick=result.without_trick, vorhand=seat == announcer)
        for seat in result.losers
    ]
    longest = max(by_loser, key=lambda steps: steps[-1].amount)
    steps = (*_tie(hand, outcome, result), *_as_announced(hand, outcome, within(outcome.contract, longest)))
    return _added(steps, [steps[-1].amount for steps in by_loser], hand)


def _tie(hand: Hand, outcome: Raeuber | UncountedRaeuber, result: RaeuberResult) -> Steps:
    """Say who has the most card points, how many, if they were counted, and who of those who tie pays."""
    counted: dict[str, Any] = {} if isinstance(outcome, UncountedRaeuber) else {"points": result.most}
    if len(result.tied) == 1:
        code = "most" if counted else "most_uncounted"
        return (step(code, 0, seats=tuple(result.losers), **counted),)
    who = "vorhand" if announcer_of(hand, outcome) == vorhand(hand) else "announcer"
    code = f"tie_{who}_pays" if len(result.losers) == 1 else "tie"
    code = code if counted else f"{code}_uncounted"
    cell = f"{outcome.contract}.tie_with_vorhand"
    return (step(code, 0, cell, players=len(result.tied), seats=tuple(result.tied), **counted),)


def _dresch(hand: Hand, outcome: Dresch, rules: HouseRules) -> Steps:
    steps = dresch_steps(rules, vorhand=outcome.last_trick == announcer_of(hand, outcome))
    last = step("last_trick", 0, str(outcome.contract), seats=(outcome.last_trick,))
    return (last, *_as_announced(hand, outcome, steps))


def _as_announced(hand: Hand, outcome: Raeuber | UncountedRaeuber | Dresch, steps: Steps) -> Steps:
    """Say that whoever announced the game pays a multiple, if that is not Vorhand."""
    if announcer_of(hand, outcome) == vorhand(hand):
        return steps
    return tuple(replace(step, code="announcer") if step.code == "vorhand" else step for step in steps)


def _schinden(hand: Hand, outcome: Schinden, rules: HouseRules) -> Steps:
    true = bool(outcome.culprits)
    steps = schinden_steps(rules, outcome.contract, true=true, over_solo=outcome.over_solo, ouvert=outcome.ouvert)
    claim = step("solo_held_back", 0, "schinden.pays", seats=outcome.culprits) if true else None
    claim = claim or step("false_claim", 0, "schinden.pays")
    return _added((claim, *steps), [steps[-1].amount] * (len(outcome.culprits) or 1), hand)


def _fault(hand: Hand, outcome: Fault, rules: HouseRules) -> Steps:
    """Steps of a fault; that it costs the lowest base rests on the rule on faults."""
    by_defender = fault_of_defender(outcome)
    value = game_value_steps(
        rules,
        outcome.contract,
        EIGHTFOLD if outcome.eightfold else 1,
        won=by_defender,
        over_solo=outcome.over_solo,
        ouvert=outcome.ouvert,
    )
    steps = tuple(replace(step, cell="fault") if step.code == "lowest_base" else step for step in value)
    if not by_defender:
        return steps
    others = len(hand.lineup) - 1
    return (*steps, step("pays_for_all", steps[-1].amount * others, "fault", players=others))


def _added(steps: Steps, amounts: list[int], hand: Hand) -> Steps:
    """Add up what several losers pay: each of the others gets it from every one of them.

    Where everybody at the table loses there are no others; what they pay each other is set off.
    """
    if len(amounts) == 1:
        return steps
    together, others = sum(amounts), len(hand.lineup) - 1
    if len(amounts) < len(hand.lineup):
        return (*steps, step("losers", together, players=len(amounts)))
    set_off = max(abs(together - amount - others * amount) for amount in amounts)
    return (*steps, step("all_lose", set_off, players=len(amounts)))
