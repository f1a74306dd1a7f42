"""One hand under one rule set: what every seat gets or pays, and why. It always sums to zero.

A declarer settles with each of the others at the table; a dealer who sits out counts among them. The hand must have
passed `checks.check_hand`; a hand that has not may raise `KeyError`, `IndexError` or `ValueError`. Why it pays that is
the derivation of its amount, up to what one of the players got or paid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cegoscore.scoring.amounts import (
    dresch_amount,
    game_value,
    normal_amounts,
    raeuber_amounts,
    schinden_amount,
    target_amount,
)
from cegoscore.scoring.contracts import EVERYONE
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
from cegoscore.scoring.house_rules import HouseRules, TieWithVorhand


def payments(hand: Hand, rules: HouseRules) -> tuple[int, ...]:
    """Compute what each seat gets (positive) or pays (negative), in the order of the line-up, in points."""
    if rules.sits_out_free and (others := without_who_sits_out(hand, rules)) is not hand:
        amounts = dict(zip(others.lineup, payments(others, rules), strict=True))
        return tuple(amounts.get(seat, 0) for seat in hand.lineup)
    paid = _paid(hand, rules)
    factor = hand.stake_factor
    return tuple([factor * amount for amount in paid]) if factor != 1 else tuple(paid)


def paid_by_seat(hand: Hand, rules: HouseRules) -> dict[int, int]:
    """Compute the `payments` by seat, in points; nobody is paid in a deal without a result."""
    if isinstance(hand.outcome, Dead):
        return {}
    return dict(zip(hand.lineup, payments(hand, rules), strict=True))


def _paid(hand: Hand, rules: HouseRules) -> list[int]:
    """Amounts at the simple stake, as `payments` has them."""
    lineup = hand.lineup
    match hand.outcome:
        case Points() | PfeifFrei() as game:
            amount = normal_amounts(rules, game.contract, game.over_solo)[game.points]
            return _one_against_all(lineup, game.declarer, amount)
        case Aim() as game:
            amount = target_amount(rules, game.contract, made=game.made, ouvert=game.ouvert)
            return _one_against_all(lineup, game.declarer, amount)
        case Amount(declarer=declarer, per_defender=amount):
            return _one_against_all(lineup, declarer, amount)
        case Raeuber() | UncountedRaeuber() as game:
            return _pay_raeuber(hand, game, rules)
        case Dresch(last_trick=loser) as game:
            return _one_against_all(lineup, loser, -dresch_amount(rules, vorhand=loser == announcer_of(hand, game)))
        case Partie(card_points=piles):
            return _one_against_all(lineup, max(lineup, key=lambda seat: piles[seat] or 0), rules.partie or 0)
        case Schinden() as claim:
            return _pay_schinden(hand, claim, rules)
        case Fault() as fault:
            return _pay_fault(hand, fault, rules)
        case Penalty(offender=offender):
            return _one_against_all(lineup, offender, -(rules.penalty or 0))
        case Free(amounts=amounts):
            return [amounts[seat] for seat in lineup]
        case Dead():
            return [0] * len(lineup)


def without_who_sits_out(hand: Hand, rules: HouseRules) -> Hand:
    """The hand as those played it who hold cards, where who sits out pays and gets nothing.

    Free amounts stay whose they are, and a dealer who misdeals pays. Vorhand stays Vorhand.
    """
    outcome = hand.outcome
    is_dealers = isinstance(outcome, Penalty) and outcome.offender == hand.dealer
    if not rules.sits_out_free or len(hand.lineup) == rules.players or isinstance(outcome, Free) or is_dealers:
        return hand
    at = hand.lineup.index(hand.dealer)
    others = hand.lineup[at + 1 :] + hand.lineup[:at]
    return replace(hand, lineup=others, dealer=others[-1])


def schnaps(hand: Hand, rules: HouseRules) -> tuple[int, ...]:
    """Seats that owe a round of Schnaps: a Buergermeister, or a declarer without a trick, as the house has it."""
    game = hand.outcome
    if not isinstance(game, Points | PfeifFrei):
        return ()
    is_buergermeister = rules.schnaps_buergermeister and 2 * game.points == rules.total
    has_no_trick = rules.schnaps_no_trick and isinstance(game, Points) and not game.points
    return (game.declarer,) if is_buergermeister or has_no_trick else ()


def _one_against_all(lineup: Sequence[int], seat: int, amount: int) -> list[int]:
    """`seat` gets the amount from each other seat (negative: pays it to each)."""
    paid = [-amount] * len(lineup)
    paid[lineup.index(seat)] = amount * (len(lineup) - 1)
    return paid


def _losers_pay(lineup: Sequence[int], amounts: Mapping[int, int]) -> list[int]:
    """Each loser pays an amount to every other seat; what losers pay each other cancels."""
    paid = [0] * len(lineup)
    for loser, amount in amounts.items():
        for index, share in enumerate(_one_against_all(lineup, loser, -amount)):
            paid[index] += share
    return paid


class RaeuberResult(NamedTuple):
    """Result of a game in which most card points lose."""

    losers: list[int]
    most: int
    """Card points of each loser, 0 if nobody counted them."""
    tied: list[int]
    """Those who have most."""
    without_trick: int
    """Number of those who took no trick."""
    takes_all: bool
    """True if the only one with card points wins by that."""


def raeuber_result(hand: Hand, outcome: Raeuber | UncountedRaeuber, rules: HouseRules) -> RaeuberResult:
    """Find who loses. The announcer alone loses a tie where the rule set says so."""
    raeuber = rules.raeuber[outcome.contract]
    if isinstance(outcome, UncountedRaeuber):
        most, without_trick = 0, len(outcome.without_trick)
        losers = [seat for seat in hand.lineup if seat in outcome.most]
    else:
        counts = [outcome.card_points[seat] for seat in hand.lineup]
        most, without_trick = max(count for count in counts if count is not None), counts.count(0)
        losers = [seat for seat, count in zip(hand.lineup, counts, strict=True) if count == most]
    takes_all = raeuber.takes_all is not None and without_trick == rules.players - 1
    tied = losers
    if len(tied) > 1 and raeuber.tie_with_vorhand is TieWithVorhand.VORHAND_ALONE:
        announcer = announcer_of(hand, outcome)
        losers = [announcer] if announcer in losers else losers
    return RaeuberResult(losers, most, tied, without_trick, takes_all)


def announcer_of(hand: Hand, outcome: Raeuber | UncountedRaeuber | Dresch) -> int:
    """Seat that announced a game of everyone for themselves: Vorhand if nobody is named."""
    return vorhand(hand) if outcome.announcer is None else outcome.announcer


def _pay_raeuber(hand: Hand, outcome: Raeuber | UncountedRaeuber, rules: HouseRules) -> list[int]:
    losers, most, _tied, without_trick, takes_all = raeuber_result(hand, outcome, rules)
    contract = outcome.contract
    if takes_all:
        return _one_against_all(hand.lineup, losers[0], rules.raeuber[contract].takes_all or 0)
    announcer = announcer_of(hand, outcome)
    amounts = {
        seat: raeuber_amounts(rules, contract, without_trick, vorhand=seat == announcer)[most] for seat in losers
    }
    return _losers_pay(hand.lineup, amounts)


def _pay_schinden(hand: Hand, outcome: Schinden, rules: HouseRules) -> list[int]:
    """Each culprit loses, or whoever claimed wrongly: the game as if without a trick, a Solo, or eightfold."""
    amount = schinden_amount(
        rules, outcome.contract, true=bool(outcome.culprits), over_solo=outcome.over_solo, ouvert=outcome.ouvert
    )
    return _losers_pay(hand.lineup, dict.fromkeys(outcome.culprits or (claimant(hand, outcome),), amount))


def claimant(hand: Hand, outcome: Schinden) -> int:
    """Seat that claimed a Solo was held back: the challenger, else the declarer, else (no declarer) Vorhand."""
    if outcome.challenger is not None:
        return outcome.challenger
    return vorhand(hand) if outcome.declarer is None else outcome.declarer


def answerable(hand: Hand) -> tuple[int, ...]:
    """Seats between which and each of the others the payment ran: declarer, culprits, whoever was at fault.

    With several, the others got the same from each of them, and they nothing from each other. Empty where everybody
    played for themselves, and outside of cards.
    """
    match hand.outcome:
        case Points() | PfeifFrei() | Aim() | Amount():
            return (hand.outcome.declarer,)
        case Schinden() as claim:
            return claim.culprits or (claimant(hand, claim),)
        case Fault(offender=offender):
            return (offender,)
    return ()


def fault_of_defender(fault: Fault) -> bool:
    """True if a defender is at fault; a game of everyone for themselves has none."""
    return fault.contract not in EVERYONE and fault.declarer not in (None, fault.offender)


def _pay_fault(hand: Hand, outcome: Fault, rules: HouseRules) -> list[int]:
    """A declarer at fault loses; a defender at fault pays the declarer what all would have paid for a win.

    In a game of everyone for themselves nobody is the declarer: whoever is at fault pays each of the others.
    """
    by_defender = fault_of_defender(outcome)
    times = EIGHTFOLD if outcome.eightfold else 1
    amount = game_value(
        rules, outcome.contract, times, won=by_defender, over_solo=outcome.over_solo, ouvert=outcome.ouvert
    )
    if not by_defender:
        return _one_against_all(hand.lineup, outcome.offender, -amount)
    together = amount * (len(hand.lineup) - 1)
    share_of = {outcome.declarer: together, outcome.offender: -together}
    return [share_of.get(seat, 0) for seat in hand.lineup]


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
