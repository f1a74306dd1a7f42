"""House rules: what one rule set counts, pays and allows, as an immutable value.

They are read from a document by `rule_files`; no number of any rule set stands in Python.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from cegoscore.scoring.cards import Counting, Pack, pack_total
from cegoscore.scoring.contracts import Contract


class Rounding(StrEnum):
    """To which multiple an amount goes."""

    UP = "up"
    NEAREST = "nearest"


class TieWithVorhand(StrEnum):
    """Loser of a Raeuber when Vorhand is among those with most card points."""

    VORHAND_ALONE = "vorhand_alone"
    ALL = "all"


class SchindenPays(StrEnum):
    """Price of holding back a Solo, or of claiming wrongly that somebody did."""

    GAME_WITHOUT_TRICK = "game_without_trick"
    SOLO_WITHOUT_TRICK = "solo_without_trick"
    EIGHTFOLD = "eightfold"


class PfeifAim(StrEnum):
    """Aim of a declarer who takes trump 1 back into hand: to win the last trick with it, or any trick."""

    LAST_TRICK = "last_trick"
    A_TRICK = "a_trick"


class Claimant(StrEnum):
    """Players who may claim that a Solo was held back."""

    DECLARER = "declarer"
    ANYONE = "anyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor:
    """Factors of the base value, of a game won and of one lost."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Brackets:
    """Base values read from a table: the lowest card points of base 1, 2, 3 ..., won (rising) and lost (falling)."""

    won: tuple[int, ...]
    lost: tuple[int, ...]
    worth: int

    def base(self, points: int, *, won: bool) -> int:
        """The base value in points of the sheet."""
        if won:
            return self.worth * sum(points >= lowest for lowest in self.won)
        return self.worth * (1 + sum(points < lowest for lowest in self.lost))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounded:
    """Rounding of an amount, and its least value."""

    to: int
    how: Rounding
    at_least: int = 0

    def of(self, amount: int) -> int:
        """A non-negative amount, rounded; an exact half goes up."""
        add = self.to - 1 if self.how is Rounding.UP else self.to // 2
        return max((amount + add) // self.to * self.to, self.at_least)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalGames:
    """Payment of games by card points: a base, times a factor, rounded."""

    brackets: Brackets | None
    """The base from a table; without one it is the winning side's card points less half the pack."""
    base_up_to: int
    """A base by difference is first raised to the next multiple of this (1: as it is)."""
    factors: Mapping[Contract, Factor]
    over_solo: Mapping[Contract, Factor]
    rounded: Rounded
    extra: Mapping[Contract, int]
    """Flat amounts that games cost besides, won or lost, added after the rounding; not to a flat Bürgermeister."""
    buergermeister: int | None
    """A flat amount for 35 against 35; `None`: it is a loss like any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A game with one aim; without an amount the source names it and leaves its value to the house."""

    amount: int | None
    ouvert: int | None
    """Factor of the amount with open cards; `None`: not played so."""
    trumps: tuple[int, ...]
    """Trumps with which the last trick may be announced, where that is a choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaeuberRules:
    """Everyone for themselves: most card points loses."""

    amounts: tuple[int, ...]
    """Amounts that the loser pays each, by the number of players without a trick; the last holds for more of them."""
    vorhand_factor: int
    tie_with_vorhand: TieWithVorhand
    points_above: int | None
    """Having taken more card points than this, the loser pays them (times the factor), rounded, if that is more."""
    points_rounded: Rounded | None
    takes_all: int | None
    """Amount that a player who took every trick WINS from each; `None`: that player loses like any other."""
    stake_factor_after: int | None
    """Factor of the stake for the rest of the evening after a round of it; `None`: the stake stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DreschRules:
    """Everyone for themselves: the last trick loses."""

    amount: int
    vorhand_factor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SchindenRules:
    """Holding back a Solo in the first phase of the bidding."""

    pays: SchindenPays
    claimant: Claimant
    strong_hand: Mapping[str, str]
    """Description of a hand with which a Solo must be bid, by language."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HouseRules:
    """One rule set. Equal when the documents that it was read from are the same."""

    id: str
    name: Mapping[str, str]
    source: Mapping[str, str]
    players: int
    one_sits_out: bool
    """One more may sit at the table: the dealer then sits out and pays or receives like a defender."""
    sits_out_free: bool
    """True if who sits out pays and gets nothing instead."""
    pack: Pack
    counting: Counting
    normal: NormalGames | None
    targets: Mapping[Contract, Target]
    raeuber: Mapping[Contract, RaeuberRules]
    dresch: DreschRules | None
    partie: int | None
    pfeif_frei: PfeifAim | None
    """`None`: the Pfeif' is not played "frei"."""
    penalty: int | None
    schinden: SchindenRules | None
    fault: bool
    """A breach loses the game: once its value, eightfold by agreement."""
    schnaps_buergermeister: bool
    schnaps_no_trick: bool
    hands: int | None
    """Number of hands in a round, where the source says so."""
    labels: Mapping[Contract, Mapping[str, str]]
    rare: tuple[Contract, ...]
    """Games that a page folds away."""
    auction: Mapping[str, Any]
    """Decisions of a house about the bidding: the published rule set it is `like`, readings of open points, and when
    which games are called."""
    play: Mapping[str, Any]
    """Decisions of a house about the play, by the key of `[play]`."""
    document: Mapping[str, Any]
    """The document as it was read; it is stored, exported and shown."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HouseRules) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def digest(self) -> str:
        """The address of the content: the same document has the same one wherever it is stored."""
        text = json.dumps(self.document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def total(self) -> int:
        """Card points of both sides together: 70 in threes, 79 in twos."""
        return pack_total(self.pack, self.counting)

    @cached_property
    def half(self) -> int:
        """The declarer wins with more than this: 35 in threes, 39 in twos."""
        return self.total // 2

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of people who may sit at the table."""
        return (self.players, self.players + 1) if self.one_sits_out else (self.players,)

    @cached_property
    def contracts(self) -> tuple[Contract, ...]:
        """Every game of this rule set in the order of the vocabulary, which is the order of bidding."""
        here: set[Contract] = {*self.targets, *self.raeuber}
        if self.normal:
            here |= set(self.normal.factors)
        if self.dresch:
            here.add(Contract.DRESCH)
        if self.partie is not None:
            here.add(Contract.PARTIE)
        return tuple(contract for contract in Contract if contract in here)
