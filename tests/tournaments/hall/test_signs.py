"""Signs on the tables of an inn: what a scanned one leads to, and who prints them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def run(world: World, **settings: object) -> Tournament:
    """The world's tournament today, with these settings."""
    Tournament.objects.filter(pk=world.tournament.pk).update(
        **{"day": timezone.localdate(), "is_public": True} | settings
    )
    return Tournament.with_deleted.get(pk=world.tournament.pk)


def sign_of(world: World) -> str:
    return reverse("table_sign", args=[world.tournament.club_id, 3])


def test_sign_leads_to_the_tournament_of_today_and_to_that_of_yesterday_that_ended_after_midnight() -> None:
    world = copied(World)
    address = run(world).get_absolute_url()
    assert client_of(world.stranger).get(sign_of(world)).headers["Location"] == address
    address = run(world, day=timezone.localdate() - timedelta(days=1)).get_absolute_url()
    Tournament.objects.update(finished_at=timezone.now())
    assert client_of(world.stranger).get(sign_of(world)).headers["Location"] == address
    Tournament.objects.update(finished_at=timezone.now() - timedelta(days=1))
    assert client_of(world.stranger).get(sign_of(world)).status_code == 200


@pytest.mark.parametrize(
    "settings",
    [{"is_public": False}, {"day": "2020-01-01"}, {"cancelled_at": timezone.now}, {"deleted_at": timezone.now}],
)
def test_sign_asks_for_a_code_where_nothing_public_runs(settings: dict[str, object | Callable[[], object]]) -> None:
    world = copied(World)
    run(world, **{name: value() if callable(value) else value for name, value in settings.items()})
    for device in (world.stranger, world.helper):
        page = body_of(client_of(device).get(sign_of(world)))
        assert 'name="code"' in page
        assert world.tournament.name not in page
        assert world.tournament.club.name not in page


def test_sign_asks_which_where_two_run() -> None:
    world = copied(World)
    first = run(world)
    first.pk, first.name = None, "Damencego"
    first.save(force_insert=True)
    page = body_of(client_of(world.stranger).get(sign_of(world)))
    assert {one.get_absolute_url() in page for one in Tournament.objects.all()} == {True}
    assert 'name="code"' not in page


def test_signs_are_printed_four_a_page_by_managers() -> None:
    world = copied(World)
    address = reverse("table_signs", args=[world.tournament.club_id])
    page = body_of(client_of(world.organiser).get(address, {"first": 3, "last": 8}))
    assert (page.count("qr-box"), page.count('class="cards signs"')) == (6, 2)
    assert "id_last" in body_of(client_of(world.organiser).get(address, {"first": 3, "last": 1_000}))
    assert [client_of(device).get(address).status_code for device in (world.helper, world.stranger)] == [404, 404]
