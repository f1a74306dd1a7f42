"""The table that a browser walks through gives the answers of the fold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import brotli
import pytest

from cegoscore.scoring.auction import begin, interrupts_of, options_of, say
from cegoscore.scoring.auction_state import Auction
from cegoscore.scoring.auction_table import auction_table
from cegoscore.scoring.rule_files import published_auction, published_identifiers

BID = tuple(identifier for identifier in published_identifiers() if published_auction(identifier))


def in_groups(numbers: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    assert len(numbers) % size == 0
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def table_of(identifier: str) -> dict[str, Any]:
    rules = published_auction(identifier)
    assert rules
    return auction_table(rules)


def possible_in(table: dict[str, Any], place: int) -> dict[tuple[int, str], int]:
    """Next place by seat and word."""
    turn, options, *calls = table["states"][place]
    found = {(turn, table["words"][word]): after for word, after in in_groups(options, 2)}
    for seat, word, after in in_groups(calls[0] if calls else [], 3):
        found[seat, table["words"][word]] = after
    return found


def possible_by_fold(auction: Auction) -> set[tuple[int, str]]:
    own = {(auction.turn, str(word)) for word in options_of(auction)}
    return own | {(seat, str(word)) for seat, words in interrupts_of(auction).items() for word in words}


@pytest.mark.parametrize("identifier", BID)
def test_random_words_lead_through_the_table_as_through_the_fold(identifier: str) -> None:
    table, rules, chance = table_of(identifier), published_auction(identifier), random.Random(identifier)
    assert rules
    for _auction in range(200):
        auction, place = begin(rules), table["start"]
        while place >= 0:
            assert table["states"][place][0] == auction.turn
            possible = possible_in(table, place)
            assert set(possible) == possible_by_fold(auction)
            seat, word = chance.choice(sorted(possible))
            auction, place = say(auction, seat, word), possible[seat, word]
        outcome = auction.outcome
        assert outcome
        declarer, game, contract, over_solo, leads = table["ends"][-1 - place]
        assert (declarer, table["words"][game], contract) == (outcome.declarer, outcome.game, outcome.contract)
        assert (bool(over_solo), leads) == (outcome.over_solo, outcome.leads)


@pytest.mark.parametrize("identifier", BID)
def test_options_stand_in_the_order_of_the_fold(identifier: str) -> None:
    table, rules = table_of(identifier), published_auction(identifier)
    assert rules
    shown = [table["words"][word] for word, _after in in_groups(table["states"][table["start"]][1], 2)]
    assert shown == list(options_of(begin(rules)))


@pytest.mark.parametrize("identifier", BID)
def test_table_is_two_kilobytes(identifier: str) -> None:
    assert len(brotli.compress(json.dumps(table_of(identifier), separators=(",", ":")).encode())) <= 2_000
