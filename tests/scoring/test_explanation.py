"""Explanations: worked by hand, and equal to what is paid for whatever hand of whatever rule set."""

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.documents.hand_document import take_outcome
from cegoscore.scoring.hands import Hand, Outcome, Points
from cegoscore.scoring.payments import explain, payments
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.scoring.strategies import hands, rule_sets

LINEUP = (0, 1, 2, 3)


def outcome_of(data: dict[str, object]) -> Outcome:
    fields = Fields(data)
    outcome = take_outcome(fields)
    assert fields.problems == []
    assert outcome
    return outcome


def explained(identifier: str, *, stake_factor: int = 1, **data: object) -> list[tuple[str, int]]:
    hand = Hand(lineup=LINEUP, dealer=3, outcome=outcome_of(data), stake_factor=stake_factor)
    return [(step.code, step.amount) for step in explain(hand, published(identifier))]


@pytest.mark.parametrize("offender", [0, 1])
def test_value_of_a_fault_rests_on_the_rule_on_faults(offender: int) -> None:
    """No table says that a fault costs the lowest base."""
    data = {"contract": "eine", "declarer": 0, "fault": {"offender": offender}}
    hand = Hand(lineup=LINEUP, dealer=3, outcome=outcome_of(data))
    steps = explain(hand, published("schwarzwaldmeisterschaft"))
    assert (steps[0].code, steps[0].cell) == ("lowest_base", "fault")


@pytest.mark.parametrize(
    ("identifier", "hand", "steps"),
    [
        (
            "braeunlingen-loewen",
            {"contract": "cego", "declarer": 0, "points": 36, "stake_factor": 10},
            [("difference", 1), ("factor", 1), ("rounded_up", 5), ("stake_factor", 50)],
        ),
        (
            "braeunlingen-loewen",
            {"contract": "eine_leere", "declarer": 0, "points": 46},
            [("difference", 11), ("factor", 33), ("rounded_up", 35)],
        ),
        (
            "braeunlingen-ministranten",
            {"contract": "solo", "declarer": 0, "points": 36},
            [("difference", 1), ("factor", 2), ("rounded_nearest", 0), ("at_least", 5)],
        ),
        (
            "braeunlingen-loewen",
            {"contract": "cego", "declarer": 0, "points": 35},
            [("buergermeister", 5), ("missed", 5)],
        ),
        (
            "oberwolfach-4",
            {"contract": "cego", "declarer": 0, "points": 50},
            [("bracket", 4), ("factor", 4)],
        ),
        ("braeunlingen-loewen", {"contract": "ulti", "declarer": 0, "made": False}, [("value", 80)]),
        (
            "st-georgen",
            {"contract": "bettel", "declarer": 0, "made": True, "ouvert": True},
            [("value", 20), ("ouvert", 40)],
        ),
        (
            "braeunlingen-loewen",
            {"contract": "raeuber", "card_points": [20, 18, 16, 16]},
            [("most", 0), ("value", 30), ("vorhand", 60)],
        ),
        (
            "braeunlingen-loewen",
            {"contract": "raeuber", "card_points": [10, 20, 20, 20], "declarer": 1},
            [("tie_announcer_pays", 0), ("value", 30), ("announcer", 60)],
        ),
        (
            "braeunlingen-loewen",
            {"contract": "raeuber", "card_points": [25, 25, 10, 10]},
            [("tie_vorhand_pays", 0), ("value", 30), ("vorhand", 60)],
        ),
        (
            "weissauer",
            {"contract": "dresch", "last_trick": 2, "declarer": 2},
            [("last_trick", 0), ("value", 80), ("announcer", 160)],
        ),
        ("braeunlingen-loewen", {"contract": "raeuber", "card_points": [16, 20, 18, 16]}, [("most", 0), ("value", 30)]),
        (
            "braeunlingen-ministranten",
            {"contract": "raeuber", "card_points": [10, 33, 17, 10]},
            [("most", 0), ("points_instead", 33), ("rounded_nearest", 35)],
        ),
        ("braeunlingen-ministranten", {"penalty": "revoke", "offender": 2}, [("penalty", 70)]),
        ("braeunlingen-loewen", {"contract": "solo", "declarer": 0, "per_defender": -15}, [("written_amount", 15)]),
        ("braeunlingen-loewen", {"free": [40, -10, -20, -10], "why": "so"}, [("agreed", 40)]),
        ("braeunlingen-loewen", {"dead": "misdeal"}, []),
    ],
)
def test_hand_is_derived_as_one_does_with_a_pencil(
    identifier: str, hand: dict[str, object], steps: list[tuple[str, int]]
) -> None:
    factor = hand.pop("stake_factor", 1)
    assert explained(identifier, stake_factor=factor, **hand) == steps  # type: ignore[arg-type]


def test_step_names_the_cell_that_it_rests_on() -> None:
    hand = Hand(lineup=LINEUP, dealer=3, outcome=Points(contract=Contract.CEGO, declarer=1, points=40, over_solo=True))
    assert [step.cell for step in explain(hand, published("braeunlingen-loewen"))] == [
        "normal.base_up_to",
        "normal.over_solo.cego",
        "normal.rounded",
    ]


def paid(hand: Hand, identifier: str) -> set[int]:
    return {abs(amount) for amount in payments(hand, published(identifier))}


@pytest.mark.parametrize("identifier", published_identifiers())
def test_every_result_of_a_normal_game_ends_with_what_is_paid(identifier: str) -> None:
    rules = published(identifier)
    lineup = LINEUP[: rules.players]
    for contract in (game for game in NORMAL if game in rules.contracts):
        over = (False, True) if rules.normal and contract in rules.normal.over_solo else (False,)
        for points in range(rules.total + 1):
            for over_solo in over:
                outcome = Points(contract=contract, declarer=0, points=points, over_solo=over_solo)
                hand = Hand(lineup=lineup, dealer=lineup[-1], outcome=outcome)
                assert explain(hand, rules)[-1].amount in paid(hand, identifier)


@settings(deadline=None)
@given(st.data())
def test_every_hand_of_every_rule_set_ends_with_what_is_paid(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    drawn = data.draw(hands(rules, rules.players + 1))
    lineup, dealer = tuple(drawn.pop("lineup")), drawn.pop("dealer")
    factor = drawn.pop("stake_factor", 1)
    hand = Hand(lineup=lineup, dealer=dealer, outcome=outcome_of(drawn), stake_factor=factor)
    amounts = {abs(amount) for amount in payments(hand, rules)}
    steps = explain(hand, rules)
    if steps:
        assert steps[-1].amount in amounts
    else:
        assert amounts == {0}


@settings(deadline=None)
@given(st.data())
def test_tie_of_everybody_is_set_off(data: st.DataObject) -> None:
    """Also where everybody has the same card points, Vorhand among them."""
    identifier = data.draw(st.sampled_from([each for each in published_identifiers() if published(each).raeuber]))
    rules = published(identifier)
    contract = data.draw(st.sampled_from(sorted(rules.raeuber)))
    lineup = LINEUP[: rules.players]
    piles = data.draw(st.lists(st.sampled_from([0, 15]), min_size=len(lineup), max_size=len(lineup)).filter(any))
    hand = Hand(lineup=lineup, dealer=0, outcome=outcome_of({"contract": str(contract), "card_points": piles}))
    assert explain(hand, rules)[-1].amount in paid(hand, identifier)


def follows(code: str, before: int, params: dict[str, int]) -> int | None:
    """The amount of a step by what its sentence says, from the amount before it; none for a value of the rule set."""
    points, half, factor = (params.get(key, 0) for key in ("points", "half", "factor"))
    if code in ("difference", "difference_opponents"):
        return points - half
    if code in ("factor", "factor_over_solo", "ouvert", "vorhand", "announcer", "stake_factor"):
        return before * factor
    if code in ("base_up_to", "rounded_up"):
        return -(-before // params["to"]) * params["to"]
    if code == "rounded_nearest":
        return (before + params["to"] // 2) // params["to"] * params["to"]
    others = {
        "at_least": params.get("least"),
        "extra": before + params.get("extra", 0),
        "missed": before,
        "times": before * params.get("times", 1),
        "pays_for_all": before * params.get("players", 1),
    }
    return others.get(code)


@settings(deadline=None)
@given(st.data())
def test_number_of_each_step_follows_from_what_its_sentence_says(data: st.DataObject) -> None:
    """As in a Räuber paid by card points: 33, as Vorhand doubled 66, to the nearest 5: 65."""
    rules = data.draw(rule_sets())
    drawn = data.draw(hands(rules, rules.players + 1))
    lineup, dealer, factor = tuple(drawn.pop("lineup")), drawn.pop("dealer"), drawn.pop("stake_factor", 1)
    before = 0
    for step in explain(Hand(lineup=lineup, dealer=dealer, outcome=outcome_of(drawn), stake_factor=factor), rules):
        amount = follows(step.code, before, dict(step.params))  # type: ignore[arg-type]
        assert amount in (None, step.amount), step
        before = step.amount


def test_raeuber_by_card_points_is_derived_with_its_factor_and_its_rounding() -> None:
    assert explained("braeunlingen-ministranten", contract="raeuber", card_points=[33, 10, 17, 10]) == [
        ("most", 0),
        ("points_instead", 33),
        ("vorhand", 66),
        ("rounded_nearest", 65),
    ]
