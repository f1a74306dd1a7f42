"""Points that a text leaves open about the bidding, in words: the question, its readings, and what a house decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.clubs.wording import game_label
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import (
    BID_AGAIN,
    FIRST_BID,
    HIGHEST_BID,
    ITS_BIDDER,
    LEFT,
    LIKE,
    LOST,
    NO,
    NOBODY,
    ONE_ROUND,
    PENALTY,
    READINGS,
    RIGHT,
    RIGHT_THEN_LEFT,
    ROUND_EACH,
    UNTIL_OWN_TURN,
    VORHAND_ALONE,
    WHO_SITS_EARLIER,
    YES,
    Point,
    open_points_of,
    readings_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoint:
    """A point in the page's language, with its readings, ours first."""

    key: str
    """Key in the document of a house that decides it."""
    label: str
    question: str
    readings: Mapping[str, str]
    decided: str
    """Reading that the house decided on; empty as long as it is open."""

    @property
    def answer(self) -> str:
        """Reading by which it is bid, in a sentence."""
        return self.readings[self.decided or next(iter(self.readings))]


def open_points(rules: HouseRules, original: HouseRules) -> tuple[OpenPoint, ...]:
    """Points that the text behind these rules leaves open, with what the house decided; `original` is behind them."""
    like = rules.auction.get(LIKE, original.id)
    said = _of_the_beginning(rules) | _against_a_solo() | _of_the_ladder()
    return tuple(_point(point, rules, *said[point]) for point in open_points_of(like))


def _point(point: Point, rules: HouseRules, label: str, question: str, sentences: Mapping[str, str]) -> OpenPoint:
    decided = rules.auction.get(point, "")
    return OpenPoint(
        key=f"auction.{point}",
        label=label,
        question=question,
        readings={reading: sentences[reading] for reading in readings_of(point, rules.players)},
        decided=decided if decided in READINGS[point] else "",
    )


Said = dict[Point, tuple[str, str, Mapping[str, str]]]
"""Label and question of a point, and each of its readings in a sentence."""


def _of_the_beginning(rules: HouseRules) -> Said:
    """Points about the first bids and special games before the ladder, and about cards that nobody had."""
    ulti, durch = (game_label(rules, game) for game in (Contract.ULTI, Contract.SOLO_DURCH))
    return {
        Point.FIRST_RANK: (
            _("Several first bids"),
            _("Does the first bid hold in the first round, or the highest?"),
            {
                FIRST_BID: _("The first; nobody can bid over it then."),
                HIGHEST_BID: _("The highest: after a Solo somebody may say %(ulti)s, after that %(durch)s.")
                % {"ulti": ulti, "durch": durch},
            },
        ),
        Point.SPECIALS_ASKED: (
            _("Asking for special games"),
            _("When are special games asked for?"),
            {
                ONE_ROUND: _("Before the Cego, once around."),
                ROUND_EACH: _("Before the Cego, once around for each game."),
                UNTIL_OWN_TURN: _("Never: whoever wants one calls it before their turn is over."),
            },
        ),
        Point.WITHOUT_CARDS: (
            _("Bid without the cards"),
            _("What if somebody bids a game without having the 1 or the empty cards for it?"),
            {
                PENALTY: _("It costs a penalty."),
                LOST: _("The game is lost, as without a trick."),
                BID_AGAIN: _("The bid does not count; the bidding begins anew."),
            },
        ),
    }


def _against_a_solo() -> Said:
    return {
        Point.OVER_SOLO_ORDER: (
            _("Order against a Solo"),
            _("Who speaks first against a Solo, and which way round does it go on?"),
            {
                RIGHT: _("The player to the right of the Solo’s bidder, then on to the right."),
                RIGHT_THEN_LEFT: _("The player to the right of the Solo’s bidder, then from the left."),
                LEFT: _("The player to the left of the Solo’s bidder, then on to the left."),
            },
        ),
        Point.MARCH: (
            _("March over a Solo"),
            _("May a March be bid over somebody else’s Solo?"),
            {
                NO: _("No: only who plays the Solo may announce it."),
                YES: _("Yes, on one’s turn; that ends the bidding."),
            },
        ),
        Point.GEGENSOLO_RETURNS: (
            _("Gegensolo that was outbid"),
            _("May who said Gegensolo and was outbid speak once more when the Solo’s bidder is out?"),
            {
                NO: _("No, whoever said “gut” is out."),
                YES: _("Yes, once, after all others."),
            },
        ),
        Point.ANSWERS_GEGENSOLO: (
            _("Answer to who outbids a Gegensolo"),
            _("Who answers when a Gegensolo is outbid?"),
            {
                ITS_BIDDER: _("Who said Gegensolo, with “selbst” or “gut”."),
                NOBODY: _("Nobody; the higher game stands."),
            },
        ),
    }


def _of_the_ladder() -> Said:
    return {
        Point.EQUAL_BIDS: (
            _("Taking over an equal bid"),
            _("Who may take over an equal game with “selbst”?"),
            {
                VORHAND_ALONE: _("Only Vorhand."),
                WHO_SITS_EARLIER: _("Everybody who sits earlier than its bidder."),
            },
        ),
        Point.MUST_OVERCALL: (
            _("Eine after Vorhand’s Cego"),
            _("Does the next player have to say Eine to Vorhand’s Cego?"),
            {NO: _("No, “gut” is possible."), YES: _("Yes, Eine at least.")},
        ),
        Point.SPECIALS_IN_DUEL: (
            _("Special game in a duel"),
            _("May the two who are outbidding each other still call a special game?"),
            {
                NO: _("No: only “selbst”, the next game, or “gut”."),
                YES: _("Yes; that ends the bidding."),
            },
        ),
        Point.SPECIAL_HELD: (
            _("Special game that was outbid"),
            _("May a special game that was outbid by another one be kept with “selbst”?"),
            {NO: _("No, the higher one stands."), YES: _("Yes.")},
        ),
    }
