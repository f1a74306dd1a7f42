"""Beginning of an auction: the first phase, special games that come before the ladder, and what Vorhand opens with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from cegoscore.scoring.auction.state import (
    FORT,
    NO_SPECIAL,
    SOLO_ITSELF,
    Auction,
    AuctionStage,
    end,
    next_in_turn,
)
from cegoscore.scoring.rules.auction_readings import HIGHEST_BID, LEFT, RIGHT, RIGHT_THEN_LEFT, Point
from cegoscore.scoring.rules.auction_rules import Effect, FirstCall, FirstSpeaker, SpecialsRank, SpecialsWhen, Style

# First phase


def first_options(auction: Auction) -> tuple[str, ...]:
    """Words of the first phase, those above its highest bid."""
    ends_in_turn = auction.silent or auction.rules.first_call is not FirstCall.BEFORE
    bids = [word for word, effect in auction.rules.first.items() if effect is not Effect.ENDS or ends_in_turn]
    return (*bids[bids.index(auction.first_bid) + 1 if auction.first_bid else 0 :], FORT)


def say_first(auction: Auction, word: str) -> Auction:
    """Say a word of the first phase; after the last one its highest bid counts."""
    waiting = auction.waiting[1:]
    if word != FORT:
        auction = replace(auction, first_bid=word, holder=auction.turn)
        rules = auction.rules
        highest = rules.first_call is FirstCall.HIGHEST or rules.reading(Point.FIRST_RANK) == HIGHEST_BID
        waiting = waiting if highest and word != [*rules.first][-1] else ()
    if waiting:
        return next_in_turn(replace(auction, waiting=waiting))
    return _after_first(replace(auction, first_bid=""), auction.first_bid)


def _after_first(auction: Auction, bid: str) -> Auction:
    """Go on after the first phase, with its highest bid."""
    if not bid:
        return _second_phase(auction)
    if auction.rules.first[bid] is Effect.ENDS:
        return end(auction, auction.holder, bid)
    return _against_solo(auction, auction.holder)


def _against_solo(auction: Auction, soloist: int) -> Auction:
    """Open the phase against a Solo: everybody else speaks once."""
    rules = auction.rules
    around = _AROUND[rules.reading(Point.OVER_SOLO_ORDER)](soloist, rules.players)
    vorhand_first = rules.over_solo.first_speaker is FirstSpeaker.VORHAND
    seats = range(rules.players) if vorhand_first else (seat % rules.players for seat in around)
    waiting = tuple(seat for seat in seats if seat != soloist)
    return next_in_turn(
        replace(
            auction, stage=AuctionStage.NEWCOMER, level=SOLO_ITSELF, holder=soloist, soloist=soloist, waiting=waiting
        )
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
        return next_in_turn(replace(auction, stage=AuctionStage.SPECIALS, waiting=everybody))
    return replace(auction, stage=AuctionStage.OPENING, turn=0)


# Special games before the ladder


def special_options(auction: Auction) -> tuple[str, ...]:
    """Words where special games are asked for before the ladder."""
    rules = auction.rules
    if rules.specials_rank is SpecialsRank.ROUNDS:
        return (rules.specials[auction.asked_for], NO_SPECIAL)
    return (*rules.specials, NO_SPECIAL)


def say_special(auction: Auction, word: str) -> Auction:
    """Say a word there: the first special game that is bid ends the auction."""
    if word != NO_SPECIAL:
        return end(auction, auction.turn, word)
    waiting = auction.waiting[1:]
    if waiting:
        return next_in_turn(replace(auction, waiting=waiting))
    rounds = auction.rules.specials_rank is SpecialsRank.ROUNDS
    if rounds and auction.asked_for + 1 < len(auction.rules.specials):
        everybody = tuple(range(auction.rules.players))
        return next_in_turn(replace(auction, asked_for=auction.asked_for + 1, waiting=everybody))
    return replace(auction, stage=AuctionStage.OPENING, turn=0)


# Vorhand opens


def opening_options(auction: Auction) -> tuple[str, ...]:
    """Words that Vorhand opens with."""
    return auction.rules.vorhand_opens


def say_opening(auction: Auction, word: str) -> Auction:
    """Say Vorhand's word: a bid of the ladder, or a game that ends the auction."""
    if word not in auction.steps:
        return end(auction, 0, word)
    others = tuple(range(1, auction.rules.players))
    stage = AuctionStage.ROUND if auction.rules.style is Style.ROUND else AuctionStage.NEWCOMER
    return next_in_turn(replace(auction, stage=stage, level=auction.steps.index(word), waiting=others))
