"""Auction of a hand as text, `A:fort B:solo …`: read, written, and checked against what the hand says was played."""

from collections.abc import Iterable
from dataclasses import replace
from string import ascii_uppercase

from cegoscore.scoring.auction.auction import NotPossible, fold
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.auction.state import GUT, Outcome
from cegoscore.scoring.checks import playing
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import (
    Dead,
    Dresch,
    Free,
    Hand,
    Partie,
    Penalty,
    Raeuber,
    UncountedRaeuber,
    vorhand,
)
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem, problem
from cegoscore.scoring.rules.auction_rules import AuctionRules, Effect

MOST_AUCTION = 1000
"""Characters; the longest auction of a published rule set has half of that."""

Word = tuple[int, str]
"""Seat, counted from Vorhand, and what it said."""


def letter(seat: int) -> str:
    """Letter of a seat: `A` is Vorhand."""
    return ascii_uppercase[seat]


def read_word(text: str, players: int) -> Word:
    """Read one word with its seat. Raises `ValueError` for anything else."""
    seat, colon, word = text.partition(":")
    letters = ascii_uppercase[:players]
    if not colon or seat not in tuple(letters) or not word:
        raise ValueError(f"{text} is no word of an auction: a seat ({', '.join(letters)}), a colon, and what was said")
    return letters.index(seat), word


def read_words(text: str, players: int) -> tuple[Word, ...]:
    """Read a whole auction. Raises `ValueError` for what is no word."""
    return tuple(read_word(word, players) for word in text.split())


def write_words(words: Iterable[Word]) -> str:
    """Text of an auction."""
    return " ".join(f"{letter(seat)}:{word}" for seat, word in words)


def speakers(hand: Hand, rules: HouseRules) -> tuple[int, ...]:
    """Seats that bid, from Vorhand on: those that hold cards."""
    at = hand.lineup.index(vorhand(hand))
    players = playing(hand, rules)
    return tuple(seat for seat in (*hand.lineup[at:], *hand.lineup[:at]) if seat in players)


def check_auction(hand: Hand, rules: HouseRules) -> list[Problem]:
    """Problems of the hand's auction: no words, words that may not be said, no end, or another end than the hand's.

    Where nothing is known about the bidding, only its words are looked at. A hand without an auction has no problem.
    """
    if not hand.auction:
        return []
    try:
        words = read_words(hand.auction, rules.players)
    except ValueError:
        return [problem("auction_words", "auction")]
    auction = auction_of(rules)
    return [] if auction is None else _check_fold(hand, rules, auction, words)


def without_wrong_auction(hand: Hand, rules: HouseRules) -> Hand:
    """The hand without an auction that does not fit it under these rules, as after a change of the rule set."""
    return replace(hand, auction="") if check_auction(hand, rules) else hand


def _check_fold(hand: Hand, rules: HouseRules, auction: AuctionRules, words: tuple[Word, ...]) -> list[Problem]:
    if auction.first.get(Contract.SOLO) is Effect.ENDS and Contract.SOLO in (word for _seat, word in words):
        # Before a Solo ended such an auction, everybody else said that they pass.
        words = tuple((seat, word) for seat, word in words if word != GUT)
    try:
        state = fold(auction, words)
    except NotPossible as refused:
        word = write_words([(refused.seat, refused.word)])
        return [problem("auction_not_possible", "auction", word=word[:40], possible=write_words(refused.possible))]
    if state.outcome is None:
        return [problem("auction_not_ended", "auction", turn=letter(state.turn))]
    if not fits(state.outcome, hand, rules):
        return [problem("auction_differs", "auction", words=write_words(words[-1:]))]
    return []


def fits(outcome: Outcome, hand: Hand, rules: HouseRules) -> bool:
    """Tell whether the hand is what the auction ended with: declarer, game, over a Solo."""
    played = hand.outcome
    if isinstance(played, Penalty | Dead | Free | Partie):
        return False
    declarer = played.announcer if isinstance(played, Dresch | Raeuber | UncountedRaeuber) else played.declarer
    bid = (outcome.contract, speakers(hand, rules)[outcome.declarer], outcome.over_solo)
    declarer = vorhand(hand) if declarer is None else declarer
    return bid == (played.contract, declarer, getattr(played, "over_solo", False))
