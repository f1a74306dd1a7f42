"""Behind each proxy as the documents set it up a hall is held, and pages, hands and the bell come through it."""

import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.front.caddy import tls
from tests.front.crowd import Table, connected, established, status
from tests.front.documented import PROGRAMS, proxy
from tests.served import Server, Visitor, free_port, wait_until

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]

HELD = 250
MOST = 1.0
"""Seconds for a page or a hand, the best of three: the machine has other work, too."""


class Guest(Visitor):
    """A browser over HTTPS, which says where its forms come from."""

    def __init__(self, port: int) -> None:
        self.port = port
        super().__init__(self)
        self.home = f"https://localhost:{port}"
        trusting = urllib.request.HTTPSHandler(context=tls("http/1.1"))
        self.opener = urllib.request.build_opener(trusting, urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.addheaders = [("Origin", self.home), ("Referer", f"{self.home}/")]


class FarTable(Table):
    """A table whose phone comes through a proxy."""

    def __init__(self, port: int) -> None:
        self.open(Guest(port))


def is_served(port: int) -> bool:
    """Say whether the server answers through the proxy."""
    with suppress(OSError):
        Guest(port).get("/")
        return True
    return False


def quickest(act: Callable[[], object]) -> float:
    """Seconds of the quickest of three."""
    times = []
    for _ in range(3):
        begin = time.monotonic()
        act()
        times.append(time.monotonic() - begin)
    return min(times)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Server]]:
    """A server, and the port on which one proxy after the other passes on to it."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUBLIC_URL", f"https://localhost:{port}")
        server = Server(tmp_path_factory.mktemp("data"), "", processes=2)
    yield port, server
    server.kill()


@pytest.mark.parametrize("name", PROGRAMS)
def test_hall_behind_a_proxy_of_the_documents(name: str, tmp_path: Path, hall: tuple[int, Server]) -> None:
    port, server = hall
    with proxy(name, tmp_path, port=port, server=server.port):
        wait_until(lambda: is_served(port), "the proxy has found the server")
        table = FarTable(port)
        table.record()
        with connected(port, HELD, table.question(), tls=tls("http/1.1")) as held:
            wait_until(lambda: established(server.port) >= HELD, "all are held")
            other = FarTable(port)
            assert quickest(lambda: other.visitor.get("/new")) < MOST
            assert quickest(other.record) < MOST
            table.record()
            assert [status(connection) for connection in held] == [200] * HELD
