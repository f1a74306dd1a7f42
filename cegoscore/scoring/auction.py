"""Auction of one deal: a fold over the words said into whose turn it is, what may be said, and the outcome.

Seats are counted from Vorhand (0) anticlockwise, only those who hold cards. The referee sees no cards: what depends on
them (holding trump 1, empty cards) it cannot refuse. How each rule set bids is data (`auction_rules`). The phases are
modules of their own: `auction_opening`, `auction_ladder`, and `auction_round`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from cegoscore.scoring import auction_ladder as ladder
from cegoscore.scoring import auction_opening as opening
from cegoscore.scoring import auction_round
from cegoscore.scoring.auction_rules import AuctionRules, Effect, FirstCall, SpecialsWhen
from cegoscore.scoring.auction_state import Auction, Stage, end


class NotPossible(ValueError):
    """Raised for a word that nobody may say now, or not this seat; `possible` are (seat, word) pairs."""

    def __init__(self, seat: int, word: str, auction: Auction) -> None:
        self.seat = seat
        self.word = word
        own = [(auction.turn, option) for option in options_of(auction)]
        others = [(seat, word) for seat, words in interrupts_of(auction).items() for word in words]
        self.possible = (*own, *others)
        super().__init__(f"{word} of seat {seat} is not possible")


def begin(rules: AuctionRules) -> Auction:
    """Start an auction: Vorhand speaks first."""
    return Auction(rules=rules, waiting=tuple(range(rules.players)))


def fold(rules: AuctionRules, words: Iterable[tuple[int, str]]) -> Auction:
    """Say all words, seat and word each. Raises `NotPossible` at the first that may not be said."""
    auction = begin(rules)
    for seat, word in words:
        auction = say(auction, seat, word)
    return auction


def say(auction: Auction, seat: int, word: str) -> Auction:
    """Say one word. Raises `NotPossible` if this seat may not say it now."""
    if word in interrupts_of(auction).get(seat, ()):
        return end(auction, seat, word)
    if auction.outcome or seat != auction.turn or word not in options_of(auction):
        raise NotPossible(seat, word, auction)
    return _SAY[auction.stage](replace(auction, silent=False), word)


def options_of(auction: Auction) -> tuple[str, ...]:
    """Words that the seat whose turn it is may say; none once the auction has ended."""
    return _OPTIONS[auction.stage](auction)


def interrupts_of(auction: Auction) -> Mapping[int, tuple[str, ...]]:
    """Words that others may call out of turn, by seat."""
    rules = auction.rules
    if auction.stage is Stage.FIRST and auction.silent and rules.first_call is FirstCall.BEFORE:
        words = tuple(word for word, effect in rules.first.items() if effect is Effect.ENDS)
        return _calls((seat for seat in range(rules.players) if seat != auction.turn), words)
    in_ladder = auction.stage in (Stage.NEWCOMER, Stage.ANSWER, Stage.AGAIN) and auction.soloist is None
    if in_ladder and rules.specials_when is SpecialsWhen.UNTIL_OWN_TURN:
        return _calls((seat for seat in auction.waiting if seat != auction.turn), rules.specials)
    return MappingProxyType({})


def _calls(seats: Iterable[int], words: tuple[str, ...]) -> Mapping[int, tuple[str, ...]]:
    return MappingProxyType(dict.fromkeys(seats, words) if words else {})


_OPTIONS: Mapping[Stage, Callable[[Auction], tuple[str, ...]]] = {
    Stage.FIRST: opening.first_options,
    Stage.SPECIALS: opening.special_options,
    Stage.OPENING: opening.opening_options,
    Stage.NEWCOMER: ladder.newcomer_options,
    Stage.ANSWER: ladder.answer_options,
    Stage.AGAIN: ladder.again_options,
    Stage.ROUND: auction_round.round_options,
    Stage.CHOICE: lambda auction: auction.rules.unopposed,
    Stage.ENDED: lambda _auction: (),
}
_SAY: Mapping[Stage, Callable[[Auction, str], Auction]] = {
    Stage.FIRST: opening.say_first,
    Stage.SPECIALS: opening.say_special,
    Stage.OPENING: opening.say_opening,
    Stage.NEWCOMER: ladder.say_newcomer,
    Stage.ANSWER: ladder.say_answer,
    Stage.AGAIN: ladder.say_again,
    Stage.ROUND: auction_round.say_round,
    Stage.CHOICE: lambda auction, word: end(auction, 0, word),
}
