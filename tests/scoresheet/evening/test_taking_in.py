"""Evenings that a phone opened without network: taken in once, with their right, under their circle."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from cegoscore.clubs.models import Club, Grant, Player, Right, RuleSet
from cegoscore.clubs.rights.access import right_on
from cegoscore.scoresheet.ledger.services import sheets
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """A table of four."""
    return copied(World)


def opening(**more: Any) -> dict[str, Any]:
    """Fields that the phone sends."""
    names = {f"name_{seat}": name for seat, name in enumerate(more.pop("names", NAMES))}
    fields = {"id": str(uuid4()), "rules": "schwarzwaldmeisterschaft", "first_dealer": "2", "title": "Löwen"}
    return fields | names | more


def send(client: Client, fields: dict[str, Any]) -> int:
    return client.post(reverse("take_in_sheet"), fields).status_code


def test_evening_is_taken_in_with_the_right_of_its_phone_and_only_once() -> None:
    client, fields = Client(), opening(stake="0,05", currency="€")
    began = timezone.now() - timedelta(hours=5)
    fields["started_at"] = began.isoformat()
    answer = client.post(reverse("take_in_sheet"), fields)
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "return=minimal")
    assert send(client, fields) == 204
    sheet = Session.objects.get()
    assert (str(sheet.id), sheet.club.name, sheet.dealer, str(sheet.stake)) == (fields["id"], "Löwen", 2, "0.0500")
    assert sheet.title == f"Löwen, {date_format(timezone.localdate(began), 'MONTH_DAY_FORMAT')}"
    assert sheet.started_at == began
    assert [seat.name for seat in sheet.seats.order_by("number")] == list(NAMES)
    assert client.get(sheet.get_absolute_url()).status_code == 200
    assert Grant.objects.get().right == Right.MANAGE


@pytest.mark.parametrize("clock", [timedelta(hours=3), -timedelta(days=400)])
def test_clock_of_a_phone_that_is_wrong_is_not_believed(clock: timedelta) -> None:
    before = timezone.now()
    assert send(Client(), opening(started_at=(before + clock).isoformat())) == 204
    assert Session.objects.get().started_at >= before


def test_foreign_id_is_as_unknown_as_any_other(world: World) -> None:
    before = list(Session.objects.values_list("id", "title", "version"))
    for client in (client_of(world.stranger), Client()):
        answer = client.post(reverse("take_in_sheet"), opening(id=str(world.sheet.id)))
        assert answer.status_code == 404
        unknown = client.post(reverse("record_hand", args=[uuid4()]))
        assert b"Unter dieser Adresse" in answer.content
        assert unknown.status_code == 404
    assert list(Session.objects.values_list("id", "title", "version")) == before
    assert right_on(world.stranger.id, target=world.sheet.id, club=world.sheet.club_id) is None
    assert Club.objects.count() == 1


def test_evening_of_a_circle_is_filed_there_with_its_people(world: World) -> None:
    anna = Player.objects.get(name="Anna")
    sits = opening(names=("Änni", "Clara", "Zoe", "Bernd"), circle=str(world.sheet.club_id), person_0=str(anna.pk))
    assert send(client_of(world.owner), sits) == 204
    sheet = Session.objects.get(pk=sits["id"])
    assert sheet.club_id == world.sheet.club_id
    assert [seat.name for seat in sheet.seats.order_by("number")] == ["Anna", "Clara", "Zoe", "Bernd"]
    assert Player.objects.count() == 5


@pytest.mark.parametrize("who", ["mate", "guest", "stranger"])
def test_evening_of_a_circle_that_the_phone_may_not_manage_is_not_dropped(world: World, who: str) -> None:
    person = Player.objects.get(name="Anna")
    fields = opening(circle=str(world.sheet.club_id), person_0=str(person.pk))
    client = client_of(getattr(world, who))
    assert send(client, fields) == 204
    sheet = Session.objects.get(pk=fields["id"])
    assert sheet.club_id != world.sheet.club_id
    assert not sheet.seats.filter(player=person).exists()
    assert client.get(sheet.get_absolute_url()).status_code == 200


def test_evening_is_played_by_the_rules_that_the_phone_had(world: World) -> None:
    """Whatever became of the offer: a club's own rules that were put aside since are found by their content."""
    rules = published("braeunlingen-ministranten")
    RuleSet.objects.update(identifier="own")
    assert send(client_of(world.stranger), opening(rules="own", digest=rules.digest[:16])) == 204
    assert Session.objects.latest("started_at").rule_set.digest == rules.digest
    assert send(Client(), opening(digest="0" * 16)) == 204
    assert Session.objects.latest("started_at").rule_set.identifier == "schwarzwaldmeisterschaft"


@pytest.mark.parametrize("wrong", [{"id": "1"}, {"rules": "nobody's"}, {"name_1": "Anna"}, {"name_3": ""}])
def test_evening_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    assert send(Client(), opening(**wrong)) == 422
    assert not Session.objects.exists()


def test_deleted_evening_stays_deleted(world: World) -> None:
    client, fields = client_of(world.owner), opening()
    assert send(client, fields) == 204
    sheets.delete_sheet(Session.objects.get(pk=fields["id"]))
    assert send(client, fields) == 204
    assert client.get(f"/sheets/{fields['id']}").status_code == 404
