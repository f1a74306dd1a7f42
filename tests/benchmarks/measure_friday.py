"""A Friday evening in small: what a hand at a table with four phones costs all processes of the server. Prints JSON.

One phone writes, and all four follow by the bell; the three that did not write fetch what changed. No page is fetched
again: what phones keep is mended by the answers (`tests/browser/test_bell.py` counts what browsers ask). The minutes
between two hands are compressed: what those who only wait cost is measured by `measure_waiting`. Beside it a bare view
of the same server. Run by `test_friday_speed`, as `measure_hall`.
"""

import asyncio
import json
import os
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from tests.benchmarks.clocks import Clock  # noqa: E402
from tests.benchmarks.phones import Phone, Writer, asks_next, cookies_of, writer_of  # noqa: E402
from tests.benchmarks.sizes import size  # noqa: E402
from tests.served import Server  # noqa: E402
from tests.worlds.sheet import World  # noqa: E402

TABLES, FOLLOWERS, HANDS = size((6, 3, 24), (1, 1, 1))
HELLOS = size(600, 1)


def main() -> None:
    """Warm the server up, play, and say hello."""
    call_command("migrate", verbosity=0)
    worlds = [World() for _ in range(2 * TABLES)]
    server = Server(Path(os.environ["DATA_DIR"]), os.environ["DATABASE_URL"], settings="tests.benchmarks.settings")
    tables = [Table(world, server.port) for world in worlds]
    clock = Clock(server)
    connection.close()
    try:
        figures = asyncio.run(_measure(tables, clock))
    finally:
        server.kill()
    print(json.dumps(figures))


class View:
    """A phone that shows a sheet: one connection for the bell, one for everything else."""

    def __init__(self, port: int, cookies: str, sheet: str) -> None:
        self.bell, self.phone, self.sheet = Phone(port, cookies), Phone(port, cookies), sheet
        self.question = self.asks = ""

    async def open(self) -> None:
        """Fetch the page; it is never fetched again, and what the phone keeps is mended by what it gets."""
        status, page = await self.phone.ask(self.sheet)
        assert status == 200, (status, self.sheet)
        self.heed(page)

    def heed(self, answer: bytes) -> None:
        """Show what was answered, and ask from there on."""
        self.asks = asks_next(self.sheet, answer)
        self.question = (
            f"/bell{self.sheet.replace('/sheets', '/sheet')}?{self.asks.partition('?')[2].partition('&')[0]}"
        )

    async def ring(self) -> None:
        """Wait until the bell names another version."""
        status, _version = await self.bell.ask(self.question)
        assert status == 200, (status, self.question)

    async def follow(self) -> None:
        """Wait for the bell, and fetch what changed."""
        await self.ring()
        status, change = await self.phone.ask(self.asks)
        assert status == 200, (status, self.asks)
        self.heed(change)


class Table:
    """Four phones at a table."""

    def __init__(self, world: World, port: int) -> None:
        sheet = world.sheet.get_absolute_url()
        self.writer: Writer = writer_of(world.sheet, cookies_of(world.owner), port)
        self.own = View(port, cookies_of(world.owner), sheet)
        self.views = [View(port, cookies_of(world.mate), sheet) for _ in range(FOLLOWERS)]

    async def sit_down(self) -> None:
        await asyncio.gather(*(view.open() for view in (self.own, *self.views)))

    async def play(self, hands: int) -> None:
        """Each hand is written when all follow, and is over when all have seen it."""
        for _ in range(hands):
            following = [asyncio.create_task(view.follow()) for view in self.views]
            rung = asyncio.create_task(self.own.ring())
            await asyncio.sleep(0)
            await self.writer.write()
            self.own.heed(self.writer.answer)
            await asyncio.gather(rung, *following)


async def _measure(tables: list[Table], clock: Clock) -> dict[str, float]:
    warm, tables = tables[:TABLES], tables[TABLES:]
    for table in warm:
        await table.sit_down()
    await asyncio.gather(*(table.play(2) for table in warm))
    for table in tables:
        await table.sit_down()
    began = clock.seconds()
    await asyncio.gather(*(table.play(HANDS) for table in tables))
    played = clock.seconds()
    for _ in range(HELLOS):
        status, _body = await tables[0].writer.phone.ask("/bare/hello")
        assert status == 200
    said = clock.seconds()
    return {
        "hand": (played - began) / (TABLES * HANDS) * 1000,
        "hello": (said - played) / HELLOS * 1000,
        "errors": sum(table.writer.errors for table in tables),
    }


if __name__ == "__main__":
    main()
