"""CPU and time per request of a league table among ten seasons, beside the bare view: prints JSON.

Run by `test_seasons_speed` in a process of its own, because a test process instruments templates. By hand, with every
hand written down: `python -m tests.benchmarks.measure_seasons 48` (some minutes).
"""

from __future__ import annotations

import json
import sys
import time
from datetime import date

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.test import RequestFactory, override_settings

ROUNDS = 15
SEASONS, TOURNAMENTS, PLAYERS = 10, 13, 150


def main() -> None:
    """Interleave the pages, so that a noisy moment hits both; medians in milliseconds."""
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from cegoscore.clubs.models import Device
    from tests.benchmarks.measure_requests import _call
    from tournaments.demo_season import demo_season

    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    size = {"seasons": SEASONS, "tournaments": TOURNAMENTS, "players": PLAYERS, "hands": hands}
    season = demo_season(Device.objects.create(), **size, seed=1, first=date(2025, 11, 15))[-1]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    address = season.get_absolute_url()
    pages = {"bare": f"/bare{address}", "table": address, "json": f"{address}/table.json"}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
    with override_settings(ROOT_URLCONF="tests.benchmarks.bare_season"):
        handler = WSGIHandler()
        for _ in range(ROUNDS):
            for name, page in pages.items():
                start, cpu = time.perf_counter(), time.process_time()
                _call(handler, RequestFactory().get(page).environ)
                times[name].append((time.perf_counter() - start, time.process_time() - cpu))
    found = {}
    for name, values in times.items():
        found[name] = sorted(value[0] for value in values)[ROUNDS // 2] * 1000
        found[f"{name}_cpu"] = sorted(value[1] for value in values)[ROUNDS // 2] * 1000
    print(json.dumps(found))


if __name__ == "__main__":
    main()
