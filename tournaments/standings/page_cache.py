"""Finished pages that a crowd reads, kept for some seconds in this process, compressed once for everybody.

Who may read a page, and who works at the desk and wants it fresh, is kept with it: a request that finds its page here
asks the database nothing. A page that is young enough is handed out; an older one is made anew by the first who asks,
while the others still get the old one, until it is too old for anybody.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
import uuid
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

YOUNG = 0.8
"""Seconds in which a page is handed out without a look at the database. An open page asks every second, so that it
follows within two."""
OLDEST = 5.0
"""Seconds after which nobody gets it any more."""
MOST_PAGES = 100
VERSION = b"@version@"
"""Placeholder for the page's own version, with which it asks for a newer one."""
COMPRESSION = 4
"""Saves most of what can be saved, in half the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A finished page, and who may read it."""

    body: bytes
    zipped: bytes
    version: str
    live: str
    """The tournament's version that the page shows."""
    made_at: float
    is_public: bool
    readers: frozenset[uuid.UUID]
    """Devices that may read it although it is not public."""
    staff: frozenset[uuid.UUID]
    """Devices of the desk, which are to have it fresh."""

    def serves(self, device: uuid.UUID | None) -> bool:
        """True if this device may read the page and need not have it fresh."""
        return device not in self.staff and (self.is_public or device in self.readers)

    def is_older_than(self, seconds: float) -> bool:
        """True if it was made longer ago."""
        return time.monotonic() - self.made_at > seconds


def finished(
    content: bytes,
    *,
    live: str,
    is_public: bool,
    readers: frozenset[uuid.UUID],
    staff: frozenset[uuid.UUID],
    began_at: float,
) -> Page:
    """A page made of its content. It is as old as the moment in which its making began (`time.monotonic`)."""
    version = hashlib.sha256(content).hexdigest()[:16]
    body = content.replace(VERSION, version.encode())
    return Page(
        body=body,
        zipped=gzip.compress(body, COMPRESSION, mtime=0),
        version=version,
        live=live,
        made_at=began_at,
        is_public=is_public,
        readers=readers,
        staff=staff,
    )


@dataclass(slots=True)
class PageCache:
    """Pages by what distinguishes them."""

    _pages: dict[Hashable, Page] = field(default_factory=dict)
    _making: dict[Hashable, threading.Lock] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def young(self, key: Hashable, live: str = "") -> Page | None:
        """The page if it is young and, if `live` is said, shows this version."""
        page = self._pages.get(key)
        return None if page is None or page.is_older_than(YOUNG) or live not in ("", page.live) else page

    def keep(self, key: Hashable, page: Page) -> Page:
        """Remember a page; of too many all are forgotten."""
        with self._guard:
            if len(self._pages) >= MOST_PAGES and key not in self._pages:
                self._pages.clear()
                self._making.clear()
            self._pages[key] = page
        return page

    def get(self, key: Hashable, make: Callable[[], Page], live: str = "") -> Page:
        """The page, made anew if it is no longer young; while somebody else is making it, the old one."""
        with self._guard:
            making = self._making.setdefault(key, threading.Lock())
        old = self._pages.get(key)
        bearable = old is not None and not old.is_older_than(OLDEST)
        if not making.acquire(blocking=not bearable):
            assert old is not None
            return old
        try:
            return self.young(key, live) or self.keep(key, make())
        finally:
            making.release()

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._pages.clear()
            self._making.clear()


def answer(request: HttpRequest, page: Page) -> HttpResponseBase:
    """The page as this browser takes it: 204 for a live view that shows it already, 304 for a cache that has it.

    Compressed here, so that no middleware compresses it again for everybody.
    """
    if request.GET.get("v") == page.version:
        return HttpResponse(status=204)
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{page.version}{"-gz" if zipped else ""}"'
    response = HttpResponse(page.zipped if zipped else page.body)
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache" if page.is_public else "private, no-cache"
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return get_conditional_response(request, etag=etag, response=response) or response
