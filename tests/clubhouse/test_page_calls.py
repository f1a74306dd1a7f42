"""Pages of a club by calls of our own code: nothing is counted of people whom a page does not show."""

import pytest
from django.urls import reverse

from tests.calls import Calls, counted_calls
from tests.worlds.copied import copied
from tests.worlds.season import small_winter
from tests.worlds.tournament import World, client_of, play_hands
from tournaments.course import queries

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def running(players: int) -> World:
    """A tournament in its second round, with a hand at each table."""
    world = World()
    world.register(players)
    world.play_round()
    for table in world.draw().tables.all():
        assert table.sheet
        play_hands(table.sheet, 1)
    return world


def looked_at(world: World, name: str) -> Calls:
    """Calls of each function of ours for a page of the person with the number 1."""
    address = reverse(name, args=[world.tournament.club_id, world.tournament.entrants.get(number=1).player_id])
    client = client_of(world.organiser)
    with counted_calls() as calls:
        response = client.get(address)
    assert response.status_code == 200
    return calls


@pytest.mark.parametrize("name", ["player", "player_year"])
def test_page_of_somebody_counts_for_those_at_the_table_however_many_play(name: str) -> None:
    counting = "cegoscore/outings/counting.py"
    few, many = (looked_at(copied(running, players=players), name) for players in (4, 12))
    assert few[counting, "_outing"] == many[counting, "_outing"] == 4
    assert few[counting, "_hand"] == many[counting, "_hand"]


def test_season_that_is_kept_is_ranked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "OLDEST", 1e6)
    world = copied(small_winter)
    client, address = client_of(world.organiser), reverse("player", args=[world.club.pk, world.player("Anna").pk])
    assert client.get(address).status_code == 200
    with counted_calls() as calls:
        assert client.get(address).status_code == 200
    assert calls["cegoscore/contest/league.py", "league_table"] == 0
