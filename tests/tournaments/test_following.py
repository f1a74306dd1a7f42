"""Whoever may look at a tournament may follow it, in the version that its pages show; nobody else."""

from datetime import timedelta

import pytest
from django.http import Http404
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cegoscore.clubs.models import Device, Grant, Link, Right
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of, play_hands
from tournaments.course import access
from tournaments.course.access import get_tournament
from tournaments.course.queries import live_version

pytestmark = pytest.mark.django_db


def may_look(world: World, device: Device) -> bool:
    """As every view decides."""
    request = RequestFactory().get("/")
    request.COOKIES = {key: morsel.value for key, morsel in client_of(device).cookies.items()}
    try:
        get_tournament(request, world.tournament.pk)
    except Http404:
        return False
    return True


def followers(world: World) -> list[bool]:
    """Say of organiser, helper, guest and stranger if they may follow the tournament; as they may look at it."""
    devices = (world.organiser, world.helper, world.guest, world.stranger)
    sights = access.KIND.sights(world.tournament.pk, [*(device.id for device in devices), None])
    world.tournament.refresh_from_db()
    version = live_version(world.tournament)
    assert {sight.version for sight in sights.values()} == {version}
    assert access.KIND.versions([world.tournament.pk]) == {world.tournament.pk: version}
    assert (None in sights) == world.tournament.is_public
    told = [device.id in sights for device in devices]
    assert told == [may_look(world, device) for device in devices]
    return told


def test_who_may_look_may_follow() -> None:
    assert followers(copied(World)) == [True, True, True, False]


def test_public_one_may_be_followed_by_everybody() -> None:
    assert followers(copied(World, is_public=True)) == [True] * 4


def test_a_link_that_was_taken_back_or_ran_out_ends_it_and_a_later_end_counts() -> None:
    world = copied(World)
    desk, look = (Link.objects.get(right=right) for right in (Right.DESK, Right.LOOK))
    soon = timezone.now() + timedelta(minutes=1)
    Link.objects.filter(pk=look.pk).update(expires_at=soon)
    sights = access.KIND.sights(world.tournament.pk, [world.guest.id, world.helper.id])
    assert (sights[world.guest.id].ends_at, sights[world.helper.id].ends_at) == (soon, None)
    Link.objects.filter(pk=desk.pk).update(revoked_at=timezone.now())
    Link.objects.filter(pk=look.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert followers(world) == [True, False, False, False]


def test_a_right_on_the_club_counts_only_for_who_manages_it() -> None:
    world = copied(World)
    club = world.tournament.club
    Grant.objects.create(device=world.stranger, club=club, right=Right.LOOK, target=club.pk)
    assert followers(world)[3] is False
    Grant.objects.create(device=world.stranger, club=club, right=Right.MANAGE, target=club.pk)
    assert followers(world)[3] is True


def test_every_hand_and_every_step_of_the_desk_moves_the_version() -> None:
    world = copied(World)
    seen = []

    def play() -> None:
        sheet = world.tournament.played_rounds.get().tables.get(number=1).sheet
        assert sheet
        play_hands(sheet, 1)

    for step in (
        lambda: None,
        lambda: world.register(8),
        world.draw,
        play,
    ):
        step()
        followers(world)
        seen.append(live_version(world.tournament))
    assert len(set(seen)) == len(seen)


def test_unchanged_look_of_the_desk_is_one_statement_and_the_desks_alone(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    world = copied(World)
    world.register(8)
    world.draw()
    home = f"/tournaments/{world.tournament.pk}/rounds/1"
    world.tournament.refresh_from_db()
    version = live_version(world.tournament)
    for path in (f"{home}/changes", f"{home}/tables/1/changes"):
        for device in (world.organiser, world.helper):
            client = client_of(device)
            with django_assert_num_queries(1):
                assert client.get(path, {"v": version}).status_code == 204
        looks = [client_of(device).get(path, {"v": version}).status_code for device in (world.guest, world.stranger)]
        assert looks == [403, 404]
