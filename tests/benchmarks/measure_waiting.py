"""Cost of holding questions: of one process by itself, and of each view. Prints JSON.

A thousand tables with four phones each are asked about at once, as many as a process holds. Few and many wait while
nobody writes, and while one table elsewhere writes as often as a thousand do together. Run by `test_waiting_speed`, as
`measure_hall`.
"""

import asyncio
import json
import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from cegoscore.scoresheet.models import Session  # noqa: E402
from tests.benchmarks.clocks import Clock  # noqa: E402
from tests.benchmarks.phones import Phone, Writer, tables_of, writer_of  # noqa: E402
from tests.benchmarks.sizes import size  # noqa: E402
from tests.front.crowd import connected, memory  # noqa: E402
from tests.served import Server  # noqa: E402

FEW, MANY, PHONES = size((1, 1000, 4), (1, 2, 1))
"""Tables, few and many, and views of each; a process holds 4,000 questions."""
WAIT, PAUSE = size((15.0, 1 / 6), (0.1, 0.05))
"""Seconds of a phase; seconds between two hands of a thousand tables."""
HELD = 54
"""Seconds that a question is held on average, before it is asked again."""
LOOK, BUSY = 0.5, 0.05
"""Seconds between two looks whether everything is looked up, and those computed meanwhile if it is not."""

Questions = list[bytes]


def main() -> None:
    """Hold few questions, and many."""
    call_command("migrate", verbosity=0)
    tables = tables_of(MANY + 1)
    server = Server(Path(os.environ["DATA_DIR"]), os.environ["DATABASE_URL"], processes=1)
    writer = writer_of(*tables.pop(), server.port)
    questions = [_question(sheet, cookies) for sheet, cookies in tables]
    clock = Clock(server)
    connection.close()
    try:
        asyncio.run(_write(writer, WAIT))  # warm up
        few, many = (_phases(server, clock, writer, questions[:count]) for count in (FEW, MANY))
    finally:
        server.kill()
    views = PHONES * (MANY - FEW)
    asked = many["asked"] / (PHONES * MANY)
    figures = {
        "process": few["quiet"],
        "view": (many["quiet"] - few["quiet"]) / views + asked * 60 / HELD,
        "view_beside_writing": (many["writing"] - few["writing"]) / views + asked * 60 / HELD,
        "memory": (many["memory"] - few["memory"]) / views / 1000,
        "hands": many["hands"],
        "errors": writer.errors,
    }
    print(json.dumps(figures))


def _phases(server: Server, clock: Clock, writer: Writer, questions: Questions) -> dict[str, float]:
    """Milliseconds of a minute by phase; bytes in memory; milliseconds to ask."""
    began = clock.seconds()
    with _held(server, clock, questions):
        asked = clock.seconds()
        quiet = _a_minute(clock, lambda: time.sleep(WAIT))
        used = memory(server)
        before = writer.written
        writing = _a_minute(clock, lambda: asyncio.run(_write(writer, WAIT)))
    return {
        "asked": (asked - began) * 1000,
        "quiet": quiet,
        "writing": writing,
        "memory": used,
        "hands": (writer.written - before) / WAIT,
    }


def _a_minute(clock: Clock, act: Callable[[], None]) -> float:
    """Milliseconds that are computed in a minute while something lasts."""
    began, computed = time.monotonic(), clock.seconds()
    act()
    return (clock.seconds() - computed) * 1000 * 60 / (time.monotonic() - began)


async def _write(writer: Writer, lasting: float) -> None:
    writer.phone = Phone(writer.phone.port, writer.phone.cookies)  # a connection belongs to one loop
    end = time.monotonic() + lasting
    while time.monotonic() < end:
        await writer.write()
        await asyncio.sleep(PAUSE)


@contextmanager
def _held(server: Server, clock: Clock, questions: Questions) -> Iterator[None]:
    """Every question is asked by all phones of its table, and all are held from the beginning to the end."""
    with ExitStack() as stack:
        phones: list[socket.socket] = []
        for question in questions:
            phones += stack.enter_context(connected(server.port, PHONES, question, source="127.0.0.2"))
        before = 0.0
        while clock.seconds() - before > BUSY:
            before = clock.seconds()
            time.sleep(LOOK)
        yield
        answered = select.poll()
        for phone in phones:
            answered.register(phone, select.POLLIN)
        assert not answered.poll(0), "some are not held any more"


def _question(sheet: Session, cookies: str) -> bytes:
    address = f"/bell/sheet/{sheet.pk}?v={sheet.version}"
    return f"GET {address} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n".encode()


if __name__ == "__main__":
    main()
