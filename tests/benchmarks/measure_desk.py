"""CPU per request for the pages of the desk, the door and the hall with 200 players: prints microseconds as JSON.

Run by `test_desk_speed`, in a process of its own, because a test process instruments templates.
"""

import json
import time
from collections.abc import Callable
from decimal import Decimal

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.test import RequestFactory, override_settings

from cegoscore.assets.static_files import collect
from tests.benchmarks.sizes import size

ROUNDS, HELLOS = size(9, 1), 40
PLAYERS, FEW = size(200, 12), 8
TYPED = size(30, 1)
"""Tables of the round that is played whose totals are typed already; the others play."""

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
    home = f"/tournaments/{big.tournament.pk}"
    pages = {
        "round": "/rounds/2",
        "round_changes": "/rounds/2/changes?v=0&state=playing",
        "all_totals": "/rounds/2/totals",
        "table": "/rounds/2/tables/1",
        "typed_table": "/rounds/2/tables/2",
        "table_changes": "/rounds/2/tables/1/changes?v=0",
        "closed_round": "/rounds/1",
        "decisions": "/desk/decisions",
        "ceremony": "/ceremony",
        "ceremony_early": "/ceremony?early",
        "results": "/results",
        "draw": "/rounds/2/draw",
        "door": "/door",
        "door_changes": "/door/changes?v=0",
        "door_find": "/door/find?who=Anna",
        "settings": "/settings",
        "entrant": f"/door/{Entrant.objects.get(tournament=big.tournament, number=FEW).pk}",
    }
    hall = {
        "hall": "",
        "hall_mine": f"?me={FEW}",
        "wall": "/beamer",
        "wall_names": "/beamer?show=names",
        "wall_tables": "/beamer?show=tables",
        "wall_clock": "/beamer?show=clock",
        "prizes": "/prizes",
    }
    return (
        {"hello": ask("/bare/hello", big.organiser)}
        | {name: ask(f"{home}{path}", big.organiser) for name, path in pages.items()}
        | {name: ask(f"{home}{path}", big.guest) for name, path in hall.items()}
        | {"find": ask(f"{home}/rounds/2/find?number=1", big.organiser, htmx=True)}
        | {"table_of_few": ask(f"/tournaments/{small.tournament.pk}/rounds/2/tables/1", small.organiser)}
    )


if __name__ == "__main__":
    main()
