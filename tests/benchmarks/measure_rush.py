"""Clients that record hands as fast as they can, each on a sheet of its own: prints figures as JSON.

Beside it, in turns, the same number of clients that ask for a bare INSERT and a template of one row, so that the
figures of a machine that is busy otherwise mean something. Run by `test_hall_speed`, as `measure_hall`.
"""

import asyncio
import itertools
import json
import os
import time
from pathlib import Path
from statistics import median

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from cegoscore.scoresheet.models import Hand  # noqa: E402
from tests.benchmarks.phones import Writer, middle, tables_of, writer_of  # noqa: E402
from tests.benchmarks.sizes import size  # noqa: E402
from tests.served import Server  # noqa: E402

ROUNDS = size({16: (30, 1.0), 64: (5, 6.0), 256: (1, 30.0)}, {16: (1, 0.1)})
"""Rounds and their seconds by the number of clients, together half a minute: long enough for an evening's hands of each
client, and not for more, because each hand is written below all that stand there."""


def main() -> None:
    """Alternate hands and bare writes."""
    call_command("migrate", verbosity=0)
    tables = tables_of(sum(clients * rounds for clients, (rounds, _seconds) in ROUNDS.items()))
    server = Server(Path(os.environ["DATA_DIR"]), os.environ["DATABASE_URL"], settings="tests.benchmarks.settings")
    writers = [writer_of(sheet, cookies, server.port) for sheet, cookies in tables]
    before = Hand.objects.count()
    connection.close()
    try:
        figures = asyncio.run(_measure(writers))
    finally:
        server.kill()
    acknowledged = sum(writer.written - writer.errors for writer in writers)
    print(json.dumps(figures | {"acknowledged": acknowledged, "rows": Hand.objects.count() - before}))


async def _measure(writers: list[Writer]) -> dict[str, float]:
    figures: dict[str, float] = {}
    for clients, (rounds, lasting) in ROUNDS.items():
        found = []
        for _ in range(rounds):
            these, writers = writers[:clients], writers[clients:]
            found.append(await _round(these, lasting))
        figures |= {f"{name}_{clients}": median(each[name] for each in found) for name in found[0]}
        figures |= {f"{name}_{clients}": max(each[name] for each in found) for name in ("longest", "errors")}
    return figures


async def _round(writers: list[Writer], lasting: float) -> dict[str, float]:
    """Hands, and at once bare writes of the same clients: what one takes of a busy machine, so does the other."""
    await asyncio.gather(*map(_warm_up, writers))
    await asyncio.gather(*(_record(writer, lasting) for writer in writers))
    bare = list(itertools.chain(*await asyncio.gather(*(_bare(writer, lasting) for writer in writers))))
    seconds = [took for writer in writers for took in writer.seconds]
    return {
        "hands": len(seconds) / lasting,
        "p99": middle(seconds, 0.99),
        "longest": max(seconds) * 1000,
        "errors": sum(writer.errors for writer in writers),
        "bare": len(bare) / lasting,
        "bare_p99": middle(bare, 0.99),
        "share": len(seconds) / len(bare),
        "p99_ratio": middle(seconds, 0.99) / middle(bare, 0.99),
    }


async def _warm_up(writer: Writer) -> None:
    """A process that has just started reads rules and templates, and the first hand of a sheet draws all of it."""
    for _ in range(2):
        await writer.write()
    writer.seconds.clear()


async def _record(writer: Writer, lasting: float) -> None:
    end = time.perf_counter() + lasting
    while time.perf_counter() < end:
        await writer.write()


async def _bare(writer: Writer, lasting: float) -> list[float]:
    """Times of bare writes."""
    seconds = []
    end = time.perf_counter() + lasting
    while (start := time.perf_counter()) < end:
        status, _body = await writer.phone.ask("/bare/write", [])
        assert status == 200
        seconds.append(time.perf_counter() - start)
    return seconds


if __name__ == "__main__":
    main()
