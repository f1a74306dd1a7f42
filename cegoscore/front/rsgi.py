"""The server's interface as far as we use it (RSGI 1.5), and a request in Django's terms."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import IO, Any, Protocol

WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")

WORDS = {
    400: "Die Anfrage war unvollständig. / The request was incomplete.",
    408: "Es kam zu lange nichts mehr. / Nothing came for too long.",
    413: "Das ist zu groß. / This is too large.",
    503: "Gerade ist zu viel los, bitte gleich noch einmal. / Too busy right now, please try again.",
}
SOON = "2"
"""Seconds after which whoever was refused for being too many may ask again."""


class Refused(Exception):
    """A request that Django never sees, and the status of its answer."""

    def __init__(self, status: int) -> None:
        self.status = status


class Headers(Protocol):
    """A request's headers by lower-case names; one sent twice is there twice in `items`."""

    def __contains__(self, name: str) -> bool: ...
    def get(self, name: str, default: str = "") -> str: ...
    def items(self) -> Iterable[tuple[str, str]]: ...


class Scope(Protocol):
    """A request without its body."""

    client: str
    server: str
    scheme: str
    method: str
    http_version: str
    path: str
    query_string: str
    headers: Headers


class Disconnect(Awaitable[None], Protocol):
    """Done when the client is gone; to be cancelled by whoever waits no longer."""

    def add_done_callback(self, callback: Callable[[Any], object]) -> None: ...
    def cancel(self) -> bool: ...


class Exchange(Protocol):
    """A request's body as it comes in, and the one answer, which any thread may give."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...
    def client_disconnect(self) -> Disconnect: ...
    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None: ...
    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None: ...
    def response_file(self, status: int, headers: list[tuple[str, str]], file: str) -> None: ...


def environ(scope: Scope, body: IO[bytes], length: int) -> dict[str, Any]:
    """The request as WSGI has it, its body read whole.

    Header names with an underscore are left out: in WSGI's spelling they would pass for those with a hyphen.
    """
    server, _, port = scope.server.rpartition(":")
    result: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name or name in ("content-length", "transfer-encoding"):
            continue
        key = "CONTENT_TYPE" if name == "content-type" else f"HTTP_{name.upper().replace('-', '_')}"
        result[key] = f"{result[key]}{'; ' if name == 'cookie' else ','}{value}" if key in result else value
    if length or scope.method not in WITHOUT_BODY:
        result["CONTENT_LENGTH"] = str(length)
    return result


def refuse(exchange: Exchange, status: int) -> None:
    """Say in plain words why a request is not taken, and close the connection."""
    headers = [("content-type", "text/plain; charset=utf-8"), ("cache-control", "no-store"), ("connection", "close")]
    if status == 503:
        headers.append(("retry-after", SOON))
    exchange.response_bytes(status, headers, f"{WORDS[status]}\n".encode())
