"""Names at a tournament and in a season are kept as they are seen: nobody gets a twin of other letters."""

from uuid import uuid4

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Player
from tests.effort import thorough
from tests.worlds.copied import copied
from tests.worlds.desk import Browser
from tests.worlds.tournament import World, client_of, drawn
from tournaments.door import announcing, services
from tournaments.door.people_list import read_list
from tournaments.seasons.forms import NewSeasonForm, SeasonTotalsForm
from tournaments.setup.forms import NewTournamentForm

pytestmark = pytest.mark.django_db

ANNA = "\u0410nn\u0430\u200b"
"""Cyrillic capitals, and a blank that nobody sees."""
VILLAGE = "Ort" + "\u0316" * 50
SEEN = "Ort" + "\u0316" * 3


def people() -> list[tuple[str, str]]:
    return list(Player.objects.order_by("pk").values_list("name", "village"))


def test_strangers_who_announce_themselves_are_known_by_the_name_that_is_seen() -> None:
    world = copied(World, is_public=True, takes_announcements=True)
    form = {"uuid": str(uuid4()), "name": ANNA, "village": VILLAGE}
    client_of(world.stranger).post(reverse("announce", args=[world.tournament.pk]), form)
    assert people() == [("Anna", SEEN)]
    unseen = form | {"uuid": str(uuid4()), "name": "\u200b\u3164"}
    assert client_of(world.stranger).post(reverse("announce", args=[world.tournament.pk]), unseen).status_code == 422


@thorough
def test_door_knows_one_anna_however_she_is_typed(world: World) -> None:
    browser = Browser(world)
    for typed in ("Anna, Ort", f"{ANNA}, Ort\u2066"):
        browser.post("door/register", {"who": typed, "uuid": str(uuid4())})
    assert people() == [("Anna", "Ort")]
    entrant = world.tournament.entrants.get()
    page = browser.get(f"door/{entrant.pk}")
    changed = {"seen": page.context["form"]["seen"].value(), "name": "\u0410nja", "village": VILLAGE}
    assert browser.post(f"door/{entrant.pk}", changed).status_code == 302
    assert people() == [("Anja", SEEN)]


def test_village_is_the_same_whatever_its_capitals(world: World) -> None:
    """SQLite by itself ignores case in plain letters only."""
    for name, village in (("Anna", "Öflingen"), ("anna", "öflingen"), ("Anna", "ÖFLINGEN")):
        announcing.announce_all(world.tournament, [services.Newcomer(name=name, village=village)])
    assert people() == [("Anna", "Öflingen")]


def test_substitute_at_a_table_is_called_as_is_seen() -> None:
    world = copied(drawn)
    table = world.tournament.played_rounds.get().tables.get(number=1)
    leaves = table.results.order_by("seat")[0].entrant.number
    form = {"number": leaves, "name": ANNA, "village": VILLAGE, "why": "krank"}
    assert Browser(world).post("rounds/1/tables/1/substitute", form).status_code == 302
    assert people()[-1] == ("Anna", SEEN)


def test_lists_are_read_as_they_are_seen(world: World) -> None:
    line = read_list(world.tournament, f"Name;Ort\n{ANNA};{VILLAGE}").lines[0]
    assert (line.name, line.village) == ("Anna", SEEN)


def test_clubs_tournaments_and_seasons_are_called_as_is_seen() -> None:
    tournament = NewTournamentForm(None, device=None, initial={}).fields
    season = NewSeasonForm(None, clubs=(), start={}).fields
    past = SeasonTotalsForm().fields
    named = [(tournament, ("name", "venue", "club_name")), (season, ("name", "club_name")), (past, ("name", "venue"))]
    assert [fields[key].clean(ANNA) for fields, keys in named for key in keys] == ["Anna"] * 7
