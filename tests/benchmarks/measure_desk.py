"""CPU per request for the pages of a club and its tournament with 200 players: prints microseconds as JSON.

Run by `test_desk_speed`, in a process of its own, because a test process instruments templates.
"""

import json
import time
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import uuid4

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.test import RequestFactory, override_settings

from cegoscore.assets.static_files import collect
from tests.benchmarks.pages_of_200 import DESK, HALL, HOUSE, PAGES
from tests.benchmarks.sizes import size

ROUNDS, HELLOS = size(5, 1), 40
PLAYERS, FEW = size(200, 12), 8
TYPED = size(30, 1)
"""Tables of the round that is played whose totals are typed already; the others play."""
WINTER: dict[str, Any] = {"name": "Winter", "first_day": date(2026, 10, 1), "last_day": date(2027, 4, 30)}

Load = Callable[[], object]


def main() -> None:
    """Interleave rounds of every page, so that a noisy moment hits all of them."""
    django.setup()
    call_command("migrate", verbosity=0)
    collect()
    with override_settings(ROOT_URLCONF="tests.benchmarks.bare"):
        loads = _pages()
        times: dict[str, list[float]] = {name: [] for name in loads}
        for _ in range(ROUNDS):
            for name, load in loads.items():
                repeat = HELLOS if name == "hello" else 3
                start = time.process_time()
                for _ in range(repeat):
                    load()
                times[name].append((time.process_time() - start) / repeat * 1e6)
    print(json.dumps({name: sorted(values)[len(values) // 2] for name, values in times.items()}))


def _pages() -> dict[str, Load]:
    """Every page by its name, and a bare answer of five bytes."""
    from cegoscore.clubs.models import Device
    from tests.worlds.tournament import World, client_of, type_table
    from tournaments.desk import services as desk
    from tournaments.hall.views import HALL_PAGES
    from tournaments.models import Entrant
    from tournaments.seasons import services as seasons

    def played(players: int, club: str) -> World:
        """The second round is played; of its first tables the totals are typed."""
        world = World(rounds=2, club_name=club, entry_fee=Decimal(10))
        world.register(players, has_paid=True)
        first = world.draw("eins")
        for table in first.tables.all():
            type_table(table, 7 + table.number)
        desk.close_round(first)
        for table in world.draw("zwei").tables.filter(number__gt=1)[:TYPED]:
            type_table(table, 100 - table.number)
        return world

    handler = WSGIHandler()

    def ask(url: str, device: Device, *, htmx: bool = False) -> Load:
        """A request from beginning to end."""
        cookie = "; ".join(f"{key}={morsel.value}" for key, morsel in client_of(device).cookies.items())
        headers = {"cookie": cookie, "accept-encoding": "gzip"} | ({"hx-request": "true"} if htmx else {})

        def call() -> None:
            statuses: list[str] = []

            def start_response(status: str, headers: object, exc_info: object = None) -> Callable[[bytes], object]:
                statuses.append(status)
                return lambda data: None

            HALL_PAGES._values.clear()
            response = handler(RequestFactory(headers=headers).get(url).environ, start_response)
            b"".join(response)
            response.close()
            assert statuses[0].startswith("200"), (statuses, url)

        return call

    big, small = played(PLAYERS, "Große Runde"), played(FEW, "Kleine Runde")
    entrant = Entrant.objects.get(tournament=big.tournament, number=FEW)
    season = seasons.open_season(big.organiser, club=big.tournament.club, uuid=uuid4(), **WINTER)
    seasons.add_events(season, tournaments=[big.tournament], by=seasons.Signature())
    keys = {
        "tournament": big.tournament.pk,
        "season": season.pk,
        "club": big.tournament.club_id,
        "entrant": entrant.pk,
        "player": entrant.player_id,
    }
    asking = dict.fromkeys(DESK | HOUSE, big.organiser) | dict.fromkeys(HALL, big.guest)
    return (
        {"hello": ask("/bare/hello", big.organiser)}
        | {name: ask(path.format(**keys), asking[name], htmx=name == "find") for name, path in PAGES.items()}
        | {"table_of_few": ask(DESK["table"].format(tournament=small.tournament.pk), small.organiser)}
    )


if __name__ == "__main__":
    main()
