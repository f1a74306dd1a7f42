"""The auction of a hand as text: read, written, and held to what the hand says was played."""

from dataclasses import replace
from typing import Any

import pytest

from cegoscore.scoring.auction.words import check_auction, without_wrong_auction
from cegoscore.scoring.contracts import Contract, PenaltyKind
from cegoscore.scoring.documents.document import parse, write
from cegoscore.scoring.hands import Aim, Hand, Penalty, PfeifFrei, Points, Raeuber, Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import parse_house_rules, published

LOEWEN = published("braeunlingen-loewen")
OVER_SOLO = "A:fort B:solo A:gut C:gegensolo B:gut D:gut"
FORT = "A:fort B:fort C:fort D:fort "
OWN_CHOICE = FORT + "A:cego B:gut C:gut D:gut A:raeuber"
CEGO = Points(contract=Contract.CEGO, declarer=2, points=41, over_solo=True)


def hand(outcome: Any, auction: str, **more: Any) -> Hand:
    """Anna is Vorhand, because Dieter deals."""
    return Hand(**{"lineup": (0, 1, 2, 3), "dealer": 3, "outcome": outcome, "auction": auction} | more)


def codes(found: Hand, rules: HouseRules = LOEWEN) -> list[str]:
    return [problem.code for problem in check_auction(found, rules)]


@pytest.mark.parametrize(
    ("outcome", "auction"),
    [
        (CEGO, OVER_SOLO),
        (Schinden(contract=Contract.CEGO, declarer=2, culprits=(1,), over_solo=True), OVER_SOLO),
        (Aim(contract=Contract.ULTI, declarer=1, made=True), "A:fort B:ulti"),
        (Raeuber(contract=Contract.RAEUBER, card_points=(20, 20, 15, 15)), OWN_CHOICE),
        (Raeuber(contract=Contract.RAEUBER, card_points=(20, 20, 15, 15), announcer=0), OWN_CHOICE),
        (CEGO, ""),
        (Penalty(kind=PenaltyKind.REVOKE, offender=1), ""),
    ],
)
def test_auction_that_ends_as_the_hand_says_is_right(outcome: Any, auction: str) -> None:
    assert codes(hand(outcome, auction)) == []


@pytest.mark.parametrize(
    ("outcome", "auction", "code"),
    [
        (CEGO, "A fort", "auction_words"),
        (CEGO, "E:fort", "auction_words"),
        (CEGO, "A:fort B:eine", "auction_not_possible"),
        (CEGO, "A:fort B:solo A:gut", "auction_not_ended"),
        (replace(CEGO, declarer=1), OVER_SOLO, "auction_differs"),
        (replace(CEGO, over_solo=False), OVER_SOLO, "auction_differs"),
        (replace(CEGO, contract=Contract.EINE), OVER_SOLO, "auction_differs"),
        (PfeifFrei(declarer=2, points=41, over_solo=True), OVER_SOLO, "auction_differs"),
        (Raeuber(contract=Contract.RAEUBER, card_points=(20, 20, 15, 15), announcer=1), OWN_CHOICE, "auction_differs"),
        (Penalty(kind=PenaltyKind.REVOKE, offender=1), OVER_SOLO, "auction_differs"),
    ],
)
def test_auction_that_ends_otherwise_is_a_problem(outcome: Any, auction: str, code: str) -> None:
    found = hand(outcome, auction)
    assert codes(found) == [code]
    assert without_wrong_auction(found, LOEWEN) == replace(found, auction="")


def test_seats_are_counted_from_vorhand_and_without_a_dealer_who_sits_out() -> None:
    second = hand(replace(CEGO, declarer=3), OVER_SOLO, dealer=0)
    assert codes(second) == []
    five = hand(replace(CEGO, declarer=4), OVER_SOLO, lineup=(0, 1, 2, 3, 4), dealer=1)
    assert codes(five) == []
    assert codes(replace(five, outcome=CEGO)) == ["auction_differs"]


def test_rules_that_say_nothing_about_the_bidding_look_at_the_words_alone() -> None:
    own, _problems = parse_house_rules({**LOEWEN.document, "id": "stammtisch"})
    assert own
    assert codes(hand(replace(CEGO, declarer=1), OVER_SOLO), own) == []
    assert codes(hand(CEGO, "no words"), own) == ["auction_words"]


DOCUMENT = {
    "format": "cegoscore/session@1",
    "rules": "braeunlingen-loewen",
    "players": ["Anna", "Bernd", "Clara", "Dieter"],
    "first_dealer": 3,
    "hands": [{"contract": "cego", "declarer": 2, "over_solo": True, "points": 41, "auction": OVER_SOLO}],
}


def test_document_keeps_the_auction_of_a_hand() -> None:
    document, problems = parse(DOCUMENT)
    assert problems == ()
    assert document
    assert document.entries[0].hand.auction == OVER_SOLO
    assert parse(write(document)) == (document, ())


def test_document_with_a_wrong_auction_is_refused_with_hand_and_key() -> None:
    hands = [DOCUMENT["hands"][0] | {"declarer": 1}]  # type: ignore[index]
    document, problems = parse(DOCUMENT | {"hands": hands})
    assert document is None
    assert [problem.text for problem in problems] == [
        "hand 1: auction: ends with D:gut, and with another declarer or game than the hand"
    ]
