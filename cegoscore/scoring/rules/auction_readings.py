"""Readings of an auction: what the texts leave open about the bidding, and what a house decided about it.

Which points a text leaves open is data (`open` of `[auction]`). Of every point the first reading is ours: so it is bid
unless a house's own rules decide it.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.contracts import LAST_TRICK, TARGET, Contract
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_documents import completed_table, published_identifiers

LIKE = "like"
"""Key of the published rule set whose auction a house's own rules build on."""

FIRST, SPECIALS, UNOPPOSED = "first", "specials", "unopposed"
ENDING = tuple(game for game in TARGET if game in (*LAST_TRICK, Contract.SOLO_DURCH))
OTHERS = tuple(game for game in TARGET if game not in ENDING)
KINDS_OF_RAEUBER = ("geregelter_raeuber", "wilder_raeuber")
"""Words for kinds of Räuber that pay alike: both are the contract `raeuber`."""
CALLED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {FIRST: ENDING, SPECIALS: OTHERS, UNOPPOSED: (Contract.RAEUBER, *KINDS_OF_RAEUBER, Contract.DRESCH, *OTHERS)}
)
"""Words that may be said when: besides Solo in the first round, as special games after it, and by Vorhand's choice
when nobody overcalled the Cego."""

Decisions = Mapping[str, Any]
"""Reading by point, as a house decided, and games by the moment at which they are called."""


class Point(StrEnum):
    """Question on the bidding that a text leaves open."""

    EQUAL_BIDS = "equal_bids"
    """Right to take an equal bid over, in a round."""
    OVER_SOLO_ORDER = "over_solo_order"
    """Order in which the others speak against a Solo."""
    SPECIALS_IN_DUEL = "specials_in_duel"
    """Right of the two of a duel to bid a special game."""
    MUST_OVERCALL = "must_overcall"
    """Duty of the player after Vorhand to overcall Vorhand's Cego."""
    FIRST_RANK = "first_rank"
    """Bid of the first phase that holds: the first one, or the highest."""
    MARCH = "march"
    """Right to bid a March over somebody else's Solo."""
    SPECIALS_ASKED = "specials_asked"
    """Moment for special games before the ladder."""
    GEGENSOLO_RETURNS = "gegensolo_returns"
    """Right of the Gegensolo's bidder, overcalled, to speak once more when the soloist has passed."""
    ANSWERS_GEGENSOLO = "answers_gegensolo"
    """Answer to those that overcall a Gegensolo where the soloist is out."""
    SPECIAL_HELD = "special_held"
    """Right to take over a special game that stands above the ladder."""
    WITHOUT_CARDS = "without_cards"
    """Price of a game that was bid without the cards for it."""


NO, YES = "no", "yes"
VORHAND_ALONE, WHO_SITS_EARLIER = "vorhand_alone", "who_sits_earlier"
RIGHT, RIGHT_THEN_LEFT, LEFT = "right", "right_then_left", "left"
FIRST_BID, HIGHEST_BID = "first_bid", "highest_bid"
ONE_ROUND, ROUND_EACH, UNTIL_OWN_TURN = "one_round", "round_each", "until_own_turn"
ITS_BIDDER, NOBODY = "its_bidder", "nobody"
PENALTY, LOST, BID_AGAIN = "penalty", "lost", "bid_again"

READINGS: Mapping[Point, tuple[str, ...]] = MappingProxyType(
    {
        Point.EQUAL_BIDS: (VORHAND_ALONE, WHO_SITS_EARLIER),
        Point.OVER_SOLO_ORDER: (RIGHT, RIGHT_THEN_LEFT, LEFT),
        Point.SPECIALS_IN_DUEL: (NO, YES),
        Point.MUST_OVERCALL: (NO, YES),
        Point.FIRST_RANK: (FIRST_BID, HIGHEST_BID),
        Point.MARCH: (NO, YES),
        Point.SPECIALS_ASKED: (ONE_ROUND, ROUND_EACH, UNTIL_OWN_TURN),
        Point.GEGENSOLO_RETURNS: (NO, YES),
        Point.ANSWERS_GEGENSOLO: (ITS_BIDDER, NOBODY),
        Point.SPECIAL_HELD: (NO, YES),
        Point.WITHOUT_CARDS: (PENALTY, LOST, BID_AGAIN),
    }
)
"""Readings of each point, ours first."""


def readings_of(point: Point, players: int) -> tuple[str, ...]:
    """Readings of a point that differ at a table of so many."""
    if point is Point.OVER_SOLO_ORDER and players < 4:
        return RIGHT, LEFT
    return READINGS[point]


def open_points_of(identifier: str) -> tuple[Point, ...]:
    """Points that the text of a published rule set leaves open; none for any other rule set."""
    if identifier not in published_identifiers():
        return ()
    auction = completed_table(identifier, "auction") or {}
    return tuple(Point(point) for point in auction.get("open", ()))


def take_decisions(fields: Fields) -> Decisions:
    """Read what a house decided: the published rule set whose auction it builds on, a reading for each point, games."""
    inner = fields.take_fields("auction", None)
    if inner is None:
        return MappingProxyType({})
    decided: dict[str, Any] = {LIKE: inner.take_text(LIKE, 60)}
    bid = [identifier for identifier in published_identifiers() if completed_table(identifier, "auction")]
    if decided[LIKE] is not None and decided[LIKE] not in bid:
        inner.complain("not_one_of", LIKE, choices=", ".join(bid))
    for point in open_points_of(decided[LIKE] or ""):
        if point in inner:
            decided[point] = inner.take_text(point, 60)
            if decided[point] is not None and decided[point] not in READINGS[point]:
                inner.complain("not_one_of", point, choices=", ".join(READINGS[point]))
    for key, games in CALLED.items():
        if key in inner:
            words = inner.take_list(key)
            decided[key] = tuple(game for game in games if game in words)
            if len(decided[key]) != len(words):
                inner.complain("not_one_of", key, choices=", ".join(games))
    if decided[LIKE] not in bid:
        inner.skip(inner.keys)
    fields.adopt(inner)
    return MappingProxyType(decided)
