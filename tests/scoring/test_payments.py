"""Worked hands: the data files beside this one say what is played and what everybody gets; a player can check it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cegoscore.scoring.amounts import game_value, normal_amount, target_amount
from cegoscore.scoring.checks import check_hand, warn_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.hand_document import take_outcome
from cegoscore.scoring.hands import Hand, Points
from cegoscore.scoring.payments import explain, payments, schnaps
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.scoring.houses import house_document

FILES = sorted((Path(__file__).parent / "hands").glob("*.toml"))
WORKED = [
    pytest.param(hand, id=f"{path.stem}: {hand['says']}")
    for path in FILES
    for hand in tomllib.loads(path.read_text(encoding="utf-8"))["hand"]
]


def read_hand(data: dict[str, Any]) -> Hand:
    """The hand of a worked example; without a line-up the seats in order, and the last one deals."""
    outcome = data["outcome"]
    if "card_points" in outcome:
        outcome = outcome | {"card_points": [None if pile == "-" else pile for pile in outcome["card_points"]]}
    lineup = tuple(data.get("lineup", range(len(data["pays"]))))
    fields = Fields(outcome)
    read = take_outcome(fields)
    fields.done()
    assert fields.problems == []
    assert read is not None
    factor = data.get("stake_factor", 1)
    return Hand(lineup=lineup, dealer=data.get("dealer", lineup[-1]), outcome=read, stake_factor=factor)


@pytest.mark.parametrize("data", WORKED)
def test_worked_hand_pays_and_is_plausible(data: dict[str, Any]) -> None:
    rules, hand = published(data["rules"]), read_hand(data)
    assert check_hand(hand, rules, len(hand.lineup)) == []

    paid = payments(hand, rules)

    assert paid == tuple(data["pays"])
    assert sum(paid) == 0
    assert schnaps(hand, rules) == tuple(data.get("schnaps", ()))
    assert warn_hand(hand, rules) == []


def points(contract: Contract, points: int, *, over_solo: bool = False) -> Hand:
    outcome = Points(contract=contract, declarer=0, points=points, over_solo=over_solo)
    return Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=outcome)


def test_declarer_without_a_trick_buys_a_round_where_the_house_has_it() -> None:
    rules, _ = parse_house_rules(house_document() | {"schnaps": {"no_trick": True}})
    assert rules

    owed = [schnaps(points(Contract.CEGO, card_points), rules) for card_points in (0, 5, 35)]

    assert owed == [(0,), (), ()]


def test_buergermeister_buys_no_round_where_the_source_does_not_say_so() -> None:
    assert schnaps(points(Contract.CEGO, 35), published("braeunlingen-loewen")) == ()


def test_game_value_without_a_table_is_the_lowest_base_times_the_factor() -> None:
    rules, _ = parse_house_rules(house_document() | {"fault": True})
    assert rules

    values = [game_value(rules, Contract.SOLO, times, won=won) for times in (1, 8) for won in (True, False)]

    # the base goes up to 5; times 2 or 1; in eights; rounded up to 10
    assert values == [10, 10, 80, 40]


def test_game_value_of_an_ouvert_game_is_the_doubled_one() -> None:
    assert game_value(published("st-georgen"), Contract.PASCHA, 8, won=False, ouvert=True) == 8 * 60


@pytest.mark.parametrize(("contract", "over_solo"), [(Contract.HALBE, False), (Contract.SOLO, True)])
def test_game_that_the_rule_set_does_not_have_is_a_programming_error(contract: Contract, over_solo: bool) -> None:
    with pytest.raises(KeyError):
        normal_amount(published("braeunlingen-loewen"), contract, 40, over_solo=over_solo)


def test_game_without_a_value_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        target_amount(published("weissauer"), Contract.QUINTO, made=True)


E, OTHERS = 4, (0, 1, 2, 3, 4)
FREE = house_document()["table"] | {"sits_out_free": True}


@pytest.mark.parametrize(
    ("outcome", "paid"),
    [
        # Eine 41:38 with five, E deals and sits out
        ({"contract": "eine", "declarer": 0, "points": 41}, (60, -20, -20, -20, 0)),
        ({"contract": "bettel", "declarer": 1, "made": False}, (40, -120, 40, 40, 0)),
        ({"contract": "dresch", "last_trick": 0}, (-420, 140, 140, 140, 0)),
        ({"contract": "raeuber", "card_points": [10, 30, 10, 10, "-"]}, (30, -90, 30, 30, 0)),
        ({"contract": "cego", "declarer": 0, "fault": {"offender": 2, "eightfold": False}}, (30, 0, -30, 0, 0)),
        ({"penalty": "revoke", "offender": 1}, (70, -210, 70, 70, 0)),
        # who misdeals pays, and what is agreed is agreed
        ({"penalty": "misdeal", "offender": E}, (70, 70, 70, 70, -280)),
        ({"free": [10, 0, 0, 0, -10], "why": "Wette"}, (10, 0, 0, 0, -10)),
    ],
)
def test_who_sits_out_pays_and_gets_nothing_where_the_house_has_it(outcome: dict[str, Any], paid: Any) -> None:
    in_twos = {"base_up_to": 5, "factors": {"eine": 3, "cego": 2}, "rounded": {"to": 10, "how": "up"}}
    document = house_document() | {"table": FREE | {"counting": "twos"}, "normal": in_twos | {"over_solo": {}}}
    rules, problems = parse_house_rules({key: document[key] for key in document if key != "pfeif_frei"})
    assert rules, problems
    hand = read_hand({"outcome": outcome, "lineup": OTHERS, "dealer": E, "pays": paid})
    assert check_hand(hand, rules, 5) == []
    assert payments(hand, rules) == paid
    assert sum(paid) == 0
    explained = explain(hand, rules)[-1].amount
    assert explained in map(abs, paid)


def test_base_is_rounded_only_where_it_is_said_to_what() -> None:
    document = house_document()
    document["normal"]["base_up_to"] = 1
    rules, problems = parse_house_rules(document)
    assert rules, problems
    steps = explain(Hand(outcome=Points(contract=Contract.SOLO, declarer=0, points=41), lineup=OTHERS, dealer=E), rules)
    codes = [step.code for step in steps]
    assert (codes[0], "base_up_to" in codes) == ("difference", False)


def test_who_sits_out_pays_like_a_defender_where_nothing_else_is_said() -> None:
    outcome = {"contract": "eine", "declarer": 0, "points": 41}
    hand = read_hand({"outcome": outcome, "lineup": OTHERS, "dealer": E, "pays": ()})
    assert payments(hand, published("schwarzwaldmeisterschaft")) == (80, -20, -20, -20, -20)


def test_buergermeister_costs_nothing_where_the_house_has_it() -> None:
    normal = house_document()["normal"]
    rules, problems = parse_house_rules(house_document() | {"normal": normal | {"buergermeister": 0}})
    assert rules, problems
    paid = [payments(points(Contract.CEGO, card_points), rules) for card_points in (34, 35, 36)]
    assert paid == [(-30, 10, 10, 10), (0, 0, 0, 0), (30, -10, -10, -10)]
