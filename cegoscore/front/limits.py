"""Limits of a request: sizes, times, and the number at once."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from django.urls import Resolver404, resolve
from django.views.decorators.http import require_http_methods

MOST_FORM = 64 * 1024
"""Bytes of a request's body, which is kept in memory."""
MOST_IMPORT = 12 * 1024 * 1024
"""Bytes of a request's body for a view that imports files; more than `MOST_FORM` is kept on disk."""
MOST_IMPORTS = 4
"""Bodies on disk at once, in all processes together."""
LOOK_FOR_ROOM = 0.2
"""Seconds after which the one that looks for such a place looks again: no process tells another one."""
SILENCE = 10.0
"""Seconds without a byte after which a sender is given up, and that even a small body may take."""
LOWEST_RATE = 4096
"""Bytes a second that a body must have after that."""
WHOLE = 120.0
"""Seconds that no body may take longer."""
MOST_BODIES = 256
"""Bodies that come in from one address: a hall that sends its hands all at once."""
UNREAD = 30.0
"""Seconds after which a reader who takes nothing of an answer is given up."""
MOST_SKIPPED = 32 * 1024 * 1024
"""Bytes that a sender who is refused may go on sending, unread, before the connection is closed."""
LINGER = 1.0
"""Seconds without a byte after which that is over."""
MOST_WAITING = 2048
"""Requests that wait for a thread of a process."""
PATIENCE = 20.0
"""Seconds that a request may wait for a thread or, if it imports, for its place on the disk."""
TURN = 10.0
"""Seconds that a request waits for its turn at what the server does one at a time (`turns`)."""
MOST_IN_TURN = 64
"""Requests of an address that wait so in a process: a hall that asks for pictures."""
LOOK_FOR_TURN = 0.02
"""Seconds after which a process looks again whether it is its turn."""
SLOW = 1.0
"""Seconds after which a request takes so long that the database's pulse is felt."""
SILENT = 2.0
"""Seconds without an answer after which the database counts as away: nobody waits for it any more."""
BETWEEN_BEATS = 1.0
"""Seconds between an answer of the database and the next question, while requests are slow."""
MOST_IN_MEMORY = 1024 * 1024
"""Bytes of an answer; a larger one is kept on disk until its reader has it."""
MOST_CONNECTIONS = 8192
"""Connections of a process. One address has half of them, and so have all held questions together."""
FOLLOWERS = 4000
"""Held questions of a process; more of them ask every other second."""
THREADS = 2
"""Threads of a process that run Django; each keeps a connection to the database, and the process one more."""
SPARE_FILES = 256
"""Open files of a process for everything that is no connection."""
BACKLOG = 4096
"""Connections that wait to be accepted; the kernel's `net.core.somaxconn` limits it, too."""

form_page = require_http_methods(["GET", "POST"])
"""A page with a form, which comes back to it."""

View = TypeVar("View", bound=Callable[..., Any])


def one_at_a_time(*methods: str) -> Callable[[View], View]:
    """Let a view's requests by these methods wait for their turn: what it does takes long, and strangers may ask it."""

    def mark(view: View) -> View:
        view.one_at_a_time = methods  # type: ignore[attr-defined]
        return view

    return mark


def takes_files(view: View) -> View:
    """Let a view have bodies of up to `MOST_IMPORT`; reading them takes long, so it is done one at a time."""
    view.takes_files = True  # type: ignore[attr-defined]
    return one_at_a_time("POST")(view)


def most_bytes(path: str) -> int:
    """The limit for a request's body by its path."""
    return MOST_IMPORT if getattr(_view(path), "takes_files", False) else MOST_FORM


def takes_turns(path: str, method: str) -> bool:
    """True if such a request waits for its turn."""
    return method in getattr(_view(path), "one_at_a_time", ())


@lru_cache(maxsize=1024)
def _view(path: str) -> Callable[..., Any] | None:
    """The view of a path. Most ask for one of a few pages again and again, and each is looked up once."""
    try:
        return resolve(path).func
    except Resolver404:
        return None
