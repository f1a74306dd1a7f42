"""CPU per request in process: prints our views beside the bare ones as JSON. Run by `test_requests_speed`.

Runs in a process of its own, because a test process instruments templates.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.test import RequestFactory, override_settings

from cegoscore.assets.static_files import collect
from cegoscore.front import bell
from cegoscore.front.bell import Bell
from cegoscore.front.requests import Front
from tests.benchmarks.sizes import size
from tests.front.fakes import Exchange, Headers, Scope

ROUNDS = size(15, 1)
REQUESTS = 24
"""A round of hands is one evening, so the generators may clear the sheet between rounds."""

Environ = dict[str, Any]


def main() -> None:
    """Interleave rounds of every workload, so that a noisy moment hits all of them; medians as microseconds."""
    django.setup()
    call_command("migrate", verbosity=0)
    collect()
    with override_settings(ROOT_URLCONF="tests.benchmarks.bare"):
        handler = WSGIHandler()
        workloads = _workloads()
        times: dict[str, list[float]] = {name: [] for name in (*workloads, "poll")}
        polls = Polls(handler)
        for _ in range(ROUNDS):
            times["poll"].append(polls.microseconds())
            for name, requests in workloads.items():
                environs = [next(requests) for _ in range(REQUESTS)]
                start = time.process_time()
                for environ in environs:
                    call(handler, environ)
                times[name].append((time.process_time() - start) / REQUESTS * 1e6)
    print(json.dumps({name: sorted(values)[len(values) // 2] for name, values in times.items()}))


def call(handler: WSGIHandler, environ: Environ) -> bytes:
    """Answer a request from beginning to end; the body as it goes over the wire."""
    statuses: list[str] = []

    def start_response(status: str, headers: Any, exc_info: Any = None) -> Callable[[bytes], Any]:
        statuses.append(status)
        return lambda data: None

    response = handler(environ, start_response)
    body = b"".join(response)
    response.close()
    assert statuses[0].startswith(("200", "204")), (statuses, environ["PATH_INFO"])
    return body


class Polls:
    """An open sheet that asks whether anything is new, and is told at once that nothing is.

    In production the same question is held for a minute before it gets this answer.
    """

    def __init__(self, handler: WSGIHandler) -> None:
        from tests.benchmarks.phones import cookies_of
        from tests.worlds.sheet import World

        quiet = World()
        headers = Headers(("host", "testserver"), ("cookie", cookies_of(quiet.owner)))
        self.scope: Any = Scope(path=f"/bell/sheet/{quiet.sheet.id}", query_string="v=0", headers=headers)
        bell.HOLD = (0, 0)
        self.front = Front(handler, threads=1, folder=Path("unused"), bell=Bell(most=10))
        self.loop = asyncio.new_event_loop()

    async def _ask(self) -> None:
        for _ in range(REQUESTS):
            exchange: Any = Exchange()
            await self.front.__rsgi__(self.scope, exchange)
            assert exchange.status == 204, exchange.status

    def microseconds(self) -> float:
        """Processor time a question, in all threads."""
        start = time.process_time()
        self.loop.run_until_complete(self._ask())
        return (time.process_time() - start) / REQUESTS * 1e6


def _workloads() -> dict[str, Iterator[Environ]]:
    from tests.benchmarks.phones import TOKEN, cookies_of
    from tests.worlds.sheet import World, posted, writing

    factory = RequestFactory(headers={"cookie": f"{cookies_of(World().owner)}; csrftoken={TOKEN}"})

    def hellos() -> Iterator[Environ]:
        while True:
            yield factory.get("/bare/hello").environ

    def writes() -> Iterator[Environ]:
        while True:
            yield factory.post("/bare/write", headers={"x-csrftoken": TOKEN}).environ

    def hands(**reads: str) -> Iterator[Environ]:
        """Evenings of 24 hands: as on a real sheet, on average twelve stand there already."""
        from cegoscore.scoresheet.models import Session

        world = World()
        factory = RequestFactory(headers={"cookie": f"{cookies_of(world.owner)}; csrftoken={TOKEN}"})
        while True:
            world.sheet.hands.all().delete()
            world.sheet.seats.update(total=0)
            Session.objects.filter(pk=world.sheet.pk).update(version=0)
            for number in range(1, REQUESTS + 1):
                data = json.dumps([world.item(posted(number, seen=number - 1))])
                url = f"{world.sheet.get_absolute_url()}/queue"
                headers = {"x-csrftoken": TOKEN} | reads
                yield factory.post(url, data, content_type="application/json", headers=headers).environ
            assert world.sheet.hands.count() == REQUESTS

    def sheets() -> Iterator[Environ]:
        other = World()
        from cegoscore.scoresheet.ledger.services.ledger import write_hand

        for number in range(1, 25):
            write_hand(other.sheet, writing(number), device=None)
        factory = RequestFactory(headers={"cookie": cookies_of(other.owner), "accept-encoding": "gzip"})
        while True:
            yield factory.get(other.sheet.get_absolute_url()).environ

    return {
        "hello": hellos(),
        "write": writes(),
        "record": hands(**{"x-reads": "hand"}),
        "record by 0.2.0": hands(),
        "sheet": sheets(),
    }


if __name__ == "__main__":
    main()
