"""A club night on a phone: its pages fit, axe finds nothing, and the standing follows."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import open_club
from cegoscore.nights import services
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
def test_pages_fit_and_are_accessible(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    world = NightWorld()
    other = open_club(world.owner, name="Donnerstagsrunde")
    Player.objects.create(club=other, name="Bernd", village="Unterkirnach-Oberland")
    services.share_night(world.night, right=Right.WRITE, by=world.owner.pk)
    page = of(world.owner, new_phone)
    pages = ("night", "open_tables", "arrange_night", "night_links", "join_night", "change_night")
    paths = [reverse(name, args=[world.night.pk]) for name in pages]
    joining = reverse("join_clubs", args=[world.club.pk])
    club = (reverse("new_night", args=[world.club.pk]), joining, f"{joining}?other={other.pk}")
    for path in (*paths, *club, reverse("club", args=[world.club.pk])):
        page.goto(path)
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
