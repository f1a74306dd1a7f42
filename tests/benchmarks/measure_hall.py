"""Recording a hand alone, and while 200 open sheets follow 50 tables: prints milliseconds as JSON.

The server runs as people run it, in processes of its own, and so do the 200 views. Run by `test_hall_speed`, with
DATA_DIR and DATABASE_URL of a database that nobody else uses.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from tests.benchmarks.phones import LIVE, Phone, Writer, cookies_of, middle, writer_of  # noqa: E402
from tests.served import Server  # noqa: E402
from tests.tournaments.world import World  # noqa: E402

TABLES = 50
VIEWS = 200
PACE = 1.5
"""Seconds between two looks of a sheet (`data-live`)."""
ROUNDS = 5
HANDS = 20
"""In a round, alone and with the views."""
PAUSE = 0.5
"""Seconds between two hands: several times as many as a hall of fifty tables plays in an evening."""


def main() -> None:
    """Alternate rounds alone and with the views, so that a noisy moment hits both."""
    call_command("migrate", verbosity=0)
    world = World(is_public=True, rounds=1)
    world.register(4 * TABLES)
    sheets = [table.sheet for table in world.draw().tables.select_related("sheet").order_by("number") if table.sheet]
    cookies = cookies_of(world.helper)
    server = Server(Path(os.environ["DATA_DIR"]), os.environ["DATABASE_URL"])
    writers = [writer_of(sheet, server.port, cookies) for sheet in sheets]
    places = [(sheet.get_absolute_url(), sheet.version) for sheet in sheets] * (VIEWS // TABLES)
    connection.close()
    watched, looks = multiprocessing.Event(), multiprocessing.Value("i", 0)
    audience = multiprocessing.Process(target=_watch, args=(server.port, cookies, places, watched, looks), daemon=True)
    audience.start()
    try:
        alone, beside = asyncio.run(_measure(writers, watched))
    finally:
        audience.terminate()
        server.kill()
    figures = {"alone": middle(alone), "beside": middle(beside)}
    tails = {"alone_95": middle(alone, 0.95), "beside_95": middle(beside, 0.95)}
    counts = {"looks": looks.value, "errors": sum(writer.errors for writer in writers), "hands": len(alone + beside)}
    print(json.dumps(figures | tails | counts))


async def _measure(writers: list[Writer], watched: Event) -> tuple[list[float], list[float]]:
    """Seconds of every hand, alone and beside the views."""
    alone: list[float] = []
    beside: list[float] = []
    turn = 0
    for number in range(2 * ROUNDS + 1):
        kept = beside if number % 2 else alone
        (watched.set if number % 2 else watched.clear)()
        await asyncio.sleep(PACE)  # until everybody follows, or nobody does
        for _ in range(HANDS):
            took = await writers[turn % len(writers)].write()
            if number:  # the first round only warms up
                kept.append(took)
            turn += 1
            await asyncio.sleep(PAUSE)
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
                    asks = LIVE.findall(body)[0].decode().replace("&amp;", "&")
            await asyncio.sleep(PACE)

    async def all_of_them() -> None:
        await asyncio.gather(*(follow(sheet, version) for sheet, version in places))

    asyncio.run(all_of_them())


if __name__ == "__main__":
    main()
