"""Cache of what many look at, in this process, while the version of what it is about stands.

Who may look, and which version stands now, is asked with every request, in one statement (`rights.sights.Look`); the
cache knows nothing of rights. A value is handed out while it shows the version that stands. While many write at once it
is not made anew for each of them: whoever knows of nothing newer gets a young one; and while one request makes it anew,
the others get the old one.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

YOUNG = 0.8
"""Seconds in which something is handed out although a newer version stands. An open page without a bell asks every
second, so that it follows within two."""
OLDEST = 3.0
"""Seconds after which nobody gets it any more: the time of day is in no version."""
MOST = 100
LOCKS = 16

PARTS = re.compile(r"\d{1,18}(\.\d{1,18}){0,5}", re.ASCII)

Value = TypeVar("Value")


def _order(version: str) -> tuple[int, ...]:
    """Versions of one thing in the order in which they stood; what is no version comes first."""
    return tuple(map(int, version.split("."))) if PARTS.fullmatch(version) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptValue(Generic[Value]):
    """A value, the version that it shows at least, and since when (`time.monotonic`)."""

    value: Value
    version: str
    began_at: float

    def is_younger_than(self, seconds: float) -> bool:
        """True if its making began later."""
        return time.monotonic() - self.began_at < seconds

    def will_do(self, now: str, known: str, young: float) -> bool:
        """True if it shows the version `now`; or, for `young` seconds, one that is not older than `known`."""
        if self.version == now:
            return self.is_younger_than(OLDEST)
        is_news = known == now or _order(self.version) < min(_order(known), _order(now))
        return not is_news and self.is_younger_than(young)


def _locks() -> tuple[threading.Lock, ...]:
    return tuple(threading.Lock() for _ in range(LOCKS))


@dataclass(slots=True)
class VersionCache(Generic[Value]):
    """Values by what distinguishes them. What somebody typed is no part of a key before it is understood."""

    _kept: dict[Hashable, KeptValue[Value]] = field(default_factory=dict)
    """Those made last at the end."""
    _making: tuple[threading.Lock, ...] = field(default_factory=_locks)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def fetch(self, key: Hashable, make: Callable[[], Value], *, now: str, known: str = "") -> Value:
        """Value under a key, made anew if it will not do; while somebody else is making it, the old one.

        `now` is the version that stands, `known` one than which the value must not be older.
        """
        making = self._making[hash(key) % LOCKS]
        old = self._kept.get(key)
        if old and old.will_do(now, known, YOUNG):
            return old.value
        is_bearable = old is not None and old.will_do(now, known, OLDEST)
        if not making.acquire(blocking=not is_bearable):
            assert old is not None
            return old.value
        try:
            made = self._kept.get(key)
            return made.value if made and made.will_do(now, known, YOUNG) else self._made(key, make, now)
        finally:
            making.release()

    def _made(self, key: Hashable, make: Callable[[], Value], now: str) -> Value:
        """Make a value and remember it; of too many the oldest is forgotten."""
        began_at = time.monotonic()
        value = make()
        with self._guard:
            self._kept.pop(key, None)
            self._kept[key] = KeptValue(value=value, version=now, began_at=began_at)
            if len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._kept.clear()
