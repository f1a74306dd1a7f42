"""Nobody on the network stops the server: a hall goes on recording beside everything that a client may do."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from cegoscore.front import limits
from tests.benchmarks.bare import LARGE
from tests.effort import thorough
from tests.front.caddy import DATA, caddy, frames, half_forms, tls
from tests.front.crowd import HALF_FORM, HALF_HEAD, TIMEOUT, Table, connected, established, memory, status, whole
from tests.served import Server, Visitor, wait_until

MEGABYTE = 1024 * 1024
NEIGHBOUR = "127.0.0.2"
"""Another address than that of the table."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a few pages more, for all tests of this file."""
    server = Server(tmp_path_factory.mktemp("hall"), settings="tests.benchmarks.settings", processes=2)
    yield server
    server.kill()


@pytest.fixture
def table(hall: Server) -> Table:
    return Table(hall)


def post(port: int, head: str, body: bytes = b"") -> socket.socket:
    """A connection on which a form begins."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
    connection.sendall(f"POST {head}\r\nHost: localhost\r\n".encode() + body)
    return connection


@thorough
def test_who_sends_far_too_much_is_told_so_although_it_still_sends(hall: Server) -> None:
    body = b"Content-Length: 3000000\r\n\r\n" + b"x" * 3_000_000
    with post(hall.port, "/new HTTP/1.1", body) as connection:
        answer = whole(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert "zu groß".encode() in answer


@thorough
def test_body_that_breaks_off_is_refused(hall: Server) -> None:
    for begun in (b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n", b"Content-Length: 50\r\n\r\nabcde"):
        with post(hall.port, "/new HTTP/1.1", begun) as connection:
            connection.shutdown(socket.SHUT_WR)
            assert status(connection) in (400, 0)
    with post(hall.port, "/new HTTP/1.1", b"Transfer-Encoding: chunked\r\n\r\nno number\r\nabc") as connection:
        assert status(connection) == 400


def test_chunked_form_reaches_its_view(hall: Server) -> None:
    body = b"Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n"
    with post(hall.port, "/language HTTP/1.1", body) as connection:
        assert status(connection) == 403, "without a token"


@pytest.mark.parametrize(
    ("rest", "expected"), [("1.1", 400), ("1.1\r\nHost: a\r\nHost: a", 400), ("1.0", 200), ("1.1\r\nHost: a", 200)]
)
def test_request_for_two_hosts_is_none_nor_one_for_none(hall: Server, rest: str, expected: int) -> None:
    with connected(hall.port, 1, f"GET /healthz HTTP/{rest}\r\n\r\n".encode()) as (connection,):
        assert status(connection) == expected


def test_head_and_several_requests_on_a_connection(hall: Server) -> None:
    with connected(hall.port, 1) as (connection,):
        file = connection.makefile("rb")
        lengths = []
        for method in ("HEAD", "GET", "HEAD", "GET"):
            connection.sendall(f"{method} /bare/hello HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            head = b"".join(iter(file.readline, b"\r\n")).lower()
            assert head.startswith(b"http/1.1 200 ")
            lengths.append(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            assert method == "HEAD" or file.read(5) == b"hello"
        assert lengths == [5] * 4


@thorough
def test_large_answer_arrives_whole(hall: Server) -> None:
    head = b"GET /bare/large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with connected(hall.port, 1, head) as (connection,):
        assert whole(connection).endswith(b"\r\n\r\n" + b"x" * LARGE)


@thorough
def test_import_of_several_megabytes_reaches_its_view(hall: Server) -> None:
    visitor = Visitor(hall)
    visitor.get("/tournaments/import")
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.jar)
    head = f"Cookie: {cookies}\r\nX-CSRFToken: {visitor.token}\r\nContent-Type: multipart/form-data; boundary=b\r\n"
    body = b'--b\r\nContent-Disposition: form-data; name="file"; filename="t.json"\r\n\r\n'
    body += b"x" * 3 * MEGABYTE + b"\r\n--b--\r\n"
    form = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    with post(hall.port, "/tournaments/import HTTP/1.1", form) as connection:
        assert status(connection) == 422, "it is no tournament"


@pytest.mark.heavy
def test_two_hundred_slow_readers(hall: Server, table: Table) -> None:
    before = memory(hall)
    with connected(hall.port, 200, b"GET /bare/large HTTP/1.1\r\nHost: localhost\r\n\r\n") as readers:
        for reader in readers:
            assert status(reader) == 200
        for _ in range(10):
            table.record()
        assert memory(hall) - before < 300 * MEGABYTE, "1,000 MB are on their way"
        assert len(readers[0].recv(65536)) > 0


@pytest.mark.heavy
def test_readers_who_take_nothing_are_closed(hall: Server, table: Table) -> None:
    with connected(hall.port, 50, b"GET /bare/large HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        assert established(hall.port) >= 50
        wait_until(lambda: established(hall.port) == 0, "they are closed")
        table.record()


@contextmanager
def dripping(senders: list[socket.socket], drop: bytes = b"=", pause: float = 1) -> Iterator[None]:
    """Every one of them sends a drop each second."""
    over = threading.Event()

    def drip() -> None:
        while not over.wait(pause):
            for sender in senders:
                with suppress(OSError):  # it is closed already
                    sender.sendall(drop)

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.heavy
def test_eleven_hundred_dripping_forms_on_a_server_of_a_thousand_files(tmp_path: Path) -> None:
    server = Server(tmp_path, settings="tests.front.few_connections", processes=1)
    try:
        table = Table(server)
        with connected(server.port, 1100, HALF_FORM, NEIGHBOUR) as senders, dripping(senders):
            for _ in range(10):
                table.record()
            assert {status(sender) for sender in senders} <= {408, 503, 0}
    finally:
        server.kill()


@pytest.mark.heavy
@pytest.mark.parametrize("path", ["/tournaments/import", "/code", "/new"])
def test_uploads_of_a_gigabyte(hall: Server, table: Table, path: str) -> None:
    before = memory(hall)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {1 << 30}\r\n\r\n".encode()
    with connected(hall.port, 8, head) as senders:
        for sender in senders:
            sender.sendall(b"x" * MEGABYTE)
        for _ in range(3):
            table.record()
        assert {status(sender) for sender in senders} == {413}
    assert memory(hall) - before < 100 * MEGABYTE


@pytest.mark.heavy
def test_gigabyte_that_asks_first_is_not_sent(hall: Server) -> None:
    head = f"Content-Length: {1 << 30}\r\nExpect: 100-continue\r\n\r\n".encode()
    with post(hall.port, "/tournaments/import HTTP/1.1", head) as connection:
        assert status(connection) == 413


@pytest.mark.heavy
@pytest.mark.parametrize("path", ["/tournaments/import", "/new"])
def test_chunks_without_end(hall: Server, table: Table, path: str) -> None:
    before, chunk = memory(hall), b"10000\r\n" + b"x" * 65536 + b"\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    statuses = []

    def send(sender: socket.socket) -> None:
        try:
            for _ in range(1000):
                sender.sendall(chunk)
        except OSError:
            pass  # it is closed on us some time after the answer
        statuses.append(status(sender))

    with connected(hall.port, 8, head) as senders:
        threads = [threading.Thread(target=send, args=(sender,)) for sender in senders]
        for thread in threads:
            thread.start()
        for _ in range(3):
            table.record()
        for thread in threads:
            thread.join()
    assert set(statuses) <= {413, 503}
    assert memory(hall) - before < 100 * MEGABYTE


@pytest.mark.heavy
@pytest.mark.both
def test_three_thousand_half_heads_and_three_thousand_who_follow(hall: Server, table: Table) -> None:
    with connected(hall.port, 3000, HALF_HEAD) as silent, connected(hall.port, 3000, table.question()) as followers:
        table.record()
        assert {status(follower) for follower in followers} == {200}
        for _ in range(3):
            table.record()
        assert {connection.recv(1000) for connection in silent} == {b""}


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[tuple[Server, Server, int]]:
    """Two hosts on the same data behind Caddy."""
    one = Server(tmp_path / "data")
    two = one.another()
    try:
        with caddy(tmp_path, "http", f"127.0.0.1:{one.port} 127.0.0.1:{two.port}") as port:
            yield one, two, port
    finally:
        one.kill()
        two.kill()


@pytest.mark.heavy
@pytest.mark.both
def test_two_hosts_behind_a_proxy(proxied: tuple[Server, Server, int]) -> None:
    one, _two, port = proxied
    table = Table(one, home=f"http://localhost:{port}")
    flushed = HALF_FORM + b"x" * 30_000  # so that the proxy passes it on
    with (
        connected(port, 200, flushed) as senders,
        connected(port, 200) as silent,
        connected(port, 200, table.question()) as followers,
    ):
        table.record()
        assert {status(follower) for follower in followers} == {200}
        for _ in range(5):
            table.record()
        for connection in (*senders, *silent):
            status(connection)  # the proxy closes it, in words of its own
        table.record()


@pytest.mark.heavy
def test_seventeen_thousand_dripping_forms_on_seventy_two_connections(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", processes=2)
    try:
        with (
            caddy(tmp_path, "https", f"127.0.0.1:{server.port}") as port,
            connected(port, 72, half_forms(port, 240), NEIGHBOUR, tls("h2")) as senders,
            dripping(senders, frames(240, DATA, b"="), 8),
        ):
            for _ in range(20):  # twice as long as the first ones are borne
                urlopen(f"https://localhost:{port}/new", timeout=10, context=tls("http/1.1")).close()
                time.sleep(1)
            assert established(server.port) < limits.MOST_BODIES
    finally:
        server.kill()
