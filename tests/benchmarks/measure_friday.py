"""A Friday evening in small: what a hand at a table with four phones costs all processes of the server. Prints JSON.

One phone writes, and all four follow by the bell; the three that did not write fetch what changed. No page is fetched
again: what phones keep is mended by the answers (`tests/browser/test_bell.py` counts what browsers ask). The minutes
between two hands are compressed: what a phone that only waits costs is measured by itself. Beside it a bare view of the
same server. Run by `test_friday_speed`, as `measure_hall`.
"""

import asyncio
import json
import os
import time
from contextlib import suppress
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from tests.benchmarks.phones import Phone, Writer, asks_next, cookies_of, writer_of  # noqa: E402
from tests.benchmarks.sizes import size  # noqa: E402
from tests.served import Server  # noqa: E402
from tests.worlds.sheet import World  # noqa: E402

TABLES, FOLLOWERS, HANDS = size((6, 3, 24), (1, 1, 1))
WAITING, WAIT, HELLOS = size((20, 20.0, 600), (1, 0.1, 1))
"""Views that wait at each table, so that what a process costs by itself is divided by many; seconds; bare views."""


def main() -> None:
    """Warm the server up, play, wait, and say hello."""
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


class Clock:
    """Processor time of all processes: the server's, and those of a PostgreSQL that nobody else uses."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.postmaster = 0
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                backend = _stat(Path(f"/proc/{cursor.fetchone()[0]}/stat"))
            self.postmaster = int(backend[1])

    def seconds(self) -> float:
        """So much was computed until now."""
        return self.server.cpu_seconds() + self._database() / os.sysconf("SC_CLK_TCK")

    def _database(self) -> int:
        """Ticks of the postmaster, of its children, and of those that have ended."""
        if not self.postmaster:
            return 0
        ticks = sum(map(int, _stat(Path(f"/proc/{self.postmaster}/stat"))[11:15]))
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has ended meanwhile
                fields = _stat(path)
                ticks += sum(map(int, fields[11:13])) if int(fields[1]) == self.postmaster else 0
        return ticks


def _stat(path: Path) -> list[str]:
    """The fields of /proc/PID/stat, from the state on."""
    return path.read_text().rpartition(")")[2].split()


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

    async def wait(self) -> None:
        """Be held by the bell until cancelled."""
        await self.bell.ask(self.question)


class Table:
    """Four phones at a table."""

    def __init__(self, world: World, port: int) -> None:
        sheet = world.sheet.get_absolute_url()
        self.writer: Writer = writer_of(world.sheet, port, cookies_of(world.owner))
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

    async def wait(self, seconds: float) -> None:
        """Nobody writes."""
        views = [View(self.own.phone.port, self.own.phone.cookies, self.own.sheet) for _ in range(WAITING)]
        for view in views:
            view.question = self.own.question
        waiting = [asyncio.create_task(view.wait()) for view in views]
        await asyncio.sleep(seconds)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


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
    started = time.perf_counter()
    await asyncio.gather(*(table.wait(WAIT) for table in tables))
    waited, lasted = clock.seconds(), time.perf_counter() - started
    for _ in range(HELLOS):
        status, _body = await tables[0].writer.phone.ask("/bare/hello")
        assert status == 200
    said = clock.seconds()
    return {
        "hand": (played - began) / (TABLES * HANDS) * 1000,
        "view_minute": (waited - played) / (TABLES * WAITING) / (lasted / 60) * 1000,
        "hello": (said - waited) / HELLOS * 1000,
        "errors": sum(table.writer.errors for table in tables),
    }


if __name__ == "__main__":
    main()
