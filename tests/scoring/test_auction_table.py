"""The table that a browser walks through gives the answers of the fold."""

import json
import random
from typing import Any

import brotli
import pytest

from cegoscore.scoring.auction.auction import auction_table, begin, interrupts_of, options_of, say
from cegoscore.scoring.rules.rule_files import published_auction, published_identifiers

BID = tuple(identifier for identifier in published_identifiers() if published_auction(identifier))


def table_of(identifier: str) -> dict[str, Any]:
    rules = published_auction(identifier)
    assert rules
    return auction_table(rules)


@pytest.mark.parametrize("identifier", BID)
def test_random_words_lead_through_the_table_as_through_the_fold(identifier: str) -> None:
    """Words stand in the order of the fold, so that the first one is of the seat whose turn it is."""
    table, rules, chance = table_of(identifier), published_auction(identifier), random.Random(identifier)
    assert rules
    for _auction in range(200):
        auction, place = begin(rules), table["start"]
        while place >= 0:
            choices = [(seat, table["words"][word]) for seat, word, _next in table["states"][place]]
            own = [(auction.turn, word) for word in options_of(auction)]
            others = [(seat, word) for seat, words in interrupts_of(auction).items() for word in words]
            assert choices == own + others
            assert own
            seat, word, place = chance.choice(table["states"][place])
            auction = say(auction, seat, table["words"][word])
        outcome = auction.outcome
        assert outcome
        declarer, game, over_solo, leads = table["ends"][-1 - place]
        assert (declarer, table["words"][game]) == (outcome.declarer, outcome.game)
        assert (over_solo, leads) == (outcome.over_solo, outcome.leads)


@pytest.mark.parametrize("identifier", BID)
def test_table_is_two_kilobytes(identifier: str) -> None:
    assert len(brotli.compress(json.dumps(table_of(identifier), separators=(",", ":")).encode())) <= 2_000
