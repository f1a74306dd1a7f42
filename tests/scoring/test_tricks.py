"""Cards one by one: dealing, what may be played, who wins a trick and who leads, from the sources and by properties."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from cegoscore.scoring.cards import FOUR_HANDS, THREE_HANDS, TWO_HANDS, Counting, Pack
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.play_rules import PlayRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers, published_play
from cegoscore.scoring.tricks import PACK, TRUMP, Card, Course, Trick, card_of, card_points, deal, legal, winner

LOEWEN = published_play("braeunlingen-loewen")
SCHWEDEN = published_play("schweden")
MINISTRANTEN = published_play("braeunlingen-ministranten")
OBERWOLFACH = published_play("oberwolfach-4")
BAUMANN = published_play("baumann-bluemle")


def cards(text: str) -> tuple[Card, ...]:
    """Cards by their keys, with commas between."""
    return tuple(card_of(key.strip()) for key in text.split(",") if key.strip())


# The pack


def test_pack_has_every_card_once() -> None:
    assert len(set(PACK)) == 54
    assert Counter(card.suit for card in PACK) == {TRUMP: 22, "clubs": 8, "spades": 8, "hearts": 8, "diamonds": 8}
    assert Counter(card.kind for card in PACK) == FOUR_HANDS.kinds
    assert sum(card.is_empty for card in PACK) == 16


def test_key_of_a_card_is_what_is_written_and_read() -> None:
    assert [card_of(str(card)) for card in PACK] == list(PACK)
    for key in ("trump gstiess", "trump 21", "trump 1", "clubs king", "spades knight", "hearts 1", "diamonds 4"):
        assert str(card_of(key)) == key
    for key in ("hearts 7", "clubs 1", "trump 22", "clubs"):
        with pytest.raises(ValueError, match="not in list"):
            card_of(key)


@pytest.mark.parametrize(
    ("key", "worth"),
    [
        ("trump gstiess", 5),
        ("trump 21", 5),
        ("trump 1", 5),
        ("hearts king", 5),
        ("hearts queen", 4),
        ("hearts knight", 3),
        ("hearts jack", 2),
        ("trump 20", 1),
        ("clubs 10", 1),
        ("hearts 1", 1),
    ],
)
def test_worth_of_a_card(key: str, worth: int) -> None:
    assert card_of(key).worth == worth


def test_pack_counts_70_in_threes_and_79_in_twos() -> None:
    assert card_points(PACK, Counting.THREES) == 70
    assert card_points(PACK, Counting.TWOS) == 79


def test_examples_of_counting_by_baumann_and_bluemle() -> None:
    assert card_points(cards("clubs king, clubs knight, clubs jack"), Counting.THREES) == 8
    assert card_points(cards("trump 14, trump 11, trump 1"), Counting.THREES) == 5
    assert card_points(cards("trump 14, hearts 2"), Counting.THREES) == 1
    assert card_points(cards("hearts 2"), Counting.THREES) == 0


@pytest.mark.parametrize("pack", [FOUR_HANDS, THREE_HANDS, TWO_HANDS])
@given(seed=st.text(max_size=8))
def test_deal_gives_every_card_in_play_once(pack: Pack, seed: str) -> None:
    dealt = deal(seed, pack)
    together = [*dealt.blind, *(card for hand in dealt.hands for card in hand)]
    assert len(together) == len(set(together)) == pack.cards
    assert [len(hand) for hand in dealt.hands] == [pack.hand] * pack.hands
    assert len(dealt.blind) == pack.blind
    assert dealt == deal(seed, pack)


def test_cards_are_dealt_by_chance() -> None:
    """A card lies in the blind of 1,000 deals about as often as 10 of 54 say."""
    blinds = Counter(card for seed in range(1000) for card in deal(str(seed), FOUR_HANDS).blind)
    assert len(blinds) == 54
    assert all(135 < times < 235 for times in blinds.values())


@pytest.mark.parametrize("identifier", published_identifiers())
def test_what_a_set_leaves_out_are_cards(identifier: str) -> None:
    play, pack = published_play(identifier), published(identifier).pack
    assert len({card_of(key) for key in play.left_out}) == 54 - pack.cards


# A trick


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # follow suit
        ("clubs king, clubs 7, trump 3, hearts 1", "clubs 9", "clubs king, clubs 7"),
        # a trump, if there is no card of the suit; nobody has to play higher
        ("trump 3, trump 20, hearts 1", "clubs 9, trump 10", "trump 3, trump 20"),
        # trumps are a suit of their own
        ("trump gstiess, hearts 1", "trump 5", "trump gstiess"),
        # who has neither plays what he likes
        ("hearts 1, spades king", "clubs 9", "hearts 1, spades king"),
        # who leads may lead anything
        ("hearts 1, spades king, trump 4", "", "hearts 1, spades king, trump 4"),
    ],
)
def test_what_may_be_played(hand: str, trick: str, expected: str) -> None:
    assert legal(cards(hand), cards(trick)) == cards(expected)


@pytest.mark.parametrize(
    ("trick", "wins"),
    [
        ("clubs 9, clubs 10, clubs jack, clubs 7", "clubs jack"),
        # red suits: the lowest number is the highest card
        ("hearts 4, hearts 1, hearts 2, hearts 3", "hearts 1"),
        ("hearts jack, hearts 1, hearts 2, hearts 3", "hearts jack"),
        # another suit wins nothing
        ("hearts 4, clubs king, spades king, hearts 3", "hearts 3"),
        # trumps
        ("clubs king, trump 1, clubs queen, clubs 7", "trump 1"),
        ("clubs king, trump 1, trump 21, trump gstiess", "trump gstiess"),
        ("trump 9, trump 10, clubs king, trump 2", "trump 10"),
    ],
)
def test_who_wins_a_trick(trick: str, wins: str) -> None:
    assert cards(trick)[winner(cards(trick))] == card_of(wins)


def test_open_leere_of_the_source_wins_nothing_when_nobody_has_its_suit() -> None:
    """pagat: the second player can play any card, this card determines the suit to be followed, its highest wins."""
    eight = cards("clubs 8")
    hand = cards("hearts king, diamonds 2, diamonds knight")
    assert legal(hand, eight, eight) == hand
    assert legal(hand, cards("clubs 8, diamonds jack"), eight) == cards("diamonds 2, diamonds knight")
    trick = cards("clubs 8, diamonds jack, diamonds knight, hearts king")
    assert trick[winner(trick, eight)] == card_of("diamonds knight")
    # without such a rule it is a card like any other
    assert winner(trick) == 0
    assert legal(hand, cards("clubs 8, diamonds jack")) == hand


def test_open_court_card_is_beaten_by_the_second_highest_of_its_suit() -> None:
    """The Swedish text: if it is the highest of the suit led and nobody trumped, the second highest wins."""
    jack = cards("clubs jack")
    trick = cards("clubs 9, clubs jack, clubs 10, hearts king")
    assert trick[winner(trick, jack)] == card_of("clubs 10")
    trick = cards("clubs jack, hearts king, clubs 7, hearts 1")
    assert trick[winner(trick, jack)] == card_of("clubs 7")
    assert legal(cards("clubs 7, hearts 1"), cards("clubs jack, hearts king"), jack) == cards("clubs 7")
    trick = cards("clubs jack, hearts king, trump 2, hearts 1")
    assert trick[winner(trick, jack)] == card_of("trump 2")


@given(st.data())
def test_every_trick_is_won_by_one_of_its_cards_and_by_no_powerless_one(data: st.DataObject) -> None:
    trick = data.draw(st.lists(st.sampled_from(PACK), min_size=2, max_size=4, unique=True))
    powerless = data.draw(st.sampled_from([(), *((card,) for card in trick if card.suit != TRUMP)]))
    won = trick[winner(trick, powerless)]
    assert won not in powerless
    assert won.suit == TRUMP or all(card.suit != TRUMP for card in trick)
    able = [card for card in trick if card not in powerless]
    assert all(card.height <= won.height for card in able if card.suit == won.suit)
    assert won.suit in {TRUMP, trick[0].suit} or trick[0] in powerless


@given(st.data())
def test_somebody_may_always_play_and_whoever_can_follow_must(data: st.DataObject) -> None:
    drawn = data.draw(st.lists(st.sampled_from(PACK), min_size=4, max_size=14, unique=True))
    trick, hand = drawn[:3], drawn[3:]
    may = legal(hand, trick)
    assert may
    assert set(may) <= set(hand)
    same, trumps = ([card for card in hand if card.suit == suit] for suit in (trick[0].suit, TRUMP))
    assert list(may) == (same or trumps or hand)


# Who leads


def course(play: PlayRules, contract: Contract, opened: str = "", first: int = 0) -> Course:
    return Course(play=play, contract=contract, hands=4, first=first, opened=cards(opened))


KINGS = [
    Trick(0, cards("spades 8, spades king, spades 9, spades 10")),
    Trick(0, cards("clubs 8, clubs 9, clubs king, clubs 10")),
]
"""Two open cards, taken by two kings: the first by seat 1, the second by seat 2."""
HIGHER_FIRST = [
    Trick(0, cards("spades 8, trump 3, spades 9, spades 10")),
    Trick(0, cards("clubs 8, clubs 9, clubs king, clubs 10")),
]


@pytest.mark.parametrize(
    ("play", "tricks", "leads"),
    [
        # of equal cards the higher suit: clubs before spades
        (LOEWEN, KINGS, 2),
        (SCHWEDEN, KINGS, 2),
        # a trump is higher than a king
        (LOEWEN, HIGHER_FIRST, 1),
        (MINISTRANTEN, HIGHER_FIRST, 0),
        (BAUMANN, HIGHER_FIRST, 2),
    ],
)
def test_third_lead_after_two_open_cards(play: PlayRules, tricks: list[Trick], leads: int) -> None:
    two = course(play, Contract.ZWEI_VERSCHIEDENE, "spades 8, clubs 8")
    assert two.leader([]) == two.leader(tricks[:1]) == 0
    assert two.leader(tricks) == leads
    after = Trick(leads, cards("hearts 4, hearts 3, hearts king, hearts 1"))
    assert two.leader([*tricks, after]) == two.winner(after)


@pytest.mark.parametrize(("play", "leads"), [(LOEWEN, 3), (MINISTRANTEN, 2), (OBERWOLFACH, 3)])
def test_second_lead_after_one_open_card(play: PlayRules, leads: int) -> None:
    taken = [Trick(2, cards("spades 8, spades king, spades 9, spades 10"))]
    assert course(play, Contract.EINE_LEERE, "spades 8", first=2).leader(taken) == leads


def test_first_trick_is_led_by_the_declarer_or_vorhand_and_then_who_wins_leads() -> None:
    taken = [Trick(1, cards("clubs 7, clubs king, clubs 8, clubs 9"))]
    assert course(LOEWEN, Contract.SOLO, first=1).leader([]) == 1
    assert course(LOEWEN, Contract.SOLO, first=1).leader(taken) == 2
    assert course(LOEWEN, Contract.RAEUBER).leader([]) == 0


@pytest.mark.parametrize(
    ("play", "contract", "opened", "expected"),
    [
        # the open card, or another of its suit
        (LOEWEN, Contract.EINE_LEERE, "clubs 8", "clubs king, clubs 8"),
        (LOEWEN, Contract.ZWEI_VERSCHIEDENE, "clubs 8, hearts 4", "clubs 8, hearts 4"),
        (MINISTRANTEN, Contract.EINE_LEERE, "clubs 8", "clubs 8"),
        (OBERWOLFACH, Contract.EINE_LEERE, "clubs 8", "trump 1, clubs king, clubs 8, hearts 4"),
        (LOEWEN, Contract.KLEINER_MANN, "trump 1", "trump 1"),
        (LOEWEN, Contract.EINE, "", "trump 1, clubs king, clubs 8, hearts 4"),
    ],
)
def test_what_open_cards_bind_the_declarer_to_lead(
    play: PlayRules, contract: Contract, opened: str, expected: str
) -> None:
    played = course(play, contract, opened)
    hand = cards("trump 1, clubs king, clubs 8, hearts 4")
    assert played.legal(hand, (), 0) == cards(expected)
    assert played.legal(hand, (), 2) == hand


GAMES = [
    (play, contract, opened)
    for play in (LOEWEN, MINISTRANTEN, OBERWOLFACH, BAUMANN, replace(SCHWEDEN, open_never_wins=False), SCHWEDEN)
    for contract, opened in [
        (Contract.SOLO, 0),
        (Contract.EINE_LEERE, 1),
        (Contract.ZWEI_LEERE, 2),
        (Contract.ZWEI_VERSCHIEDENE, 2),
    ]
]


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 10**9))
def test_every_hand_can_be_played_to_its_end_and_both_piles_make_the_pack(
    game: tuple[PlayRules, Contract, int], seed: int
) -> None:
    play, contract, number = game
    dealt, chance = deal(str(seed), FOUR_HANDS), random.Random(seed)
    hands = [list(hand) for hand in dealt.hands]
    opened = tuple(card for card in hands[0] if card.suit != TRUMP)[:number]
    played = Course(play=play, contract=contract, hands=4, opened=opened)
    piles: list[list[Card]] = [list(dealt.blind), []]
    tricks: list[Trick] = []
    for done in range(11):
        leader = played.leader(tricks)
        trick: list[Card] = []
        for seat in (leader, leader + 1, leader + 2, leader + 3):
            card = chance.choice(played.legal(hands[seat % 4], trick, done))
            hands[seat % 4].remove(card)
            trick.append(card)
        tricks.append(Trick(leader, tuple(trick)))
        piles[played.winner(tricks[-1]) != 0] += trick
    assert hands == [[]] * 4
    for counting, total in ((Counting.THREES, 70), (Counting.TWOS, 79)):
        assert sum(card_points(pile, counting) for pile in piles) == total
