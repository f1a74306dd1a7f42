"""CPU per request for the standings of 200 players: prints microseconds as JSON. Run by `test_standings_speed`.

Runs in a process of its own, because a test process instruments templates.
"""

import json
import time
from collections.abc import Callable

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.test import RequestFactory, override_settings

from cegoscore.assets.static_files import collect
from tests.benchmarks.sizes import size

ROUNDS = size(11, 1)
PLAYERS = size(200, 20)


def main() -> None:
    """Interleave rounds of every workload, so that a noisy moment hits all of them."""
    django.setup()
    call_command("migrate", verbosity=0)
    collect()
    with override_settings(ROOT_URLCONF="tests.benchmarks.bare"):
        loads = _workloads()
        times: dict[str, list[float]] = {name: [] for name in loads}
        for _ in range(ROUNDS):
            for name, (work, repeat) in loads.items():
                start = time.process_time()
                for _ in range(repeat):
                    work()
                times[name].append((time.process_time() - start) / repeat * 1e6)
    figures = {name: sorted(values)[len(values) // 2] for name, values in times.items()}
    print(json.dumps(figures))


def _workloads() -> dict[str, tuple[Callable[[], object], int]]:
    from tests.benchmarks import measure_requests
    from tests.benchmarks.phones import cookies_of
    from tests.worlds.tournament import World, type_table
    from tournaments.course.queries import live_version
    from tournaments.desk import services as desk
    from tournaments.hall.views import HALL_PAGES
    from tournaments.standings.views import PAGES

    world = World(is_public=True, rounds=2)
    world.register(PLAYERS)
    first = world.draw("eins")
    for table in first.tables.all():
        type_table(table, 7 + table.number)
    desk.close_round(first)
    for table in world.draw("zwei").tables.all():
        type_table(table, 100 - table.number)
    url = f"/tournaments/{world.tournament.pk}/standings"
    cookie = cookies_of(world.organiser)
    handler = WSGIHandler()

    def call(url: str, **headers: str) -> None:
        measure_requests.call(handler, RequestFactory(headers=headers).get(url).environ)

    def fresh() -> None:
        PAGES._values.clear()
        call(url, **{"accept-encoding": "gzip"})

    home = f"/tournaments/{world.tournament.pk}"

    def fresh_home() -> None:
        HALL_PAGES._values.clear()
        call(home)

    round_ = world.tournament.played_rounds.get(number=2)
    table = round_.tables.select_related("sheet").get(number=1)
    assert table.sheet
    world.tournament.refresh_from_db()
    desk_look = f"{home}/rounds/2/changes?v={live_version(world.tournament)}&state={round_.state}"
    sheet_look = f"{table.sheet.get_absolute_url()}/changes?v={table.sheet.version}&newest="

    return {
        "hello": (lambda: call("/bare/hello", **{"accept-encoding": "gzip"}), 100),
        "crowd": (lambda: call(url, **{"accept-encoding": "gzip"}), 100),
        "bare": (lambda: call(f"/bare/standings/{world.tournament.pk}", **{"accept-encoding": "gzip"}), 4),
        "fresh": (fresh, 4),
        "home": (lambda: call(home, **{"accept-encoding": "gzip"}), 40),
        "desk_look": (lambda: call(desk_look, cookie=cookie), 40),
        "sheet_look": (lambda: call(sheet_look, cookie=cookie), 40),
        "mine": (lambda: call(f"{home}?me=17", **{"accept-encoding": "gzip"}), 40),
        "home_fresh": (fresh_home, 4),
    }


if __name__ == "__main__":
    main()
