"""Auctions of rule sets, published ones and those of a house that decided what the text leaves open."""

from dataclasses import replace
from types import MappingProxyType

from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import CALLED, FIRST, LIKE, SPECIALS, UNOPPOSED, Decisions, Point
from cegoscore.scoring.rules.auction_rules import (
    AuctionRules,
    Effect,
    Gegensolo,
    SpecialsWhen,
    contract_of,
    decided_by,
)
from cegoscore.scoring.rules.citations import Status
from cegoscore.scoring.rules.rule_files import published, published_auction, published_identifiers


def auction_of(rules: HouseRules, original: HouseRules | None = None) -> AuctionRules | None:
    """Auction by which these rules are bid; none where nothing is known about the bidding.

    A house's own rules are bid as the published ones that their decisions name, or else as `original`, with the games
    of the house and what it decided. Every auction rests on Solo and Cego.
    """
    if rules.id in published_identifiers() and published(rules.id) == rules:
        return published_auction(rules.id)
    like = rules.auction.get(LIKE) or (original.id if original else "")
    auction = published_auction(like) if like in published_identifiers() else None
    if auction is None or auction.players != rules.players:
        return None
    if not {Contract.SOLO, Contract.CEGO} <= {*rules.contracts}:
        return None
    return decided_by(with_games_of(rules, auction), rules.auction)


def decisions_of(rules: HouseRules) -> Decisions:
    """Decisions of a house, without whose auction it builds on."""
    return {key: reading for key, reading in rules.auction.items() if key != LIKE}


def called_in(auction: AuctionRules) -> dict[str, tuple[str, ...]]:
    """Words by the moment at which they are said, as `CALLED` has them."""
    calls = {FIRST: auction.first, SPECIALS: auction.specials, UNOPPOSED: auction.unopposed}
    return {key: tuple(word for word in words if word in calls[key]) for key, words in CALLED.items()}


def with_games_of(rules: HouseRules, auction: AuctionRules) -> AuctionRules:
    """The auction with the games of a house: what it does not play is not said, the rest when the house calls it.

    Where it has no Gegensolo, a Solo ends the bidding; over one only games are bid that it pays so.
    """
    decided = {key: words for key, words in rules.auction.items() if key in CALLED}
    first, specials, unopposed = (
        tuple(word for word in words if contract_of(word) in rules.contracts)
        for words in (
            (Contract.SOLO, *decided[FIRST]) if FIRST in decided else auction.first,
            decided.get(SPECIALS, auction.specials),
            (Contract.CEGO, *decided[UNOPPOSED]) if UNOPPOSED in decided else auction.unopposed,
        )
    )
    when = auction.specials_when
    when = SpecialsWhen.BEFORE_LADDER if specials and when is SpecialsWhen.NEVER else when
    ladder = tuple(game for game in NORMAL if game in rules.contracts and game is not Contract.SOLO)
    alone = rules.normal is None or Contract.CEGO not in rules.normal.over_solo
    effects = {**auction.first, Contract.SOLO: Effect.ENDS} if alone else auction.first
    moot = {
        Point.MARCH: alone or Contract.SOLO_DURCH not in rules.contracts,
        Point.OVER_SOLO_ORDER: alone,
        Point.GEGENSOLO_RETURNS: alone,
        Point.ANSWERS_GEGENSOLO: alone,
        Point.FIRST_RANK: len(first) < 2,
        Point.MUST_OVERCALL: len(ladder) < 2,
        Point.SPECIALS_ASKED: not specials,
        Point.SPECIALS_IN_DUEL: not specials,
        Point.SPECIAL_HELD: len(specials) < 2,
    }
    return replace(
        auction,
        first=MappingProxyType({word: effects.get(word, Effect.ENDS) for word in first}),
        ladder=ladder,
        never_over_solo=_never_over_solo(rules, auction, ladder),
        specials=specials,
        specials_when=when,
        vorhand_opens=(Contract.CEGO, *(specials if when is SpecialsWhen.UNTIL_OWN_TURN else ())),
        unopposed=unopposed,
        open=tuple(point for point in auction.open if not moot.get(point)),
        status={**auction.status, **dict.fromkeys(decided, Status.STATED)},
    )


def _never_over_solo(rules: HouseRules, auction: AuctionRules, ladder: tuple[str, ...]) -> frozenset[str]:
    """Games of the ladder that a house does not pay over a Solo; none where a Gegensolo ends the bidding anyway."""
    if rules.normal is None or auction.over_solo.gegensolo is Gegensolo.ENDS:
        return frozenset()
    return frozenset(ladder) - {*rules.normal.over_solo}


def uncalled(rules: HouseRules, auction: AuctionRules | None) -> tuple[Contract, ...]:
    """Games that are paid but never bid; without those played without bidding, and a March of which a point tells."""
    called = {*(auction.games if auction else ()), Contract.PFLICHT_RAEUBER, Contract.PARTIE}
    if auction and Point.MARCH in auction.open:
        called.add(Contract.SOLO_DURCH)
    return tuple(game for game in rules.contracts if game not in called)
