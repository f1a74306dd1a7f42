"""Auctions of rule sets, published ones and those of a house that decided what the text leaves open."""

from __future__ import annotations

from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import LIKE, Decisions
from cegoscore.scoring.rules.auction_rules import AuctionRules, decided_by
from cegoscore.scoring.rules.rule_files import published, published_auction, published_identifiers


def auction_of(rules: HouseRules, original: HouseRules | None = None) -> AuctionRules | None:
    """Auction by which these rules are bid; none where nothing is known about the bidding.

    A house's own rules are bid as the published ones that their decisions name, or else as `original`, with what the
    house decided; as long as they have all games of that auction.
    """
    if rules.id in published_identifiers() and published(rules.id) == rules:
        return published_auction(rules.id)
    like = rules.auction.get(LIKE) or (original.id if original else "")
    auction = published_auction(like) if like in published_identifiers() else None
    if auction is None or auction.players != rules.players:
        return None
    decided = decided_by(auction, rules.auction)
    return decided if decided.games <= {*rules.contracts} else None


def decisions_of(rules: HouseRules) -> Decisions:
    """Decisions of a house, without whose auction it builds on."""
    return {key: reading for key, reading in rules.auction.items() if key != LIKE}
