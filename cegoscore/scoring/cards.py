"""The pack, and how card points are counted.

54 cards: 22 trumps (1 to 21 and the Gstiess above them) and four suits of eight. With three players three empty cards
stay out. Card points ("Augen") are what is counted here; points are what is written on the sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class CardKind(StrEnum):
    """Cards that count alike, as far as counting goes."""

    GSTIESS = "gstiess"
    TRUMP_21 = "trump_21"
    TRUMP_1 = "trump_1"
    KING = "king"
    QUEEN = "queen"
    KNIGHT = "knight"
    JACK = "jack"
    OTHER = "other"


VALUES: Mapping[CardKind, int] = {
    CardKind.GSTIESS: 5,
    CardKind.TRUMP_21: 5,
    CardKind.TRUMP_1: 5,
    CardKind.KING: 5,
    CardKind.QUEEN: 4,
    CardKind.KNIGHT: 3,
    CardKind.JACK: 2,
    CardKind.OTHER: 1,
}


class Counting(StrEnum):
    """Groups in which the cards of a pile are counted."""

    THREES = "threes"
    TWOS = "twos"


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Number of cards in a group, and the deductions for each group and for a rest that makes none."""

    size: int
    off_group: int
    off_rest: int


GROUPS: Mapping[Counting, Groups] = {
    Counting.THREES: Groups(size=3, off_group=2, off_rest=1),
    Counting.TWOS: Groups(size=2, off_group=1, off_rest=0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Cards in play, where they lie after the deal, and the bonus point for those that are missing."""

    cards: int
    hands: int
    hand: int
    blind: int
    bonus: int

    @property
    def kinds(self) -> Mapping[CardKind, int]:
        """Number of cards of each kind."""
        counts = {CardKind.GSTIESS: 1, CardKind.TRUMP_21: 1, CardKind.TRUMP_1: 1}
        counts |= dict.fromkeys((CardKind.KING, CardKind.QUEEN, CardKind.KNIGHT, CardKind.JACK), 4)
        return counts | {CardKind.OTHER: self.cards - 19}


FOUR_HANDS = Pack(cards=54, hands=4, hand=11, blind=10, bonus=0)
"""Four players, or two who divide the whole pack (`TWO_HANDS`)."""

THREE_HANDS = Pack(cards=51, hands=3, hand=13, blind=12, bonus=1)
"""Three players: two black sevens and a red four (or such) stay out. Their point goes to a declarer with a trick."""

TWO_HANDS = Pack(cards=54, hands=2, hand=27, blind=0, bonus=0)
"""Officers' Cego: no blind."""


def count(kinds: Mapping[CardKind, int], counting: Counting) -> int:
    """Card points of a pile, given how many cards of each kind are in it; no bonus point.

    Threes: each group of three less 2, a rest of one or two cards less 1. Twos: each pair less 1, nothing off a
    single card that is left over (no table of an even pack ever has one).
    """
    of = GROUPS[counting]
    value = sum(VALUES[kind] * number for kind, number in kinds.items())
    groups, rest = divmod(sum(kinds.values()), of.size)
    return value - of.off_group * groups - (of.off_rest if rest else 0)


def pack_total(pack: Pack, counting: Counting) -> int:
    """Card points of both sides together once a declarer has a trick: 70 in threes, 79 in twos."""
    return count(pack.kinds, counting) + pack.bonus


def least_with_a_trick(pack: Pack, counting: Counting) -> int:
    """The fewest card points of a declarer who took a trick: one trick and the blind, all of them empty."""
    return count({CardKind.OTHER: pack.blind + pack.hands}, counting) + pack.bonus


def least_against(pack: Pack, counting: Counting) -> int:
    """The fewest card points of defenders who took a trick; a declarer lacks none of them, or at least so many."""
    return count({CardKind.OTHER: pack.hands}, counting)


def missing_cards(pack: Pack, cards: int, *, blind: bool) -> int:
    """Number of cards that a pile lacks for whole tricks, one at least; negative: the number of cards too many.

    A declarer's pile has the `blind` (or what was discarded for it) besides the tricks.
    """
    beside = pack.blind if blind else 0
    most = pack.cards - pack.blind + beside
    if cards > most:
        return most - cards
    return max(beside + pack.hands - cards, (beside - cards) % pack.hands)


@cache
def raeuber_sums(pack: Pack, counting: Counting) -> tuple[int, int]:
    """The least and the most that the piles of a Raeuber make together; each is counted alone and nobody has the blind.

    The cards' values in play run from "the blind is full" to "the blind is empty"; what is taken off for the groups
    depends on how the tricks are shared, so every way of sharing them is tried.
    """
    values = sorted((VALUES[kind] for kind, number in pack.kinds.items() for _ in range(number)), reverse=True)
    in_play = pack.cards - pack.blind
    least, most = sum(values[pack.blind :]), sum(values[:in_play])
    off = [
        in_play - sum(count({CardKind.OTHER: pack.hands * n}, counting) for n in tricks)
        for tricks in _shares(pack.hand, pack.hands)
    ]
    return least - max(off), most - min(off)


def _shares(tricks: int, piles: int) -> list[tuple[int, ...]]:
    """Every way to share the tricks among the piles, the order of the piles left aside."""
    if piles == 1:
        return [(tricks,)]
    return [(n, *rest) for n in range(tricks + 1) for rest in _shares(tricks - n, piles - 1) if n <= rest[0]]
