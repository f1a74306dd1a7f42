"""Tasks of a lesson, and the ground that they are made on."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.glossary import card_label
from cegoscore.clubs.house_rules.bidding import said_at_the_table
from cegoscore.clubs.house_rules.derivations import Statement
from cegoscore.clubs.house_rules.statements import Speaker, play_sections
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


def ground_of(say: Speaker, lots: Lots) -> Ground:
    """Rules to learn by, with all sentences on their play and bidding."""
    played = [statement for section in play_sections(say) for statement in section.statements]
    sentences = {statement.key: statement for statement in (*played, *said_at_the_table(say.rules, say.original))}
    return Ground(rules=say.rules, play=say.play, original=say.original, sentences=sentences, lots=lots)


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
    slips: Mapping[int, str] = field(default_factory=dict)
    """Numbers that one may well come to, each with the reason why it is wrong."""
    table: Sequence[tuple[str, Card]] = ()
    """Cards on the table, each with the name of who played it."""
    hand: Sequence[Card] = ()

    @property
    def told_apart(self) -> str:
        """The wrong numbers with their reasons, for the script of the page."""
        return json.dumps({number: why for number, why in self.slips.items() if number != self.number})


Reason = Callable[[Any], str]


def tap(
    question: str,
    options: Sequence[Card] | Sequence[str],
    right: Collection[Card] | Collection[str],
    why: Reason | str,
    *,
    wrong: Reason | None = None,
    table: Sequence[tuple[str, Card]] = (),
    hand: Sequence[Card] = (),
) -> Task:
    """A task of which all right options are to be tapped.

    `why` is the rule behind it, or the reason of each option; `wrong` says of a wrong one why it is, and gives no
    other option away.
    """
    of_each: Reason = why if callable(why) else lambda _option: why
    choices = tuple(
        Choice(
            text=card_label(option) if isinstance(option, Card) else option,
            card=option if isinstance(option, Card) else None,
            right=option in right,
            why=(of_each if option in right or wrong is None else wrong)(option),
        )
        for option in options
    )
    reason = why if isinstance(why, str) else ""
    answer = f"{', '.join(choice.text for choice in choices if choice.right)}. {reason}"
    return Task(question=question, choices=choices, answer=answer, table=table, hand=hand)


def yes_or_no(question: str, why: str, *, right: bool) -> Task:
    """A question that is answered with yes or no."""
    return tap(question, [_("Yes"), _("No")], [_("Yes") if right else _("No")], why)
