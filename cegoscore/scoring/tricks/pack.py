"""The 54 cards one by one: their keys, their ranks, what they are worth, and how they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from cegoscore.scoring.cards import VALUES, CardKind, Counting, Pack, count
from cegoscore.scoring.rules.play_rules import NUMERALS, SUITS

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


def deal(seed: str, pack: Pack, left_out: Collection[str] = ()) -> Dealt:
    """Deal as at the table: the blind first, then every hand in one go; the same `seed` deals the same cards.

    `left_out` are the keys of cards that three players do without.
    """
    cards = [card for card in PACK if str(card) not in left_out]
    cards.sort(key=lambda card: sha256(f"{seed} {card}".encode()).digest())
    starts = [pack.blind + seat * pack.hand for seat in range(pack.hands)]
    hands = tuple(in_order(cards[start : start + pack.hand]) for start in starts)
    return Dealt(hands, in_order(cards[: pack.blind]))


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a hand is sorted."""
    return tuple(sorted(cards, key=PACK.index))
