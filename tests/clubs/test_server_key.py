"""A new secret key is noticed, old ones can be kept, and no page shows a link that does not open."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device, Link, Right, ServerKey
from cegoscore.clubs.rights.codes import code_of, find_by_code, give_codes, typed_code
from cegoscore.clubs.rights.links import can_be_shown, link_for, links_to, secret_of
from cegoscore.clubs.rights.managers import come_by_link, manager_link, managers_able, managers_of, put_out
from cegoscore.clubs.rights.server_key import fingerprint, problem_with_key
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db

NEW = "a new key " * 8


def use_another_key(settings: Any, *, keep: bool) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keep else []
    settings.SECRET_KEY = NEW


def adopt(*options: str) -> str:
    out = io.StringIO()
    call_command("repair", "--lost-key", *options, stdout=out)
    return out.getvalue()


def test_first_start_notes_the_key_and_the_next_ones_say_nothing(settings: Any) -> None:
    for _start in range(2):
        assert problem_with_key() == ""
    assert [row.fingerprint for row in ServerKey.objects.all()] == [fingerprint(settings.SECRET_KEY)]
    assert settings.SECRET_KEY not in ServerKey.objects.get().fingerprint


def test_start_with_another_key_says_so_in_one_line_and_what_to_do(settings: Any) -> None:
    problem_with_key()
    use_another_key(settings, keep=False)
    said = problem_with_key()
    assert "\n" not in said
    assert all(word in said for word in ("old_secret_keys", "repair --lost-key"))
    assert NEW not in said


def test_only_a_key_that_is_lost_makes_strangers_of_devices(settings: Any) -> None:
    problem_with_key()
    assert "no device is a stranger" in adopt()
    use_another_key(settings, keep=False)
    assert "strangers now" in adopt()


def test_new_key_beside_the_old_one_is_taken_and_nobody_notices(settings: Any) -> None:
    world, owner = World(), None
    owner = client_of(world.owner)
    problem_with_key()
    shown = [secret_of(link) for link in links_to(world.sheet.club, world.sheet.pk)]
    use_another_key(settings, keep=True)
    assert problem_with_key() == ""
    assert problem_with_key() == ""
    assert ServerKey.objects.count() == 2
    assert owner.get(world.sheet.get_absolute_url()).status_code == 200
    assert [secret_of(link) for link in links_to(world.sheet.club, world.sheet.pk)] == shown


def test_after_a_lost_key_pages_show_only_links_that_open_and_printed_ones_go_on(settings: Any) -> None:
    world = World()
    old = [secret_of(link) for link in links_to(world.sheet.club, world.sheet.pk)]
    use_another_key(settings, keep=False)
    assert "go on" in adopt()
    client = client_of(world.owner)
    address = reverse("sheet_links", args=[world.sheet.pk])
    assert client.get(address).context["links"] == []
    for right in ("look", "write"):
        client.post(reverse("sheet_links", args=[world.sheet.pk]), {"right": right})
    shown = [link.url for link in client.get(address).context["links"]]
    assert len(shown) == 2
    assert [Client().get(url).status_code for url in shown] == [302, 302]
    assert [Client().get(reverse("open_link", args=[secret])).status_code for secret in old] == [302, 302]


def test_printed_links_end_on_demand_and_new_ones_do_not(settings: Any) -> None:
    world = World()
    old = [secret_of(link) for link in links_to(world.sheet.club, world.sheet.pk)]
    use_another_key(settings, keep=False)
    new = link_for(world.sheet.club, right=Right.LOOK, target=world.sheet.pk)
    assert "2 links were ended" in adopt("--end-links")
    assert [Client().get(reverse("open_link", args=[secret])).status_code for secret in old] == [404, 404]
    assert Client().get(reverse("open_link", args=[secret_of(new)])).status_code == 302


def test_code_of_another_key_is_not_shown_and_a_new_one_opens(settings: Any) -> None:
    world = World()
    link = link_for(world.sheet.club, right=Right.LOOK, target=world.sheet.pk)
    give_codes([link])
    use_another_key(settings, keep=True)
    stored = Link.objects.get(pk=link.pk)
    assert code_of(stored) is None
    give_codes([stored])
    code = typed_code(code_of(Link.objects.get(pk=link.pk)) or "")
    assert find_by_code(code or "") == link


def test_link_whose_key_is_lost_has_no_secret_to_show(settings: Any) -> None:
    world = World()
    link = link_for(world.sheet.club, right=Right.LOOK, target=world.sheet.pk)
    use_another_key(settings, keep=False)
    assert not can_be_shown(link)
    with pytest.raises(ValueError, match="is lost"):
        secret_of(link)


@thorough
def test_devices_that_cannot_come_back_count_as_nobody(settings: Any) -> None:
    """They stand among the managers, but the club hangs on those that can come back."""
    problem_with_key()
    world = World()
    club, old = world.sheet.club, settings.SECRET_KEY
    come_by_link(world.mate, manager_link(club, by=world.owner))
    use_another_key(settings, keep=False)
    adopt()
    newcomer = Device.objects.create()
    come_by_link(newcomer, manager_link(club, by=None))
    assert [grant.device for grant in managers_of(club.pk)] == [world.owner, world.mate, newcomer]
    assert [grant.device for grant in managers_able(club.pk)] == [newcomer]
    with pytest.raises(Refused, match="last_manager"):
        put_out(club, newcomer.pk, by=newcomer.pk)
    page = body_of(client_of(newcomer).get(reverse("managers", args=[club.pk])))
    assert page.count("Es kommt nicht mehr herein") == 2
    put_out(club, world.owner.pk, by=newcomer.pk)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert [grant.device for grant in managers_able(club.pk)] == [world.mate, newcomer]
