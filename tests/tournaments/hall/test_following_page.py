"""A tournament's public page follows: what it costs, and that nobody gets what is not meant for him."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.links import link_for, revoke
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of, type_table
from tournaments.course.queries import live_version
from tournaments.hall.views import HALL_PAGES
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(db: None) -> World:
    """Eight players of a public tournament, the first round being played."""
    world = copied(World, is_public=True)
    world.register(8)
    world.draw()
    return world


def ask(client: Client, world: World, /, **query: str) -> tuple[int, str]:
    """Status and text of the page."""
    answer = client.get(world.tournament.get_absolute_url(), query)
    return answer.status_code, body_of(answer)


def asks(page: str) -> dict[str, str]:
    """The query with which the open page looks for news, and the version that it asks the bell about."""
    found = re.search(r'hx-get="\?([^"]*)"\s+data-live="\d+"\s+data-bell="tournament/[0-9a-f-]+\?v=([\d.]+)"', page)
    assert found, page
    query = dict(part.split("=") for part in found[1].replace("&amp;", "&").split("&"))
    assert query["v"] == found[2]
    return query


def settle(world: World, number: int) -> str:
    """Settle a table; the tournament's version afterwards."""
    type_table(world.tournament.played_rounds.get().tables.get(number=number))
    world.tournament.refresh_from_db()
    return live_version(world.tournament)


@pytest.mark.parametrize("who", ["stranger", "guest", "organiser"])
def test_open_page_is_told_nothing_until_something_happens_and_then_everything(public: World, who: str) -> None:
    client = client_of(getattr(public, who))
    query = asks(ask(client, public, me="3")[1])
    assert ask(client, public, **query) == (204, "")
    live = settle(public, 1)
    status, page = ask(client, public, **query)
    assert (status, "1 von 2 Tischen fertig" in page) == (200, True)
    assert asks(page) == {"me": "3", "v": live}


@thorough
def test_look_of_a_follower_is_one_statement_whoever_it_is(public: World) -> None:
    for number in ("3", "1"):  # makes the page, and the hands of their tables; strangers have a page of their own
        ask(client_of(public.guest), public, me=number)
    ask(Client(), public)
    for device in (public.stranger, public.guest, public.helper, public.organiser):
        for query in ({}, {"me": "3"}, {"q": "a"}):
            with CaptureQueriesContext(connection) as captured:
                assert ask(client_of(device), public, **query)[0] == 200
            assert len(captured) == 1, "who may look, and at which version"


@pytest.mark.parametrize("path", ["", "/standings"])
def test_hidden_page_and_revoked_link_are_closed_at_once(public: World, path: str) -> None:
    clients, address = (client_of(public.guest), Client()), public.tournament.get_absolute_url() + path
    assert [client.get(address).status_code for client in clients] == [200, 200]
    Tournament.objects.update(is_public=False)
    assert [client.get(address).status_code for client in clients] == [200, 404]
    revoke(link_for(public.tournament.club, right=Right.LOOK, target=public.tournament.pk))
    for query in ({}, {"v": live_version(public.tournament)}):
        assert clients[0].get(address, query).status_code == 404


def test_page_of_the_desk_and_of_one_person_are_nobody_elses(public: World) -> None:
    desk = ask(client_of(public.organiser), public)[1]
    mine = ask(client_of(public.guest), public, me="3")[1]
    stranger = Client()
    page = stranger.get(public.tournament.get_absolute_url())
    text = body_of(page)
    assert ['id="staff-title"' in each for each in (desk, mine, text)] == [True, False, False]
    assert ['<section class="mine"' in each for each in (desk, mine, text)] == [False, True, False]
    assert "private" in page.headers["Cache-Control"]
    assert "no-store" in page.headers["Cache-Control"]


def test_nothing_is_kept_of_what_strangers_type(public: World) -> None:
    HALL_PAGES._values.clear()
    for number in range(30):
        ask(Client(), public, q=f"x{number}", me=str(number), v=f"a{number}")
    assert len(HALL_PAGES._values) == 1
