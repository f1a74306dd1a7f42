"""Recording a hand alone, and while 200 open sheets follow 50 tables: prints milliseconds as JSON.

The server runs as people run it, in processes of its own, and so do the 200 views. Run by `test_hall_speed`, with
DATA_DIR and DATABASE_URL of a database that nobody else uses.
"""

import asyncio
import itertools
import json
import multiprocessing
import os
import random
import time
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from tests.benchmarks.phones import Phone, Writer, asks_next, cookies_of, middle, writer_of  # noqa: E402
from tests.benchmarks.sizes import size  # noqa: E402
from tests.served import Server  # noqa: E402
from tests.worlds.tournament import World  # noqa: E402

TABLES = size(50, 2)
VIEWS = size(200, 2)
PACE = size(1.5, 0.1)
"""Seconds between two looks of a sheet (`data-live`)."""
ROUNDS = size(5, 1)
HANDS = size(20, 1)
"""In a round, alone and with the views."""
PAUSE = size(0.5, 0.0)
"""Seconds between two hands: several times as many as a hall of fifty tables plays in an evening."""


def main() -> None:
    """Alternate rounds alone and with the views, so that a noisy moment hits both."""
    call_command("migrate", verbosity=0)
    world = World(is_public=True, rounds=1)
    world.register(4 * TABLES)
    sheets = [table.sheet for table in world.draw().tables.select_related("sheet").order_by("number") if table.sheet]
    cookies = cookies_of(world.helper)
    server = Server(Path(os.environ["DATA_DIR"]), os.environ["DATABASE_URL"])
    writers = [writer_of(sheet, cookies, server.port) for sheet in sheets]
    places = [(sheet.get_absolute_url(), sheet.version) for sheet in sheets] * (VIEWS // TABLES)
    connection.close()
    watched, looks = multiprocessing.Event(), multiprocessing.Value("i", 0)
    audience = multiprocessing.Process(target=_watch, args=(server.port, cookies, places, watched, looks), daemon=True)
    audience.start()
    try:
        alone, beside = asyncio.run(_measure(writers, watched, server))
    finally:
        audience.terminate()
        server.kill()
    figures = {
        "alone": middle(alone.seconds),
        "alone_95": middle(alone.seconds, 0.95),
        "beside": middle(beside.seconds),
        "beside_95": middle(beside.seconds, 0.95),
        "views": beside.share - alone.share,
        "looks": looks.value,
        "errors": sum(writer.errors for writer in writers),
    }
    print(json.dumps(figures))


@dataclass(slots=True)
class Kind:
    """Rounds of one kind: how long every hand took, and how much the server computed."""

    seconds: list[float] = field(default_factory=list)
    computed: float = 0
    lasted: float = 0

    @property
    def share(self) -> float:
        """Of one core."""
        return self.computed / self.lasted


async def _measure(writers: list[Writer], watched: Event, server: Server) -> tuple[Kind, Kind]:
    """The same hands alone and beside the views."""
    warming, alone, beside = Kind(), Kind(), Kind()
    turns = itertools.cycle(writers)
    for kind in (warming, *[alone, beside] * ROUNDS):
        (watched.set if kind is beside else watched.clear)()
        await asyncio.sleep(PACE)  # until everybody follows, or nobody does
        began, computed = time.perf_counter(), server.cpu_seconds()
        for _ in range(HANDS):
            kind.seconds.append(await next(turns).write())
            await asyncio.sleep(PAUSE)
        kind.lasted += time.perf_counter() - began
        kind.computed += server.cpu_seconds() - computed
    return alone, beside


def _watch(port: int, cookies: str, places: list[tuple[str, int]], watched: Event, looks: Any) -> None:
    """Every view in a process of its own, apart from those who write."""

    async def follow(sheet: str, version: int) -> None:
        phone, asks = Phone(port, cookies), f"{sheet}/changes?v={version}&newest="
        await asyncio.sleep(random.random() * PACE)
        while True:
            if watched.is_set():
                status, body = await phone.ask(asks)
                looks.value += 1
                if status == 200:
                    asks = asks_next(sheet, body)
            await asyncio.sleep(PACE)

    async def all_of_them() -> None:
        await asyncio.gather(*(follow(sheet, version) for sheet, version in places))

    asyncio.run(all_of_them())


if __name__ == "__main__":
    main()
