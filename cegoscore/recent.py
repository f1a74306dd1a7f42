"""Mapping for what was made lately in this process: it forgets its oldest entries."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """At most so many values; threads may use it at once. What a key stands for must never change."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: dict[Hashable, Value] = {}
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        """The value under a key, if it is still here."""
        return self._kept.get(key)

    def put(self, key: Hashable, value: Value) -> Value:
        """Keep a value, and hand it back."""
        with self._guard:
            self._kept.pop(key, None)
            self._kept[key] = value
            if len(self._kept) > self.most:
                del self._kept[next(iter(self._kept))]
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._kept.clear()
