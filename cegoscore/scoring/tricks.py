"""The cards themselves: keys, ranks, what each is worth, how they are dealt and may be played, who wins a trick.

A hand as it is played says who leads to which trick, and what the open cards of its game bind the declarer to.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from cegoscore.scoring.cards import VALUES, CardKind, Counting, Pack, count
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.play_rules import NUMERALS, SUITS, WITH_EMPTIES, Lead, PlayRules, ThirdLead

TRUMP = "trump"
COURTS = (CardKind.KING, CardKind.QUEEN, CardKind.KNIGHT, CardKind.JACK)
RANKS: Mapping[str, tuple[str, ...]] = {
    TRUMP: (CardKind.GSTIESS, *map(str, range(21, 0, -1))),
    **{suit: (*COURTS, *map(str, NUMERALS[suit])) for suit in SUITS},
}
"""Ranks of trumps and of each suit, from high to low: empty cards of the red suits are turned round."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card; as text its key, `trump 21`, `trump gstiess`, `clubs king`, `hearts 1`."""

    suit: str
    """One of `SUITS`, or `TRUMP`."""
    rank: str

    def __str__(self) -> str:
        return f"{self.suit} {self.rank}"

    @property
    def height(self) -> int:
        """Number of cards of its suit that it beats; equal for the black 10 and the red 1."""
        ranks = RANKS[self.suit]
        return len(ranks) - 1 - ranks.index(self.rank)

    @property
    def kind(self) -> CardKind:
        """The kind it counts as."""
        names = (self.rank, f"{self.suit}_{self.rank}")
        return next((kind for kind in VALUES if kind in names), CardKind.OTHER)

    @property
    def worth(self) -> int:
        """Card points before anything is taken off for its group."""
        return VALUES[self.kind]

    @property
    def is_empty(self) -> bool:
        """True for a Leere, a card of a suit with a number."""
        return self.suit != TRUMP and self.kind is CardKind.OTHER


PACK = tuple(Card(suit, rank) for suit, ranks in RANKS.items() for rank in ranks)
"""Every card, as a hand is sorted: trumps, then suit by suit, from high to low."""


def card_of(key: str) -> Card:
    """The card of a key. `ValueError` if there is none."""
    return PACK[[str(card) for card in PACK].index(key)]


def card_points(cards: Iterable[Card], counting: Counting) -> int:
    """Card points of a pile, without the bonus point of three players."""
    return count(Counter(card.kind for card in cards), counting)


class Dealt(NamedTuple):
    """Cards of each hand, beginning with Vorhand's, and of the blind, all of them sorted."""

    hands: tuple[tuple[Card, ...], ...]
    blind: tuple[Card, ...]


def deal(seed: str, pack: Pack) -> Dealt:
    """Deal as at the table: the blind first, then every hand in one go; the same `seed` deals the same cards."""
    cards = sorted(PACK, key=lambda card: sha256(f"{seed} {card}".encode()).digest())
    starts = [pack.blind + seat * pack.hand for seat in range(pack.hands)]
    hands = tuple(in_order(cards[start : start + pack.hand]) for start in starts)
    return Dealt(hands, in_order(cards[: pack.blind]))


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a hand is sorted."""
    return tuple(sorted(cards, key=PACK.index))


NONE: frozenset[Card] = frozenset()


def legal(hand: Sequence[Card], trick: Sequence[Card], powerless: Collection[Card] = NONE) -> tuple[Card, ...]:
    """Cards of a hand that may be played: of the suit led, else a trump, else any.

    Nobody has to play higher. `powerless` cards win no trick (an empty one that lies open): if one is led and neither
    the hand nor the trick has another of its suit, the second card says what is to be followed.
    """
    if not trick:
        return tuple(hand)
    followed = trick[0].suit
    alone = trick[0] in powerless and all(card.suit != followed for card in trick[1:])
    wanted = (followed, trick[1].suit, TRUMP) if alone and len(trick) > 1 else (followed, TRUMP)
    playable = (tuple(card for card in hand if card.suit == suit) for suit in wanted)
    return next(filter(None, playable), tuple(hand))


def winner(trick: Sequence[Card], powerless: Collection[Card] = NONE) -> int:
    """Place in the trick of the card that wins it: the highest trump, else the highest card of the suit led.

    What is `powerless` wins nothing; led alone of its suit it leaves the lead to the second card.
    """
    able = [card for card in trick if card not in powerless] or list(trick)
    suits = (TRUMP, trick[0].suit, able[0].suit)
    followed = next(suit for suit in suits if any(card.suit == suit for card in able))
    return trick.index(max((card for card in able if card.suit == followed), key=lambda card: card.height))


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order in which they were played, the first by the seat that led."""

    leader: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The frame of a hand: its game and the rules it is played by; seats count anticlockwise from Vorhand, 0."""

    play: PlayRules
    contract: Contract
    hands: int
    first: int = 0
    """Seat that leads to the first trick: the declarer; Vorhand where there is none."""
    opened: tuple[Card, ...] = ()
    """Cards that the declarer kept and laid open."""

    @property
    def powerless(self) -> tuple[Card, ...]:
        """Cards that can win no trick."""
        return self.opened if self.contract in WITH_EMPTIES and self.play.open_never_wins else ()

    @property
    def bound(self) -> int:
        """Number of first leads that the open cards decide."""
        return 0 if self._lead is Lead.FREE else len(self.opened)

    @property
    def _lead(self) -> Lead:
        return self.play.leads.get(self.contract, Lead.FREE if self.contract in WITH_EMPTIES else Lead.CARD)

    def legal(self, hand: Sequence[Card], trick: Sequence[Card], done: int) -> tuple[Card, ...]:
        """Cards that may be played to a trick after so many that are `done`."""
        allowed = legal(hand, trick, self.powerless)
        if trick or done >= self.bound:
            return allowed
        suits = {card.suit for card in self.opened} if self._lead is Lead.SUIT else ()
        return tuple(card for card in allowed if card in self.opened or card.suit in suits)

    def winner(self, trick: Trick) -> int:
        """Seat that wins a trick."""
        return (trick.leader + winner(trick.cards, self.powerless)) % self.hands

    def leader(self, tricks: Sequence[Trick]) -> int:
        """Seat that leads next: who won, but the declarer while open cards are to be led, and by the third lead."""
        done, third = len(tricks), self.play.third_lead
        if done == 0 or done < self.bound:
            return self.first
        if done == self.bound and self.contract in WITH_EMPTIES:
            if third is ThirdLead.DECLARER:
                return self.first
            if third is ThirdLead.HIGHER_CARD:
                return self.winner(max(tricks, key=self._rank))
        return self.winner(tricks[-1])

    def _rank(self, trick: Trick) -> tuple[bool, int, int]:
        """Rank of a trick's winning card among those of other suits; of equal ones the higher suit."""
        card = trick.cards[winner(trick.cards, self.powerless)]
        trump = card.suit == TRUMP
        return trump, card.height, 0 if trump else -SUITS.index(card.suit)
