"""Ways to a club for who manages it: one tap from wherever a tournament is run; its page leads with what is done."""

import re
from typing import cast

import pytest
from django.test import Client

from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import Browser
from tests.worlds.lively_club import LivelyClub
from tests.worlds.tournament import World, client_of

pytestmark = pytest.mark.django_db

WAYS = ("again", "people", "box", "seasons", "fame", "backup", "managers")


def links_in(client: Client, address: str) -> list[str]:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, address
    return cast("list[str]", re.findall(r'<a [^>]*href="([^"]+)"', body_of(answer)))


def test_club_is_one_tap_from_wherever_its_manager_runs_a_tournament() -> None:
    world = copied(World, rounds=1)
    world.register(8)
    club, home = f"/clubs/{world.tournament.club_id}", Browser(world).home
    desk = [f"{home}/{page}" for page in ("desk", "door", "ceremony", "results", "cash")]
    without = [page for page in ("/", "/tournaments", *desk) if club not in links_in(client_of(world.organiser), page)]
    assert without == []
    assert [page for page in ("/", "/tournaments") if club in links_in(client_of(world.helper), page)] == []


def test_its_page_leads_with_what_one_comes_for() -> None:
    world = copied(LivelyClub)
    manager, address = client_of(world.organiser), f"/clubs/{world.club.pk}"
    page = body_of(manager.get(address))
    before, rest = page.split('<nav class="club-ways"')
    ways = re.findall(r'href="([^"]+)"', rest.split("</nav>")[0])
    assert "<h2" not in before
    assert [link.strip("/").rsplit("/", 1)[-1] for link in ways] == list(WAYS)
    assert [link for link in ways if manager.get(link).status_code != 200] == []
    assert "club-ways" not in body_of(client_of(world.guest).get(address))
