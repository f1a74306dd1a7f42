"""A club night on a phone: the standing follows, and two clubs that become one fit."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rights.links import open_club
from tests.browser.fitting import assert_fits
from tests.browser.panel import known_as
from tests.worlds.night import NightWorld

pytestmark = pytest.mark.django_db(transaction=True)


def of(device: Device, new_phone: Callable[..., Page]) -> Page:
    """The phone of a device, as narrow as they come."""
    page = new_phone(viewport={"width": 320, "height": 700})
    known_as(page, device)
    return page


@pytest.mark.heavy
def test_two_clubs_that_are_joined_fit_and_are_accessible(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    world = NightWorld()
    other = open_club(world.owner, name="Donnerstagsrunde")
    Player.objects.create(club=other, name="Bernd", village="Unterkirnach-Oberland")
    page = of(world.owner, new_phone)
    page.goto(f"{reverse('join_clubs', args=[world.club.pk])}?other={other.pk}")
    assert_fits(page)
    assert_accessible(page)


def test_standing_follows_the_hands_of_every_table(new_phone: Callable[..., Page]) -> None:
    world = NightWorld()
    page = of(world.guest, new_phone)
    page.goto(world.night.get_absolute_url())
    row = page.locator("tbody tr").filter(has_text="Frida")
    expect(row).to_contain_text("0")
    world.play(2)
    expect(row).to_contain_text("+40")
    world.play(1)
    expect(page.locator("tbody tr").filter(has_text="Bernd")).to_contain_text("+30")
