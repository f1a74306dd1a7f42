"""Limits of a hand under a rule set: the most that it brings, and in which steps."""

import pytest

from cegoscore.scoring.amounts import normal_amounts
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Fault, Hand, Points
from cegoscore.scoring.payments import payments
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from cegoscore.scoring.tariff import Limits, limits_of


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("schwarzwaldmeisterschaft", Limits(most=1280, grain=10)),
        ("braeunlingen-loewen", Limits(most=980, grain=5)),
        ("braeunlingen-loewen-3", Limits(most=490, grain=5)),
        ("dorset", Limits(most=48, grain=1)),
        ("weissauer", None),
    ],
)
def test_limits_are_those_of_the_dearest_game(identifier: str, expected: Limits | None) -> None:
    assert limits_of(published(identifier)) == expected


@pytest.mark.parametrize("identifier", published_identifiers())
def test_no_normal_game_pays_beyond_the_limits_or_off_their_grain(identifier: str) -> None:
    rules = published(identifier)
    limits = limits_of(rules)
    if limits is None or rules.normal is None:
        assert limits is None or rules.id == "offiziers-cego"
        return
    lineup = tuple(range(rules.players))
    paid = [
        amount
        for contract in rules.normal.factors
        for points in range(len(normal_amounts(rules, contract, False)))
        for amount in payments(
            Hand(lineup=lineup, dealer=0, outcome=Points(contract=contract, declarer=1, points=points)), rules
        )
    ]
    assert max(map(abs, paid)) <= limits.most
    assert {amount % limits.grain for amount in paid} == {0}


def test_fault_keeps_the_grain() -> None:
    rules = published("schwarzwaldmeisterschaft")
    fault = Fault(contract=Contract.SOLO, offender=1, declarer=1, eightfold=True)
    assert {amount % 10 for amount in payments(Hand(lineup=(0, 1, 2, 3), dealer=0, outcome=fault), rules)} == {0}
