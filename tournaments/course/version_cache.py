"""Cache of what many look at, in this process, while the version of what it is about stands.

Who may look, and which version stands now, is asked with every request, in one statement (`rights.sights.Look`); the
cache knows nothing of rights.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

OLDEST = 3.0
"""Seconds after which nobody gets it any more: the time of day is in no version."""
MOST = 100

Value = TypeVar("Value")


class VersionCache(Generic[Value]):
    """Values by what distinguishes them. What somebody typed is no part of a key before it is understood."""

    def __init__(self) -> None:
        self._values: dict[Hashable, tuple[str, float, Value]] = {}
        self._guard = threading.Lock()

    def fetch(self, key: Hashable, make: Callable[[], Value], *, now: str) -> Value:
        """Value under a key that shows the version `now` at least, made anew if there is none.

        Of too many the one that was made first is forgotten.
        """
        version, began_at, value = self._values.get(key, ("", 0.0, None))
        if value is not None and version == now and time.monotonic() - began_at < OLDEST:
            return value
        began_at, made = time.monotonic(), make()
        with self._guard:
            self._values.pop(key, None)
            self._values[key] = now, began_at, made
            if len(self._values) > MOST:
                del self._values[next(iter(self._values))]
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._values.clear()
