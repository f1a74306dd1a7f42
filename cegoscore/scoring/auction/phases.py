"""Phases of an auction: the first one, special games before the ladder, what Vorhand opens with, and the ladder.

On the ladder somebody overcalls, the holder answers, and both go on until one of them passes. Or it is a round, in
which only Vorhand, or who sits earlier, may take over an equal bid.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from cegoscore.scoring.auction.state import (
    FORT,
    GEGENSOLO,
    GUT,
    NO_SPECIAL,
    SELBST,
    SOLO_ITSELF,
    Auction,
    AuctionStage,
    end,
    next_in_turn,
)
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.auction_readings import (
    HIGHEST_BID,
    LEFT,
    NOBODY,
    RIGHT,
    RIGHT_THEN_LEFT,
    WHO_SITS_EARLIER,
    YES,
    Point,
)
from cegoscore.scoring.rules.auction_rules import (
    Effect,
    FirstCall,
    FirstSpeaker,
    Gegensolo,
    SpecialsRank,
    SpecialsWhen,
    Style,
)

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


def say_opening(auction: Auction, word: str) -> Auction:
    """Say Vorhand's word: a bid of the ladder, or a game that ends the auction."""
    if word not in auction.steps:
        return end(auction, 0, word)
    others = tuple(range(1, auction.rules.players))
    stage = AuctionStage.ROUND if auction.rules.style is Style.ROUND else AuctionStage.NEWCOMER
    return next_in_turn(replace(auction, stage=stage, level=auction.steps.index(word), waiting=others))


# The ladder


def raises(auction: Auction) -> tuple[str, ...]:
    """Bids above the highest one: the next game (any higher one where jumps are allowed), and special games above."""
    rules, level = auction.rules, auction.level
    if level == SOLO_ITSELF and (not rules.jumps or rules.over_solo.gegensolo is Gegensolo.ENDS):
        return (GEGENSOLO,)
    never = rules.never_over_solo if auction.soloist is not None else ()
    higher = [step for step in range(level + 1, len(rules.ladder)) if rules.ladder[step] not in never]
    normal = [_word(auction, step) for step in (higher if rules.jumps else higher[:1])]
    above = auction.steps[max(level + 1, len(rules.ladder)) :]
    return (*normal, *above)


def _word(auction: Auction, step: int) -> str:
    return GEGENSOLO if auction.soloist is not None and step == 0 else auction.steps[step]


def raised(auction: Auction, word: str) -> Auction:
    """The auction with this word as its highest bid."""
    level = 0 if word == GEGENSOLO else auction.steps.index(word)
    return replace(auction, level=level)


def newcomer_options(auction: Auction) -> tuple[str, ...]:
    """Words of a seat that speaks for the first time in this phase."""
    rules = auction.rules
    first = len(auction.waiting) == rules.players - 1 and auction.soloist is None
    passing = () if first and rules.must_overcall else (GUT,)
    return (*raises(auction), *specials_on_turn(auction), *passing)


def specials_on_turn(auction: Auction) -> tuple[str, ...]:
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


def say_newcomer(auction: Auction, word: str) -> Auction:
    """Say a newcomer's word: pass, overcall the holder, or end the auction."""
    if word in specials_on_turn(auction):
        return end(auction, auction.turn, word)
    speaker, over_solo = auction.turn, auction.rules.over_solo
    auction = replace(auction, waiting=auction.waiting[1:])
    if word == GUT:
        return _go_on(auction)
    against_the_solo_itself = auction.level == SOLO_ITSELF
    auction = raised(auction, word)
    if against_the_solo_itself and word == GEGENSOLO and over_solo.gegensolo is Gegensolo.ENDS:
        return end(auction, speaker, Contract.CEGO, over_solo=True)
    if word == GEGENSOLO and auction.rules.reading(Point.GEGENSOLO_RETURNS) == YES:
        auction = replace(auction, opener=speaker)
    unanswered = auction.soloist is not None and auction.rules.reading(Point.ANSWERS_GEGENSOLO) == NOBODY
    if unanswered or (against_the_solo_itself and not over_solo.soloist_holds):
        return _go_on(replace(auction, holder=speaker))
    return replace(auction, stage=AuctionStage.ANSWER, newcomer=speaker, turn=auction.holder)


def answer_options(auction: Auction) -> tuple[str, ...]:
    """Words of the holder, who was overcalled."""
    rules = auction.rules
    may_be_held = auction.level < len(rules.ladder) or rules.reading(Point.SPECIAL_HELD) == YES
    if rules.style is Style.OVERCALL or not may_be_held:
        return (*raises(auction), GUT)
    above = tuple(word for word in raises(auction) if word in rules.specials)
    return (SELBST, *above, *_specials_in_duel(auction), GUT)


def say_answer(auction: Auction, word: str) -> Auction:
    """Say the holder's word: pass, take the bid over, or bid a higher one."""
    newcomer = auction.newcomer
    assert newcomer is not None
    if word in _specials_in_duel(auction):
        return end(auction, auction.turn, word)
    if word == GUT:
        return _go_on(replace(auction, holder=newcomer))
    if word != SELBST:
        auction = raised(auction, word)
    return replace(auction, stage=AuctionStage.AGAIN, turn=newcomer)


def again_options(auction: Auction) -> tuple[str, ...]:
    """Words of the newcomer after the holder took the bid over."""
    return (*raises(auction), *_specials_in_duel(auction), GUT)


def say_again(auction: Auction, word: str) -> Auction:
    """Say the newcomer's next word: pass, or bid a higher one."""
    if word in _specials_in_duel(auction):
        return end(auction, auction.turn, word)
    if word == GUT:
        return _go_on(auction)
    return replace(raised(auction, word), stage=AuctionStage.ANSWER, turn=auction.holder)


def _go_on(auction: Auction) -> Auction:
    """Ask the next seat that has not spoken; if there is none, the holder plays.

    Before that the Gegensolo's bidder may speak once more who was overcalled, not by the soloist, if a higher game is
    left.
    """
    once_more = auction.opener
    was_overcalled = auction.holder not in (once_more, auction.soloist)
    if not auction.waiting and once_more is not None and was_overcalled and raises(auction):
        auction = replace(auction, waiting=(once_more,), opener=None)
    if auction.waiting:
        return next_in_turn(replace(auction, stage=AuctionStage.NEWCOMER, newcomer=None))
    return holder_plays(auction)


def holder_plays(auction: Auction) -> Auction:
    """Nobody bids any more: the holder plays, or Vorhand chooses where nobody overcalled."""
    if auction.level == SOLO_ITSELF:
        return end(auction, auction.holder, Contract.SOLO)
    if auction.soloist is not None:
        return end(auction, auction.holder, auction.steps[auction.level], over_solo=True)
    if auction.level > 0 or len(auction.rules.unopposed) <= 1:
        return end(auction, auction.holder, auction.steps[auction.level])
    return replace(auction, stage=AuctionStage.CHOICE, turn=0, newcomer=None)


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
