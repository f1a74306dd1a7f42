"""The server is killed in a flood of hands: what was acknowledged is there once, and can be sent again."""

import re
import threading
import uuid
from http.client import HTTPException

import pytest

from tests.served import PATIENCE, Answering, Server, Visitor, wait_until

TABLES = 6
KILL_AFTER = 25
"""Acknowledged hands."""


class Phone:
    """One table's phone: keeps every hand it sent, and which were acknowledged."""

    def __init__(self, server: Answering) -> None:
        self.visitor = Visitor(server)
        self.visitor.get("/new")
        names = {f"name_{number}": name for number, name in enumerate("ABCD")}
        rules = {"rules": "braeunlingen-loewen", "first_dealer": "0", "currency": "€"}
        self.sheet, _page = self.visitor.post("/new", names | rules)
        self.sent: list[dict[str, str]] = []
        self.acknowledged: list[dict[str, str]] = []

    def write(self, hand: dict[str, str]) -> None:
        """Send a hand; without an answer it counts as not acknowledged."""
        self.visitor.post(f"{self.sheet}/hands", hand)
        self.acknowledged.append(hand)

    def next_hand(self) -> dict[str, str]:
        """The form of the next hand; it counts as sent."""
        number = len(self.sent) + 1
        hand = {"uuid": str(uuid.uuid4()), "number": str(number), "revision": "1", "lineup": "0,1,2,3"}
        hand |= {"dealer": str((number - 1) % 4), "game": "solo", "declarer": "1", "points": str(20 + number % 40)}
        self.sent.append(hand)
        return hand

    def evening(self, stop: threading.Event, count: list[int]) -> None:
        """Hand after hand until the server is gone."""
        while not stop.is_set():
            try:
                self.write(self.next_hand())
            except (OSError, HTTPException):
                return
            count.append(1)


@pytest.mark.both
@pytest.mark.heavy
def test_killed_in_a_flood_of_hands_every_acknowledged_one_is_there_once(server: Server) -> None:
    phones = [Phone(server) for _ in range(TABLES)]
    stop, count = threading.Event(), list[int]()
    threads = [threading.Thread(target=phone.evening, args=(stop, count)) for phone in phones]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(count) >= KILL_AFTER or not any(thread.is_alive() for thread in threads), "enough hands")
    assert len(count) >= KILL_AFTER, "the flood ended by itself"
    server.kill()
    stop.set()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    server.start()
    assert server.manage("selfcheck").returncode == 0
    for phone in phones:
        acknowledged = len(phone.acknowledged)
        assert shown_hands(phone) >= acknowledged
        for hand in phone.sent:
            phone.write(hand)
        assert shown_hands(phone) == len(phone.sent)
    checked = server.manage("selfcheck")
    sheets, *others = checked.stdout.splitlines()
    assert (checked.returncode, sheets) == (0, f"{TABLES} sheets checked, 0 faults")
    assert all(line.endswith(" checked, 0 faults") for line in others)


def shown_hands(phone: Phone) -> int:
    """Number of hands that the sheet shows, each with a number of its own."""
    numbers = re.findall(r'<li\s+class="line[^"]*"\s+data-number="(\d+)"', phone.visitor.get(phone.sheet)[1])
    assert len(set(numbers)) == len(numbers)
    return len(numbers)
