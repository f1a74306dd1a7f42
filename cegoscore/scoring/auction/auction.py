"""Auction of one deal: a fold over the words said into whose turn it is, what may be said, and the outcome.

Seats are counted from Vorhand (0) anticlockwise, only those who hold cards. The referee sees no cards: what depends on
them (holding trump 1, empty cards) it cannot refuse. How each rule set bids is data (`auction_rules`). The phases are
modules of their own: `opening`, `ladder`, and `round`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from cegoscore.scoring.auction import ladder, opening
from cegoscore.scoring.auction import round as auction_round
from cegoscore.scoring.auction.state import Auction, AuctionStage, end
from cegoscore.scoring.rules.auction_rules import AuctionRules, Effect, FirstCall, SpecialsWhen


class NotPossible(ValueError):
    """Raised for a word that nobody may say now, or not this seat; `possible` are (seat, word) pairs."""

    def __init__(self, seat: int, word: str, auction: Auction) -> None:
        self.seat = seat
        self.word = word
        self.possible = possible_in(auction)
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


def possible_in(auction: Auction) -> tuple[tuple[int, str], ...]:
    """Seat and word of everything that may be said: first by the seat whose turn it is, then out of turn."""
    others = ((seat, word) for seat, words in interrupts_of(auction).items() for word in words)
    return (*((auction.turn, word) for word in options_of(auction)), *others)


def interrupts_of(auction: Auction) -> Mapping[int, tuple[str, ...]]:
    """Words that others may call out of turn, by seat."""
    rules = auction.rules
    if auction.stage is AuctionStage.FIRST and auction.silent and rules.first_call is FirstCall.BEFORE:
        words = tuple(word for word, effect in rules.first.items() if effect is Effect.ENDS)
        return _calls((seat for seat in range(rules.players) if seat != auction.turn), words)
    in_ladder = (
        auction.stage in (AuctionStage.NEWCOMER, AuctionStage.ANSWER, AuctionStage.AGAIN) and auction.soloist is None
    )
    if in_ladder and rules.specials_when is SpecialsWhen.UNTIL_OWN_TURN:
        return _calls((seat for seat in auction.waiting if seat != auction.turn), rules.specials)
    return MappingProxyType({})


def _calls(seats: Iterable[int], words: tuple[str, ...]) -> Mapping[int, tuple[str, ...]]:
    return MappingProxyType(dict.fromkeys(seats, words) if words else {})


_OPTIONS: Mapping[AuctionStage, Callable[[Auction], tuple[str, ...]]] = {
    AuctionStage.FIRST: opening.first_options,
    AuctionStage.SPECIALS: opening.special_options,
    AuctionStage.OPENING: opening.opening_options,
    AuctionStage.NEWCOMER: ladder.newcomer_options,
    AuctionStage.ANSWER: ladder.answer_options,
    AuctionStage.AGAIN: ladder.again_options,
    AuctionStage.ROUND: auction_round.round_options,
    AuctionStage.CHOICE: lambda auction: auction.rules.unopposed,
    AuctionStage.ENDED: lambda _auction: (),
}
_SAY: Mapping[AuctionStage, Callable[[Auction, str], Auction]] = {
    AuctionStage.FIRST: opening.say_first,
    AuctionStage.SPECIALS: opening.say_special,
    AuctionStage.OPENING: opening.say_opening,
    AuctionStage.NEWCOMER: ladder.say_newcomer,
    AuctionStage.ANSWER: ladder.say_answer,
    AuctionStage.AGAIN: ladder.say_again,
    AuctionStage.ROUND: auction_round.say_round,
    AuctionStage.CHOICE: lambda auction, word: end(auction, 0, word),
}
