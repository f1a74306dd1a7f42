"""Requests of the server's interface (RSGI) in Django's terms, and answers that Django has no part in."""

import sys
from typing import IO, Any

from granian._granian import RSGIHTTPProtocol
from granian.rsgi import Scope

WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")

WORDS = {
    400: "Die Anfrage war unvollständig. / The request was incomplete.",
    408: "Es kam zu lange nichts mehr. / Nothing came for too long.",
    413: "Das ist zu groß. / This is too large.",
    503: "Gerade ist zu viel los, bitte gleich noch einmal. / Too busy right now, please try again.",
}
SOON = "2"
"""Seconds after which whoever was refused for being too many may ask again."""


class RequestRefused(Exception):
    """A request that Django never sees, and the status of its answer."""

    def __init__(self, status: int) -> None:
        self.status = status


def check_host(scope: Scope) -> None:
    """Refuse a request for two hosts, and one for none where HTTP asks for it."""
    hosts = sum(name == "host" for name, _value in scope.headers.items())
    if hosts > 1 or (not hosts and scope.http_version == "1.1"):
        raise RequestRefused(400)


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


def refuse(exchange: RSGIHTTPProtocol, status: int) -> None:
    """Say in plain words why a request is not taken, and close the connection."""
    headers = [("content-type", "text/plain; charset=utf-8"), ("cache-control", "no-store"), ("connection", "close")]
    if status == 503:
        headers.append(("retry-after", SOON))
    exchange.response_bytes(status, headers, f"{WORDS[status]}\n".encode())
