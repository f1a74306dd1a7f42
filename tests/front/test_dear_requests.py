"""However many send what takes long to read or to draw, a table's hands are written at once."""

import http.client
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.front.crowd import Table
from tests.served import PATIENCE, Server, Visitor, wait_until
from tests.tournaments.lists.xlsx import xlsx

LONGEST_HAND = 1.0
"""Seconds that a hand may take meanwhile, of which it computes some thousandths."""
ANSWERS = 5
"""Of what takes long, while hands are written."""


class Dear(NamedTuple):
    """A request that takes long: a form with a file or a text, or nothing for a page that is looked at."""

    path: str
    field: str = ""
    value: bytes = b""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, processes=2)
    yield server
    server.kill()


def tournament_of(visitor: Visitor) -> str:
    """The path of a new tournament of somebody's own, as everybody may open one."""
    _path, page = visitor.get("/tournaments/new")
    fields = dict(re.findall(r'type="(?:hidden|number|date)"\s+name="(\w+)"\s+value="([^"]*)"', page))
    path, _page = visitor.post("/tournaments/new", fields | {"name": "Preiscego", "rules": "braeunlingen-loewen"})
    return path.removesuffix("/door")


def merged() -> bytes:
    """A workbook of 40 kB: two cells, and a range of a thousand rows that is merged 600,000 times."""
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>Anna</t></is></c></row>' for n in (1, 1000))
    book = xlsx({"Liste": rows}, ["A1:A9999"] * 600_000)
    assert len(book) < 50_000
    return book


def names() -> bytes:
    """As many lines as a list may have, all of them alike."""
    return "\n".join(["Name;Ort", *(f"Hans-Peter Mayer{n:03};Urach" for n in range(490))]).encode()


def sheets() -> bytes:
    """A document of ten megabytes."""
    return json.dumps({"format": "cegoscore-tournament", "rows": [{"name": "Anna"}] * 600_000}).encode()[:9_500_000]


KINDS: dict[str, Callable[[str, str], Dear]] = {
    "workbook": lambda tournament, _sheet: Dear(f"{tournament}/import", "file", merged()),
    "list": lambda tournament, _sheet: Dear(f"{tournament}/import", "text", names()),
    "document": lambda _tournament, _sheet: Dear("/tournaments/import", "file", sheets()),
    "replay": lambda tournament, _sheet: Dear(f"{tournament}/replay", "file", sheets()[:4_900_000]),
    "picture": lambda _tournament, sheet: Dear(f"{sheet}/picture.png"),
    "print": lambda tournament, _sheet: Dear(f"{tournament}/print/cards"),
}


class Crowd:
    """Many who ask for the same again and again, as soon as they have an answer, until there is no server."""

    def __init__(self, server: Server, visitor: Visitor, dear: Dear) -> None:
        self.server, self.dear, self.over = server, dear, threading.Event()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.jar)
        kind = 'multipart/form-data; boundary="b"'
        self.headers = {"Cookie": cookies, "X-CSRFToken": visitor.token, "Content-Type": kind}
        named = '; filename="liste"' if dear.field == "file" else ""
        head = f'--b\r\nContent-Disposition: form-data; name="{dear.field}"{named}\r\n\r\n'
        self.body = head.encode() + dear.value + b"\r\n--b--\r\n" if dear.field else b""
        self.statuses = Counter[int]()
        self.threads: list[threading.Thread] = []

    def grow(self, connections: int) -> None:
        """Become so many, the first of whom has an answer."""
        more = [threading.Thread(target=self._ask) for _ in range(connections - len(self.threads))]
        for thread in more:
            thread.start()
        self.threads += more
        wait_until(lambda: self.statuses.total() > 0, "one of them is answered")

    def end(self) -> None:
        """End with the server: most of them wait for their turn, and would go on waiting for seconds."""
        self.over.set()
        self.server.kill()
        for thread in self.threads:
            thread.join()

    def _ask(self) -> None:
        method = "POST" if self.body else "GET"
        while not self.over.is_set():
            asked = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
            with closing(asked), suppress(OSError, http.client.HTTPException):
                asked.request(method, self.dear.path, self.body or None, self.headers)
                answer = asked.getresponse()
                answer.read()
                self.statuses[answer.status] += 1


@pytest.mark.heavy
@pytest.mark.parametrize("kind", KINDS)
def test_hand_of_a_table_takes_less_than_a_second_beside_sixty_who_ask_for_what_takes_long(
    hall: Server, kind: str
) -> None:
    table, stranger = Table(hall), Visitor(hall)
    crowd = Crowd(hall, stranger, KINDS[kind](tournament_of(stranger), table.path))
    if kind == "picture":
        crowd = Crowd(hall, table.visitor, crowd.dear)
    for _ in range(4):
        table.record()  # the first hand of a process loads its templates
    longest = {}
    try:
        for connections in (6, 24, 60):
            crowd.grow(connections)
            enough, taken = crowd.statuses.total() + ANSWERS, []
            while crowd.statuses.total() < enough:
                began = time.monotonic()
                table.record()
                taken.append(time.monotonic() - began)
            longest[connections] = max(taken)
    finally:
        crowd.end()
    assert max(longest.values()) < LONGEST_HAND, (longest, crowd.statuses)
    assert set(crowd.statuses) <= {200, 422, 429, 503}, crowd.statuses
