"""Whoever was put out does not come back: every way to become or stay a manager, with one who was put out.

A new place that writes rights fails `test_every_place_that_gives_rights_is_tried` until it is tried here, or stands
with the reason why it makes nobody a manager of a club that was there.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Club, Device, Grant, Passkey, RescueCode, Right
from cegoscore.clubs.rights.links import accept_link, make_links, open_club, secret_of
from cegoscore.clubs.rights.managers import come_by_link, manager_link, managers_of, put_out
from cegoscore.clubs.rights.rescue import make_rescue_code
from tests.pages import body_of
from tests.worlds.authenticator import Authenticator
from tests.worlds.sheet import client_of
from tournaments.clubhouse.joining import join_clubs

pytestmark = pytest.mark.django_db

LOCAL: dict[str, Any] = {"HTTP_HOST": "localhost"}


def become(client: Client, secret: str) -> None:
    client.get(reverse("open_club", args=[secret]), **LOCAL)
    client.post(reverse("become_manager"), {"secret": secret}, **LOCAL)


class Circle:
    """A club of Anna's, in which Berta has come to manage, too; she keeps whatever brought her in."""

    def __init__(self) -> None:
        self.anna, self.berta = Device.objects.create(name="Anna"), Device.objects.create(name="Berta")
        self.club = open_club(self.anna, name="Löwen")
        open_club(self.berta, name="Bertas eigener")  # so that her phone stays known
        self.tries: list[Callable[[Client], object]] = []

    def opens(self, client: Client) -> bool:
        return client.get(reverse("managers", args=[self.club.pk]), **LOCAL).status_code == 200

    def by_link(self, device: Device) -> None:
        link = manager_link(self.club, by=self.anna)
        assert come_by_link(device, link)
        self.tries.append(lambda client: become(client, secret_of(link)))


def by_link(circle: Circle) -> None:
    """By a link; she has made another one, which nobody has used yet."""
    circle.by_link(circle.berta)
    unused = secret_of(manager_link(circle.club, by=circle.berta))
    circle.tries.append(lambda client: become(client, unused))


def by_old_link(circle: Circle) -> None:
    """By a link of the first version, on which the right hangs, and which opened as often as one liked."""
    (link,) = make_links(circle.club, right=Right.MANAGE, targets=[circle.club.pk])
    accept_link(circle.berta, link)
    circle.tries.append(lambda client: become(client, secret_of(link)))


def by_passkey(circle: Circle) -> None:
    """By a passkey of her phone's, with which she opened the club on Anna's laptop last."""
    circle.by_link(circle.berta)
    key, phone, laptop = Authenticator(), client_of(circle.berta), client_of(circle.anna)
    question = body_of(phone.get(reverse("new_passkey_question", args=[circle.club.pk]), **LOCAL))
    made = {"credential": key.make(question), "name": "Bertas Daumen"}
    assert phone.post(reverse("add_passkey", args=[circle.club.pk]), made, **LOCAL).status_code == 302

    def come(client: Client) -> None:
        asked = body_of(client.get(reverse("passkey_question"), **LOCAL))
        client.post(reverse("open_by_passkey"), {"credential": key.answer(asked)}, **LOCAL)

    come(laptop)
    assert Passkey.objects.get().device == circle.anna
    circle.tries.append(come)


def by_passkey_of_the_version_before(circle: Circle) -> None:
    """The same, where only the device of the last use is known."""
    by_passkey(circle)
    Passkey.objects.update(made_with=None)


def by_rescue_code(circle: Circle) -> None:
    """By the printed code, which she has copied."""
    code = make_rescue_code(circle.club, by=circle.anna.pk)
    client_of(circle.berta).post(reverse("rescue"), {"code": code}, **LOCAL)
    made = Grant.objects.filter(club=circle.club, right=Right.MANAGE).exclude(device=circle.anna)
    circle.berta = made.get().device  # over plain HTTP it is made anew
    circle.tries.append(lambda client: client.post(reverse("rescue"), {"code": code}, **LOCAL))


def by_another_club(circle: Circle) -> None:
    """By managing, with Anna, a club that became one with this one; she knows the code of that one, too."""
    other = open_club(circle.berta, name="Hirschen")
    come_by_link(circle.anna, manager_link(other, by=circle.berta))
    code = make_rescue_code(other, by=circle.berta.pk)
    make_rescue_code(circle.club, by=circle.anna.pk)
    join_clubs(circle.club, other, pairs={}, by=circle.anna.pk)
    circle.tries.append(lambda client: client.post(reverse("rescue"), {"code": code}, **LOCAL))


def by_staying(circle: Circle) -> None:
    """By staying when somebody else was put out, which made a right that hung on a link her own."""
    by_old_link(circle)
    third = Device.objects.create()
    circle.by_link(third)
    put_out(circle.club, third.pk, by=circle.anna.pk)


Way = Callable[[Circle], None]
GIVES: dict[str, tuple[Way, ...] | str] = {
    "clubs.rights.links.accept_link": (by_old_link,),
    "clubs.rights.links.open_club": "a club that was not there",
    "clubhouse.moving_in.read_in": "a club that was not there",
    "clubhouse.moving_in.make": "a club that was not there",
    "clubs.rights.links.keep_looking": "looking only",
    "clubs.rights.managers.come_by_link": (by_link,),
    "clubs.rights.managers.make_manager": (by_link, by_passkey, by_rescue_code),
    "clubs.rights.managers._own": (by_staying,),
    "clubs.rights.passkeys.come_by_passkey": (by_passkey, by_passkey_of_the_version_before),
    "clubs.rights.rescue.come_by_code": (by_rescue_code,),
    "clubhouse.joining._move_rights": (by_another_club,),
    "clubs.rights.devices.take_along": "what this person's own device had; the new one stands beside it among managers",
    "ledger.services.sheets._move": "rights on a sheet go along with it to another club",
    "clubs.rights.managers.read_log": "what was read",
}
"""Every function that writes rights, by the end of its name: how one comes by it, or why it makes nobody a manager."""
WAYS = tuple(dict.fromkeys(way for ways in GIVES.values() if not isinstance(ways, str) for way in ways))


def _writes_rights(call: ast.Call) -> bool:
    said = ast.unparse(call.func)
    writes = said.endswith(("create", "update", "save")) and "Grant.objects" in said
    return writes or said.rpartition(".")[2] in ("make_manager", "Grant")


def givers() -> Iterator[str]:
    for path in sorted(path for room in ("cegoscore", "tournaments") for path in Path(room).rglob("*.py")):
        if "migrations" in path.parts:
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                calls = (each for each in ast.walk(function) if isinstance(each, ast.Call))
                if any(_writes_rights(call) for call in calls):
                    yield ".".join((*path.with_suffix("").parts, function.name))


def test_every_place_that_gives_rights_is_tried() -> None:
    found = list(givers())
    assert [name for name in found if not name.endswith(tuple(GIVES))] == []
    assert [name for name in GIVES if not any(each.endswith(name) for each in found)] == []


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("links_too", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_who_was_put_out_comes_back_by_nothing(db: None, way: Way, *, links_too: bool, joined: bool) -> None:
    """Nor if the club became part of another one meanwhile; a rescue code ends only if the page was told to."""
    circle = Circle()
    way(circle)
    if joined:
        whole = open_club(circle.anna, name="Ganzes")
        join_clubs(whole, Club.objects.get(pk=circle.club.pk), pairs={}, by=circle.anna.pk)
        circle.club = whole
    assert circle.opens(client_of(circle.berta))
    put_out(circle.club, circle.berta.pk, by=circle.anna.pk, links_too=links_too)
    stranger, berta = Client(), client_of(circle.berta)
    for come in circle.tries:
        come(stranger)
        come(berta)
    knows_code = way in (by_rescue_code, by_another_club) and not links_too
    assert circle.opens(stranger) == circle.opens(berta) == knows_code
    assert RescueCode.objects.exists() or not knows_code
    assert (len(managers_of(circle.club.pk)) == 1) != knows_code


@pytest.mark.both
def test_new_rescue_code_ends_those_of_joined_clubs(db: None) -> None:
    circle = Circle()
    by_another_club(circle)
    new = make_rescue_code(circle.club, by=circle.anna.pk)
    stranger = Client()
    for come in circle.tries:
        come(stranger)
    assert not circle.opens(stranger)
    stranger.post(reverse("rescue"), {"code": new}, **LOCAL)
    assert circle.opens(stranger)
    assert RescueCode.objects.count() == 1


def test_passkey_ends_with_the_device_that_it_was_used_with_last_too(db: None) -> None:
    circle = Circle()
    by_passkey(circle)
    put_out(circle.club, circle.anna.pk, by=circle.berta.pk)
    assert not Passkey.objects.exists()
