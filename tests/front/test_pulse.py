"""Silence of the database: what waits is answered at once when it is known, whoever has it."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from cegoscore.front import limits
from cegoscore.front.bell import PATH, Bell
from cegoscore.front.pulse import Pulse
from cegoscore.front.requests import Front
from tests.front.fakes import Exchange, Scope
from tests.served import PATIENCE

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


class Database:
    """A database that may fall silent: then everybody who asks waits until it is heard again."""

    def __init__(self) -> None:
        self.speaks = threading.Event()
        self.error: Exception | None = None
        self.asked = 0

    def ask(self) -> None:
        self.asked += 1
        self.speaks.wait(PATIENCE)
        if self.error:
            raise self.error

    def page(self, _environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Django's part, which asks it."""
        self.speaks.wait(PATIENCE)
        start_response("200 OK", [])
        return [b"page"]


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    for name in ("SLOW", "SILENT", "BETWEEN_BEATS"):
        monkeypatch.setattr(limits, name, 0.02)
    return Database()


def asked(front: Front, path: str = "/") -> tuple[Any, asyncio.Task[None]]:
    exchange: Any = Exchange()
    scope: Any = Scope(path=path)
    return exchange, asyncio.create_task(front.__rsgi__(scope, exchange))


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 - what happens in a thread sets no event of the loop
            await asyncio.sleep(0.005)


def test_silence_is_answered_to_all_who_wait_and_nobody_waits_until_it_is_over(
    database: Database, tmp_path: Path
) -> None:
    """One is in the thread, which hangs; the others wait for it. What the thread says in the end goes to nobody."""

    async def play() -> list[int]:
        given_up: list[int] = []
        pulse = Pulse(database.ask, on_silence=lambda: given_up.append(503))
        front = Front(database.page, threads=1, folder=tmp_path, bell=Bell(most=9), pulse=pulse)
        waiting = [asked(front) for _ in range(3)]
        await asyncio.gather(*(task for _exchange, task in waiting))
        late = [asked(front), asked(front, f"{PATH}sheet/0")]  # at once: it is known
        await asyncio.gather(*(task for _exchange, task in late))
        database.speaks.set()
        await until(lambda: not pulse.silent.is_set())
        again, task = asked(front)
        await task
        return [*(exchange.status for exchange, _task in (*waiting, *late)), *given_up, again.status]

    assert asyncio.run(play()) == [503] * 5 + [503, 200]


def test_page_that_is_only_slow_is_waited_for(database: Database, tmp_path: Path) -> None:
    async def play() -> tuple[int, int]:
        beats: list[int] = []
        front = Front(database.page, threads=1, folder=tmp_path, pulse=Pulse(lambda: beats.append(1)))
        exchange, task = asked(front)
        await until(lambda: len(beats) > 2)
        before = exchange.status
        database.speaks.set()
        await task
        return before, exchange.status

    assert asyncio.run(play()) == (0, 200)


def test_error_is_no_silence(database: Database, tmp_path: Path) -> None:
    """Whoever asks gets it, too: nothing waits for long."""

    async def play() -> tuple[bool, int]:
        asks: list[int] = []

        def fail() -> None:
            asks.append(1)
            raise OperationalError

        pulse = Pulse(fail)
        front = Front(database.page, threads=1, folder=tmp_path, pulse=pulse)
        exchange, task = asked(front)
        await until(lambda: len(asks) > 2)
        was_silent = pulse.silent.is_set()
        database.speaks.set()
        await task
        return was_silent, exchange.status

    assert asyncio.run(play()) == (False, 200)


def test_silence_that_ends_in_an_error_goes_on_until_there_is_an_answer(database: Database, tmp_path: Path) -> None:
    async def play() -> list[int]:
        pulse = Pulse(database.ask)
        front = Front(database.page, threads=1, folder=tmp_path, pulse=pulse)
        first, task = asked(front)
        await task
        database.error = OperationalError()
        database.speaks.set()
        await until(lambda: database.asked > 2)
        second, task = asked(front)
        await task
        database.error = None
        await until(lambda: not pulse.silent.is_set())
        return [first.status, second.status]

    assert asyncio.run(play()) == [503, 503]
