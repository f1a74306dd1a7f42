"""The server is killed in a flood of hands: what was acknowledged is there once, and can be sent again."""

from __future__ import annotations

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.databases import chosen_database, start_postgres

ROOT = Path(__file__).parent.parent
TABLES = 6
KILL_AFTER = 25
"""Acknowledged hands."""


class Server:
    """The app as `make run` starts it, on a free port, with data of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        database = start_postgres() if chosen_database() == "postgres" else ""
        self.environment = os.environ | {
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "PORT": str(self.port),
            "HOST": "127.0.0.1",
            "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        }
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "cegoscore.serve"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """SIGKILL to it and all its workers: no goodbye, no clean-up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def manage(self, command: str) -> subprocess.CompletedProcess[str]:
        """A management command on the same data."""
        arguments = [sys.executable, "manage.py", command]
        return subprocess.run(arguments, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)


class Phone:
    """One table's phone: keeps every hand it sent, and which were acknowledged."""

    def __init__(self, port: int) -> None:
        self.home = f"http://127.0.0.1:{port}"
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        names = {f"name_{number}": name for number, name in enumerate("ABCD")}
        rules = {"rules": "braeunlingen-loewen", "first_dealer": "0", "currency": "€"}
        token = self._token(self._get("/new")[1])
        self.sheet, page = self._post("/new", names | rules | {"csrfmiddlewaretoken": token})
        self.token = self._token(page)
        self.sent: list[dict[str, str]] = []
        self.acknowledged: list[dict[str, str]] = []

    def _token(self, page: str) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found
        return found.group(1)

    def _get(self, path: str) -> tuple[str, str]:
        with self.opener.open(self.home + path, timeout=20) as answer:
            return answer.geturl(), answer.read().decode()

    def _post(self, path: str, data: dict[str, str]) -> tuple[str, str]:
        body = urlencode(data).encode()
        with self.opener.open(urllib.request.Request(self.home + path, data=body), timeout=20) as answer:
            return answer.geturl(), answer.read().decode()

    def write(self, hand: dict[str, str]) -> None:
        """Send a hand; without an answer it counts as not acknowledged."""
        path = self.sheet.removeprefix(self.home) + "/hands"
        self._post(path, hand | {"csrfmiddlewaretoken": self.token})
        self.acknowledged.append(hand)

    def evening(self, stop: threading.Event, count: list[int]) -> None:
        """Hand after hand until the server is gone."""
        number = 0
        while not stop.is_set():
            number += 1
            hand = {"uuid": str(uuid.uuid4()), "number": str(number), "revision": "1", "lineup": "0,1,2,3"}
            hand |= {"dealer": str((number - 1) % 4), "game": "solo", "declarer": "1", "points": str(20 + number % 40)}
            self.sent.append(hand)
            try:
                self.write(hand)
            except OSError:
                return
            count.append(1)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server that is gone after the test."""
    server = Server(tmp_path)
    yield server
    server.kill()


def test_killed_in_a_flood_of_hands_every_acknowledged_one_is_there_once(server: Server) -> None:
    phones = [Phone(server.port) for _ in range(TABLES)]
    stop, count = threading.Event(), list[int]()
    threads = [threading.Thread(target=phone.evening, args=(stop, count)) for phone in phones]
    for thread in threads:
        thread.start()
    while len(count) < KILL_AFTER and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    assert len(count) >= KILL_AFTER, "the flood ended by itself"
    server.kill()
    stop.set()
    for thread in threads:
        thread.join(timeout=30)
    server.start()
    assert server.manage("selfcheck").returncode == 0
    for phone in phones:
        acknowledged = len(phone.acknowledged)
        assert shown_hands(phone) >= acknowledged
        for hand in phone.sent:
            phone.write(hand)
        assert shown_hands(phone) == len(phone.sent)
    checked = server.manage("selfcheck")
    assert (checked.returncode, checked.stdout) == (0, f"{TABLES} sheets checked, 0 faults\n")


def shown_hands(phone: Phone) -> int:
    """How many hands the sheet shows, each with a number of its own."""
    numbers = re.findall(r'data-number="(\d+)"', phone._get(phone.sheet.removeprefix(phone.home))[1])
    assert len(set(numbers)) == len(numbers)
    return len(numbers)
