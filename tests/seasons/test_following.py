"""A season's page follows its season, its tournaments and its evenings, for those who may look."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, Link, Right
from cegoscore.clubs.rights.links import link_for, revoke
from cegoscore.scoresheet.ledger.services.sheets import delete_sheet, restore_sheet
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import BY, SeasonWorld, client_of, text_of, with_reason
from tests.worlds.tournament import play_hands
from tournaments.course import queries
from tournaments.course.locks import lock_tournament
from tournaments.models import RoundState, Tournament
from tournaments.seasons import access, services
from tournaments.seasons.access import LEAGUES, get_own_right
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.seasons.views.league import PAGES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here pages are kept as they are for everybody."""
    monkeypatch.setattr(queries, "OLDEST", 60)


def one_event() -> SeasonWorld:
    world = copied(SeasonWorld)
    world.tournament({"Anna": 100, "Bernd": 40, "Clara": 40, "Dieter": -180})
    return world


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(one_event)


def may_look(world: SeasonWorld, device: Device) -> bool:
    """As every view decides."""
    request = RequestFactory().get("/")
    request.COOKIES = {key: morsel.value for key, morsel in client_of(device).cookies.items()}
    try:
        get_own_right(request, world.season.pk)
    except Http404:
        return False
    return True


def followers(world: SeasonWorld) -> list[bool]:
    """Say of organiser, guest and stranger if they may follow the season; as they may look at it."""
    devices = (world.organiser, world.guest, world.stranger)
    sights = access.KIND.sights(world.season.pk, [*(device.id for device in devices), None])
    versions = access.KIND.versions([world.season.pk])
    assert {sight.version for sight in sights.values()} == set(versions.values())
    assert (None in sights) == Season.objects.get().is_public
    told = [device.id in sights for device in devices]
    assert told == [may_look(world, device) for device in devices]
    return told


def test_who_may_look_may_follow(world: SeasonWorld) -> None:
    assert followers(world) == [True, True, False]
    Season.objects.update(is_public=True)
    assert followers(world) == [True, True, True]
    Season.objects.update(is_public=False)
    Link.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert followers(world) == [True, False, False]


def test_season_tournaments_and_evenings_move_the_version_and_no_version_comes_again(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 10, "Bernd": -10}, add=False)
    evening = world.evening({"Anna": 5, "Bernd": -5, "Clara": 0, "Dieter": 0}, add=False)
    steps: list[Callable[[], Any]] = [
        lambda: None,
        lambda: services.add_events(world.season, tournaments=[tournament], by=BY),
        lambda: services.add_events(world.season, sheets=[evening], by=BY),
        lambda: play_hands(evening, 1),
        lambda: delete_sheet(evening),
        lambda: restore_sheet(evening),
        lambda: play_hands(evening, 1, first=2),
        lambda: services.remove_event(world.season.events.get(sheet=evening), by=BY),
    ]
    seen = []
    for step in steps:
        step()
        seen.append(access.KIND.versions([world.season.pk])[world.season.pk])
    assert len(set(seen)) == len(seen) - 1, "a deleted evening that is there again is the same"
    assert seen[5] == seen[3]


def page_of(client: Client, world: SeasonWorld, /, **query: str) -> tuple[int, str]:
    answer = client.get(world.season.get_absolute_url(), query)
    return answer.status_code, body_of(answer)


def asks(page: str) -> dict[str, str]:
    """The query with which the open page looks for news."""
    found = re.search(r'hx-get="\?([^"]*)"\s+data-live="\d+"\s+data-bell="season/[0-9a-f-]+\?v=([\d.]+)"', page)
    assert found, page
    query = dict(part.split("=") for part in found[1].replace("&amp;", "&").split("&"))
    assert query["v"] == found[2]
    return query


@thorough
def test_open_page_is_told_nothing_until_something_happens_and_then_everything(world: SeasonWorld) -> None:
    anna = str(world.player("Anna").pk)
    for client in (client_of(world.guest), client_of(world.organiser)):
        query = asks(page_of(client, world, sort="name", me=anna)[1])
        assert (query["sort"], query["me"]) == ("name", anna)
        assert page_of(client, world, **query) == (204, "")
        number = world.season.events.count()
        world.tournament({"Anna": -50, "Edgar": 50})
        live = access.KIND.versions([world.season.pk])[world.season.pk]
        status, page = page_of(client, world, **query)
        assert (status, page.count('class="what"')) == (200, number + 1)
        assert asks(page) == query | {"v": live}


@thorough
def test_wall_follows_the_page_that_it_shows(world: SeasonWorld) -> None:
    client, address = client_of(world.guest), reverse("season_wall", args=[world.season.pk])
    query = asks(body_of(client.get(address, {"page": "1", "table": "0"})))
    assert (query["page"], query["table"]) == ("1", "0")
    assert client.get(address, query).status_code == 204
    world.tournament({"Anna": -50, "Edgar": 50})
    live = access.KIND.versions([world.season.pk])[world.season.pk]
    page = body_of(client.get(address, query))
    assert "Edgar" in page
    assert asks(page) == query | {"v": live}


def test_round_that_is_closed_is_news(world: SeasonWorld) -> None:
    before = access.KIND.versions([world.season.pk])
    event = world.season.events.get()
    assert event.tournament
    event.tournament.played_rounds.update(state=RoundState.CLOSED)
    type(event.tournament).objects.update(finished_at=None)
    lock_tournament(event.tournament)
    assert access.KIND.versions([world.season.pk]) != before


@thorough
def test_look_of_a_follower_is_one_statement_whoever_it_is(world: SeasonWorld) -> None:
    clients = [client_of(device) for device in (world.guest, world.organiser)]
    for kept in (False, True):
        for client in clients:
            with CaptureQueriesContext(connection) as captured:
                assert page_of(client, world, sort="name")[0] == 200
            assert (len(captured) == 1) == kept
            assert page_of(client, world, me="1")[0] == 200


def test_hidden_season_and_revoked_link_are_closed_at_once(world: SeasonWorld) -> None:
    Season.objects.update(is_public=True)
    guest, stranger = client_of(world.guest), Client()
    assert [page_of(client, world)[0] for client in (guest, stranger)] == [200, 200]
    Season.objects.update(is_public=False)
    assert [page_of(client, world)[0] for client in (guest, stranger)] == [200, 404]
    revoke(link_for(world.club, right=Right.LOOK, target=world.season.pk))
    assert page_of(guest, world)[0] == 404


def test_pages_of_managers_and_of_one_person_are_nobody_elses(world: SeasonWorld) -> None:
    manager, guest = client_of(world.organiser), client_of(world.guest)
    anna = world.player("Anna").pk
    pages = [page_of(client, world, **query)[1] for client in (manager, guest) for query in ({"me": str(anna)}, {})]
    assert ['class="arrange' in page for page in pages] == [True, True, False, False]
    assert [f'<tr id="p{anna}" class="mine">' in page for page in pages] == [True, False, True, False]
    answer = guest.get(world.season.get_absolute_url())
    assert "private" in answer.headers["Cache-Control"]
    assert "no-store" in answer.headers["Cache-Control"]


@thorough
def test_nothing_grows_with_what_strangers_type(world: SeasonWorld) -> None:
    LEAGUES._values.clear()
    PAGES._values.clear()
    client = client_of(world.guest)
    for number in range(30):
        page_of(client, world, table=f"{number + 1}", sort=f"x{number}", me=str(number))
        page_of(client, world, sort=f"e{number + 10**9}")
    assert (len(LEAGUES._values), len(PAGES._values)) == (1, 1)


def test_no_page_of_the_season_has_the_day_on_which_a_moved_tournament_was_to_be() -> None:
    world = copied(SeasonWorld)
    for _ in range(2):
        world.tournament({"Anna": 5, "Bernd": -5})
    event = world.season.events.earliest("pk")
    Tournament.objects.filter(season_events=event).update(day=event.day + timedelta(days=3), venue="")
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    old, new = (f"{event.day + timedelta(days=days):%d.%m.%Y}" for days in (0, 3))
    client, names = client_of(world.organiser), ("season", "season_events")
    pages = [text_of(client.get(reverse(name, args=[world.season.pk]))) for name in names]
    services.remove_event(SeasonEvent.objects.get(pk=event.pk), by=with_reason())
    pages.append(text_of(client.get(world.season.get_absolute_url())))
    assert [(old in text, new in text) for text in pages] == [(False, True)] * len(pages)
