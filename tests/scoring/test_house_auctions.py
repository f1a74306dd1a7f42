"""Decisions of a house about the bidding: every reading of every point that a text leaves open is bid by the fold."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import brotli
import pytest

from cegoscore.scoring.auction.auction import NotPossible, auction_table, fold, options_of, say
from cegoscore.scoring.auction.house_auctions import auction_of, decisions_of, uncalled
from cegoscore.scoring.auction.words import check_auction, read_words
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import parse, write
from cegoscore.scoring.hands import Dresch, Hand, Points
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.rules.auction_readings import READINGS, Point, open_points_of, readings_of
from cegoscore.scoring.rules.auction_rules import AuctionRules, decided_by
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_auction, published_identifiers
from tests.effort import spread
from tests.scoring.test_auction import assert_each_goes_on_or_has_ended, longest, moves, states_of

FORT = "A:fort B:fort C:fort D:fort "

OPEN = {
    "baumann-bluemle": "specials_asked march",
    "braeunlingen-loewen": "specials_in_duel gegensolo_returns",
    "braeunlingen-loewen-3": "gegensolo_returns",
    "braeunlingen-ministranten": "equal_bids over_solo_order without_cards",
    "braeunlingen-ministranten-3": "equal_bids over_solo_order without_cards",
    "braeunlingen-turnier": "specials_in_duel answers_gegensolo",
    "cego-online": "specials_in_duel gegensolo_returns",
    "dreier": "over_solo_order",
    "grupp": "specials_in_duel gegensolo_returns",
    "ichenheim": "first_rank gegensolo_returns without_cards",
    "kastner-folkvord": "specials_in_duel gegensolo_returns",
    "oberwolfach-3": "without_cards",
    "oberwolfach-4": "must_overcall special_held without_cards",
    "schmid": "must_overcall special_held without_cards",
    "schmid-3": "without_cards",
    "schwarzwaldmeisterschaft": "gegensolo_returns",
    "schweden": "specials_in_duel gegensolo_returns",
    "st-georgen": "specials_asked",
    "weissauer": "march",
}
"""Points U2 to U12 of the specification, by the rule sets whose text leaves them open."""

EVERY_READING = [
    (identifier, Point(point), reading)
    for identifier, points in OPEN.items()
    for point in points.split()
    for reading in readings_of(Point(point), published(identifier).players)
]


def decided(identifier: str, **decisions: str) -> AuctionRules:
    auction = published_auction(identifier)
    assert auction
    return decided_by(auction, decisions)


def own_rules(identifier: str, decisions: Mapping[str, Any], **changes: Any) -> HouseRules:
    document = {**published(identifier).document, "id": "own-hirschen", **changes}
    rules, problems = parse_house_rules(document | {"auction": {"like": identifier, **decisions}})
    assert rules is not None, problems
    return rules


def test_every_rule_set_says_what_its_text_leaves_open() -> None:
    assert {identifier: open_points_of(identifier) for identifier in published_identifiers()} == {
        identifier: tuple(OPEN.get(identifier, "").split()) for identifier in published_identifiers()
    }, "Write down in OPEN of this file what the source of a rule set leaves open about the bidding."


def test_every_point_is_open_somewhere() -> None:
    assert {point for _identifier, point, _reading in EVERY_READING} == set(Point) == set(READINGS)


@pytest.mark.parametrize(("identifier", "point", "reading"), spread(EVERY_READING, 10))
def test_every_reading_comes_to_an_end_and_always_leaves_something_to_say(
    identifier: str, point: Point, reading: str
) -> None:
    rules = decided(identifier, **{point: reading})
    assert rules.reading(point) == reading
    states = states_of(rules)
    assert 3 <= longest(states, rules) < 60
    assert_each_goes_on_or_has_ended(states, published(identifier))


@pytest.mark.parametrize(("identifier", "point", "reading"), spread(EVERY_READING, 10))
def test_word_that_no_reading_allows_is_refused_with_what_is_possible(
    identifier: str, point: Point, reading: str
) -> None:
    rules, chance = decided(identifier, **{point: reading}), random.Random(identifier + reading)
    words = ["fort", "gut", "selbst", "gegensolo", "no_special", "", *Contract]
    for state in states_of(rules):
        possible, said = set(moves(state)), (chance.randrange(rules.players), str(chance.choice(words)))
        if said not in possible:
            with pytest.raises(NotPossible) as refused:
                say(state, *said)
            assert set(refused.value.possible) == possible


@pytest.mark.parametrize(("identifier", "point", "reading"), spread(EVERY_READING, 10))
def test_first_reading_is_how_it_is_bid_anyway_and_another_is_bid_otherwise(
    identifier: str, point: Point, reading: str
) -> None:
    undecided = published_auction(identifier)
    assert undecided
    tables = [auction_table(rules) for rules in (undecided, decided(identifier, **{point: reading}))]
    is_ours = reading == READINGS[point][0] or point is Point.WITHOUT_CARDS  # the referee sees no cards
    assert (tables[0] == tables[1]) is is_ours


@pytest.mark.parametrize("identifier", OPEN)
def test_table_of_all_other_readings_together_is_three_kilobytes(identifier: str) -> None:
    players = published(identifier).players
    others = {point: readings_of(point, players)[-1] for point in open_points_of(identifier)}
    rules = decided(identifier, **others)
    assert longest(states_of(rules), rules) < 60
    assert len(brotli.compress(json.dumps(auction_table(rules), separators=(",", ":")).encode())) <= 3_000


@pytest.mark.parametrize(
    ("identifier", "decisions", "words", "turn", "options"),
    [
        # U2: who sits earlier takes an equal bid over, and then a later seat has to bid higher
        ("braeunlingen-ministranten", {}, FORT + "A:cego B:eine C:eine_leere D:gut A:gut", 1, "zwei_leere gut"),
        (
            "braeunlingen-ministranten",
            {"equal_bids": "who_sits_earlier"},
            FORT + "A:cego B:eine C:eine_leere D:gut A:gut",
            1,
            "selbst zwei_leere gut",
        ),
        # U3, U9: the way round the table against a Solo
        ("braeunlingen-ministranten", {}, "A:fort B:solo C:gut", 3, "gegensolo gut"),
        (
            "braeunlingen-ministranten",
            {"over_solo_order": "right_then_left"},
            "A:fort B:solo C:gut",
            0,
            "gegensolo gut",
        ),
        ("braeunlingen-ministranten", {"over_solo_order": "left"}, "A:fort B:solo A:gut", 3, "gegensolo gut"),
        ("dreier", {"over_solo_order": "left"}, "A:fort B:solo", 0, "gegensolo gut"),
        # U4: a special game inside a duel
        (
            "braeunlingen-loewen",
            {"specials_in_duel": "yes"},
            FORT + "A:cego B:eine",
            0,
            "selbst piccolo bettel gut",
        ),
        (
            "schweden",
            {"specials_in_duel": "yes"},
            FORT + "A:cego B:halbe A:selbst",
            1,
            "eine piccolo bettel gut",
        ),
        ("braeunlingen-loewen", {"specials_in_duel": "yes"}, "A:solo B:gegensolo", 0, "selbst gut"),
        # U5: the forced Eine
        ("oberwolfach-4", {"must_overcall": "yes"}, FORT + "A:cego", 1, "eine piccolo bettel"),
        # U6: a higher bid of the first phase
        ("ichenheim", {}, "A:solo", 1, "gegensolo gut"),
        ("ichenheim", {"first_rank": "highest_bid"}, "A:solo", 1, "ulti solo_durch fort"),
        ("ichenheim", {"first_rank": "highest_bid"}, "A:solo B:ulti", 2, "solo_durch fort"),
        ("ichenheim", {"first_rank": "highest_bid"}, "A:solo B:fort C:fort", 1, "gegensolo gut"),
        ("baumann-bluemle", {"march": "yes"}, "A:solo", 1, "gegensolo solo_durch gut"),
        # U7: when special games are asked for
        ("baumann-bluemle", {}, FORT, 0, "piccolo bettel no_special"),
        ("baumann-bluemle", {"specials_asked": "round_each"}, FORT, 0, "piccolo no_special"),
        ("baumann-bluemle", {"specials_asked": "until_own_turn"}, FORT, 0, "cego piccolo bettel"),
        # U8: the Gegensolo's bidder once more
        (
            "braeunlingen-loewen",
            {"gegensolo_returns": "yes"},
            "A:fort B:fort C:solo A:gegensolo C:gut B:eine A:gut D:gut",
            0,
            "eine_leere gut",
        ),
        # U10: nobody answers
        ("braeunlingen-turnier", {}, "A:solo B:gegensolo C:eine", 1, "selbst gut"),
        ("braeunlingen-turnier", {"answers_gegensolo": "nobody"}, "A:solo B:gegensolo C:eine", 3, "eine_leere gut"),
        # U11: a Piccolo that is outbid
        ("oberwolfach-4", {}, FORT + "A:cego B:piccolo A:gut C:bettel", 1, "gut"),
        ("oberwolfach-4", {"special_held": "yes"}, FORT + "A:cego B:piccolo A:gut C:bettel", 1, "selbst gut"),
    ],
)
def test_what_may_be_said_under_a_reading(
    identifier: str, decisions: dict[str, str], words: str, turn: int, options: str
) -> None:
    auction = fold(decided(identifier, **decisions), read_words(words, published(identifier).players))
    assert (auction.turn, " ".join(map(str, options_of(auction)))) == (turn, options)


@pytest.mark.parametrize(
    ("identifier", "decisions", "words", "end"),
    [
        ("ichenheim", {"first_rank": "highest_bid"}, "A:solo B:ulti C:fort", (1, "ulti", False)),
        ("ichenheim", {"first_rank": "highest_bid"}, "A:ulti B:solo_durch", (1, "solo_durch", False)),
        ("baumann-bluemle", {"march": "yes"}, "A:solo B:solo_durch", (1, "solo_durch", False)),
        ("braeunlingen-loewen", {"specials_in_duel": "yes"}, FORT + "A:cego B:eine A:bettel", (0, "bettel", False)),
        (
            "braeunlingen-loewen",
            {"gegensolo_returns": "yes"},
            "A:fort B:fort C:solo A:gegensolo C:gut B:eine A:gut D:gut A:eine_leere B:gut",
            (0, "eine_leere", True),
        ),
        (
            "braeunlingen-turnier",
            {"answers_gegensolo": "nobody"},
            "A:solo B:gegensolo C:eine D:gut",
            (2, "eine", True),
        ),
        (
            "braeunlingen-ministranten",
            {"equal_bids": "who_sits_earlier"},
            FORT + "A:cego B:eine C:eine_leere D:gut A:gut B:selbst C:gut",
            (1, "eine_leere", False),
        ),
        (
            "oberwolfach-4",
            {"special_held": "yes"},
            FORT + "A:cego B:piccolo A:gut C:bettel B:selbst C:gut D:gut",
            (1, "bettel", False),
        ),
    ],
)
def test_how_an_auction_ends_under_a_reading(
    identifier: str, decisions: dict[str, str], words: str, end: tuple[int, str, bool]
) -> None:
    outcome = fold(decided(identifier, **decisions), read_words(words, published(identifier).players)).outcome
    assert outcome
    assert (outcome.declarer, outcome.game, outcome.over_solo) == end


# With a house's own rules


def test_decisions_are_part_of_what_identifies_own_rules() -> None:
    plain, _problems = parse_house_rules({**published("braeunlingen-turnier").document, "id": "own-hirschen"})
    nobody = own_rules("braeunlingen-turnier", {"answers_gegensolo": "nobody"})
    bidder = own_rules("braeunlingen-turnier", {"answers_gegensolo": "its_bidder"})
    assert plain
    assert len({plain.digest, nobody.digest, bidder.digest}) == 3
    assert (decisions_of(plain), decisions_of(nobody)) == ({}, {"answers_gegensolo": "nobody"})


def test_hand_is_held_to_the_fold_that_the_house_decided() -> None:
    auction = "A:solo B:gegensolo C:eine D:gut"
    outcome = Points(contract=Contract.EINE, declarer=3, over_solo=True, points=41)
    hand = Hand(lineup=(0, 1, 2, 3), dealer=0, outcome=outcome, auction=auction)
    rules = own_rules("braeunlingen-turnier", {"answers_gegensolo": "nobody"})
    assert check_auction(hand, rules) == []
    codes = [each.code for each in check_auction(hand, own_rules("braeunlingen-turnier", {}))]
    assert codes == ["auction_not_possible"]
    wrong = replace(hand, auction="A:solo B:gegensolo C:gut D:gut")
    assert [each.code for each in check_auction(wrong, rules)] == ["auction_differs"]


def house_auction(identifier: str, decisions: Mapping[str, Any] = {}, **changes: Any) -> AuctionRules:
    auction = auction_of(own_rules(identifier, decisions, **changes))
    assert auction
    return auction


@pytest.mark.parametrize("identifier", [name for name in published_identifiers() if published_auction(name)])
def test_house_with_the_games_of_its_original_is_bid_as_that_and_each_of_them_is_called(identifier: str) -> None:
    auction = house_auction(identifier)
    assert auction == published_auction(identifier)
    assert uncalled(published(identifier), auction) == ()


def test_game_that_a_house_does_not_play_is_not_said_and_one_that_it_adds_is_said_where_it_says() -> None:
    """Löwen without Piccolo, with a Halbe, a Duo and a Dresch."""
    original = published("braeunlingen-loewen").document
    factors = original["normal"]["factors"] | {"halbe": 2}
    changes = {
        "targets": {"ulti": {"amount": 80}, "bettel": {"amount": 30}, "duo": {"amount": 20}},
        "normal": original["normal"] | {"factors": factors},
        "dresch": {"amount": 70, "vorhand_factor": 1},
    }
    undecided = house_auction("braeunlingen-loewen", **changes)
    assert (undecided.specials, undecided.unopposed) == (("bettel",), ("cego", "raeuber"))
    assert undecided.ladder[:3] == ("cego", "halbe", "eine")
    assert uncalled(own_rules("braeunlingen-loewen", {}, **changes), undecided) == ("duo", "dresch")
    decisions = {"specials": ["bettel", "duo"], "unopposed": ["raeuber", "dresch"], "first": []}
    auction = house_auction("braeunlingen-loewen", decisions, **changes)
    assert options_of(fold(auction, [])) == ("solo", "fort")
    assert options_of(fold(auction, read_words(FORT, 4))) == ("cego", "bettel", "duo")
    chosen = options_of(fold(auction, read_words(f"{FORT} A:cego B:gut C:gut D:gut", 4)))
    assert chosen == ("cego", "raeuber", "dresch")
    assert uncalled(own_rules("braeunlingen-loewen", decisions, **changes), auction) == ("ulti",)


def test_vorhand_calls_a_drescher_where_nobody_bid_and_the_last_trick_pays() -> None:
    """Drescher 10 beside a Räuber of 5: everybody says gut, Vorhand says Drescher, C takes the last trick."""
    changes = {"dresch": {"amount": 10, "vorhand_factor": 1}}
    rules = own_rules("oberwolfach-4", {"unopposed": ["raeuber", "dresch"]}, **changes)
    auction = f"{FORT} A:cego B:gut C:gut D:gut A:dresch"
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=Dresch(last_trick=2), auction=auction)
    assert check_auction(hand, rules) == []
    assert payments(hand, rules) == (10, 10, -30, 10)


def test_vorhand_says_which_raeuber_where_a_house_plays_both() -> None:
    words = ["geregelter_raeuber", "wilder_raeuber"]
    auction = house_auction("braeunlingen-loewen", {"unopposed": words})
    assert auction.unopposed == ("cego", *words)
    assert uncalled(own_rules("braeunlingen-loewen", {"unopposed": words}), auction) == ()


def test_house_that_asks_for_special_games_where_its_original_has_none_asks_before_the_cego() -> None:
    changes = {"targets": {"ulti": {"amount": 80}, "bettel": {"amount": 30}}}
    auction = house_auction("braeunlingen-loewen-3", {"specials": ["bettel"]}, **changes)
    assert options_of(fold(auction, read_words("A:fort B:fort C:fort", 3))) == ("bettel", "no_special")


def test_own_rules_without_solo_or_cego_or_for_others_say_nothing_about_the_bidding() -> None:
    normal = published("braeunlingen-loewen").document["normal"]
    decisions = {"specials_in_duel": "yes"}
    for game in ("solo", "cego"):
        factors = {name: factor for name, factor in normal["factors"].items() if name != game}
        over_solo = {name: factor for name, factor in normal["over_solo"].items() if name != game}
        changes = {"normal": normal | {"factors": factors, "over_solo": over_solo}}
        assert auction_of(own_rules("braeunlingen-loewen", decisions, **changes)) is None
    for_three = {**published("braeunlingen-loewen").document["table"], "players": 3, "cards": 51}
    assert auction_of(own_rules("braeunlingen-loewen", decisions, table=for_three)) is None


def test_own_rules_that_decided_nothing_are_bid_as_their_original_where_it_is_known() -> None:
    plain, _problems = parse_house_rules({**published("braeunlingen-turnier").document, "id": "own-hirschen"})
    assert plain
    assert auction_of(plain) is None
    assert auction_of(plain, published("braeunlingen-turnier")) == published_auction("braeunlingen-turnier")


def test_document_carries_the_decisions_out_and_in_again() -> None:
    rules = own_rules("braeunlingen-turnier", {"answers_gegensolo": "nobody"})
    data = {
        "format": "cegoscore/session@1",
        "rules": dict(rules.document),
        "players": list("ABCD"),
        "first_dealer": 3,
        "hands": [],
    }
    document, problems = parse(data)
    assert problems == ()
    assert document
    assert write(document)["rules"]["auction"] == {"like": "braeunlingen-turnier", "answers_gegensolo": "nobody"}
    again, _problems = parse(write(document))
    assert again
    assert again.rules == rules


@pytest.mark.parametrize(
    ("auction", "problem"),
    [
        ({}, "auction.like: is missing"),
        ({"like": "nirgends"}, "auction.like: must be one of: baumann-bluemle, "),
        ({"like": "offiziers-cego"}, "auction.like: must be one of: baumann-bluemle, "),
        ({"like": "grupp", "equal_bids": "vorhand_alone"}, "auction.equal_bids: is not known here"),
        ({"like": "grupp", "specials_in_duel": "sometimes"}, "auction.specials_in_duel: must be one of: no, yes"),
        ({"like": "grupp", "specials_in_duel": True}, "auction.specials_in_duel: must be text"),
        ({"like": "grupp", "specials": [5]}, "auction.specials: must be one of: "),
        ([], "auction: must be an object with named values"),
    ],
)
def test_faulty_decision_is_named(auction: Any, problem: str) -> None:
    document = {**published("grupp").document, "id": "own-hirschen", "auction": auction}
    rules, problems = parse_house_rules(document)
    assert rules is None
    assert problem in next(each.text for each in problems)
    assert len(problems) == 1


@pytest.mark.parametrize("games", [["cego"], ["cego", "eine"]])
def test_whether_a_bid_must_be_overcalled_is_asked_where_there_are_two(games: list[str]) -> None:
    normal = published("schmid").document["normal"]
    paid = {
        key: {game: factor for game, factor in normal[key].items() if game in {"solo", *games}}
        for key in ("factors", "over_solo")
    }
    auction = auction_of(own_rules("schmid", {}, normal=normal | paid, labels={}), published("schmid"))
    assert auction
    assert auction.ladder == tuple(games)
    assert (Point.MUST_OVERCALL in auction.open) is (len(games) == 2)


# Over a Solo


def test_solo_ends_the_bidding_where_nothing_counts_over_it() -> None:
    document = published("braeunlingen-loewen").document
    rules, problems = parse_house_rules({**document, "id": "own-us", "normal": {**document["normal"], "over_solo": {}}})
    assert rules, problems
    auction = auction_of(rules, published("braeunlingen-loewen"))
    assert auction
    outcome = fold(auction, [(0, "fort"), (1, "solo")]).outcome
    assert outcome
    assert (outcome.declarer, outcome.contract, outcome.over_solo) == (1, Contract.SOLO, False)
    assert "gegensolo" not in auction_table(auction)["words"]
    assert {Point.GEGENSOLO_RETURNS}.isdisjoint(auction.open)


def test_passes_that_an_earlier_version_asked_for_after_a_solo_are_still_read() -> None:
    document = published("braeunlingen-loewen").document
    normal = {**document["normal"], "over_solo": {}}
    decisions = {"like": "braeunlingen-loewen", "specials_in_duel": "yes"}
    rules, problems = parse_house_rules({**document, "id": "own-us", "normal": normal, "auction": decisions})
    assert rules, problems
    solo = Points(contract=Contract.SOLO, declarer=1, points=40)
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=solo, auction="A:fort B:solo A:gut C:gut D:gut")
    assert check_auction(hand, rules) == []
    assert check_auction(replace(hand, auction="A:fort B:solo A:gegensolo"), rules) != []


@pytest.mark.parametrize("identifier", ["braeunlingen-loewen", "st-georgen", "grupp", "oberwolfach-3"])
@pytest.mark.parametrize("paid", [{"cego"}, {"cego", "eine_leere"}, {"cego", "eine", "zwei_leere"}])
def test_over_a_solo_only_games_are_bid_that_the_house_pays_so(identifier: str, paid: set[str]) -> None:
    document = published(identifier).document
    over_solo = {game: pair for game, pair in document["normal"]["over_solo"].items() if game in paid}
    auction = house_auction(identifier, normal={**document["normal"], "over_solo": over_solo})
    ends = {state.outcome.game for state in states_of(auction) if state.outcome and state.outcome.over_solo}
    assert ends == paid
