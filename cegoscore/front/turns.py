"""Turns: what takes long is done one at a time by the whole server, so that nobody's tables wait for it.

A view says so itself (`limits.one_at_a_time`). Its requests wait here, where no thread waits with them: of an address
one at a time, so that whoever sends many waits for themselves, then of this process, then for the file that all
processes lock. Who has waited too long goes on all the same, with a word for the middleware that answers then
(`TOO_MANY`).
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from weakref import WeakValueDictionary

from cegoscore.front import limits
from cegoscore.server import system

TOO_MANY = "cegoscore.too_many"
"""In the environment of a request whose turn has not come."""


class Turns:
    """Those of one process; the file is every process's."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.of_an_address: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.of_this_process = asyncio.Lock()

    @asynccontextmanager
    async def one(self, caller: str) -> AsyncIterator[bool]:
        """Wait for a turn and have it; false if it has not come."""
        async with AsyncExitStack() as turn:
            came = await self._came(caller, turn)
            if not came:
                await turn.aclose()
            yield came

    async def _came(self, caller: str, turn: AsyncExitStack) -> bool:
        """Enter all that a turn takes; false if that lasts too long."""
        try:
            async with asyncio.timeout(limits.TURN):
                await turn.enter_async_context(self.of_an_address.setdefault(caller, asyncio.Lock()))
                await turn.enter_async_context(self.of_this_process)
                while (place := system.lock_file(self.file, wait=False)) is None:  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(limits.LOOK_FOR_TURN)
        except TimeoutError:
            return False
        turn.push_async_callback(_leave, place)
        return True


async def _leave(place: int) -> None:
    """Give the place to another process that looks for it, before this one looks again."""
    os.close(place)
    await asyncio.sleep(limits.LOOK_FOR_TURN * 1.5)
