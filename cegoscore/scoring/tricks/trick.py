"""One trick: which cards may be played to it, and which of them wins it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cegoscore.scoring.tricks.pack import TRUMP, Card

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
