"""A hand: one deal and its outcome, as values.

Seats are numbers into the list of everyone who ever sat at the table. Whoever reads a hand from outside checks it
(`checks`) before it is paid (`payments`); these values carry no rules themselves.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from cegoscore.scoring.contracts import Contract, DeadKind, PenaltyKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A normal game by the declarer's card points, bonus point included; 0 is: no trick."""

    contract: Contract
    declarer: int
    points: int
    over_solo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PfeifFrei:
    """The kleine Mann taken back into hand to win the last trick with it; lost, it counts as no trick."""

    contract: ClassVar = Contract.KLEINER_MANN
    declarer: int
    points: int
    """The declarer's card points, 0 if the last trick was not made."""
    over_solo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """A declarer's target game, made or lost."""

    contract: Contract
    declarer: int
    made: bool
    ouvert: bool = False
    trumps: tuple[int, ...] = ()
    """Trumps with which the last trick was announced; empty: not written down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A declarer's game of which only the amount per defender is known, signed from the declarer's side."""

    contract: Contract
    declarer: int
    per_defender: int
    over_solo: bool = False
    ouvert: bool = False
    trumps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Raeuber:
    """Everyone for themselves: card points of every seat, `None` for who did not play, 0 for no trick."""

    contract: Contract
    card_points: tuple[int | None, ...]
    announcer: int | None = None
    """Seat that announced it; Vorhand if `None`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UncountedRaeuber:
    """A Raeuber of which nobody counted the piles: who has most card points is known by looking."""

    contract: Contract
    most: tuple[int, ...]
    """Seats with most card points, several if they tie."""
    without_trick: tuple[int, ...] = ()
    announcer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dresch:
    """Everyone for themselves: the last trick loses."""

    contract: ClassVar = Contract.DRESCH
    last_trick: int
    announcer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Partie:
    """Two players without a contract: most card points wins."""

    contract: ClassVar = Contract.PARTIE
    card_points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schinden:
    """A claim that a Solo was held back: the culprits, nobody if the claim was false."""

    contract: Contract
    declarer: int | None
    culprits: tuple[int, ...]
    challenger: int | None = None
    """Seat that claimed; the declarer if `None`."""
    over_solo: bool = False
    ouvert: bool = False
    trumps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A breach that loses the game in which it was committed."""

    contract: Contract
    declarer: int | None
    offender: int
    eightfold: bool = False
    over_solo: bool = False
    ouvert: bool = False
    trumps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A breach that costs a fixed amount to everyone else; the deal is dead."""

    kind: PenaltyKind
    offender: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dead:
    """A deal without a result: pays nothing and has no number."""

    kind: DeadKind
    next_dealer: bool = True
    """True if the deal passes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Amounts agreed at the table, one a seat; they sum to zero."""

    amounts: tuple[int, ...]
    why: str


Outcome = (
    Points
    | PfeifFrei
    | Aim
    | Amount
    | Raeuber
    | UncountedRaeuber
    | Dresch
    | Partie
    | Schinden
    | Fault
    | Penalty
    | Dead
    | Free
)


class HandKind(Enum):
    """Kind of a hand, whatever else its outcome says: figures, records and sentences ask for nothing else."""

    DECLARED = auto()
    """A game that its declarer played to its end."""
    EVERYONE = auto()
    """All against all: somebody loses or wins, nobody declared."""
    CLAIM = auto()
    """Whoever held back a Solo paid, or claimed it wrongly; the game that was bid is neither played nor won."""
    FAULT = auto()
    """Whoever was at fault paid for a game that nobody played to its end."""
    OUTSIDE = auto()
    """Outside of cards: a penalty, a free entry, a deal without a result. It stands in totals only."""


def kind_of(outcome: Outcome) -> HandKind:
    """Say what a hand with this outcome is."""
    match outcome:
        case Points() | PfeifFrei() | Aim() | Amount():
            return HandKind.DECLARED
        case Raeuber() | UncountedRaeuber() | Dresch() | Partie():
            return HandKind.EVERYONE
        case Schinden():
            return HandKind.CLAIM
        case Fault():
            return HandKind.FAULT
        case Penalty() | Free() | Dead():
            return HandKind.OUTSIDE


def declarer_of(outcome: Outcome) -> int | None:
    """Seat that declared a game and played it to its end; none in any other kind of hand."""
    return outcome.declarer if isinstance(outcome, Points | PfeifFrei | Aim | Amount) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One deal: who sat there, who dealt, what came of it."""

    lineup: tuple[int, ...]
    """Seats at the table, anticlockwise, the dealer among them even if sitting out."""
    dealer: int
    outcome: Outcome
    stake_factor: int = 1
    auction: str = ""
    """Words of its auction, as `A:fort B:solo`; empty if nobody wrote them down."""


def next_seat(lineup: tuple[int, ...], seat: int) -> int:
    """The next in the line-up, anticlockwise: the right-hand neighbour."""
    return lineup[(lineup.index(seat) + 1) % len(lineup)]


def vorhand(hand: Hand) -> int:
    """Seat to the dealer's right, which speaks first."""
    return next_seat(hand.lineup, hand.dealer)
