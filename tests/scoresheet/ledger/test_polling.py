"""An unchanged sheet answers 204 with one statement, to exactly those who may see it."""

import uuid
from datetime import timedelta

import pytest
from django.http import Http404
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cegoscore.clubs.models import Device, Grant, Link, Right
from cegoscore.clubs.rights.links import accept_link, link_for, revoke
from cegoscore.scoresheet.ledger.access import get_sheet, is_unchanged
from cegoscore.scoresheet.models import Session
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db


def may_see(world: World, device: Device) -> bool:
    """As every other view decides."""
    request = RequestFactory().get("/")
    request.COOKIES = {key: morsel.value for key, morsel in client_of(device).cookies.items()}
    try:
        get_sheet(request, world.sheet.id)
    except Http404:
        return False
    return True


def everybody(world: World) -> list[bool]:
    """Owner, mate, guest and stranger: true for each who gets the short answer, as they may see the sheet."""
    devices = (world.owner, world.mate, world.guest, world.stranger)
    told = [is_unchanged(world.sheet.id, "0", device.id) for device in devices]
    assert told == [may_see(world, device) for device in devices]
    return told


def test_who_may_see_the_sheet_is_told_that_it_is_unchanged() -> None:
    assert everybody(copied(World)) == [True, True, True, False]


def test_a_link_that_was_taken_back_or_ran_out_tells_nothing() -> None:
    world = copied(World)
    write, look = (Link.objects.get(right=right) for right in (Right.WRITE, Right.LOOK))
    revoke(write)
    Link.objects.filter(pk=look.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert everybody(world) == [True, False, False, False]


def test_a_right_on_the_club_counts_only_for_who_manages_it() -> None:
    world = copied(World)
    Grant.objects.create(device=world.stranger, club=world.sheet.club, right=Right.LOOK, target=world.sheet.club_id)
    assert everybody(world)[3] is False


def test_a_right_on_the_event_counts() -> None:
    world = copied(World)
    Session.objects.update(event=uuid.uuid4())
    event = Session.objects.get().event
    assert event is not None
    accept_link(world.stranger, link_for(world.sheet.club, right=Right.DESK, target=event))
    world.sheet.refresh_from_db()
    assert everybody(world)[3] is True


def test_a_deleted_sheet_is_gone_and_a_newer_one_is_told_of() -> None:
    world = copied(World)
    assert not is_unchanged(world.sheet.id, "1", world.owner.id)
    Session.objects.update(deleted_at=timezone.now())
    assert everybody(world) == [False] * 4


def test_an_unchanged_poll_is_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    world = copied(World)
    client, url = client_of(world.guest), f"{world.sheet.get_absolute_url()}/changes"
    with django_assert_num_queries(1):
        assert client.get(f"{url}?v=0").status_code == 204
    assert client.get(f"{url}?v=1").status_code == 200
    assert client.get(f"{url}?v=x").status_code == 200
    assert client.get(f"{url}?v={'9' * 30}").status_code == 200
    assert client_of(world.stranger).get(f"{url}?v=0").status_code == 404
