"""The pulse of the database, felt once a request takes long: silence that lasts means that it is away.

A database that is gone says so, and whoever asks it gets an error. One that hangs (its host frozen, a pooler or a proxy
before it that stands still) says nothing, and its connections wait: a question on a fresh one tells the two apart from
a page that is only slow.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import DatabaseError, connection

from cegoscore.front import limits

logger = logging.getLogger(__name__)


def ask_database() -> None:
    """Ask something on a connection of its own. Raises `DatabaseError`."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


class Pulse:
    """True if the database of one process answers; all but `ask` belongs to the event loop."""

    def __init__(
        self, ask: Callable[[], None] = ask_database, *, on_silence: Callable[[], None] = lambda: None
    ) -> None:
        self.ask = ask
        self.on_silence = on_silence
        self.silent = asyncio.Event()
        """Set while the database is known to be away."""
        self.slow = 0
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._feeling: asyncio.Task[None] | None = None

    @contextmanager
    def felt(self) -> Iterator[None]:
        """Feel it while a request takes long."""
        self.slow += 1
        if self._feeling is None or self._feeling.done():
            self._feeling = asyncio.create_task(self._feel())
        try:
            yield
        finally:
            self.slow -= 1

    async def _feel(self) -> None:
        """Ask again and again, until nothing is slow and the database answers."""
        while self.slow or self.silent.is_set():
            asked = asyncio.get_running_loop().run_in_executor(self._pool, self.ask)
            await asyncio.wait([asked], timeout=limits.SILENT)
            if not asked.done() and not self.silent.is_set():
                logger.error("Nothing is heard of the database: what waits is answered 503 until it is back")
                self.silent.set()
                self.on_silence()
            with contextlib.suppress(DatabaseError):  # an error is no silence, and no answer either
                await asked
                if self.silent.is_set():
                    logger.warning("The database is heard again")
                self.silent.clear()
            await asyncio.sleep(limits.BETWEEN_BEATS)
