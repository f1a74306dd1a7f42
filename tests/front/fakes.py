"""The server's side of a request, by hand: its parts come when a test says, and its answer is kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any

Parts = Iterable[bytes | None]
"""A body, piece by piece; `None` for a silence that does not end."""


class Headers:
    """Headers as they came, in their order; the same name may come twice."""

    def __init__(self, *items: tuple[str, str]) -> None:
        self.pairs = items if "host" in dict(items) else (("host", "localhost"), *items)

    def __contains__(self, name: str) -> bool:
        return any(name == other for other, _value in self.pairs)

    def get(self, name: str, default: str = "") -> str:
        return next((value for other, value in self.pairs if name == other), default)

    def items(self) -> Iterable[tuple[str, str]]:
        return self.pairs


@dataclass(kw_only=True)
class Scope:
    """A request without its body."""

    method: str = "GET"
    path: str = "/"
    query_string: str = ""
    headers: Headers = field(default_factory=Headers)
    client: str = "192.0.2.7:50000"
    server: str = "127.0.0.1:8000"
    scheme: str = "http"
    http_version: str = "1.1"


class Disconnect:
    """Never done by itself."""

    def __init__(self) -> None:
        self.callbacks: list[Callable[[Any], object]] = []
        self.is_cancelled = False

    def __await__(self) -> Any:
        return asyncio.Event().wait().__await__()

    def add_done_callback(self, callback: Callable[[Any], object]) -> None:
        self.callbacks.append(callback)

    def cancel(self) -> bool:
        self.is_cancelled = True
        return True


class Exchange:
    """A body's parts, as the server hands them over: an empty one is the end, and another one before it an error."""

    def __init__(self, *parts: bytes | None, drips: bool = False) -> None:
        self.parts: Iterator[bytes | None] = repeat(b"=") if drips else iter([*parts, b""])
        self.taken = 0
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.disconnect = Disconnect()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        await asyncio.sleep(0)
        try:
            part = next(self.parts)
        except StopIteration:
            raise StopAsyncIteration from None
        if part is None:
            await asyncio.Event().wait()
        assert part is not None
        self.taken += len(part)
        return part

    def client_disconnect(self) -> Disconnect:
        return self.disconnect

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.response_bytes(status, headers, b"")

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        assert not self.status, "answered twice"
        self.status, self.headers, self.body = status, {name.lower(): value for name, value in headers}, body

    def response_file(self, status: int, headers: list[tuple[str, str]], file: str) -> None:
        self.response_bytes(status, headers, Path(file).read_bytes())
        self.headers["x-from-file"] = file
