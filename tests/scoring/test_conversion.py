"""Card points carried over between the two ways of counting: by share, and who won stays so."""

import pytest
from hypothesis import given, strategies as st

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.conversion import converted, counts_alike, is_comparable
from cegoscore.scoring.hands import Aim, Partie, PfeifFrei, Points, Raeuber
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published

THREES, TWOS = published("braeunlingen-loewen"), published("grupp")
BOTH_WAYS = st.sampled_from([(THREES, TWOS), (TWOS, THREES)])


def in_twos(points: int) -> int:
    outcome = converted(Points(contract=Contract.CEGO, declarer=0, points=points), THREES, TWOS)
    assert isinstance(outcome, Points)
    return outcome.points


@pytest.mark.parametrize(("threes", "twos"), [(0, 0), (1, 1), (35, 39), (36, 41), (38, 43), (50, 56), (70, 79)])
def test_card_points_by_hand(threes: int, twos: int) -> None:
    assert in_twos(threes) == twos


@given(ways=BOTH_WAYS, data=st.data())
def test_who_won_stays_so_and_no_loss_becomes_a_buergermeister(
    ways: tuple[HouseRules, HouseRules], data: st.DataObject
) -> None:
    here, there = ways
    points = data.draw(st.integers(0, here.total))
    outcome = converted(Points(contract=Contract.CEGO, declarer=0, points=points), here, there)
    assert isinstance(outcome, Points)
    assert (outcome.points > there.half) is (points > here.half)
    assert 2 * outcome.points != there.total
    assert (outcome.points == 0) is (points == 0)
    assert 0 <= outcome.points <= there.total
    assert converted(PfeifFrei(declarer=0, points=points), here, there) == PfeifFrei(declarer=0, points=outcome.points)


@given(ways=BOTH_WAYS, piles=st.lists(st.integers(0, 25), min_size=4, max_size=4).filter(any))
def test_the_same_piles_stay_the_highest(ways: tuple[HouseRules, HouseRules], piles: list[int]) -> None:
    here, there = ways
    outcome = converted(Raeuber(contract=Contract.RAEUBER, card_points=(*piles, None)), here, there)
    assert isinstance(outcome, Raeuber)
    *played, absent = outcome.card_points
    assert absent is None
    assert [pile == max(pile or 0 for pile in played) for pile in played] == [pile == max(piles) for pile in piles]
    assert [pile == 0 for pile in played] == [pile == 0 for pile in piles]


def test_a_partie_stays_a_whole_pack() -> None:
    officers = published("offiziers-cego")
    assert converted(Partie(card_points=(41, 38, None)), officers, THREES) == Partie(card_points=(36, 34, None))


def test_what_needs_no_conversion_stays_as_it_is() -> None:
    solo = Points(contract=Contract.SOLO, declarer=1, points=40)
    assert converted(solo, THREES, published("schweden")) is solo
    ulti = Aim(contract=Contract.ULTI, declarer=1, made=True)
    assert converted(ulti, THREES, TWOS) is ulti


@pytest.mark.parametrize(
    ("there", "alike", "comparable"),
    [("schweden", True, True), ("grupp", False, True), ("dreier", True, False), ("offiziers-cego", False, False)],
)
def test_what_can_be_compared_with_what(there: str, *, alike: bool, comparable: bool) -> None:
    rules = published(there)
    assert (counts_alike(THREES, rules), is_comparable(THREES, rules)) == (alike, comparable)
