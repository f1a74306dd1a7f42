"""Impossible hands under a rule set, and hands that are possible but hardly true."""

from typing import Any

import pytest

from cegoscore.scoring.checks import check_hand, playing, warn_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.hand_document import take_outcome
from cegoscore.scoring.hands import Hand, Points
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.scoring.houses import house_document

LOEWEN = "braeunlingen-loewen"
FOUR, FIVE = (0, 1, 2, 3), (0, 1, 2, 3, 4)
HOUSE = "our-house"


def rules_named(identifier: str) -> HouseRules:
    if identifier != HOUSE:
        return published(identifier)
    rules, problems = parse_house_rules(house_document())
    assert problems == ()
    assert rules
    return rules


def hand_of(outcome: dict[str, Any], lineup: tuple[int, ...] = FOUR, dealer: int | None = None) -> Hand:
    fields = Fields(outcome)
    read = take_outcome(fields)
    fields.done()
    assert fields.problems == []
    assert read is not None
    return Hand(lineup=lineup, dealer=lineup[-1] if dealer is None else dealer, outcome=read)


def found(identifier: str, hand: Hand, seats: int | None = None) -> list[tuple[str, str]]:
    """Key and code of every problem."""
    problems = check_hand(hand, rules_named(identifier), len(hand.lineup) if seats is None else seats)
    assert all(problem.message for problem in problems)
    return [(problem.key, problem.code) for problem in problems]


SOLO = {"contract": "solo", "declarer": 0, "points": 41}


@pytest.mark.parametrize(
    ("identifier", "lineup", "dealer", "expected"),
    [
        (LOEWEN, FOUR, 3, []),
        (LOEWEN, FIVE, 3, []),
        (LOEWEN, (4, 2, 0, 1), 2, []),
        (LOEWEN, (0, 1, 2), 2, [("lineup", "lineup_size")]),
        (LOEWEN, (), 2, [("lineup", "lineup_size"), ("dealer", "not_at_table")]),
        (LOEWEN, (0, 1, 2, 2), 2, [("lineup", "seat_twice")]),
        (LOEWEN, (0, 1, 2, 9), 2, [("lineup", "unknown_seat")]),
        (LOEWEN, FOUR, 4, [("dealer", "not_at_table")]),
        ("dreier", FOUR, 3, [("lineup", "lineup_size")]),
        ("ichenheim", FOUR, 3, []),
        ("dorset", (0, 1), 1, []),
    ],
)
def test_table(identifier: str, lineup: tuple[int, ...], dealer: int, expected: list[tuple[str, str]]) -> None:
    assert found(identifier, hand_of(SOLO, lineup, dealer), seats=5) == expected


@pytest.mark.parametrize(
    ("identifier", "outcome", "expected"),
    [
        # a game, a manner or a claim that the set does not have
        (LOEWEN, {"contract": "halbe", "declarer": 0, "points": 41}, [("contract", "unknown_game")]),
        (LOEWEN, {"contract": "duo", "declarer": 0, "made": True}, [("contract", "unknown_game")]),
        (LOEWEN, {"contract": "dresch", "last_trick": 0}, [("contract", "unknown_game")]),
        ("grupp", {"contract": "pflicht_raeuber", "card_points": [1, 20, 9, 10]}, [("contract", "unknown_game")]),
        ("weissauer", {"contract": "quinto", "declarer": 0, "made": True}, [("made", "no_value")]),
        ("weissauer", {"contract": "quinto", "declarer": 0, "per_defender": 35}, []),
        (LOEWEN, {"contract": "solo", "declarer": 0, "points": 41, "over_solo": True}, [("over_solo", "no_over_solo")]),
        ("grupp", {"contract": "eine", "declarer": 0, "points": 41, "over_solo": True}, []),
        (
            "braeunlingen-ministranten",
            {"contract": "eine", "declarer": 0, "points": 41, "over_solo": True},
            [("over_solo", "no_over_solo")],
        ),
        (LOEWEN, {"contract": "ulti", "declarer": 0, "made": True, "ouvert": True}, [("ouvert", "no_ouvert")]),
        (LOEWEN, {"contract": "ulti", "declarer": 0, "made": True, "trumps": [1]}, []),
        (LOEWEN, {"contract": "ulti", "declarer": 0, "made": True, "trumps": [2]}, [("trumps", "trumps_not_allowed")]),
        ("baumann-bluemle", {"contract": "ulti", "declarer": 0, "made": True, "trumps": [1, 3]}, []),
        (
            LOEWEN,
            {"contract": "kleiner_mann", "declarer": 0, "pfeif_frei": True, "made": False},
            [("pfeif_frei", "not_under_rules")],
        ),
        (LOEWEN, {"penalty": "revoke", "offender": 0}, [("penalty", "not_under_rules")]),
        (LOEWEN, {"contract": "cego", "declarer": 0, "fault": {"offender": 0}}, [("fault", "not_under_rules")]),
        (
            LOEWEN,
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": []}},
            [("schinden", "not_under_rules")],
        ),
        (
            "baumann-bluemle",
            {"contract": "solo_durch", "declarer": 0, "fault": {"offender": 0}},
            [("fault", "no_value")],
        ),
        # points
        (LOEWEN, {"contract": "solo", "declarer": 0, "points": 70}, []),
        (LOEWEN, {"contract": "solo", "declarer": 0, "points": 71}, [("points", "points_too_many")]),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 79}, []),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 80}, [("points", "points_too_many")]),
        # seats
        (LOEWEN, {"contract": "solo", "declarer": 4, "points": 41}, [("declarer", "not_at_table")]),
        ("braeunlingen-ministranten", {"penalty": "revoke", "offender": 4}, [("offender", "not_at_table")]),
        ("braeunlingen-ministranten", {"contract": "dresch", "last_trick": 4}, [("last_trick", "not_at_table")]),
        # piles
        (LOEWEN, {"contract": "raeuber", "card_points": [20, 10, 8]}, [("card_points", "points_per_player")]),
        (LOEWEN, {"contract": "raeuber", "card_points": [20, 10, 8, None]}, [("card_points", "points_missing")]),
        (LOEWEN, {"contract": "raeuber", "card_points": [0, 0, 0, 0]}, [("card_points", "nobody_took_a_trick")]),
        (LOEWEN, {"contract": "raeuber", "card_points": [70, 1, 0, 0]}, [("card_points", "points_over_pack")]),
        # a Räuber that nobody counted
        (LOEWEN, {"contract": "raeuber", "most": [0, 2], "without_trick": [1]}, []),
        (LOEWEN, {"contract": "raeuber", "most": []}, [("most", "nobody_has_most")]),
        (LOEWEN, {"contract": "raeuber", "most": [4]}, [("most", "not_at_table")]),
        (LOEWEN, {"contract": "raeuber", "most": [0], "without_trick": [0]}, [("without_trick", "seat_twice")]),
        (LOEWEN, {"contract": "raeuber", "most": [0, 0]}, [("without_trick", "seat_twice")]),
        ("braeunlingen-ministranten", {"contract": "raeuber", "most": [0]}, [("most", "piles_needed")]),
        # claims
        (
            "schweden",
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": [1], "challenger": 2}},
            [("schinden.challenger", "declarer_claims")],
        ),
        ("schweden", {"contract": "cego", "declarer": 0, "schinden": {"culprits": [1], "challenger": 0}}, []),
        (
            "schweden",
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": [0]}},
            [("schinden.culprits", "seat_twice")],
        ),
        (
            "baumann-bluemle",
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": [1], "challenger": 1}},
            [("schinden.culprits", "seat_twice")],
        ),
        (
            "schweden",
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": [1, 1]}},
            [("schinden.culprits", "seat_twice")],
        ),
        (
            "schweden",
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": [7]}},
            [("schinden.culprits", "not_at_table")],
        ),
        (HOUSE, {"contract": "bettel", "declarer": 0, "ouvert": True, "fault": {"offender": 1}}, []),
        (
            "baumann-bluemle",
            {"contract": "ulti", "declarer": 0, "ouvert": True, "fault": {"offender": 1}},
            [("ouvert", "no_ouvert")],
        ),
        # free amounts
        (LOEWEN, {"free": [10, -10, 0, 0], "why": "agreed"}, []),
        (LOEWEN, {"free": [10, -10, None, None], "why": "agreed"}, []),
        (LOEWEN, {"free": [10, -10, 0, 5], "why": "agreed"}, [("free", "amounts_not_zero")]),
        (LOEWEN, {"free": [10, -10], "why": "agreed"}, [("free", "points_per_player")]),
    ],
)
def test_outcome_at_a_table_of_four(identifier: str, outcome: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert found(identifier, hand_of(outcome)) == expected


@pytest.mark.parametrize(
    ("identifier", "outcome", "expected"),
    [
        (LOEWEN, {"contract": "solo", "declarer": 4, "points": 41}, [("declarer", "sits_out")]),
        (LOEWEN, {"contract": "raeuber", "card_points": [20, 10, 8, 12, None]}, []),
        (LOEWEN, {"contract": "raeuber", "card_points": [20, 10, 8, 12, 0]}, [("card_points", "points_of_absent")]),
        (
            LOEWEN,
            {"contract": "raeuber", "declarer": 4, "card_points": [20, 10, 8, 12, None]},
            [("declarer", "sits_out")],
        ),
        ("braeunlingen-ministranten", {"contract": "dresch", "last_trick": 4}, [("last_trick", "sits_out")]),
        ("braeunlingen-ministranten", {"penalty": "misdeal", "offender": 4}, []),
        (
            "baumann-bluemle",
            {"contract": "cego", "declarer": 0, "fault": {"offender": 4}},
            [("fault.offender", "sits_out")],
        ),
        (
            "baumann-bluemle",
            {"contract": "cego", "declarer": 0, "schinden": {"culprits": [4], "challenger": 1}},
            [("schinden.culprits", "sits_out")],
        ),
        (LOEWEN, {"free": [0, 0, 0, 10, -10], "why": "the dealer had bet"}, []),
    ],
)
def test_dealer_who_sits_out_holds_no_cards(
    identifier: str, outcome: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert found(identifier, hand_of(outcome, FIVE, dealer=4)) == expected


def test_amount_for_somebody_who_is_not_there_is_refused() -> None:
    hand = hand_of({"free": [10, 0, 0, 0, -10], "why": "agreed"}, FOUR)

    assert found(LOEWEN, hand, seats=5) == [("free", "not_at_table")]


@pytest.mark.parametrize(("piles", "expected"), [([40, 39], []), ([40, 40], ["partie"]), ([39, 39], ["partie"])])
def test_partie_has_one_winner(piles: list[int], expected: list[str]) -> None:
    hand = hand_of({"contract": "partie", "card_points": piles}, (0, 1))
    codes = {
        ("card_points", "partie_undecided"): "partie",
        ("card_points", "points_over_pack"): "partie",
    }

    assert [codes[problem] for problem in found("offiziers-cego", hand)] == expected


def test_faulty_hand_names_everything_at_once() -> None:
    hand = hand_of({"contract": "solo", "declarer": 7, "points": 99, "over_solo": True})

    assert found(LOEWEN, hand) == [
        ("declarer", "not_at_table"),
        ("over_solo", "no_over_solo"),
        ("points", "points_too_many"),
    ]


def test_playing_leaves_out_the_dealer_only_where_one_sits_out() -> None:
    five = Hand(lineup=FIVE, dealer=2, outcome=Points(contract=Contract.SOLO, declarer=0, points=41))
    four = Hand(lineup=FOUR, dealer=2, outcome=five.outcome)

    assert playing(five, published(LOEWEN)) == (0, 1, 3, 4)
    assert playing(four, published(LOEWEN)) == FOUR


@pytest.mark.parametrize(
    ("identifier", "outcome", "expected"),
    [
        (LOEWEN, {"contract": "solo", "declarer": 0, "points": 4}, ["few_points"]),
        (LOEWEN, {"contract": "solo", "declarer": 0, "points": 5}, []),
        (LOEWEN, {"contract": "solo", "declarer": 0, "no_trick": True}, []),
        (LOEWEN, {"contract": "solo", "declarer": 0, "points": 69}, []),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 6}, ["few_points"]),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 7}, []),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 77}, []),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 78}, ["impossible_points"]),
        ("grupp", {"contract": "solo", "declarer": 0, "points": 79}, []),
        (LOEWEN, {"contract": "raeuber", "card_points": [20, 8, 0, 0]}, ["raeuber_sum"]),
        (LOEWEN, {"contract": "raeuber", "card_points": [20, 9, 0, 0]}, []),
        (LOEWEN, {"contract": "raeuber", "card_points": [30, 19, 10, 9]}, []),
        (LOEWEN, {"contract": "raeuber", "card_points": [30, 20, 10, 9]}, ["raeuber_sum"]),
        (LOEWEN, {"contract": "eine", "declarer": 0, "per_defender": 21}, ["amount_not_in_tariff"]),
        (LOEWEN, {"contract": "eine", "declarer": 0, "per_defender": -70}, []),
        (LOEWEN, {"contract": "ulti", "declarer": 0, "per_defender": -80}, []),
        (LOEWEN, {"contract": "ulti", "declarer": 0, "per_defender": 70}, ["amount_not_in_tariff"]),
        ("weissauer", {"contract": "quinto", "declarer": 0, "per_defender": 17}, []),
        ("st-georgen", {"contract": "duo", "declarer": 0, "per_defender": 30, "ouvert": True}, []),
    ],
)
def test_implausible_hand_is_a_warning(identifier: str, outcome: dict[str, Any], expected: list[str]) -> None:
    hand = hand_of(outcome)
    assert found(identifier, hand) == []

    assert [problem.code for problem in warn_hand(hand, published(identifier))] == expected


def test_three_players_have_six_points_with_a_trick() -> None:
    hands = [hand_of({"contract": "solo", "declarer": 0, "points": points}, (0, 1, 2)) for points in (5, 6)]

    assert [len(warn_hand(hand, published("dreier"))) for hand in hands] == [1, 0]


def test_dealer_who_sits_out_hardly_revokes() -> None:
    rules = published("braeunlingen-ministranten")
    revoke = hand_of({"penalty": "revoke", "offender": 4}, FIVE)
    misdeal = hand_of({"penalty": "misdeal", "offender": 4}, FIVE)

    assert [problem.code for problem in warn_hand(revoke, rules)] == ["sits_out"]
    assert warn_hand(misdeal, rules) == []


def test_warning_of_a_partie_whose_piles_do_not_make_the_pack() -> None:
    hand = hand_of({"contract": "partie", "card_points": [40, 30]}, (0, 1))

    assert [problem.text for problem in warn_hand(hand, published("offiziers-cego"))] == [
        "card_points: the two piles make 70, but the pack holds 79"
    ]
