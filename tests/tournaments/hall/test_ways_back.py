"""Ways of those who run the tournament: from paper and standings back to the desk; and what their start page has."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from cegoscore.clubs.models import Device, Link
from cegoscore.clubs.rights.links import accept_link
from cegoscore.scoresheet.evening.evenings import recent_evenings
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.desk import Browser, text_of
from tests.worlds.tournament import World, client_of, type_table
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def back(page: str) -> str:
    found = re.search(r'class="back"\s+href="([^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("path", "desk", "others"),
    [("print", "/desk", ""), ("standings?desk", "/desk", "/desk"), ("standings", "", ""), ("prizes", "/ceremony", "")],
)
def test_way_back_from_paper_and_standings_leads_to_the_desk(world: World, path: str, desk: str, others: str) -> None:
    home = f"/tournaments/{world.tournament.pk}"
    found = [back(body_of(Browser(world, device).get(path))) for device in (world.helper, world.guest)]
    assert found == [f"{home}{desk}", f"{home}{others}"]


@thorough
def test_desk_leads_to_standings_that_lead_back_whatever_is_chosen_there(world: World) -> None:
    world.register(8)
    world.play_round()
    world.draw("zwei")
    desk = Browser(world)
    assert f'href="/tournaments/{world.tournament.pk}/standings?desk"' in body_of(desk.get("rounds/2"))
    page = body_of(desk.get("standings?desk"))
    choices = re.findall(r'href="(\?[^"]*)"', page)
    assert choices == ["?round=1&amp;desk", "?round=2&amp;desk"]
    assert back(body_of(desk.get("standings?round=1&desk"))).endswith("/desk")


def test_desk_prints_the_standings_that_it_looks_at(world: World) -> None:
    printed = f'href="/tournaments/{world.tournament.pk}/print/standings"'
    desk = Browser(world)
    assert [printed in body_of(desk.get(path)) for path in ("standings?desk", "standings")] == [True, False]


def test_tables_of_a_tournament_fill_nobodys_start_page_but_that_of_the_table(world: World) -> None:
    world.register(8)
    round_ = world.draw()
    sheet = round_.tables.get(number=1).sheet
    assert sheet
    phone = Device.objects.create()
    accept_link(phone, Link.objects.get(target=sheet.pk))
    assert [recent_evenings(device.pk) for device in (world.organiser, world.helper, world.guest)] == [[], [], []]
    assert [evening.sheet.pk for evening in recent_evenings(phone.pk)] == [sheet.pk]


@pytest.mark.parametrize(
    ("days", "who", "says"),
    [
        (0, "organiser", "/desk To the desk"),
        (0, "helper", "/desk To the desk"),
        (0, "guest", " My table, my place"),
        (0, "stranger", None),
        (1, "organiser", None),
    ],
)
def test_start_page_leads_to_the_tournament_of_today(world: World, days: int, who: str, says: str | None) -> None:
    day = timezone.localdate() + timedelta(days=days)
    Tournament.objects.filter(pk=world.tournament.pk).update(day=day, venue="Löwen", is_public=True)
    page = body_of(client_of(getattr(world, who)).get("/", headers={"accept-language": "en"}))
    found = re.search(r'<a class="button" href="/tournaments/[0-9a-f-]+(/?[a-z]*)">\s*<strong>([^:<]*):', page)
    assert (found and f"{found[1]} {' '.join(found[2].split())}") == says
    assert ("Preiscego" in page) == (says is not None)


# The wall


@thorough
def test_wall_counts_open_tables_where_they_are_many(world: World) -> None:
    world.register(32)
    round_ = world.draw()
    wall = Browser(world)
    type_table(round_.tables.get(number=8))
    assert "Durchgang 1: 7 Tische sind noch nicht fertig." in text_of(wall.get("beamer?show=standings"))
    for table in round_.tables.filter(number__lte=3):
        type_table(table)
    assert "Durchgang 1: Die Tische 4, 5, 6, 7 sind noch nicht fertig." in text_of(wall.get("beamer?show=standings"))


@thorough
@pytest.mark.parametrize(("players", "is_dense"), [(60, False), (64, True)])
def test_wall_shows_many_people_in_two_columns(world: World, players: int, *, is_dense: bool) -> None:
    world.register(players)
    type_table(world.draw().tables.get(number=1))
    page = body_of(Browser(world).get("beamer?show=standings"))
    assert ('class="ranks dense"' in page) == is_dense
