"""A device keeps its rights as long as it is used: its cookie is renewed by looking, under the safest name there is."""

import time
import uuid
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.access import ends_at
from cegoscore.clubs.rights.devices import COOKIE, HOST_COOKIE, device_id, device_in
from cegoscore.clubs.rights.links import accept_link, link_for, make_links, secret_of
from cegoscore.clubs.rights.managers import makes_manager
from cegoscore.clubs.rights.sights import Look
from tests.effort import thorough
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db


def aged(device: Device, monkeypatch: pytest.MonkeyPatch, **age: Any) -> Client:
    """A browser whose cookie was set so long ago."""
    client = client_of(device)
    then = time.time()
    monkeypatch.setattr(time, "time", lambda: then + timedelta(**age).total_seconds())
    return client


def test_looking_renews_the_cookie_once_a_day_and_notes_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    client = aged(world.owner, monkeypatch, hours=25)
    old = client.cookies[COOKIE].value
    response = client.get(world.sheet.get_absolute_url())
    assert response.cookies[COOKIE]["max-age"] == 400 * 24 * 60 * 60
    assert response.cookies[COOKIE].value != old
    assert (response.cookies[COOKIE]["httponly"], response.cookies[COOKIE]["samesite"]) == (True, "Lax")
    seen = Device.objects.get(pk=world.owner.pk).seen_at
    assert seen is not None
    assert timezone.now() - seen < timedelta(hours=1)


def test_cookie_of_today_is_left_alone(monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any) -> None:
    client = aged(Device.objects.create(), monkeypatch, hours=23)
    with django_assert_num_queries(1):  # the sheets of this device
        response = client.get(reverse("rule_sets"))
    assert COOKIE not in response.cookies


@pytest.mark.parametrize("cookie", ["", "forged", f"{uuid.UUID(int=7)}:1abcde:forged", "a:b"])
def test_stranger_and_forger_get_no_cookie(cookie: str) -> None:
    client = Client()
    client.cookies[COOKIE] = cookie
    assert COOKIE not in client.get(reverse("home")).cookies
    assert not Device.objects.exists()


def test_cookie_is_signed_as_django_signs_it_so_that_every_version_reads_it() -> None:
    """Releases of Django put name and salt together in ways of their own, and read those of earlier ones."""
    device, response = Device.objects.create(), HttpResponse()
    response.set_signed_cookie("device", str(device.pk), salt="cegoscore.device")
    assert device_in({"device": response.cookies["device"].value}) == device.pk


@thorough
def test_old_club_does_not_run_out_with_weekly_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a browser does it: what is older than the cookie's age is forgotten."""
    world = World()
    client = client_of(world.owner)
    start = time.time()
    expires = start + timedelta(days=400).total_seconds()
    for week in range(1, 105):
        now = start + timedelta(weeks=week).total_seconds()
        assert now < expires
        monkeypatch.setattr(time, "time", partial(float, now))
        response = client.get(world.sheet.get_absolute_url())
        assert response.status_code == 200
        expires = now + response.cookies[COOKIE]["max-age"]


def test_behind_https_the_cookie_belongs_to_the_host(settings: Any) -> None:
    settings.BEHIND_TLS = True
    cookie = Client().post(reverse("open_demo"), secure=True).cookies[HOST_COOKIE]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_behind_https_a_cookie_without_the_prefix_is_nobodys(settings: Any) -> None:
    """A sister domain can set it, and so can who sits in the network, over plain HTTP."""
    world = World()
    settings.BEHIND_TLS = True
    client = Client()
    client.cookies[COOKIE] = client_of(world.owner).cookies[HOST_COOKIE].value
    response = client.get(world.sheet.get_absolute_url())
    assert (response.status_code, HOST_COOKIE in response.cookies) == (404, False)
    client.cookies[HOST_COOKIE] = client.cookies[COOKIE].value
    response = client.get(world.sheet.get_absolute_url())
    assert response.status_code == 200


@pytest.mark.parametrize("opens", ["demo", "link"])
def test_device_is_made_anew_with_its_first_right_so_that_a_planted_cookie_gets_nothing(opens: str) -> None:
    world = World()
    planted = Device.objects.create()
    victim = client_of(planted)
    old = victim.cookies[COOKIE].value
    if opens == "link":
        secret = secret_of(link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.pk))
        page = victim.get(reverse("open_link", args=[secret]))
    else:
        page = victim.post(reverse("open_demo"))
    assert page.status_code == 302
    assert victim.get(page["Location"]).status_code == 200
    assert victim.cookies[COOKIE].value != old
    assert client_of(planted).get(page["Location"]).status_code == 404
    first = device_id(victim.get("/").wsgi_request)
    victim.post(reverse("open_demo"))
    assert device_id(victim.get("/").wsgi_request) == first


def test_cookie_signed_by_an_old_key_still_counts_and_is_signed_anew(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World()
    client = aged(world.owner, monkeypatch, hours=25)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another " * 10
    assert client.get(world.sheet.get_absolute_url()).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(world.sheet.get_absolute_url()).status_code == 200


def test_programs_that_ask_by_head_open_no_link() -> None:
    """A messenger's preview asks so: it gets no right, and nothing is written for it."""
    world = World()
    secret = secret_of(link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.pk))
    devices = Device.objects.count()
    answer = Client().head(reverse("open_link", args=[secret]))
    assert (answer.status_code, dict(answer.cookies), Device.objects.count()) == (302, {}, devices)


def test_what_several_links_give_ends_with_the_last_of_them_unless_one_never_does() -> None:
    world, device = World(), Device.objects.create()
    ends = [timezone.now() + timedelta(hours=hours) for hours in (2, 1)]
    for until in ends:
        (link,) = make_links(world.sheet.club, right=Right.WRITE, targets=[world.sheet.pk], until=until)
        accept_link(device, link)
    assert ends_at(device.pk, target=world.sheet.pk) == ends[0]
    late, early = (Look(version="1", ends_at=until) for until in ends)
    assert [one.together_with(other).ends_at for one, other in ((early, late), (late, early))] == [ends[0]] * 2
    accept_link(device, link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.pk))
    assert ends_at(device.pk, target=world.sheet.pk) is None
    assert early.together_with(Look(version="1")).ends_at is None


def test_only_a_link_to_manage_the_club_itself_hands_it_over() -> None:
    world = World()
    club, sheet = world.sheet.club, world.sheet.pk
    made = [link_for(club, right=right, target=on) for right in (Right.MANAGE, Right.LOOK) for on in (club.pk, sheet)]
    assert [makes_manager(link) for link in made] == [True, False, False, False]
