"""The table within a page of another site: a browser shows it to the club's own, and to no other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from cegoscore.clubs.models import Club, Device
from tests.browser.conftest import Watch
from tests.browser.fitting import assert_fits
from tests.worlds.championship import played_seasons
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db(transaction=True)

OWN, OTHER = "https://www.verein.example", "https://verein.example"


@pytest.fixture
def season(transactional_db: None) -> Season:
    """Two tournaments of 20 players; everybody may see the table."""
    season = played_seasons(Device.objects.create(), tournaments=2, players=20)
    Season.objects.filter(pk=season.pk).update(is_public=True)
    Club.objects.filter(pk=season.club_id).update(site=OWN)
    return season


def test_own_site_frames_the_table_and_another_does_not(
    new_phone: Callable[..., Page], live_server: LiveServer, season: Season, watch: Watch
) -> None:
    """Both pages are answered by the test itself: no name is looked up, and nothing leaves the machine."""
    address = f"{live_server.url}{season.get_absolute_url().rstrip('/')}/table"
    html = f'<!DOCTYPE html><html lang="de"><title>Verein</title><iframe src="{address}" title="Winter"></iframe>'
    page = new_phone(permissions=["local-network-access"])  # which a page of the internet needs for this server
    for site in (OWN, OTHER):
        page.route(f"{site}/", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto(f"{OWN}/")
    framed = page.frame_locator("iframe")
    expect(framed.locator("tbody tr").first).to_be_visible()
    assert not [each for each in watch.complaints if "host" not in each]
    framed.get_by_role("link").first.click()
    page.wait_for_url(f"{live_server.url}{season.get_absolute_url()}")

    watch.complaints.clear()
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(f"{OTHER}/")
    expect(page.frame_locator("iframe").locator("table")).to_have_count(0)
    watch.complaints.clear()


def test_table_fits_a_narrow_frame_and_is_accessible(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None], season: Season
) -> None:
    page = new_phone(viewport={"width": 240, "height": 480})
    page.goto(f"{season.get_absolute_url().rstrip('/')}/table")
    assert_fits(page)
    assert_accessible(page)
