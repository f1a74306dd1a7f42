"""Auction of one deal: a fold over the words said into whose turn it is, what may be said, and the outcome.

Seats are counted from Vorhand (0) anticlockwise, only those who hold cards. The referee sees no cards: what depends on
them (holding trump 1, empty cards) it cannot refuse. How each rule set bids is data (`auction_rules`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from types import MappingProxyType

from cegoscore.scoring.auction_readings import (
    HIGHEST_BID,
    LEFT,
    NOBODY,
    RIGHT,
    RIGHT_THEN_LEFT,
    WHO_SITS_EARLIER,
    YES,
    Point,
)
from cegoscore.scoring.auction_rules import (
    AuctionRules,
    Effect,
    FirstCall,
    FirstSpeaker,
    Gegensolo,
    SpecialsRank,
    SpecialsWhen,
    Style,
    contract_of,
)
from cegoscore.scoring.contracts import Contract

FORT, GUT, SELBST, GEGENSOLO, NO_SPECIAL = "fort", "gut", "selbst", "gegensolo", "no_special"
SOLO_ITSELF = -1
"""Level of the ladder before anybody overcalled a Solo."""


class Stage(Enum):
    """Part of the auction that the next word belongs to."""

    FIRST = auto()
    SPECIALS = auto()
    OPENING = auto()
    NEWCOMER = auto()
    """Somebody who has not spoken in this phase overcalls or passes."""
    ANSWER = auto()
    """The holder answers the newcomer: takes the bid over, or passes."""
    AGAIN = auto()
    """The newcomer was held: bids the next game, or passes."""
    ROUND = auto()
    CHOICE = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Result of an auction: who plays which game. `game` is the word said."""

    declarer: int
    game: str
    over_solo: bool = False

    @property
    def contract(self) -> Contract:
        """Contract that is written down."""
        return contract_of(self.game)

    @property
    def leads(self) -> int:
        """Seat that leads to the first trick: the declarer; in a Räuber Vorhand."""
        return 0 if self.contract is Contract.RAEUBER else self.declarer


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """State of an auction: everything that the words said so far amount to."""

    rules: AuctionRules = field(hash=False)
    stage: Stage = Stage.FIRST
    turn: int = 0
    level: int = 0
    """Index of the highest bid into `steps`."""
    holder: int = 0
    """Seat that made the highest bid, or took it over."""
    waiting: tuple[int, ...] = ()
    """Seats that have not spoken in this phase, in their order; the first one is next."""
    newcomer: int | None = None
    """Seat that raised against the holder."""
    out: frozenset[int] = frozenset()
    """Seats that passed in a round."""
    soloist: int | None = None
    first_bid: str = ""
    """Highest bid of the first phase, where a higher one may still follow."""
    opener: int | None = None
    """Seat that said Gegensolo and may still speak once more."""
    asked_for: int = 0
    """Index of the special game that is asked for, where each has a round of its own."""
    silent: bool = True
    """Nobody said anything yet."""
    outcome: Outcome | None = None

    @property
    def steps(self) -> tuple[str, ...]:
        """Bids from low to high: the ladder, and special games where they stand above it."""
        above = self.rules.specials_when is SpecialsWhen.ABOVE_LADDER and self.soloist is None
        return self.rules.ladder + (self.rules.specials if above else ())

    @property
    def options(self) -> tuple[str, ...]:
        """Words that the seat whose turn it is may say; none once the auction has ended."""
        return _OPTIONS[self.stage](self)

    @property
    def interrupts(self) -> Mapping[int, tuple[str, ...]]:
        """Words that others may call out of turn, by seat."""
        if self.stage is Stage.FIRST and self.silent and self.rules.first_call is FirstCall.BEFORE:
            words = tuple(word for word, effect in self.rules.first.items() if effect is Effect.ENDS)
            return _calls((seat for seat in range(self.rules.players) if seat != self.turn), words)
        in_ladder = self.stage in (Stage.NEWCOMER, Stage.ANSWER, Stage.AGAIN) and self.soloist is None
        if in_ladder and self.rules.specials_when is SpecialsWhen.UNTIL_OWN_TURN:
            return _calls((seat for seat in self.waiting if seat != self.turn), self.rules.specials)
        return MappingProxyType({})


class NotPossible(ValueError):
    """Raised for a word that nobody may say now, or not this seat; `possible` are (seat, word) pairs."""

    def __init__(self, seat: int, word: str, auction: Auction) -> None:
        self.seat = seat
        self.word = word
        own = [] if auction.outcome else [(auction.turn, option) for option in auction.options]
        others = [(seat, word) for seat, words in auction.interrupts.items() for word in words]
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
    if word in auction.interrupts.get(seat, ()):
        return _end(auction, seat, word)
    if auction.outcome or seat != auction.turn or word not in auction.options:
        raise NotPossible(seat, word, auction)
    return _SAY[auction.stage](replace(auction, silent=False), word)


def _calls(seats: Iterable[int], words: tuple[str, ...]) -> Mapping[int, tuple[str, ...]]:
    return MappingProxyType(dict.fromkeys(seats, words) if words else {})


def _end(auction: Auction, declarer: int, game: str, *, over_solo: bool = False) -> Auction:
    outcome = Outcome(declarer=declarer, game=game, over_solo=over_solo)
    return replace(auction, stage=Stage.ENDED, waiting=(), newcomer=None, turn=declarer, outcome=outcome)


def _next(auction: Auction) -> Auction:
    """Give the turn to the next seat that has not spoken in this phase."""
    return replace(auction, turn=auction.waiting[0])


# First phase


def _first_options(auction: Auction) -> tuple[str, ...]:
    ends_in_turn = auction.silent or auction.rules.first_call is FirstCall.IN_TURN
    bids = [word for word, effect in auction.rules.first.items() if effect is not Effect.ENDS or ends_in_turn]
    return (*bids[bids.index(auction.first_bid) + 1 if auction.first_bid else 0 :], FORT)


def _say_first(auction: Auction, word: str) -> Auction:
    waiting = auction.waiting[1:]
    if word != FORT:
        auction = replace(auction, first_bid=word, holder=auction.turn)
        may_follow = auction.rules.reading(Point.FIRST_RANK) == HIGHEST_BID and word != [*auction.rules.first][-1]
        waiting = waiting if may_follow else ()
    if waiting:
        return _next(replace(auction, waiting=waiting))
    return _after_first(replace(auction, first_bid=""), auction.first_bid)


def _after_first(auction: Auction, bid: str) -> Auction:
    """Go on after the first phase, with its highest bid."""
    if not bid:
        return _second_phase(auction)
    if auction.rules.first[bid] is Effect.ENDS:
        return _end(auction, auction.holder, bid)
    return _against_solo(auction, auction.holder)


def _against_solo(auction: Auction, soloist: int) -> Auction:
    """Open the phase against a Solo: everybody else speaks once."""
    rules = auction.rules
    around = _AROUND[rules.reading(Point.OVER_SOLO_ORDER)](soloist, rules.players)
    vorhand_first = rules.over_solo.first_speaker is FirstSpeaker.VORHAND
    seats = range(rules.players) if vorhand_first else (seat % rules.players for seat in around)
    waiting = tuple(seat for seat in seats if seat != soloist)
    return _next(
        replace(auction, stage=Stage.NEWCOMER, level=SOLO_ITSELF, holder=soloist, soloist=soloist, waiting=waiting)
    )


_AROUND: Mapping[str, Callable[[int, int], Iterable[int]]] = {
    RIGHT: lambda soloist, players: range(soloist + 1, soloist + players),
    RIGHT_THEN_LEFT: lambda soloist, players: (soloist + 1, *range(soloist - 1, soloist - players + 1, -1)),
    LEFT: lambda soloist, players: range(soloist - 1, soloist - players, -1),
}
"""Seats against a Solo in the order in which they speak, by the way round the table."""


def _second_phase(auction: Auction) -> Auction:
    """Open the phase after everybody said fort: special games where they come before the ladder, else Vorhand."""
    everybody = tuple(range(auction.rules.players))
    if auction.rules.specials and auction.rules.specials_when is SpecialsWhen.BEFORE_LADDER:
        return _next(replace(auction, stage=Stage.SPECIALS, waiting=everybody))
    return replace(auction, stage=Stage.OPENING, turn=0)


# Special games before the ladder


def _special_options(auction: Auction) -> tuple[str, ...]:
    rules = auction.rules
    if rules.specials_rank is SpecialsRank.ROUNDS:
        return (rules.specials[auction.asked_for], NO_SPECIAL)
    return (*rules.specials, NO_SPECIAL)


def _say_special(auction: Auction, word: str) -> Auction:
    if word != NO_SPECIAL:
        return _end(auction, auction.turn, word)
    waiting = auction.waiting[1:]
    if waiting:
        return _next(replace(auction, waiting=waiting))
    rounds = auction.rules.specials_rank is SpecialsRank.ROUNDS
    if rounds and auction.asked_for + 1 < len(auction.rules.specials):
        everybody = tuple(range(auction.rules.players))
        return _next(replace(auction, asked_for=auction.asked_for + 1, waiting=everybody))
    return replace(auction, stage=Stage.OPENING, turn=0)


# Vorhand opens


def _opening_options(auction: Auction) -> tuple[str, ...]:
    return auction.rules.vorhand_opens


def _say_opening(auction: Auction, word: str) -> Auction:
    if word not in auction.steps:
        return _end(auction, 0, word)
    others = tuple(range(1, auction.rules.players))
    stage = Stage.ROUND if auction.rules.style is Style.ROUND else Stage.NEWCOMER
    return _next(replace(auction, stage=stage, level=auction.steps.index(word), waiting=others))


# The ladder


def _raises(auction: Auction) -> tuple[str, ...]:
    """Bids above the highest one: the next game (any higher one where jumps are allowed), and special games above."""
    rules, level = auction.rules, auction.level
    if level == SOLO_ITSELF and (not rules.jumps or rules.over_solo.gegensolo is Gegensolo.ENDS):
        return (GEGENSOLO,)
    end = len(rules.ladder) if rules.jumps else min(level + 2, len(rules.ladder))
    normal = [_word(auction, step) for step in range(level + 1, end)]
    above = auction.steps[max(level + 1, len(rules.ladder)) :]
    return (*normal, *above)


def _word(auction: Auction, step: int) -> str:
    return GEGENSOLO if auction.soloist is not None and step == 0 else auction.steps[step]


def _raised(auction: Auction, word: str) -> Auction:
    level = 0 if word == GEGENSOLO else auction.steps.index(word)
    return replace(auction, level=level)


def _newcomer_options(auction: Auction) -> tuple[str, ...]:
    rules = auction.rules
    first = len(auction.waiting) == rules.players - 1 and auction.soloist is None
    passing = () if first and rules.must_overcall else (GUT,)
    return (*_raises(auction), *_specials_on_turn(auction), *passing)


def _specials_on_turn(auction: Auction) -> tuple[str, ...]:
    """Special games that end the auction, for the seat that speaks for the first time."""
    match auction.rules.specials_when:
        case SpecialsWhen.UNTIL_OWN_TURN if auction.soloist is None:
            return auction.rules.specials
        case SpecialsWhen.OVER_CEGO_ON_TURN if auction.soloist is None and auction.level == 0:
            return auction.rules.specials
        case _ if auction.level == SOLO_ITSELF and auction.rules.reading(Point.MARCH) == YES:
            return (Contract.SOLO_DURCH,)
    return ()


def _specials_in_duel(auction: Auction) -> tuple[str, ...]:
    """Special games that end the auction, for the two of a duel."""
    allowed = auction.rules.reading(Point.SPECIALS_IN_DUEL) == YES and auction.soloist is None
    return auction.rules.specials if allowed else ()


def _say_newcomer(auction: Auction, word: str) -> Auction:
    if word in _specials_on_turn(auction):
        return _end(auction, auction.turn, word)
    speaker, over_solo = auction.turn, auction.rules.over_solo
    auction = replace(auction, waiting=auction.waiting[1:])
    if word == GUT:
        return _go_on(auction)
    against_the_solo_itself = auction.level == SOLO_ITSELF
    auction = _raised(auction, word)
    if against_the_solo_itself and word == GEGENSOLO and over_solo.gegensolo is Gegensolo.ENDS:
        return _end(auction, speaker, Contract.CEGO, over_solo=True)
    if word == GEGENSOLO and auction.rules.reading(Point.GEGENSOLO_RETURNS) == YES:
        auction = replace(auction, opener=speaker)
    unanswered = auction.soloist is not None and auction.rules.reading(Point.ANSWERS_GEGENSOLO) == NOBODY
    if unanswered or (against_the_solo_itself and not over_solo.soloist_holds):
        return _go_on(replace(auction, holder=speaker))
    return replace(auction, stage=Stage.ANSWER, newcomer=speaker, turn=auction.holder)


def _answer_options(auction: Auction) -> tuple[str, ...]:
    rules = auction.rules
    may_be_held = auction.level < len(rules.ladder) or rules.reading(Point.SPECIAL_HELD) == YES
    if rules.style is Style.OVERCALL or not may_be_held:
        return (*_raises(auction), GUT)
    above = tuple(word for word in _raises(auction) if word in rules.specials)
    return (SELBST, *above, *_specials_in_duel(auction), GUT)


def _say_answer(auction: Auction, word: str) -> Auction:
    newcomer = auction.newcomer
    assert newcomer is not None
    if word in _specials_in_duel(auction):
        return _end(auction, auction.turn, word)
    if word == GUT:
        return _go_on(replace(auction, holder=newcomer))
    if word != SELBST:
        auction = _raised(auction, word)
    return replace(auction, stage=Stage.AGAIN, turn=newcomer)


def _again_options(auction: Auction) -> tuple[str, ...]:
    return (*_raises(auction), *_specials_in_duel(auction), GUT)


def _say_again(auction: Auction, word: str) -> Auction:
    if word in _specials_in_duel(auction):
        return _end(auction, auction.turn, word)
    if word == GUT:
        return _go_on(auction)
    return replace(_raised(auction, word), stage=Stage.ANSWER, turn=auction.holder)


def _go_on(auction: Auction) -> Auction:
    """Ask the next seat that has not spoken, last one that may speak once more; if there is none, the holder plays."""
    once_more = auction.opener
    if not auction.waiting and once_more is not None and _may_return(auction):
        auction = replace(auction, waiting=(once_more,), opener=None)
    if auction.waiting:
        return _next(replace(auction, stage=Stage.NEWCOMER, newcomer=None))
    return _holder_plays(auction)


def _may_return(auction: Auction) -> bool:
    """Tell whether the Gegensolo's bidder was overcalled, not by the soloist, and a higher game is left."""
    return auction.holder not in (auction.opener, auction.soloist) and bool(_raises(auction))


def _holder_plays(auction: Auction) -> Auction:
    if auction.level == SOLO_ITSELF:
        return _end(auction, auction.holder, Contract.SOLO)
    if auction.soloist is not None:
        return _end(auction, auction.holder, auction.steps[auction.level], over_solo=True)
    if auction.level > 0 or len(auction.rules.unopposed) <= 1:
        return _end(auction, auction.holder, auction.steps[auction.level])
    return replace(auction, stage=Stage.CHOICE, turn=0, newcomer=None)


# A round in which only Vorhand, or who sits earlier, may take over an equal bid


def _round_options(auction: Auction) -> tuple[str, ...]:
    if auction.turn == 0:
        return (SELBST, GUT)
    by_place = auction.rules.reading(Point.EQUAL_BIDS) == WHO_SITS_EARLIER
    holding = (SELBST,) if by_place and auction.turn < auction.holder else ()
    return (*holding, *_raises(auction), *_specials_on_turn(auction), GUT)


def _say_round(auction: Auction, word: str) -> Auction:
    if word in _specials_on_turn(auction):
        return _end(auction, auction.turn, word)
    if word == GUT:
        auction = replace(auction, out=auction.out | {auction.turn})
    else:
        auction = auction if word == SELBST else _raised(auction, word)
        auction = replace(auction, holder=auction.turn)
    players = auction.rules.players
    following = [(auction.turn + step) % players for step in range(1, players + 1)]
    speakers = [seat for seat in following if seat not in auction.out and seat != auction.holder]
    return replace(auction, turn=speakers[0]) if speakers else _holder_plays(auction)


# Vorhand chooses


def _choice_options(auction: Auction) -> tuple[str, ...]:
    return auction.rules.unopposed


def _say_choice(auction: Auction, word: str) -> Auction:
    return _end(auction, 0, word)


_OPTIONS: Mapping[Stage, Callable[[Auction], tuple[str, ...]]] = {
    Stage.FIRST: _first_options,
    Stage.SPECIALS: _special_options,
    Stage.OPENING: _opening_options,
    Stage.NEWCOMER: _newcomer_options,
    Stage.ANSWER: _answer_options,
    Stage.AGAIN: _again_options,
    Stage.ROUND: _round_options,
    Stage.CHOICE: _choice_options,
    Stage.ENDED: lambda auction: (),
}
_SAY: Mapping[Stage, Callable[[Auction, str], Auction]] = {
    Stage.FIRST: _say_first,
    Stage.SPECIALS: _say_special,
    Stage.OPENING: _say_opening,
    Stage.NEWCOMER: _say_newcomer,
    Stage.ANSWER: _say_answer,
    Stage.AGAIN: _say_again,
    Stage.ROUND: _say_round,
    Stage.CHOICE: _say_choice,
}
