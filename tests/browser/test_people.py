"""Pages of people on a phone and a laptop: they fit, with targets for thumbs, and a player's curve."""

from collections.abc import Callable
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.links import link_for, secret_of
from tests.browser.panel import known_as
from tests.clubhouse.test_player_pages import planned, played_evening
from tests.worlds.lively_club import LivelyClub
from tests.worlds.season import SeasonWorld

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]
LAPTOP = pytest.param({"width": 1280, "height": 800}, marks=pytest.mark.heavy)

WRITTEN = """window.written = [];
window.ticks = new Set();
const draw = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
  window.written.push(text);
  return draw.call(this, text, ...where);
};
const fill = CanvasRenderingContext2D.prototype.fillRect;
CanvasRenderingContext2D.prototype.fillRect = function (x, ...others) {
  window.ticks.add(Math.round(x));
  return fill.call(this, x, ...others);
};"""
"""Script that keeps the texts which a chart writes on its canvas, and where its ticks are."""


@pytest.mark.heavy
@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, LAPTOP])
def test_pages_fit_the_screen_with_targets_for_thumbs(new_phone: Callable[..., Page], size: dict[str, int]) -> None:
    lively = LivelyClub()
    link = link_for(lively.club, right=Right.MANAGE, target=lively.club.pk)
    phone = new_phone(viewport=size)
    phone.goto(reverse("open_club", args=[secret_of(link)]))
    phone.get_by_role("button", name="Ja, mit diesem Gerät leiten").click()
    phone.goto(reverse("club", args=[lively.club.pk]))
    anna = [lively.club.pk, lively.people[0].pk]
    club_pages = [(view, anna[:1]) for view in ("club", "club_backup", "people")]
    for view, of in (*club_pages, *((view, anna) for view in ("player", "person", "erase_person"))):
        phone.goto(reverse(view, args=of))
        assert phone.evaluate("document.documentElement.scrollWidth") <= size["width"], view
        low = phone.evaluate(
            "[...document.querySelectorAll('main :is(a, button, select, .texts label)')]"
            ".filter(e => e.getBoundingClientRect().height < 47.9).map(e => e.textContent.trim())"
        )
        assert low == [], view


@pytest.mark.heavy
def test_amounts_that_lead_to_hands_are_targets_for_thumbs(phone: Page) -> None:
    lively = LivelyClub()
    known_as(phone, lively.organiser)
    results = [
        reverse("player_hands", args=[lively.club.pk, lively.people[0].pk]),
        reverse("evening", args=[lively.evening.pk]),
        reverse("night", args=[lively.night.pk]),
        reverse("season", args=[lively.season.pk]),
        reverse("standings", args=[lively.tournament.pk]),
    ]
    for address in results:
        phone.goto(address)
        phone.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
        heights = phone.evaluate(
            "[...document.querySelectorAll('main :is(tbody, .standings) a')]"
            ".map(a => a.getBoundingClientRect().height).filter(height => height)"
        )
        assert heights, address
        assert min(heights) >= (43.9 if address == results[3] else 47.9), address  # a league's rows have 44 px


@pytest.mark.heavy
@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_player_is_reached_from_the_table_with_a_curve(
    new_phone: Callable[..., Page], assert_accessible: Check, size: dict[str, int]
) -> None:
    world = SeasonWorld(is_public=True)
    for points in ({"Anna": 100, "Bernd": -100}, {"Anna": -30, "Bernd": 30}, {"Anna": 20, "Bernd": -20}):
        world.tournament(points)
    world.round(planned(world, "Damals", day=date(2019, 12, 6)), 2, {"Anna": 80, "Bernd": -80})
    played_evening(world)
    link = link_for(world.club, right=Right.MANAGE, target=world.club.pk)
    phone = new_phone(viewport=size, timezone_id="Europe/Berlin")
    phone.add_init_script(WRITTEN)
    phone.goto(reverse("open_club", args=[secret_of(link)]))
    phone.get_by_role("button", name="Ja, mit diesem Gerät leiten").click()
    phone.goto(reverse("club", args=[world.club.pk]))
    assert_accessible(phone)
    phone.get_by_role("link", name="Ganze Rangliste").click()
    row = phone.locator(f"#p{world.player('Anna').pk}")
    row.locator("summary").click()
    row.get_by_role("link", name="Alle Ergebnisse").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Anna")
    phone.get_by_role("heading", name="Über die Jahre").click()
    expect(phone.locator("[data-chart] canvas")).to_be_visible()
    years = phone.evaluate("window.written.filter((text) => /^20\\d\\d$/.test(text))")
    assert {"2021", "2025"} <= set(years) <= {str(year) for year in range(2020, timezone.localdate().year + 2)}
    assert phone.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert_accessible(phone)
    phone.get_by_role("link", name="Winter", exact=True).click()
    expect(phone.locator(".results-table tbody tr")).to_have_count(3)
    expect(phone.locator("[data-chart] canvas")).to_be_visible()
    assert phone.evaluate("window.ticks.size") == 3
    assert phone.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert_accessible(phone)
    phone.get_by_role("link", name="Alle Jahre").click()
    expect(phone.get_by_role("heading", name="Über die Jahre")).to_be_visible()
