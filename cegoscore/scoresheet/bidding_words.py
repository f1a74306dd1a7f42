"""Words of the bidding as the sheet says them: what each of them means, and who said what in a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding_points import open_points
from cegoscore.clubs.house_rules.card_page import play_of
from cegoscore.clubs.house_rules.statements import Statement, game_statement, what_may_be_said, word_name
from cegoscore.scoring.auction_rules import KINDS_OF_RAEUBER
from cegoscore.scoring.auction_state import FORT, GEGENSOLO, GUT, NO_SPECIAL, SELBST
from cegoscore.scoring.auction_table import auction_table
from cegoscore.scoring.auction_words import read_words, speakers
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_auctions import auction_of
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.play_rules import PlayRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    """All that a phone needs to lead through an auction."""

    table: Mapping[str, Any]
    """States as `auction_table` has them, and `said`: label, meaning and 1 if the source does not say it, by word."""
    open_points: tuple[Statement, ...]
    """Statements on the bidding that the source does not make, and points that it leaves open."""


def referee_of(rules: HouseRules, original: HouseRules) -> Referee | None:
    """The referee of these rules; none where nothing is known about the bidding."""
    auction, play = auction_of(rules, original), play_of(rules, original)
    if auction is None:
        return None
    table = auction_table(auction)
    said = [_said(word, rules, play) for word in table["words"]]
    unsure = [each for each in what_may_be_said(auction, rules) if each.is_unsure]
    points = [
        Statement(label=point.question, text=point.answer, by_house=bool(point.decided))
        for point in open_points(rules, original)
    ]
    return Referee(table=table | {"said": said}, open_points=(*unsure, *points))


def _said(word: str, rules: HouseRules, play: PlayRules | None) -> list[Any]:
    meanings = {
        FORT: _("No bid for now."),
        GUT: _("The last bid stands, and I am out."),
        SELBST: _("I play that game myself."),
        GEGENSOLO: _("I play a Cego against the Solo."),
        NO_SPECIAL: _("I ask for none of these games."),
    }
    if word in meanings:
        return [word_label(word, rules), meanings[word], 0]
    contract = Contract.RAEUBER if word in KINDS_OF_RAEUBER else Contract(word)
    game = game_statement(contract, rules, play) if play else None
    return [word_label(word, rules), game.text if game else "", int(game.is_unsure) if game else 0]


def word_label(word: str, rules: HouseRules) -> str:
    """A word of the bidding as people say it."""
    labels = {FORT: "fort", GUT: "gut", SELBST: "selbst", GEGENSOLO: "Gegensolo", NO_SPECIAL: _("no special game")}
    return labels.get(word) or word_name(word, rules)


def spoken_auction(hand: Hand, rules: HouseRules, names: Sequence[str]) -> str:
    """The auction of a hand in words: `Anna fort, Bernd Solo`; as it is written where it is none of these rules'."""
    if not hand.auction:
        return ""
    seats = speakers(hand, rules)
    try:
        words = read_words(hand.auction, len(seats))
        return ", ".join(f"{names[seats[seat]]} {word_label(word, rules)}" for seat, word in words)
    except ValueError:
        return hand.auction
