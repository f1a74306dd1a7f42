"""Table of an auction's states: the same answers as the fold gives, for a browser to walk through without an engine.

Equal states are one row, so that a table has some tens to hundreds of rows and is 2 kB compressed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cegoscore.scoring.auction.auction import begin, possible_in, say
from cegoscore.scoring.auction.state import Auction
from cegoscore.scoring.rules.auction_rules import AuctionRules


@lru_cache(maxsize=256)
def auction_table(rules: AuctionRules) -> dict[str, Any]:
    """Table of an auction.

    `words` by number; `states`: seat, word and next place for everything that may be said, first by the one whose turn
    it is; `start`: the state of the beginning; `ends`: declarer, word, whether over a Solo, who leads. A place from 0
    is that of a state, one below is that of an end.
    """
    table = _Table()
    start = table.place(begin(rules))
    return {"words": list(table.words), "states": list(table.states), "start": start, "ends": list(table.ends)}


class _Table:
    """Words, states and ends met so far, each once with its number."""

    def __init__(self) -> None:
        self.words: dict[Any, int] = {}
        self.states: dict[Any, int] = {}
        self.ends: dict[Any, int] = {}
        self._places: dict[Auction, int] = {}

    def place(self, auction: Auction) -> int:
        """Place of a state; those that can follow it come before it."""
        if auction not in self._places:
            self._places[auction] = self._new_place(auction)
        return self._places[auction]

    def _new_place(self, auction: Auction) -> int:
        if outcome := auction.outcome:
            end = (outcome.declarer, _number(self.words, outcome.game), outcome.over_solo, outcome.leads)
            return -1 - _number(self.ends, end)
        choices = tuple(
            (seat, _number(self.words, word), self.place(say(auction, seat, word)))
            for seat, word in possible_in(auction)
        )
        return _number(self.states, choices)


def _number(numbers: dict[Any, int], value: Any) -> int:
    return numbers.setdefault(value, len(numbers))
