"""Tasks of a lesson, and the ground that they are made on."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cegoscore.clubs.glossary import card_label
from cegoscore.clubs.house_rules.derivations import Statement
from cegoscore.contest.lots import Lots
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_rules import AuctionRules
from cegoscore.scoring.rules.play_rules import SUITS, PlayRules
from cegoscore.scoring.rules.rule_files import published_play
from cegoscore.scoring.tricks import PACK, TRUMP, Card

NAMES = ("Anna", "Bernd", "Clara", "Dieter")
"""Players of the tasks, from Vorhand on."""
USUAL = "braeunlingen-loewen-3"
"""Published set whose cards stay out where three play, and nobody said which do."""


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Rules of whoever learns: what is paid, how it is played, the sentences on that; and the lots that draw tasks."""

    rules: HouseRules
    play: PlayRules
    original: HouseRules
    """The published rule set that a house's own go back to."""
    sentences: Mapping[str, Statement]
    lots: Lots

    @cached_property
    def auction(self) -> AuctionRules | None:
        """The bidding; none where nothing is known about it."""
        return auction_of(self.rules, self.original)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Cards in play, sorted as in a hand; without those that most leave out, where nobody said which."""
        left_out = self.play.left_out
        if not left_out and self.rules.pack.cards < len(PACK):
            left_out = published_play(USUAL).left_out
        return tuple(card for card in PACK if str(card) not in left_out)

    def some(
        self,
        number: int,
        suits: Collection[str] = (TRUMP, *SUITS),
        fits: Callable[[Card], bool] = lambda _card: True,
    ) -> list[Card]:
        """Draw so many of the cards of these suits that fit, or all there are."""
        return self.lots.shuffled(card for card in self.cards if card.suit in suits and fits(card))[:number]

    def points_near_half(self) -> int:
        """Draw card points of a declarer, at most twelve from half the pack."""
        return self.rules.half - 12 + self.lots.below(25)

    def said(self, keys: Iterable[str]) -> tuple[Statement, ...]:
        """Sentences of these keys that the rule set has, in this order."""
        return tuple(self.sentences[key] for key in keys if key in self.sentences)

    def text(self, key: str) -> str:
        """Text of a sentence; empty if the rule set has none."""
        return " ".join(statement.text for statement in self.said([key]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Words or a card to tap, and the reason why that is right or wrong."""

    text: str
    card: Card | None
    right: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One question. All right choices are to be tapped; without choices the `number` is to be typed."""

    question: str
    answer: str
    choices: tuple[Choice, ...] = ()
    number: int | None = None
    table: Sequence[tuple[str, Card]] = ()
    """Cards on the table, each with the name of who played it."""
    hand: Sequence[Card] = ()


def tap(
    question: str,
    options: Sequence[Card] | Sequence[str],
    right: Collection[Card] | Collection[str],
    why: Callable[[Any], str] | str,
    *,
    table: Sequence[tuple[str, Card]] = (),
    hand: Sequence[Card] = (),
) -> Task:
    """A task of which all right options are to be tapped. `why` is one reason for all, or one for each card."""
    choices = tuple(
        Choice(
            text=card_label(option) if isinstance(option, Card) else option,
            card=option if isinstance(option, Card) else None,
            right=option in right,
            why=why if isinstance(why, str) else why(option),
        )
        for option in options
    )
    reason = why if isinstance(why, str) else ""
    answer = f"{', '.join(choice.text for choice in choices if choice.right)}. {reason}"
    return Task(question=question, choices=choices, answer=answer, table=table, hand=hand)
