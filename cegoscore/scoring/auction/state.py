"""State of an auction: what the words said so far amount to, and the moves that all its phases share."""

from dataclasses import dataclass, field, replace
from enum import Enum, auto

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.auction_rules import AuctionRules, SpecialsWhen, contract_of

FORT, GUT, SELBST, GEGENSOLO, NO_SPECIAL = "fort", "gut", "selbst", "gegensolo", "no_special"
SOLO_ITSELF = -1
"""Level of the ladder before anybody overcalled a Solo."""


class AuctionStage(Enum):
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
    stage: AuctionStage = AuctionStage.FIRST
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


def end(auction: Auction, declarer: int, game: str, *, over_solo: bool = False) -> Auction:
    """The auction's end: this seat plays this game."""
    outcome = Outcome(declarer=declarer, game=game, over_solo=over_solo)
    return replace(auction, stage=AuctionStage.ENDED, waiting=(), newcomer=None, turn=declarer, outcome=outcome)


def next_in_turn(auction: Auction) -> Auction:
    """Give the turn to the next seat that has not spoken in this phase."""
    return replace(auction, turn=auction.waiting[0])
