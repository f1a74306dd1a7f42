"""Our server beside the one without a front: prints processor time and delays as JSON. Run by `test_front_speed`.

Both run at once and are asked in turns, so that a noisy moment hits both.
"""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import django

from tests.benchmarks.sizes import size
from tests.front.crowd import Table, connected, status
from tests.served import ROOT, Server, Started
from tests.worlds.evening import Evening, Looking

ROUNDS, REQUESTS = size((7, 60), (1, 1))
HANDS = size(15, 1)
PROCESSES = size("2", "1")
SETTINGS = "tests.benchmarks.settings"


class WithoutFront(Server):
    """Django behind granian's own WSGI threads, which wait for every body: two processes of four."""

    def start(self) -> None:
        """Start it on the data of the other one, which are ready."""
        self.started = object.__new__(Started)
        where = ["--interface", "wsgi", "--host", "127.0.0.1", "--port", str(self.port), "--log-level", "error"]
        how_many = ["--workers", PROCESSES, "--blocking-threads", "4", "cegoscore.wsgi:application"]
        self.started.process = subprocess.Popen(
            [sys.executable, "-m", "granian", *where, *how_many],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.started.output = []
        self.started.wait_until_served(f"http://127.0.0.1:{self.port}")


class Client:
    """One connection of a table's phone."""

    def __init__(self, server: Server) -> None:
        self.server, self.table = server, Table(server)
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        cookies = {cookie.name: cookie.value or "" for cookie in self.table.visitor.jar}
        self.headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": cookies["csrftoken"],
            "HX-Request": "true",
        }

    def send(self, method: str, path: str, data: dict[str, str] | None = None) -> None:
        headers = self.headers | ({"Content-Type": "application/x-www-form-urlencoded"} if data else {})
        self.connection.request(method, path, urlencode(data) if data else None, headers)
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status < 300, (path, answer.status)

    def workloads(self) -> dict[str, Callable[[], Any]]:
        """Requests by name. The unchanged look is the question as an open page polls it where no bell answers."""
        look = f"{self.table.path}/changes?v=0&newest="
        return {
            "look": lambda: self.send("GET", look),
            "hello": lambda: self.send("GET", "/bare/hello"),
            "write": lambda: self.send("POST", "/bare/write"),
            "page": lambda: self.send("GET", self.table.path),
            "record": self.table.record,
        }

    def microseconds(self, request: Callable[[], Any]) -> float:
        """Processor time of the server a request."""
        before = self.server.cpu_seconds()
        for _ in range(REQUESTS):
            request()
        return (self.server.cpu_seconds() - before) / REQUESTS * 1e6


def _wait_for(follower: socket.socket, told: list[float]) -> None:
    assert status(follower) == 200
    told.append(time.monotonic())


def delays(server: Server) -> list[float]:
    """Seconds from a hand that was answered to the follower who is told of it."""
    table, found = Table(server), []
    for _ in range(HANDS):
        with connected(server.port, 1, table.question()) as (follower,):
            told: list[float] = []
            waiting = threading.Thread(target=_wait_for, args=(follower, told))
            waiting.start()
            time.sleep(0.5)
            table.record()
            written = time.monotonic()
            waiting.join()
            found.append(max(0.0, told[0] - written))
    return found


def seen_by_every_view(server: Server) -> dict[str, list[float]]:
    """Seconds from a hand that was answered until a view of each kind has fetched what is new; sorted."""
    evening = Evening(server)
    paths = {"sheet": evening.sheet, "desk": f"{evening.home}/rounds/1", "table": f"{evening.home}/rounds/1/tables/1"}
    paths |= {"standings": f"{evening.home}/standings", "wall": f"{evening.home}/beamer", "public": evening.home}
    found: dict[str, list[float]] = {name: [] for name in paths}

    def follow(view: Looking) -> float:
        assert view.follows()
        assert view.is_told()
        return time.monotonic()

    with ThreadPoolExecutor(len(paths)) as pool:
        for _ in range(HANDS):
            views = {name: Looking(server, evening.link, path) for name, path in paths.items()}
            waiting = {name: pool.submit(follow, view) for name, view in views.items()}
            time.sleep(0.5)
            evening.record()
            written = time.monotonic()
            for name, told in waiting.items():
                found[name].append(max(0.0, told.result() - written))
    return {name: sorted(values) for name, values in found.items()}


def main() -> None:
    """Measure and print."""
    django.setup()
    os.environ["ALLOWED_HOSTS"] = "localhost"
    os.environ["PROCESSES"] = PROCESSES
    folder = Path(os.environ["DATA_DIR"])
    ours, before = Server(folder, "", SETTINGS), WithoutFront(folder, "", SETTINGS)
    try:
        print(json.dumps(_prices(ours, before) | _following(ours)))
    finally:
        ours.kill()
        before.kill()


def _prices(ours: Server, before: Server) -> dict[str, dict[str, int]]:
    """Microseconds a request, by server and kind."""
    times: dict[str, dict[str, list[float]]] = {"ours": {}, "before": {}}
    for _ in range(ROUNDS):
        for name, server in (("ours", ours), ("before", before)):
            client = Client(server)
            for what, request in client.workloads().items():
                times[name].setdefault(what, []).append(client.microseconds(request))
    return {name: {what: round(median(values)) for what, values in each.items()} for name, each in times.items()}


def _following(server: Server) -> dict[str, Any]:
    """Seconds until each kind of view has seen a hand, half of the times and at most; of the bell alone, too."""
    views = seen_by_every_view(server) | {"bell": sorted(delays(server))}
    return {"seen_seconds": {name: [round(median(v), 3), round(v[-1], 3)] for name, v in views.items()}}


if __name__ == "__main__":
    main()
