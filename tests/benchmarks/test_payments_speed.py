"""Speed of paying hands, as a ratio to a bare loop that only builds an answer of the same shape."""

import time
from collections.abc import Callable

import pytest

from cegoscore.scoring.contracts import Contract, PenaltyKind
from cegoscore.scoring.hands import (
    Aim,
    Dresch,
    Fault,
    Hand,
    Outcome,
    Penalty,
    Points,
    Raeuber,
    Schinden,
)
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.rules.rule_files import published
from tests.benchmarks.measurement import hold

pytestmark = pytest.mark.benchmark

HANDS = 100_000

Work = list[tuple[Hand, HouseRules]]


def hand(outcome: Outcome, *, five: bool = False, stake_factor: int = 1) -> Hand:
    lineup = (0, 1, 2, 3, 4) if five else (0, 1, 2, 3)
    return Hand(lineup=lineup, dealer=lineup[-1], outcome=outcome, stake_factor=stake_factor)


def normal_games(rules: HouseRules) -> list[Hand]:
    """Three of four hands of an evening."""
    assert rules.normal
    games = list(rules.normal.factors) * 12
    return [
        hand(Points(contract=game, declarer=number % 4, points=number * 7 % 70), five=number % 5 == 0)
        for number, game in enumerate(games)
    ]


def special_games(rules: HouseRules) -> list[Hand]:
    """Target games, Raeuber with and without a tie, and what the set has of the rest."""
    aims = [game for game, target in rules.targets.items() if target.amount is not None]
    hands = [hand(Aim(contract=game, declarer=1, made=made)) for game in aims for made in (True, False)] * 3
    for piles in ((20, 14, 9, 8), (9, 20, 20, 0), (20, 20, 5, 6), (8, 34, 5, 5)):
        hands += [hand(Raeuber(contract=Contract.RAEUBER, card_points=piles), stake_factor=10)] * 2
    if rules.dresch:
        hands += [hand(Dresch(last_trick=seat)) for seat in range(4)]
    if rules.penalty:
        hands += [hand(Penalty(kind=PenaltyKind.REVOKE, offender=seat)) for seat in range(4)]
    if rules.schinden:
        hands += [hand(Schinden(contract=Contract.EINE, declarer=0, culprits=(1, 2)))] * 2
    if rules.fault:
        hands += [hand(Fault(contract=Contract.EINE, declarer=0, offender=seat)) for seat in range(4)]
    return hands


@pytest.fixture(scope="module")
def work() -> Work:
    """Mixed hands under rule sets of every kind: formula, table, twos, Raeuber by points, claims and faults."""
    identifiers = ("braeunlingen-loewen", "braeunlingen-ministranten", "baumann-bluemle", "schweden", "cego-online")
    sets = [published(identifier) for identifier in identifiers]
    mixed = [(hand, rules) for rules in sets for hand in normal_games(rules) + special_games(rules)]
    return (mixed * (HANDS // len(mixed) + 1))[:HANDS]


def bare(hand: Hand, rules: HouseRules) -> tuple[int, ...]:
    """One amount, against all others."""
    paid = [-5] * len(hand.lineup)
    return tuple(paid)


def fastest(pay: Callable[[Hand, HouseRules], tuple[int, ...]], work: Work) -> float:
    """Seconds of CPU for all hands, the best of five runs."""
    seconds = []
    for _ in range(5):
        start = time.process_time()
        for hand, rules in work:
            pay(hand, rules)
        seconds.append(time.process_time() - start)
    return min(seconds)


def test_payments_cost_at_most_a_few_bare_calls(work: Work) -> None:
    paid, floor = fastest(payments, work), fastest(bare, work)

    hold("alone.payments", [paid / floor], cost=HANDS / paid)
