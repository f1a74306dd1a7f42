"""Many connections to a server, good and bad, and a table that records in between."""

import resource
import socket
import ssl
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.served import Server, Visitor

TOKEN = b"Cookie: csrftoken=" + 32 * b"a"
HALF_FORM = b"POST /new HTTP/1.1\r\nHost: localhost\r\n" + TOKEN + b"\r\nContent-Length: 50000\r\n\r\nname"
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: local"
TIMEOUT = 120.0


class Table:
    """Four people and a phone that records what they play."""

    def __init__(self, server: Server, home: str = "") -> None:
        visitor = Visitor(server)
        visitor.home = home or visitor.home
        self.open(visitor)

    def open(self, visitor: Visitor) -> None:
        """Let somebody open the table."""
        self.visitor = visitor
        self.visitor.get("/new")
        names = {f"name_{number}": name for number, name in enumerate("ABCD")}
        rules = {"rules": "braeunlingen-loewen", "first_dealer": "0", "currency": "€"}
        self.path, _page = self.visitor.post("/new", names | rules)
        self.hands = 0

    def record(self) -> None:
        """One more hand; raises `OSError` if the server does not take it."""
        self.hands += 1
        hand = {"uuid": str(uuid.uuid4()), "number": str(self.hands), "revision": "1", "lineup": "0,1,2,3"}
        hand |= {"dealer": str((self.hands - 1) % 4), "game": "solo", "declarer": "1", "points": "41"}
        self.visitor.post(f"{self.path}/hands", hand)

    def question(self) -> bytes:
        """The request of a phone that follows this table, and shows all of its hands."""
        return question(self.visitor, self.path, str(self.hands))


def question(visitor: Visitor, path: str, version: str) -> bytes:
    """The request of a browser that follows a sheet, and shows this version."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.jar)
    address = f"/bell/sheet/{path.rpartition('/')[2]}?v={version}"
    return f"GET {address} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n".encode()


@contextmanager
def connected(
    port: int, count: int, sent: bytes = b"", source: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> Iterator[list[socket.socket]]:
    """So many connections from one address, on each of which this was sent."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < min(hard, 16_384):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    connections = []
    try:
        for _ in range(count):
            connection = socket.create_connection(("127.0.0.1", port), TIMEOUT, (source, 0))
            if tls:
                connection = tls.wrap_socket(connection, server_hostname="localhost")
            connections.append(connection)
            if sent:
                connection.sendall(sent)
        yield connections
    finally:
        for connection in connections:
            connection.close()


def status(connection: socket.socket) -> int:
    """The status of the answer, 0 if the connection was closed without one. A part of a body may be lost."""
    answer = connection.recv(65536)
    return int(answer.split(b" ", 2)[1]) if answer else 0


def whole(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def memory(server: Server) -> int:
    """Bytes that the server's processes have in memory together."""
    return sum(int(fields[21]) for fields in server.started.members()) * resource.getpagesize()


def established(port: int) -> int:
    """Connections to this port that the server has not closed."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "01" for line in lines)
