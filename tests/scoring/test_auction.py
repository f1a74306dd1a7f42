"""The referee of the auction: complete auctions as the sources print them, and what holds for every rule set."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest

from cegoscore.scoring.auction.auction import NotPossible, begin, fold, interrupts_of, options_of, say
from cegoscore.scoring.auction.state import Auction, Outcome
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.auction_readings import Point
from cegoscore.scoring.rules.auction_rules import STATUS_KEYS, AuctionRules, parse_auction
from cegoscore.scoring.rules.citations import Status
from cegoscore.scoring.rules.rule_files import published, published_auction, published_identifiers

FORT = "A:fort B:fort C:fort D:fort "
BID = tuple(identifier for identifier in published_identifiers() if published_auction(identifier))


def rules_of(identifier: str) -> AuctionRules:
    rules = published_auction(identifier)
    assert rules is not None
    return rules


def words_of(text: str) -> list[tuple[int, str]]:
    return [("ABCD".index(word[0]), word[2:]) for word in text.split()]


def after(identifier: str, text: str) -> Auction:
    return fold(rules_of(identifier), words_of(text))


# Auctions with their outcome. The first seven and the Ministranten's are printed in pagat.com's description.
PLAYED = [
    (
        "braeunlingen-loewen",
        FORT + "A:cego B:gut C:eine A:selbst C:eine_leere A:gut D:zwei_leere C:selbst D:gut",
        Outcome(declarer=2, game="zwei_leere"),
    ),
    ("braeunlingen-loewen", FORT + "A:cego B:eine A:gut C:gut D:gut", Outcome(declarer=1, game="eine")),
    ("braeunlingen-loewen", FORT + "A:cego B:eine D:piccolo", Outcome(declarer=3, game="piccolo")),
    ("braeunlingen-loewen", FORT + "A:cego B:gut C:gut D:gut A:raeuber", Outcome(declarer=0, game="raeuber")),
    ("braeunlingen-loewen", "A:fort B:fort C:solo A:gut B:gut D:gut", Outcome(declarer=2, game="solo")),
    (
        "braeunlingen-loewen",
        "A:fort B:solo A:gut C:gegensolo B:gut D:gut",
        Outcome(declarer=2, game="cego", over_solo=True),
    ),
    (
        "braeunlingen-loewen",
        "A:fort B:fort C:solo A:gegensolo C:selbst A:gut B:gut D:eine C:selbst D:gut",
        Outcome(declarer=2, game="eine", over_solo=True),
    ),
    (
        "braeunlingen-ministranten",
        FORT + "A:cego B:gut C:eine D:eine_leere A:selbst C:zwei_leere D:gut A:gut",
        Outcome(declarer=2, game="zwei_leere"),
    ),
    ("braeunlingen-ministranten", "A:fort B:solo C:gut D:gegensolo", Outcome(declarer=3, game="cego", over_solo=True)),
    ("braeunlingen-loewen", "A:fort B:ulti", Outcome(declarer=1, game="ulti")),
    ("braeunlingen-loewen", FORT + "A:bettel", Outcome(declarer=0, game="bettel")),
    ("braeunlingen-loewen-3", "A:fort B:fort C:fort A:cego B:gut C:gut", Outcome(declarer=0, game="cego")),
    (
        "braeunlingen-turnier",
        "A:solo B:gegensolo C:eine B:selbst C:gut D:gut",
        Outcome(declarer=1, game="eine", over_solo=True),
    ),
    (
        "oberwolfach-3",
        "A:fort B:solo C:gegensolo A:eine C:selbst A:gut",
        Outcome(declarer=2, game="eine", over_solo=True),
    ),
    ("oberwolfach-4", FORT + "A:cego B:piccolo A:gut C:bettel B:gut D:gut", Outcome(declarer=2, game="bettel")),
    ("schweden", FORT + "A:cego B:halbe A:gut C:gut D:bettel", Outcome(declarer=3, game="bettel")),
    ("baumann-bluemle", "A:solo B:gegensolo", Outcome(declarer=1, game="cego", over_solo=True)),
    ("baumann-bluemle", "D:ulti", Outcome(declarer=3, game="ulti")),
    ("baumann-bluemle", FORT + "A:no_special B:bettel", Outcome(declarer=1, game="bettel")),
    ("schwarzwaldmeisterschaft", "A:solo B:fort C:fort D:ulti", Outcome(declarer=3, game="ulti")),
    (
        "schwarzwaldmeisterschaft",
        FORT + "A:no_special B:no_special C:no_special D:piccolo",
        Outcome(declarer=3, game="piccolo"),
    ),
    ("dorset", "A:fort B:fort A:cego B:zwei_leere A:kleiner_mann B:gut", Outcome(declarer=0, game="kleiner_mann")),
]


@pytest.mark.parametrize(("identifier", "text", "outcome"), PLAYED)
def test_auction_ends_as_the_source_says(identifier: str, text: str, outcome: Outcome) -> None:
    auction = after(identifier, text)
    assert auction.outcome == outcome
    assert (options_of(auction), dict(interrupts_of(auction))) == ((), {})


@pytest.mark.parametrize(
    ("identifier", "text", "turn", "options"),
    [
        ("braeunlingen-loewen", "", 0, ("solo", "ulti", "fort")),
        ("braeunlingen-loewen", FORT, 0, ("cego", "piccolo", "bettel")),
        ("braeunlingen-loewen", FORT + "A:cego", 1, ("eine", "piccolo", "bettel", "gut")),
        ("braeunlingen-loewen", FORT + "A:cego B:eine", 0, ("selbst", "gut")),
        ("braeunlingen-loewen", FORT + "A:cego B:gut C:gut D:gut", 0, ("cego", "raeuber")),
        ("braeunlingen-loewen", "A:fort B:solo", 0, ("gegensolo", "gut")),
        ("braeunlingen-loewen", "A:fort B:solo A:gut C:gegensolo", 1, ("selbst", "gut")),
        ("oberwolfach-3", "A:fort B:fort C:fort A:cego", 1, ("eine",)),
        ("braeunlingen-ministranten", FORT + "A:cego B:eine", 2, ("eine_leere", "gut")),
        ("schwarzwaldmeisterschaft", FORT, 0, ("piccolo", "no_special")),
        ("schwarzwaldmeisterschaft", "A:solo", 1, ("ulti", "fort")),
        ("schwarzwaldmeisterschaft", "A:solo B:fort C:fort D:fort", 1, ("gegensolo", "gut")),
        ("dorset", "A:fort B:fort A:cego B:zwei_verschiedene", 0, ("kleiner_mann", "gut")),
    ],
)
def test_options_at_a_point_of_the_auction(identifier: str, text: str, turn: int, options: tuple[str, ...]) -> None:
    auction = after(identifier, text)
    assert (auction.turn, options_of(auction)) == (turn, options)


def test_special_games_may_be_called_until_the_own_turn_has_come() -> None:
    specials = ("piccolo", "bettel")
    assert dict(interrupts_of(after("braeunlingen-loewen", FORT + "A:cego"))) == {2: specials, 3: specials}
    assert dict(interrupts_of(after("braeunlingen-loewen", FORT + "A:cego B:eine"))) == {2: specials, 3: specials}
    assert dict(interrupts_of(after("braeunlingen-loewen", FORT + "A:cego B:gut C:gut"))) == {}
    assert dict(interrupts_of(after("braeunlingen-loewen", "A:solo"))) == {}


def test_ultimo_before_the_bidding_is_called_out_of_turn_and_never_later() -> None:
    assert dict(interrupts_of(after("baumann-bluemle", ""))) == {1: ("ulti",), 2: ("ulti",), 3: ("ulti",)}
    late = after("baumann-bluemle", "A:fort")
    assert (options_of(late), dict(interrupts_of(late))) == (("solo", "fort"), {})


@pytest.mark.parametrize(
    ("identifier", "text", "word"),
    [
        ("braeunlingen-loewen", FORT + "A:cego", "B:eine_leere"),  # a jump
        ("braeunlingen-ministranten", FORT + "A:cego B:eine", "C:piccolo"),  # over Eine
        ("braeunlingen-loewen", FORT, "A:fort"),  # Vorhand must open
        ("braeunlingen-loewen", "A:fort B:solo", "A:piccolo"),  # over a Solo
        ("braeunlingen-loewen", "A:fort B:solo", "C:gegensolo"),  # out of turn
        ("braeunlingen-loewen", "A:fort B:ulti", "C:solo"),  # it has ended
        ("oberwolfach-3", "A:fort B:fort C:fort A:cego", "B:gut"),  # must overcall
    ],
)
def test_word_that_is_not_possible_is_refused(identifier: str, text: str, word: str) -> None:
    auction = after(identifier, text)
    [(seat, said)] = words_of(word)
    with pytest.raises(NotPossible) as refused:
        say(auction, seat, said)
    own = [(auction.turn, option) for option in options_of(auction)]
    assert refused.value.possible == (*own, *((s, w) for s, words in interrupts_of(auction).items() for w in words))


def moves(auction: Auction) -> Iterator[tuple[int, str]]:
    yield from ((auction.turn, word) for word in options_of(auction))
    yield from ((seat, word) for seat, words in interrupts_of(auction).items() for word in words)


@cache
def states_of(rules: AuctionRules) -> dict[Auction, list[Auction]]:
    """Every state that can be reached, with what follows it."""
    found: dict[Auction, list[Auction]] = {}
    left = [begin(rules)]
    while left:
        state = left.pop()
        if state not in found:
            found[state] = [say(state, seat, word) for seat, word in moves(state)]
            left += found[state]
    return found


def longest(states: Mapping[Auction, list[Auction]], rules: AuctionRules) -> int:
    """Words of the longest auction; fails if one can go on for ever."""
    depth: dict[Auction, int] = {}

    def below(state: Auction, path: frozenset[Auction]) -> int:
        assert state not in path, "an auction can go on for ever"
        if state not in depth:
            depth[state] = 1 + max((below(each, path | {state}) for each in states[state]), default=-1)
        return depth[state]

    return below(begin(rules), frozenset())


def assert_each_goes_on_or_has_ended(states: Iterable[Auction], house: HouseRules) -> None:
    """Each state has something to say or a game of the rule set, never both."""
    for state in states:
        assert bool(options_of(state)) != bool(state.outcome)
        assert len(options_of(state)) == len(set(options_of(state)))
        if state.outcome:
            assert state.outcome.contract in house.contracts
            assert state.outcome.declarer in range(house.players)
            over_solo = house.normal.over_solo if house.normal else {}
            assert not state.outcome.over_solo or state.outcome.contract in over_solo


@pytest.mark.parametrize("identifier", BID)
def test_every_state_goes_on_or_has_ended_with_a_game_of_the_rule_set_and_every_auction_ends(identifier: str) -> None:
    states = states_of(rules_of(identifier))
    assert len(states) < 1000
    assert_each_goes_on_or_has_ended(states, published(identifier))
    assert 3 <= longest(states, rules_of(identifier)) < 50


@pytest.mark.parametrize("identifier", BID)
def test_every_game_that_is_paid_can_be_bid(identifier: str) -> None:
    """Or nobody bids it by what it is, or it is an open point that the page answers: a March comes with a Solo."""
    rules = rules_of(identifier)
    bid = {state.outcome.contract for state in states_of(rules) if state.outcome}
    march = {Contract.SOLO_DURCH} if Point.MARCH in rules.open else set()
    assert {*published(identifier).contracts} - bid <= {Contract.PFLICHT_RAEUBER, *march}


@pytest.mark.parametrize("identifier", BID)
def test_every_value_has_a_status(identifier: str) -> None:
    rules = rules_of(identifier)
    assert set(rules.status) == set(STATUS_KEYS)
    assert Point.OVER_SOLO_ORDER not in rules.open or rules.status["over_solo"] is not Status.STATED


def test_rule_sets_about_whose_bidding_nothing_is_told_say_so() -> None:
    for identifier in ("grupp", "kastner-folkvord", "cego-online"):
        assert set(rules_of(identifier).status.values()) == {Status.UNCLEAR}


def test_only_offiziers_cego_has_no_auction() -> None:
    assert set(published_identifiers()) - set(BID) == {"offiziers-cego"}


def test_auction_is_no_part_of_what_identifies_a_rule_set() -> None:
    assert "auction" not in published("braeunlingen-loewen").document


GOOD = {
    "first": {"solo": "second_phase"},
    "ladder": ["cego", "eine"],
    "style": "duel",
    "vorhand_opens": ["cego"],
    "unopposed": ["cego"],
    "over_solo": {"first_speaker": "vorhand", "soloist_holds": True, "gegensolo": "ends"},
    "status": {"default": "stated"},
}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"style": "wild"}, "auction.style: must be one of: duel, round, overcall"),
        ({"ladder": ["eine", "cego"]}, "auction.ladder: must rise from number to number"),
        ({"unopposed": ["halbe"]}, "auction.unopposed: halbe is not played under this rule set"),
        ({"first": {"partie": "ends"}}, "auction.first.partie: partie is not played under this rule set"),
        ({"status": {}}, "auction.status.default: is missing"),
        ({"status": {"default": "sure"}}, "auction.status.default: must be one of: stated, inferred, unclear"),
        ({"wording": 1}, "auction.wording: is not known here"),
    ],
)
def test_faulty_auction_is_refused_with_its_key(change: dict[str, object], problem: str) -> None:
    auction, problems = parse_auction(GOOD | change, published("braeunlingen-loewen"))
    assert auction is None
    assert problem in InvalidInput(problems).args[0]


def test_good_auction_is_read() -> None:
    auction, problems = parse_auction(GOOD, published("braeunlingen-loewen"))
    assert problems == ()
    assert auction is not None
    assert (auction.ladder, auction.over_solo.soloist_holds) == (("cego", "eine"), True)
