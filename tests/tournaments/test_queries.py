"""No page of a tournament asks the database more often the larger the field is."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse

from tests.clubhouse.test_matrix import any_value
from tests.effort import thorough
from tests.test_house import routes
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.course import queries
from tournaments.models import CategoryKind

pytestmark = pytest.mark.django_db

QUERIES = {
    "tournament": ("?me=1",),
    "wall": ("?show=names", "?show=tables", "?show=standings"),
    "standings": ("?round=1",),
    "find_entrants": ("?who=ann",),
}


WRITTEN_SHEET_BY_SHEET = {"export_tournament"}
"""A file of everything, for organisers: its cost is that of its tables anyway."""


def addresses(world: World) -> Iterator[str]:
    """Every address of the tournament, of its first round, table and entrant."""
    values = {"tournament_id": world.tournament.pk, "entrant_id": world.tournament.entrants.earliest("pk").pk}
    for route in routes(get_resolver()):
        if "tournament_id" in route.pattern.converters and route.name not in WRITTEN_SHEET_BY_SHEET:
            wanted = {name: values.get(name, any_value(route, name)) for name in route.pattern.converters}
            address = reverse(str(route.name), kwargs=wanted)
            yield from (address + query for query in ("", *QUERIES.get(str(route.name), ())))


@thorough
def test_queries_do_not_grow_with_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "OLDEST", -1)  # nothing is kept
    counts: list[dict[str, int]] = []
    for players in (8, 16):
        world = copied(World, categories=[(CategoryKind.WOMEN, ""), (CategoryKind.JUNIORS, "")])
        for entrant in world.register(players):
            entrant.categories.set(world.tournament.categories.all())
        world.play_round()
        world.draw("zwei")
        client = client_of(world.organiser)
        found: dict[str, int] = {}
        for address in addresses(world):
            status = client.get(address).status_code
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            found |= {address.replace(str(world.tournament.pk), ""): len(asked)} if status == 200 else {}
        counts.append(found)
    pages = counts[0].keys() & counts[1].keys()
    assert {page: counts[1][page] for page in pages} == {page: counts[0][page] for page in pages}
    assert len(pages) > 35
