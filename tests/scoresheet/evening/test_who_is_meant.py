"""The question who is meant: by a name at a table that is nobody's, but like somebody's of the circle."""

import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.evening.services import open_circle_table
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table import services
from tests.effort import thorough
from tests.scoresheet.evening.test_circles import filled_in, names, new_table, table
from tests.scoresheet.evening.test_taking_in import opening
from tests.worlds.copied import copied
from tests.worlds.night import NightWorld
from tests.worlds.sheet import World, client_of

ALIKE = ["Änne", "Kern, Anne", "Dr. Anne Kern", "Anne Kern, Urach", "Kern Anne"]


def twice_played() -> World:
    """A table of four; Anne Kern and Anne have played in the circle once."""
    world = World()
    open_circle_table(world.owner, table("Anne Kern", "Anne", "Uwe", "Vera"), circle=world.sheet.club_id)
    return world


@pytest.fixture
def world(db: None) -> World:
    return copied(twice_played)


def opened(world: World, typed: str, **answers: Any) -> Any:
    """The answer to a new table of the circle with somebody on the second seat."""
    client = client_of(world.owner)
    data = filled_in(new_table(client)) | {"name_0": "Bernd", "name_1": typed, "name_2": "Clara", "name_3": "Dieter"}
    return client.post(reverse("new_table"), data | answers)


@thorough
@pytest.mark.parametrize("typed", ALIKE)
def test_somebody_like_one_of_the_circle_is_asked_about_before_anything_is_written_and_the_answer_decides(
    world: World, typed: str
) -> None:
    before = Player.objects.count(), Session.objects.count()
    response = opened(world, typed)
    assert response.status_code == 422
    (question,) = response.context["form"].questions
    known = Player.objects.get(name="Anne" if typed == "Änne" else "Anne Kern")
    assert [label.partition(", ")[0] for _key, label in question.field.choices] == [known.name, "Jemand Neues"]
    assert (Player.objects.count(), Session.objects.count()) == before
    sat = []
    for answer in (str(known.pk), "new"):
        assert opened(world, typed, who_name_1=answer).status_code == 302
        sheet = Session.objects.latest("started_at")
        sat.append(sheet.seats.get(number=1).player_id == known.pk)
        sheet.delete()
    assert sat == [True, False]


def test_name_that_turned_out_to_be_somebodys_is_asked_about(world: World) -> None:
    kept = Player.objects.get(name="Anne Kern")
    Player.objects.create(club=kept.club, name="Anne Huber", merged_into=kept)
    (question,) = opened(world, "Anne Huber").context["form"].questions
    assert [str(key) for key, _label in question.field.choices] == [str(kept.pk), "new"]


@thorough
@pytest.mark.parametrize("answer", ["", "0", "x", "-1"])
def test_an_answer_that_was_not_offered_is_none(world: World, answer: str) -> None:
    assert opened(world, "Änne", who_name_1=answer).status_code == 422


@thorough
@pytest.mark.parametrize("typed", ["anne", "Ann", "Annette", "Anne, Hüfingen", "Eva"])
def test_nothing_is_asked_about_who_is_called_so_or_otherwise(world: World, typed: str) -> None:
    Player.objects.filter(name="Anne").update(village="Urach")
    assert opened(world, typed).status_code == 302


@thorough
def test_who_sits_there_already_is_nobody_elses_likeness(world: World) -> None:
    assert opened(world, "Änne", name_0="Anne").status_code == 302
    assert names(Session.objects.latest("started_at"))[:2] == ["Anne", "Änne"]


@thorough
def test_two_who_are_taken_for_the_same_stand_there_twice(world: World) -> None:
    known = str(Player.objects.get(name="Anne").pk)
    response = opened(world, "Änne", name_0="Anné", who_name_0=known, who_name_1=known)
    assert "name_1" in response.context["form"].errors


@thorough
def test_question_says_the_village_and_the_last_evening(world: World) -> None:
    Player.objects.filter(name="Anne").update(village="Urach")
    Player.objects.create(club=world.sheet.club, name="Anné")
    (question,) = opened(world, "Änne").context["form"].questions
    day = Session.objects.latest("started_at").started_at
    assert [label for _key, label in question.field.choices] == [
        f"Anne, Urach, zuletzt da am {timezone.localtime(day):%d.%m.%Y}",
        "Anné",
        "Jemand Neues",
    ]


@thorough
def test_people_of_another_circle_are_never_asked_about(world: World) -> None:
    other = open_club(world.owner)
    Player.objects.create(club=other, name="Ännchen")
    assert opened(world, "Annchen").status_code == 302


def test_who_joins_a_running_table_is_asked_about_too(world: World) -> None:
    data = {"version": str(world.sheet.version), "name": "Änne", "where": ""}
    client, address = client_of(world.owner), reverse("join_table", args=[world.sheet.pk])
    asked = client.post(address, data)
    assert (asked.status_code, world.sheet.seats.count()) == (422, 4)
    known = Player.objects.get(name="Anne")
    assert client.post(address, data | {"who_name": str(known.pk)}).status_code == 302
    assert world.sheet.seats.get(number=4).player == known


def test_who_sits_at_the_table_is_not_asked_about_by_who_joins(world: World) -> None:
    services.join(world.sheet, seen=world.sheet.version, name="Anne", lineup=(0, 1, 2, 3), dealer=0)
    world.sheet.refresh_from_db()
    data = {"version": str(world.sheet.version), "name": "Änne", "where": ""}
    assert client_of(world.owner).post(reverse("join_table", args=[world.sheet.pk]), data).status_code == 302


@pytest.mark.django_db
def test_who_opens_tables_of_a_night_is_asked_and_nobody_who_came_by_its_code() -> None:
    world = NightWorld()
    names = {f"name_{seat}": name for seat, name in enumerate(["Ánna", "Bert", "Carl", "Dirk"])}
    stranger = {"table": "3", "first_dealer": "0", **names}
    tables = {name.replace("name", "table_3"): typed for name, typed in names.items()}
    client, address = client_of(world.owner), reverse("open_tables", args=[world.night.pk])
    asked = client.post(address, tables)
    assert asked.status_code == 422
    (question,) = asked.context["form"].questions
    assert [label.partition(", ")[0] for _key, label in question.field.choices] == ["Anna", "Jemand Neues"]
    assert client_of(world.joiner).post(reverse("join_night", args=[world.night.pk]), stranger).status_code == 302


@thorough
@pytest.mark.parametrize(("asks", "status"), [("on", 422), ("", 204)])
def test_phone_is_asked_while_somebody_waits_and_not_about_what_it_opened_by_itself(
    world: World, asks: str, status: int
) -> None:
    fields = opening(circle=str(world.sheet.club_id), name_0="Änne", asks=asks)
    assert client_of(world.owner).post(reverse("take_in_sheet"), fields).status_code == status
    assert Player.objects.filter(name="Änne").exists() is (status == 204)
    assert client_of(world.mate).post(reverse("take_in_sheet"), fields | {"id": str(uuid.uuid4())}).status_code == 204
