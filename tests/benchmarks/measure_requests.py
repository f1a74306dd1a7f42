"""CPU per request in process: prints our views beside the bare ones as JSON. Run by `test_requests_speed`.

Runs in a process of its own, because a test process instruments templates.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.test import RequestFactory, override_settings

ROUNDS = 15
REQUESTS = 24
"""A round of hands is one evening, so the generators may clear the sheet between rounds."""

Environ = dict[str, Any]


def main() -> None:
    """Interleave rounds of every workload, so that a noisy moment hits all of them; medians as microseconds."""
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with override_settings(ROOT_URLCONF="tests.benchmarks.bare"):
        handler = WSGIHandler()
        workloads = _workloads()
        times: dict[str, list[float]] = {name: [] for name in workloads}
        for _ in range(ROUNDS):
            for name, requests in workloads.items():
                environs = [next(requests) for _ in range(REQUESTS)]
                start = time.process_time()
                for environ in environs:
                    _call(handler, environ)
                times[name].append((time.process_time() - start) / REQUESTS * 1e6)
    print(json.dumps({name: sorted(values)[len(values) // 2] for name, values in times.items()}))


def _call(handler: WSGIHandler, environ: Environ) -> None:
    statuses: list[str] = []

    def start_response(status: str, headers: Any, exc_info: Any = None) -> Callable[[bytes], Any]:
        statuses.append(status)
        return lambda data: None

    response = handler(environ, start_response)
    for _ in response:
        pass
    close = getattr(response, "close", None)
    if close:
        close()
    assert statuses[0].startswith(("200", "204")), (statuses, environ["PATH_INFO"])


def _workloads() -> dict[str, Iterator[Environ]]:
    from tests.worlds.sheet import World, client_of, posted, writing

    world = World()
    cookies = {key: morsel.value for key, morsel in client_of(world.owner).cookies.items()}
    token = "a" * 32
    cookies["csrftoken"] = token
    factory = RequestFactory(headers={"cookie": "; ".join(f"{key}={value}" for key, value in cookies.items())})

    def hellos() -> Iterator[Environ]:
        while True:
            yield factory.get("/bare/hello").environ

    def writes() -> Iterator[Environ]:
        while True:
            yield factory.post("/bare/write", headers={"x-csrftoken": token}).environ

    def hands() -> Iterator[Environ]:
        """Evenings of 24 hands: as on a real sheet, on average twelve stand there already."""
        from cegoscore.scoresheet.models import Hand, Seat, Session

        while True:
            Hand.objects.all().delete()
            Seat.objects.update(total=0)
            Session.objects.update(version=0)
            for number in range(1, 25):
                data = urlencode(posted(number, uuid=str(uuid.uuid4())))
                headers = {"x-csrftoken": token, "hx-request": "true"}
                url = f"/sheets/{world.sheet.id}/hands"
                content_type = "application/x-www-form-urlencoded"
                yield factory.post(url, data, content_type=content_type, headers=headers).environ

    def sheets() -> Iterator[Environ]:
        other = World()
        from cegoscore.scoresheet.services.ledger import write_hand

        for number in range(1, 25):
            write_hand(other.sheet, writing(number), device=None)
        cookie = "; ".join(f"{key}={morsel.value}" for key, morsel in client_of(other.owner).cookies.items())
        while True:
            yield RequestFactory(headers={"cookie": cookie}).get(other.sheet.get_absolute_url()).environ

    def polls() -> Iterator[Environ]:
        quiet = World()
        cookie = "; ".join(f"{key}={morsel.value}" for key, morsel in client_of(quiet.owner).cookies.items())
        while True:
            url = f"{quiet.sheet.get_absolute_url()}/changes?v=0&newest="
            yield RequestFactory(headers={"cookie": cookie, "hx-request": "true"}).get(url).environ

    return {"hello": hellos(), "write": writes(), "record": hands(), "sheet": sheets(), "poll": polls()}


if __name__ == "__main__":
    main()
