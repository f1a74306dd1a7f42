"""A hand as it is played: who leads to which trick, and what the open cards of its game bind the declarer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.play_rules import SUITS, WITH_EMPTIES, Lead, PlayRules, ThirdLead
from cegoscore.scoring.tricks.pack import TRUMP, Card
from cegoscore.scoring.tricks.trick import legal, winner


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
