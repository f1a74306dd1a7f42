"""Auction of one deal: a fold over the words said into whose turn it is, what may be said, and the outcome.

Seats are counted from Vorhand (0) anticlockwise, only those who hold cards. The referee sees no cards: what depends on
them (holding trump 1, empty cards) it cannot refuse. How each rule set bids is data (`auction_rules`). What is said in
each phase stands in `phases`.

The table of its states has the same answers as the fold, for a browser to walk through without an engine. Equal states
are one row, so that a table has some tens to hundreds of rows and is 2 kB compressed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.auction import phases
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
    AuctionStage.FIRST: phases.first_options,
    AuctionStage.SPECIALS: phases.special_options,
    AuctionStage.OPENING: lambda auction: auction.rules.vorhand_opens,
    AuctionStage.NEWCOMER: phases.newcomer_options,
    AuctionStage.ANSWER: phases.answer_options,
    AuctionStage.AGAIN: phases.again_options,
    AuctionStage.ROUND: phases.round_options,
    AuctionStage.CHOICE: lambda auction: auction.rules.unopposed,
    AuctionStage.ENDED: lambda _auction: (),
}
_SAY: Mapping[AuctionStage, Callable[[Auction, str], Auction]] = {
    AuctionStage.FIRST: phases.say_first,
    AuctionStage.SPECIALS: phases.say_special,
    AuctionStage.OPENING: phases.say_opening,
    AuctionStage.NEWCOMER: phases.say_newcomer,
    AuctionStage.ANSWER: phases.say_answer,
    AuctionStage.AGAIN: phases.say_again,
    AuctionStage.ROUND: phases.say_round,
    AuctionStage.CHOICE: lambda auction, word: end(auction, 0, word),
}


@lru_cache(maxsize=256)
def auction_table(rules: AuctionRules) -> dict[str, Any]:
    """Table of an auction.

    `words` by number; `states`: seat, word and next place for everything that may be said, first by the one whose turn
    it is; `start`: the state of the beginning; `ends`: declarer, word, whether over a Solo, who leads. A place from 0
    is that of a state, one below is that of an end.
    """
    table = _Table()
    start = table.place(begin(rules))
    return {"words": list(table.words), "states": list(table.states), "start": start, "ends": list(table.ends)}


class _Table:
    """Words, states and ends met so far, each once with its number."""

    def __init__(self) -> None:
        self.words: dict[Any, int] = {}
        self.states: dict[Any, int] = {}
        self.ends: dict[Any, int] = {}
        self._places: dict[Auction, int] = {}

    def place(self, auction: Auction) -> int:
        """Place of a state; those that can follow it come before it."""
        if auction not in self._places:
            self._places[auction] = self._new_place(auction)
        return self._places[auction]

    def _new_place(self, auction: Auction) -> int:
        if outcome := auction.outcome:
            end = (outcome.declarer, _number(self.words, outcome.game), outcome.over_solo, outcome.leads)
            return -1 - _number(self.ends, end)
        choices = tuple(
            (seat, _number(self.words, word), self.place(say(auction, seat, word)))
            for seat, word in possible_in(auction)
        )
        return _number(self.states, choices)


def _number(numbers: dict[Any, int], value: Any) -> int:
    return numbers.setdefault(value, len(numbers))
