"""Lots drawn from a seed: the same in every language, on every machine and in every year.

Block number k of a seed is the SHA-256 of the text `seed|round|purpose|k` in UTF-8, k from 0, cut into eight numbers
of 32 bits (big-endian). Python's `random` would do as well, but only for those who have Python.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

Item = TypeVar("Item")

_WORDS = 2**32


class Lots:
    """A pot to draw from, one for each purpose, so that a draw for one purpose changes no other."""

    def __init__(self, seed: str, round_number: int, purpose: str) -> None:
        self._words = _words(f"{seed}|{round_number}|{purpose}|")

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each equally likely."""
        return next(self.all_below(limit))

    def all_below(self, limit: int) -> Iterator[int]:
        """Such numbers without end, for whoever takes many."""
        fair = _WORDS - _WORDS % limit
        return (word % limit for word in self._words if word < fair)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """All items in an order by lot (Fisher and Yates, from the back)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def one_of(self, items: Sequence[Item]) -> Item:
        """One item; there must be one."""
        return items[self.below(len(items))]


def _words(key: str) -> Iterator[int]:
    for block in count():
        yield from unpack(">8I", sha256(f"{key}{block}".encode()).digest())
