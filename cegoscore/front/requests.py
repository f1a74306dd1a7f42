"""Requests are read whole, within limits, before one of a few threads hands them to Django."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import os
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from granian._granian import RSGIHTTPProtocol
from granian.rsgi import Scope

from cegoscore.front import limits
from cegoscore.front.bell import PATH, Bell
from cegoscore.front.pulse import Pulse
from cegoscore.front.rsgi import WITHOUT_BODY, RequestRefused, check_host, environ, refuse
from cegoscore.front.turns import TOO_MANY, Turns
from cegoscore.reached import address_of, network_of
from cegoscore.server import system

logger = logging.getLogger(__name__)

Handler = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Front:
    """The application of one worker process."""

    def __init__(
        self,
        handler: Handler,
        *,
        threads: int,
        folder: Path,
        bell: Bell | None = None,
        pulse: Pulse | None = None,
        connections: int = limits.MOST_CONNECTIONS,
    ) -> None:
        self.handler = handler
        self.bell = bell
        self.pulse = pulse
        self.requests = Shares(connections // 2)
        self.bodies = Shares(limits.MOST_BODIES)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="django")
        self.folder = folder
        """For the lock files of imports."""
        self.seeking = asyncio.Lock()
        self.in_turn = Shares(limits.MOST_IN_TURN)
        self.turns = Turns(folder / "turn.lock")
        self.waiting = 0

    async def __rsgi__(self, scope: Scope, exchange: RSGIHTTPProtocol) -> None:
        """Answer one request."""
        caller = caller_of(scope)
        try:
            check_host(scope)
            with self.requests.one_more(caller):
                if self._is_away():
                    refuse(exchange, 503)
                elif self.bell and scope.path.startswith(PATH):
                    await self.bell.answer(scope, exchange)
                elif scope.method in WITHOUT_BODY:
                    await self._to_django(scope, exchange, io.BytesIO(), 0)
                else:
                    with self.bodies.one_more(caller):
                        await self._read(scope, exchange, Body(scope, exchange))
        except RequestRefused as refusal:
            refuse(exchange, refusal.status)

    async def _read(self, scope: Scope, exchange: RSGIHTTPProtocol, body: Body) -> None:
        """Pass a request on once its body is here: in memory or, for a view that imports files, on disk."""
        memory = io.BytesIO()
        if await body.read(memory, limits.MOST_FORM):
            await self._to_django(scope, exchange, memory, body.length)
            return
        if limits.most_bytes(scope.path) < max(body.declared, body.length):
            raise await body.refusal(413)
        room = await self._room(body)
        try:
            with tempfile.TemporaryFile() as disk:
                disk.write(memory.getbuffer())
                if not await body.read(disk, limits.MOST_IMPORT):
                    raise await body.refusal(413)
                await self._to_django(scope, exchange, disk, body.length)
        finally:
            os.close(room)

    async def _room(self, body: Body) -> int:
        """A descriptor that locks the place of an import, of which there are few for all processes together.

        However many wait, one of them looks for a place.
        """
        try:
            async with asyncio.timeout(limits.PATIENCE), self.seeking:
                while (place := self._free_place()) is None:  # noqa: ASYNC110 - no process tells another one
                    await asyncio.sleep(limits.LOOK_FOR_ROOM)
        except TimeoutError:
            raise await body.refusal(503) from None
        return place

    def _free_place(self) -> int | None:
        places = (self.folder / f"import-{number}.lock" for number in range(limits.MOST_IMPORTS))
        return next((lock for place in places if (lock := system.lock_file(place, wait=False)) is not None), None)

    async def _to_django(self, scope: Scope, exchange: RSGIHTTPProtocol, body: IO[bytes], length: int) -> None:
        """Let Django answer once it is the request's turn, if what it asks for is done one at a time."""
        body.seek(0)
        request = environ(scope, body, length)
        if not limits.takes_turns(scope.path, scope.method):
            await self._in_a_thread(request, exchange)
            return
        caller = caller_of(scope)
        with self.in_turn.one_more(caller):
            async with self.turns.one(caller) as came:
                await self._in_a_thread(request if came else request | {TOO_MANY: True}, exchange)

    async def _in_a_thread(self, request: dict[str, Any], exchange: RSGIHTTPProtocol) -> None:
        """Wait for a thread, for a while, and until it has answered, or the database is known to be away."""
        if self.waiting >= limits.MOST_WAITING or self._is_away():
            refuse(exchange, 503)
            return
        self.waiting += 1
        try:
            loop, reply = asyncio.get_running_loop(), Reply(exchange)
            answer = self.pool.submit(self._answer, request, reply)
            answered = asyncio.wrap_future(answer)
            await self._answered(answered, within=limits.PATIENCE)
            # No thread has taken it; or the one that has it hangs.
            if answer.cancel() or (not await self._answered(answered) and reply.take()):
                refuse(exchange, 503)
            elif large := await answered:
                # The server opens the file by itself, and does not say when.
                loop.call_later(limits.SILENCE, large.close)
        finally:
            self.waiting -= 1

    def _is_away(self) -> bool:
        return self.pulse is not None and self.pulse.silent.is_set()

    async def _answered(self, answered: asyncio.Future[Any], *, within: float | None = None) -> bool:
        """Wait for an answer so many seconds, but no longer once the database is known to be away; true if it came."""
        if self.pulse is None:
            await asyncio.wait([answered], timeout=within)
            return answered.done()
        await asyncio.wait([answered], timeout=limits.SLOW if within is None else min(limits.SLOW, within))
        if not answered.done():
            with self.pulse.felt():
                away = asyncio.create_task(self.pulse.silent.wait())
                await asyncio.wait([answered, away], timeout=within, return_when=asyncio.FIRST_COMPLETED)
                away.cancel()
        return answered.done()

    def _answer(self, request: dict[str, Any], reply: Reply) -> IO[bytes] | None:
        """Let Django answer, in a thread. A large answer is sent from a file, which is returned."""
        start: list[Any] = []
        file = tempfile.SpooledTemporaryFile(limits.MOST_IN_MEMORY)  # noqa: SIM115 a large one is sent after this
        try:
            response = self.handler(request, lambda line, headers, exc_info=None: start.extend((line, headers)))
            try:
                for part in response:
                    file.write(part)
            finally:
                getattr(response, "close", lambda: None)()
            if reply.take() and _sent(reply.exchange, int(start[0][:3]), start[1], file):
                return file
        except Exception:
            logger.exception("No answer to %s", request["PATH_INFO"])
            if reply.take():
                reply.exchange.response_empty(500, [])
        file.close()
        return None


def _sent(exchange: RSGIHTTPProtocol, status: int, headers: list[tuple[str, str]], file: IO[bytes]) -> bool:
    """Send an answer; true if its file is still needed."""
    length = file.tell()
    file.seek(0)
    if length > limits.MOST_IN_MEMORY and system.FILES_HAVE_NAMES:
        others = [(name, value) for name, value in headers if name.lower() != "content-length"]
        exchange.response_file(status, [*others, ("content-length", str(length))], f"/dev/fd/{file.fileno()}")
        return True
    exchange.response_bytes(status, headers, file.read())
    return False


class Reply:
    """The one answer to a request, given by the thread that has it, or by the loop that waits no longer."""

    def __init__(self, exchange: RSGIHTTPProtocol) -> None:
        self.exchange = exchange
        self._free = threading.Lock()

    def take(self) -> bool:
        """True for the one who is to answer."""
        return self._free.acquire(blocking=False)


class Body:
    """A request's body as it comes in. Raises `RequestRefused` if it comes too slowly, or the sender breaks off."""

    def __init__(self, scope: Scope, exchange: RSGIHTTPProtocol) -> None:
        declared = scope.headers.get("content-length", "")
        self.is_held_back = "expect" in scope.headers
        """The sender waits to be told that it may send."""
        self.is_chunked = "transfer-encoding" in scope.headers
        self.declared = int(declared) if declared.isdecimal() and not self.is_chunked else 0
        """Bytes that will come; 0 if that is not said."""
        self.length = 0
        """Bytes that came."""
        self.chunks = aiter(exchange)

    async def read(self, file: IO[bytes], most: int) -> bool:
        """Append to `file` until the end: true; or until it is clear that more than `most` bytes come: false."""
        if self.declared > most:
            return False
        ends, begin = 0, asyncio.get_running_loop().time()
        while self.is_chunked or self.length < self.declared:
            latest = begin + min(limits.SILENCE + self.length / limits.LOWEST_RATE, limits.WHOLE)
            try:
                async with asyncio.timeout_at(latest), asyncio.timeout(limits.SILENCE):
                    chunk = await self.chunks.__anext__()
            except StopAsyncIteration:
                break
            except TimeoutError:
                raise RequestRefused(408) from None
            # The end is an empty chunk; so is, before it, an error.
            ends += not chunk
            self.length += len(chunk)
            file.write(chunk)
            if self.length > most:
                return False
        if ends > 1 or self.length < self.declared:
            raise RequestRefused(400)
        return True

    async def refusal(self, status: int) -> RequestRefused:
        """The refusal of a body that still comes.

        The sender may send on for a while, unread: an answer closes the connection, and may be lost with it.
        """
        skipped = limits.MOST_SKIPPED if self.is_held_back else 0
        with contextlib.suppress(TimeoutError, StopAsyncIteration):
            async with asyncio.timeout(limits.SILENCE):
                while skipped < limits.MOST_SKIPPED:
                    async with asyncio.timeout(limits.LINGER):
                        skipped += len(await self.chunks.__anext__())
        return RequestRefused(status)


class Shares:
    """Things in progress of every caller, who may have only so many of them at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = Counter[str]()

    @contextmanager
    def one_more(self, caller: str) -> Iterator[None]:
        """Count one more while it lasts; raises `RequestRefused` if the caller has its share already."""
        if self.taken[caller] >= self.most:
            raise RequestRefused(503)
        self.taken[caller] += 1
        try:
            yield
        finally:
            self.taken[caller] -= 1
            if not self.taken[caller]:
                del self.taken[caller]


def caller_of(scope: Scope) -> str:
    """Name whoever sent a request."""
    forwarded = ",".join(value for name, value in scope.headers.items() if name == "x-forwarded-for")
    return network_of(address_of(forwarded, scope.client.rpartition(":")[0].strip("[]")))
