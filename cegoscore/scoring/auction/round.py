"""Round of an auction in which only Vorhand, or who sits earlier, may take over an equal bid."""

from __future__ import annotations

from dataclasses import replace

from cegoscore.scoring.auction.ladder import holder_plays, raised, raises, specials_on_turn
from cegoscore.scoring.auction.state import GUT, SELBST, Auction, end
from cegoscore.scoring.rules.auction_readings import WHO_SITS_EARLIER, Point


def round_options(auction: Auction) -> tuple[str, ...]:
    """Words of the seat whose turn it is in the round."""
    if auction.turn == 0:
        return (SELBST, GUT)
    by_place = auction.rules.reading(Point.EQUAL_BIDS) == WHO_SITS_EARLIER
    holding = (SELBST,) if by_place and auction.turn < auction.holder else ()
    return (*holding, *raises(auction), *specials_on_turn(auction), GUT)


def say_round(auction: Auction, word: str) -> Auction:
    """Say a word of the round: pass, take over, or bid; then the next one that did not pass."""
    if word in specials_on_turn(auction):
        return end(auction, auction.turn, word)
    if word == GUT:
        auction = replace(auction, out=auction.out | {auction.turn})
    else:
        auction = auction if word == SELBST else raised(auction, word)
        auction = replace(auction, holder=auction.turn)
    players = auction.rules.players
    following = [(auction.turn + step) % players for step in range(1, players + 1)]
    speakers = [seat for seat in following if seat not in auction.out and seat != auction.holder]
    return replace(auction, turn=speakers[0]) if speakers else holder_plays(auction)
