"""Table of an auction's states: the same answers as the fold gives, for a browser to walk through without an engine.

Equal states are one row, so that a table has some tens to hundreds of rows and is 2 kB compressed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cegoscore.scoring.auction import begin, interrupts_of, options_of, say
from cegoscore.scoring.auction_rules import AuctionRules
from cegoscore.scoring.auction_state import Auction, Outcome

Row = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Seat whose turn it is; word and next place for each option; seat, word and next place for each call out of turn."""


@dataclass(slots=True)
class _Rows:
    """Rows and ends found so far, each once; a place from 0 is that of a row, one below is that of an end."""

    words: dict[str, int] = field(default_factory=dict)
    rows: dict[Row, int] = field(default_factory=dict)
    ends: dict[Outcome, int] = field(default_factory=dict)
    seen: dict[Auction, int] = field(default_factory=dict)

    def place(self, auction: Auction) -> int:
        """Place of a state; those that can follow it come before it."""
        if auction.outcome:
            return -1 - self.ends.setdefault(auction.outcome, len(self.ends))
        if auction not in self.seen:
            options = tuple(
                number for word in options_of(auction) for number in (self._word(word), self._after(auction, word))
            )
            calls = tuple(
                number
                for seat, words in interrupts_of(auction).items()
                for word in words
                for number in (seat, self._word(word), self.place(say(auction, seat, word)))
            )
            row = (auction.turn, options, calls)
            self.seen[auction] = self.rows.setdefault(row, len(self.rows))
        return self.seen[auction]

    def end(self, outcome: Outcome) -> list[Any]:
        """Row of an end."""
        contract = str(outcome.contract)
        return [outcome.declarer, self._word(outcome.game), contract, int(outcome.over_solo), outcome.leads]

    def _after(self, auction: Auction, word: str) -> int:
        return self.place(say(auction, auction.turn, word))

    def _word(self, word: str) -> int:
        return self.words.setdefault(str(word), len(self.words))


@lru_cache(maxsize=256)
def auction_table(rules: AuctionRules) -> dict[str, Any]:
    """Table of an auction.

    `words` by number, `states` as rows, `start`: the row of the beginning, `ends`: declarer, word, contract, 1 if over
    a Solo, who leads.
    """
    found = _Rows()
    start = found.place(begin(rules))
    ends = [found.end(outcome) for outcome in found.ends]
    rows = [_lists(row) for row in found.rows]
    return {"words": list(found.words), "states": rows, "start": start, "ends": ends}


def _lists(row: Row) -> list[Any]:
    turn, options, calls = row
    return [turn, list(options), *([list(calls)] if calls else [])]
