"""Auction of a rule set: what may be said when, as data of the rule file's `[auction]`.

It stands beside what a rule set pays and is no part of its identity: a mended reading of an auction makes no new
rule set. Every value carries a status: `stated` by the source, `inferred` by us, or `unclear` there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.auction_readings import (
    KINDS_OF_RAEUBER,
    READINGS,
    ROUND_EACH,
    UNTIL_OWN_TURN,
    YES,
    Decisions,
    Point,
)
from cegoscore.scoring.rules.citations import Status, take_status


class Effect(StrEnum):
    """Consequence of a bid of the first phase."""

    SECOND_PHASE = "second_phase"
    ENDS = "ends"


class FirstCall(StrEnum):
    """Moment for a bid that ends the auction at once.

    In turn, before anything else is said, or still after a lower bid of the first phase, which it outbids.
    """

    IN_TURN = "in_turn"
    BEFORE = "before"
    HIGHEST = "highest"


class Style(StrEnum):
    """Order in which players overcall each other.

    In a duel a newcomer raises by one step and the holder answers at once, until one of the two passes. In a round
    everybody who has not passed speaks in turn, and only Vorhand may take over an equal bid. Overcalling is a duel
    without taking over: whoever answers bids higher or passes.
    """

    DUEL = "duel"
    ROUND = "round"
    OVERCALL = "overcall"


class SpecialsWhen(StrEnum):
    """Moment for special games besides the ladder."""

    UNTIL_OWN_TURN = "until_own_turn"
    OVER_CEGO_ON_TURN = "over_cego_on_turn"
    BEFORE_LADDER = "before_ladder"
    ABOVE_LADDER = "above_ladder"
    NEVER = "never"


class SpecialsRank(StrEnum):
    """Precedence among special games: by position, by a round of asking for each, or a later one outbids."""

    POSITION = "position"
    ROUNDS = "rounds"
    RISING = "rising"


class FirstSpeaker(StrEnum):
    """First to speak against a Solo."""

    VORHAND = "vorhand"
    AFTER_SOLOIST = "after_soloist"


class Gegensolo(StrEnum):
    """Consequence of a Gegensolo."""

    OPENS_LADDER = "opens_ladder"
    ENDS = "ends"


@dataclass(frozen=True, slots=True, kw_only=True)
class OverSolo:
    """Auction against a Solo."""

    first_speaker: FirstSpeaker
    soloist_holds: bool
    """True if the Solo's bidder may take over bids of others, as long as they have not passed."""
    gegensolo: Gegensolo


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRules:
    """Auction of one rule set. Games are named by the words that a player says."""

    players: int
    """Number of players who hold cards."""
    first: Mapping[str, Effect] = field(hash=False)
    """Bids of the first phase, from low to high; besides them one says `fort`."""
    first_call: FirstCall
    ladder: tuple[str, ...]
    """Normal games from Cego upwards."""
    jumps: bool
    style: Style
    vorhand_opens: tuple[str, ...]
    """Bids with which Vorhand must open the second phase."""
    must_overcall: bool
    """True if the player after Vorhand has to overcall Vorhand's Cego."""
    specials: tuple[str, ...]
    specials_when: SpecialsWhen
    specials_rank: SpecialsRank
    unopposed: tuple[str, ...]
    """Games among which Vorhand chooses when nobody overcalled."""
    over_solo: OverSolo
    open: tuple[Point, ...]
    """Points that the text leaves open."""
    status: Mapping[str, Status] = field(hash=False)
    """Status of each value, by its key; keys of `over_solo` with that prefix."""
    never_over_solo: frozenset[str] = frozenset()
    """Games of the ladder that a house does not pay over a Solo."""
    decided: Decisions = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Decisions of a house on the open points."""

    def reading(self, point: Point) -> str:
        """Reading by which a point is bid: the house's, or ours."""
        return str(self.decided.get(point, READINGS[point][0]))

    @property
    def games(self) -> frozenset[Contract]:
        """Contracts of all words that name a game."""
        march = [Contract.SOLO_DURCH] if self.reading(Point.MARCH) == YES else []
        words = (*self.first, *self.ladder, *self.vorhand_opens, *self.specials, *self.unopposed, *march)
        return frozenset(contract_of(word) for word in words)


def contract_of(word: str) -> Contract:
    """Contract that is written down for a game by the word said; both kinds of Räuber are `raeuber`."""
    return Contract.RAEUBER if word in KINDS_OF_RAEUBER else Contract(word)


def decided_by(rules: AuctionRules, decisions: Decisions) -> AuctionRules:
    """The auction as a house bids it that decided these of its open points."""
    decided = {str(point): decisions[point] for point in rules.open if point in decisions}
    changes: dict[str, Any] = {}
    if Point.MUST_OVERCALL in decided:
        changes["must_overcall"] = decided[Point.MUST_OVERCALL] == YES
    match decided.get(Point.SPECIALS_ASKED):
        case str(asked) if asked == ROUND_EACH:
            changes["specials_rank"] = SpecialsRank.ROUNDS
        case str(asked) if asked == UNTIL_OWN_TURN:
            opens = (*rules.vorhand_opens, *rules.specials)
            changes |= {"specials_when": SpecialsWhen.UNTIL_OWN_TURN, "vorhand_opens": opens}
    return replace(rules, decided=MappingProxyType(decided), **changes)


def parse_auction(document: Mapping[str, Any], rules: HouseRules) -> tuple[AuctionRules | None, tuple[Problem, ...]]:
    """Read the `[auction]` of a rule set; either it or every problem found, each with the key it belongs to."""
    fields = Fields(document, path="auction")
    first = (
        fields.take_part("first", lambda inner: {word: inner.take_choice(word, Effect) for word in inner.keys}) or {}
    )
    lists: dict[str, Any] = {key: tuple(map(str, fields.take_list(key, *default))) for key, default in LISTS.items()}
    words = [(key, word) for key, listed in lists.items() for word in listed]
    for place, word in [*((f"first.{word}", word) for word in first), *words]:
        if (Contract.RAEUBER if word in KINDS_OF_RAEUBER else word) not in rules.contracts:
            fields.complain("unknown_game", place, contract=word[:40])
    ladder, points = lists["ladder"], fields.take_list("open", ())
    over_solo: Any = fields.take_part("over_solo", _over_solo)
    if list(ladder) != [game for game in LADDER if game in ladder] or ladder[:1] != (Contract.CEGO,):
        fields.complain("not_ascending", "ladder")
    if not set(points) <= set(Point):
        fields.complain("not_one_of", "open", choices=", ".join(Point))
    auction = AuctionRules(
        players=rules.players,
        first=MappingProxyType(first),
        first_call=fields.take_choice("first_call", FirstCall, FirstCall.IN_TURN),
        jumps=fields.take_bool("jumps", default=False),
        style=fields.take_choice("style", Style),
        must_overcall=fields.take_bool("must_overcall", default=False),
        specials_when=fields.take_choice("specials_when", SpecialsWhen, SpecialsWhen.NEVER),
        specials_rank=fields.take_choice("specials_rank", SpecialsRank, SpecialsRank.POSITION),
        over_solo=over_solo,
        open=tuple(Point(point) for point in points if point in list(Point)),
        status=take_status(fields, STATUS_KEYS),
        **lists,
    )
    fields.done()
    return (None if fields.problems else auction), tuple(fields.problems)


LISTS: Mapping[str, tuple[Any, ...]] = {"ladder": (), "vorhand_opens": (), "specials": ((),), "unopposed": ()}
"""Lists of words that name games, with what is taken where one is missing."""
LADDER = tuple(game for game in NORMAL if game is not Contract.SOLO)
"""Normal games as they overcall each other, from low to high."""


def _over_solo(fields: Fields) -> OverSolo:
    return OverSolo(
        first_speaker=fields.take_choice("first_speaker", FirstSpeaker),
        soloist_holds=fields.take_bool("soloist_holds"),
        gegensolo=fields.take_choice("gegensolo", Gegensolo),
    )


STATUS_KEYS = (
    "first",
    "first_call",
    "ladder",
    "jumps",
    "style",
    "vorhand_opens",
    "must_overcall",
    "specials",
    "specials_when",
    "specials_rank",
    "unopposed",
    "over_solo",
)
