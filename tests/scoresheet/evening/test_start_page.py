"""The start page: what it is to a stranger, what runs now above all else, and the usual circle."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import strip_tags

from cegoscore.clubs.models import Device, Grant, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, delete_sheet
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.night import NightWorld
from tests.worlds.sheet import World, client_of
from tests.worlds.tournament import World as TournamentWorld

WELCOME = 'class="welcome"'
OTHERS = ("Neuer Tisch", "/new?circle=none")


@pytest.fixture
def world(db: None) -> World:
    """A table of four that was opened just now."""
    return World()


def ways(device: Device, language: str = "de") -> list[tuple[str, str]]:
    """Buttons of the start page from the top, each with where it leads; none for whom the page welcomes."""
    page = body_of(client_of(device).get(reverse("home"), headers={"Accept-Language": language}))
    assert ('class="start"' in page) is (WELCOME not in page)
    start = page.partition('<div class="start">')[2].partition("</div>")[0]
    links = re.findall(r'<a class="button" href="([^"]*)">(.*?)</a>', start, re.DOTALL)
    return [(" ".join(strip_tags(text).split()), address) for address, text in links]


def end_day(world: World) -> None:
    """Let half a day pass."""
    Session.objects.filter(pk=world.sheet.pk).update(started_at=timezone.now() - timedelta(hours=13))


def test_stranger_reads_what_this_is(db: None) -> None:
    page = body_of(Client().get(reverse("home")))
    assert WELCOME in page
    assert f'class="button main" href="{reverse("new_table")}"' in page
    assert reverse("open_demo") in page
    amounts = [int(amount) for amount in re.findall(r'data-total="([^"]+)"', page)]
    assert amounts == [-20, 60, -20, -20], "a Solo with 45 of 79 by the championship's rules, which are proposed"


def test_new_device_finds_everything_that_can_be_brought_back(db: None) -> None:
    """A treasurer who takes over begins with a backup on a phone that knows nothing, and knows no club page yet."""
    back = body_of(Client().get(reverse("home"))).partition('class="back-again"')[2].partition("</details>")[0]
    for name in ("import_sheet", "read_club", "rescue"):
        assert f'href="{reverse(name)}"' in back, name


@thorough
def test_table_that_runs_stands_above_all_else_for_whoever_may_see_it(world: World) -> None:
    address = world.sheet.get_absolute_url()
    for device in (world.owner, world.mate, world.guest):
        assert ways(device) == [("Weiter: Anna, Bernd, Clara, Dieter", address), OTHERS]
    assert ways(world.owner, "en") == [("Go on: Anna, Bernd, Clara, Dieter", address), ("New table", OTHERS[1])]
    assert ways(world.stranger) == []
    assert address not in body_of(client_of(world.stranger).get(reverse("home")))


def test_right_that_was_taken_back_shows_nothing(world: World) -> None:
    Grant.objects.filter(device=world.guest).delete()
    assert (ways(world.guest), len(ways(world.owner))) == ([], 2)


@thorough
@pytest.mark.parametrize(
    "end", [lambda world: close_sheet(world.sheet), lambda world: delete_sheet(world.sheet), end_day]
)
def test_table_that_is_over_does_not_run(world: World, end: Callable[[World], object]) -> None:
    end(world)
    assert ways(world.mate) == []


@thorough
def test_usual_circle_is_the_button_of_whoever_opens_its_tables(world: World) -> None:
    end_day(world)
    circle = f"{reverse('new_table')}?circle={world.sheet.club_id}"
    assert ways(world.owner) == [("Neuer Abend mit Anna, Bernd, Clara, Dieter", circle), OTHERS]
    assert ways(world.owner, "en")[0] == ("New evening with Anna, Bernd, Clara, Dieter", circle)
    assert [ways(device) for device in (world.mate, world.guest, world.stranger)] == [[], [], []]


def test_demo_neither_runs_nor_is_a_circle(db: None) -> None:
    device = Device.objects.create()
    client_of(device).post(reverse("open_demo"))
    assert ways(device) == []


@thorough
def test_tables_of_a_night_run_for_those_who_sit_there_and_the_night_for_all(db: None) -> None:
    world = NightWorld()
    said = [[text for text, _address in ways(device)] for device in (world.writer, world.guest, world.stranger)]
    day = date_format(world.night.day, "j. F")
    night = f"Spielabend: {world.night.name} {day}, Löwen"
    table = f"Weiter: {world.night.name}, Tisch 1 Anna, Bernd, Clara, Dieter"
    assert said == [[table, night, OTHERS[0]], [night, OTHERS[0]], []]
    assert ways(world.owner)[0] == (night, world.night.get_absolute_url())


@thorough
def test_tournament_of_today_comes_before_the_usual_circle(world: World) -> None:
    end_day(world)
    tournament = TournamentWorld(name="Preiscego", day=timezone.localdate())
    Grant.objects.filter(device=tournament.organiser.pk).update(device=world.owner)
    (desk, _address), (circle, _circle), others = ways(world.owner)
    assert (desk, others) == ("Zur Turnierleitung: Preiscego", OTHERS)
    assert circle == "Neuer Abend mit Anna, Bernd, Clara, Dieter"
    assert ways(world.mate) == []


@thorough
def test_new_group_begins_with_the_rules_of_this_phones_last_evening(world: World) -> None:
    client = client_of(world.owner)
    form = client.get(reverse("new_table"), {"circle": "none"}).context["form"]
    assert (form["rules"].value(), form["name_0"].value()) == ("braeunlingen-ministranten", None)
    newcomer = Client().get(reverse("new_table")).context["form"]
    assert newcomer["rules"].value() == "schwarzwaldmeisterschaft"


def test_circle_without_an_evening_is_no_button(db: None) -> None:
    device = Device.objects.create()
    club = open_club(device, name="Cegofreunde Bregtal")
    Player.objects.create(club=club, name="Anna")
    assert ways(device) == [OTHERS]


def doors(device: Device) -> list[str]:
    """Addresses of the doors beside playing."""
    page = body_of(client_of(device).get(reverse("home")))
    return re.findall(r'href="([^"]+)"', page.partition('<nav class="doors"')[2].partition("</nav>")[0])


def test_tournaments_and_seasons_are_doors_and_whoever_manages_a_club_is_led_to_it(db: None) -> None:
    device = Device.objects.create()
    assert doors(device) == [reverse("tournaments"), reverse("seasons")]
    club = open_club(device, name="Cegofreunde Bregtal")
    assert doors(device) == [reverse("club", args=[club.pk]), reverse("tournaments"), reverse("seasons")]
