"""CPU and time per request of the league table, the records and a player's page of ten seasons, beside bare views.

Prints JSON.

Run by `test_seasons_speed` in a process of its own, because a test process instruments templates. By hand, with fewer
hands for each player and tournament than the 48 of the championship: `python -m tests.benchmarks.measure_seasons 4`.
"""

import json
import sys
import time
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.test import RequestFactory, override_settings

from cegoscore.assets.static_files import collect
from tests.benchmarks.sizes import size

ROUNDS = size(15, 1)
SEASONS, TOURNAMENTS, PLAYERS, HANDS = size((10, 13, 150, 48), (2, 2, 8, 2))


def main() -> None:
    """Interleave the pages, so that a noisy moment hits all of them; medians in milliseconds."""
    django.setup()
    call_command("migrate", verbosity=0)
    collect()
    from cegoscore.clubs.models import Device
    from cegoscore.scoresheet.models import Score
    from tests.benchmarks.measure_requests import call
    from tests.benchmarks.phones import cookies_of
    from tournaments.seasons.models import Season

    if not Season.objects.exists():
        _play()
    organiser = Device.objects.earliest("created_at")
    pages = _pages(Season.objects.latest("first_day"))
    factory = RequestFactory(headers={"cookie": cookies_of(organiser), "accept-encoding": "gzip"})
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in pages}
    with override_settings(ROOT_URLCONF="tests.benchmarks.bare_season"):
        handler = WSGIHandler()
        for _ in range(ROUNDS):
            for name, page in pages.items():
                start, cpu = time.perf_counter(), time.process_time()
                call(handler, factory.get(page).environ)
                times[name].append((time.perf_counter() - start, time.process_time() - cpu))
    found: dict[str, float] = {"scores": Score.objects.count()}
    for name, values in times.items():
        found[name] = sorted(value[0] for value in values)[ROUNDS // 2] * 1000
        found[f"{name}_cpu"] = sorted(value[1] for value in values)[ROUNDS // 2] * 1000
    print(json.dumps(found))


def _play() -> None:
    """Fill the database: once, for all processes that measure with it."""
    from cegoscore.clubs.models import Device
    from cegoscore.outings.services import settle_all
    from tests.worlds.championship import played_seasons

    hands = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    extent = {"seasons": SEASONS, "tournaments": TOURNAMENTS, "players": PLAYERS, "hands": hands}
    played_seasons(Device.objects.create(), **extent)
    settle_all()  # what an event brought is written when it ends; these rows were put in past the services
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _pages(season: Any) -> dict[str, str]:
    """The pages and their bare sisters; the player is the one who came most often."""
    from django.db.models import Count

    from tournaments.models import Entrant

    table = season.get_absolute_url()
    keenest = Entrant.objects.order_by().values("player").annotate(count=Count("pk")).order_by("-count", "player")
    player = f"/clubs/{season.club_id}/players/{keenest[0]['player']}"
    records = f"/clubs/{season.club_id}/records"
    return {
        "bare_table": f"/bare{table}",
        "table": table,
        "json": f"{table}/table.json",
        "bare_player": f"/bare{player}",
        "player": player,
        "bare_records": f"/bare{records}",
        "records": records,
        "player_season": f"{player}?season={season.pk}",
    }


if __name__ == "__main__":
    main()
