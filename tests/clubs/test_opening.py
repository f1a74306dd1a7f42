"""Limits on what strangers open on a public server, and freedom for those who are known there."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from cegoscore.clubs.models import Club, Device, Grant, Right
from cegoscore.clubs.rights import stranger_limits
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.clubs.rights.stranger_limits import forget_addresses
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db

HERE = "203.0.113.7"


@pytest.fixture(autouse=True)
def public(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PUBLIC_URL, settings.NEW_CLUBS = "http://testserver", "everybody"
    monkeypatch.setattr(stranger_limits, "CLUBS_AN_HOUR", 2)


def opened(client: Client, address: str = HERE) -> int:
    """Status of opening a demo, which is a club of its own."""
    return client.post("/demo", headers={"X-Forwarded-For": address}).status_code


def test_address_opens_so_many_clubs_an_hour_and_others_are_not_held_up() -> None:
    assert [opened(Client()) for _ in range(3)] == [302, 302, 403]
    assert opened(Client(), "203.0.113.8") == 302
    assert Club.objects.count() == 3


def test_refusal_says_why() -> None:
    for _ in range(2):
        opened(Client())
    response = Client().post("/demo", headers={"X-Forwarded-For": HERE, "Accept-Language": "de"})
    assert "Aus deinem Netz wurden zu viele Runden aufgemacht." in body_of(response)


def test_network_of_a_customer_counts_as_one_address() -> None:
    assert [opened(Client(), f"2001:db8:1:2::{number}") for number in (1, 2, 3)] == [302, 302, 403]


def test_who_manages_or_came_by_a_link_is_free() -> None:
    world = World()
    for _ in range(3):
        opened(Client())
    assert opened(client_of(world.owner)) == 302
    assert opened(client_of(world.guest)) == 302
    assert opened(client_of(world.stranger)) == 403


def test_known_device_that_lost_its_link_is_a_stranger() -> None:
    world, device = World(), Device.objects.create()
    link = link_for(world.sheet.club, right=Right.LOOK, target=world.sheet.id)
    accept_link(device, link)
    for _ in range(2):
        opened(Client())
    assert opened(client_of(device)) == 302
    Grant.objects.filter(device=device, right=Right.MANAGE).delete()
    link.revoked_at = link.created_at
    link.save()
    assert opened(client_of(device)) == 403


@pytest.mark.parametrize(("setting", "owner"), [("invitation", 302), ("nobody", 403)])
def test_door_that_is_closed_to_strangers(setting: str, owner: int, settings: Settings) -> None:
    settings.NEW_CLUBS = setting
    world = World()
    assert opened(Client()) == 403
    assert opened(client_of(world.owner)) == owner


@thorough
def test_without_a_public_address_nobody_is_counted(settings: Settings) -> None:
    settings.PUBLIC_URL, settings.NEW_CLUBS = "", "nobody"
    assert [opened(Client()) for _ in range(3)] == [302, 302, 302]
    assert not Device.objects.exclude(address_hash="").exists()


@thorough
def test_host_is_told_of_a_rush_in_sum(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(stranger_limits, "MANY_IN_SUM", 2)
    assert [opened(Client(), f"203.0.113.{number}") for number in range(5)] == [302] * 5
    assert caplog.text.count("Strangers opened 4 clubs within an hour") == 1


def test_addresses_are_forgotten_after_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    opened(Client())
    assert forget_addresses() == 0
    assert Device.objects.exclude(address_hash="").count() == 1
    monkeypatch.setattr(stranger_limits, "WINDOW", stranger_limits.WINDOW * 0)
    assert forget_addresses() == 1


def test_host_lists_clubs_and_invites_one(capsys: pytest.CaptureFixture[str], settings: Settings) -> None:
    settings.NEW_CLUBS = "invitation"
    world = World()
    call_command("new_club", "Die vom Löwen")
    address = capsys.readouterr().out.splitlines()[-1]
    assert address.startswith("http://testserver/clubs/open/")
    call_command("clubs")
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["last", "used", "sheets", "hands", "people", "state", "key", "name"]
    begun = f"{timezone.localtime(world.sheet.started_at):%Y-%m-%d}"
    assert [line.split()[:4] for line in lines] == [[begun, "1", "0", "4"], ["never", "0", "0", "0"]]
    assert str(world.sheet.club_id) in lines[0]
    assert lines[1].endswith("Die vom Löwen")


@pytest.mark.parametrize("name", ["", " \u200b", "x" * 121])
def test_host_names_a_club_as_its_page_would(name: str) -> None:
    with pytest.raises(CommandError, match="A name has 1 to 120 characters"):
        call_command("new_club", name)
    assert not Club.objects.exists()
