"""A proxy between a browser and the app that counts what goes over the wire."""

import http.client
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit


class Wire(ThreadingHTTPServer):
    """The proxy; `answers` are the paths that were asked for, with the bytes of each answer's body, in order."""

    daemon_threads = True

    def __init__(self, home: str) -> None:
        self.home = urlsplit(home)
        self.answers: list[tuple[str, int]] = []
        super().__init__(("localhost", 0), _Handler)

    @property
    def url(self) -> str:
        """Address for the browser: on this machine, so that it offers Brotli and has workers."""
        return f"http://localhost:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Wire

    def do_POST(self) -> None:
        self.do_GET(self.rfile.read(int(self.headers["Content-Length"])))

    def do_GET(self, body: bytes | None = None) -> None:
        home = self.server.home
        connection = http.client.HTTPConnection(str(home.hostname), home.port or 80, timeout=60)
        with closing(connection):
            connection.request(self.command, self.path, body, dict(self.headers.items()))
            answer = connection.getresponse()
            answered = answer.read()
        self.server.answers.append((self.path, len(answered)))
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "server", "date"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answered)))
        self.end_headers()
        self.wfile.write(answered)

    def log_message(self, *_args: object) -> None:
        """Say nothing: the test reads `answers`."""


@contextmanager
def wire_to(home: str) -> Iterator[Wire]:
    """The proxy while it runs."""
    wire = Wire(home)
    Thread(target=wire.serve_forever, daemon=True).start()
    try:
        yield wire
    finally:
        wire.shutdown()
        wire.server_close()
