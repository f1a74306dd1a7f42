"""Page of the bidding by a rule set: what may be said, and the states through which its script leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cegoscore.clubs.glossary import TERMS
from cegoscore.clubs.house_rules.bidding_points import said_at_the_table, word_name
from cegoscore.clubs.house_rules.rule_sets import Offer
from cegoscore.clubs.house_rules.statements import game_statement, speaker_of
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.auction.state import FORT, GEGENSOLO, GUT, NO_SPECIAL, SELBST
from cegoscore.scoring.auction.table import auction_table
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_rules import contract_of


def bidding_page(offer: Offer, names: Sequence[str] = ()) -> dict[str, Any]:
    """Put the page together; empty where nothing is known about the bidding.

    `said` are its lines, `auction` the states as `auction_table` has them, with label and meaning of each word, and the
    `names` of those who speak, from Vorhand on; without these they are called by their seats.
    """
    auction = auction_of(offer.rules, offer.original)
    if auction is None:
        return {}
    table = auction_table(auction)
    words = [[word_name(word, offer.rules), _meaning(word, offer.rules, offer.original)] for word in table["words"]]
    said = said_at_the_table(offer.rules, offer.original)
    return {"said": said, "auction": table | {"words": words, "names": names}}


def _meaning(word: str, rules: HouseRules, original: HouseRules) -> str:
    """Meaning of a word in a sentence, marked where the source does not say it; empty where nothing is known."""
    if word in (FORT, GUT, SELBST, GEGENSOLO):
        return next(term.meaning for term in TERMS if term.key == word)
    say = speaker_of(rules, original)
    game = game_statement(contract_of(word), say) if say and word != NO_SPECIAL else None
    return game.text + " °" * (not game.is_stated) if game else ""
