"""Lots drawn from a seed: the same in every language, on every machine and in every year.

Block number k of a seed is the SHA-256 of the text `seed|round|purpose|k` in UTF-8, k from 0, cut into eight numbers
of 32 bits (big-endian). Python's `random` would do as well, but only for those who have Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")

_WORDS = 2**32


class Lots:
    """A pot to draw from, one for each purpose, so that a draw for one purpose changes no other."""

    def __init__(self, seed: str, round_number: int, purpose: str) -> None:
        self._key = f"{seed}|{round_number}|{purpose}|".encode()
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each equally likely."""
        fair = _WORDS - _WORDS % limit
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % limit

    def _word(self) -> int:
        if not self._words:
            digest = sha256(self._key + str(self._block).encode()).digest()
            self._words = [int.from_bytes(digest[start : start + 4], "big") for start in range(28, -4, -4)]
            self._block += 1
        return self._words.pop()

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
