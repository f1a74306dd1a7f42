"""Names stand where people look for them, in every list and on every database: Ä with A, capitals with the others."""

import re
from html import unescape

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.scoresheet.ledger.seats import people_beside
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of
from tournaments.clubhouse.people.queries import find_people as people_found, merged_into, others_than
from tournaments.course.entrants import registered
from tournaments.door.page import find_people, list_of
from tournaments.models import EntrantStatus, Tournament
from tournaments.seasons.champions import champions_of

pytestmark = pytest.mark.django_db

NAMES = ["anton", "Ärmel", "Oberle", "ölaf", "Özil", "Straß", "Straub", "Zita"]
"""In the order of the alphabet, which is neither that of SQLite nor that of every PostgreSQL."""


@pytest.fixture
def world(db: None) -> SeasonWorld:
    """A tournament at which they all stand the wrong way round, and somebody whose name was erased."""
    world = copied(SeasonWorld)
    world.tournament({name: place for place, name in enumerate(NAMES)} | {"Weg": -28}, finished=False)
    Player.objects.filter(name="Weg").update(name="", village="")
    return world


def test_alphabet_puts_umlauts_where_people_look_for_them() -> None:
    mixed = [*NAMES[4:], *NAMES[:4]]
    assert sorted(mixed, key=sort_key) == NAMES
    assert sorted(["Lang", "Lutz", "Zita", "Łukasz"], key=sort_key) == ["Lang", "Łukasz", "Lutz", "Zita"]


def test_people_of_a_club_stand_in_order_and_the_erased_last(world: SeasonWorld) -> None:
    assert [person.label for person in people_found(world.club, "")] == [*NAMES, "(gelöscht)"]
    assert [person.label for person in people_found(world.club, "ÄRM")] == ["Ärmel"]
    for typed in ("OZ hufing", "Özil, Hüfingen", "oezil huef"):
        assert [person.label for person in people_found(world.club, typed)] == ["Özil"]
    Player.objects.filter(pk=world.player("Zita").pk).update(name="Manuel Bauer")
    for typed in ("uer", "el man"):
        assert [person.label for person in people_found(world.club, typed)] == ["Manuel Bauer"]
    Player.objects.filter(name="Manuel Bauer").update(name="Zita")
    assert [person.name for person in others_than(world.player("Zita"))] == NAMES[:-1]
    sheet = world.evening({"Zita": 1, "anton": -1}, add=False)
    assert [person.name for person in people_beside(sheet)] == [name for name in NAMES if name not in ("Zita", "anton")]


def test_people_on_the_pages_of_a_club_a_season_and_a_person_stand_in_order(world: SeasonWorld) -> None:
    page = body_of(client_of(world.guest).get(world.season.get_absolute_url(), {"sort": "name"}))
    assert re.findall(r"<summary>(.*?)(?: <small>.*?</small>)?</summary>", unescape(page)) == [*NAMES, "(gelöscht)"]
    address = reverse("person", args=[world.club.pk, world.player("Zita").pk])
    page = unescape(body_of(client_of(world.organiser).get(address)))
    assert re.findall(r"<option value=\"(.*?), Hüfingen\"></option>", page) == NAMES[:-1]
    world.evening({"Zita": 1, "Ärmel": 0, "Özil": 0, "anton": -1}, add=False)
    page = body_of(client_of(world.organiser).get(reverse("club", args=[world.club.pk])))
    people = page.partition('id="people-title"')[2].partition("</section>")[0]
    assert re.findall(r">(\w+) <small>", people) == ["anton", "Ärmel", "Özil", "Zita"]


def test_other_names_and_champions_stand_in_order_by_the_name_that_is_shown(world: SeasonWorld) -> None:
    kept = world.player("Straub")
    Player.objects.filter(name__in=["Zita", "Ärmel", "anton"]).update(merged_into=kept)
    assert [record.name for record in merged_into(kept)] == ["anton", "Ärmel", "Zita"]
    world.season.champions.set(Player.objects.filter(name__in=["Zita", "Ärmel", "Özil", "Oberle"]))
    assert champions_of(world.season) == ["Oberle", "Özil", "Straub"]


def test_lists_of_the_door_stand_in_order(world: SeasonWorld) -> None:
    tournament = Tournament.objects.get()
    numbers = [entrant.number or 0 for entrant in registered(tournament)]
    assert numbers == sorted(numbers)
    tournament.entrants.filter(player__name__in=["Zita", "Ärmel", "Özil"]).update(
        status=EntrantStatus.ANNOUNCED, number=None
    )
    assert [entrant.number for entrant in registered(tournament)][-3:] == [None] * 3
    assert [row["name"] for row in list_of(tournament)["announced"]] == ["Ärmel", "Özil", "Zita"]
    Player.objects.exclude(name="").update(village="Oberort")
    tournament.entrants.update(status=EntrantStatus.WITHDRAWN)
    assert [each.name for each in find_people(tournament, "ober")] == ["Oberle", *(n for n in NAMES if n != "Oberle")]


def test_plain_names_stand_where_they_stood_beside_one_with_an_accent() -> None:
    """A name of plain letters goes a short way, which ends where the long one does."""
    letters = "".join(map(chr, range(128)))
    assert sort_key(f"{letters}\u0301") == sort_key(letters)
