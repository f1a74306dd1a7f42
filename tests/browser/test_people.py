"""A player's curve on a phone and a laptop."""

from collections.abc import Callable
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.links import link_for, secret_of
from tests.browser.fitting import LAPTOP, assert_fits
from tests.clubhouse.test_player_pages import planned, played_evening
from tests.worlds.season import SeasonWorld

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]

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
def test_player_is_reached_from_the_table_with_a_curve(
    new_phone: Callable[..., Page], assert_accessible: Check
) -> None:
    world = SeasonWorld(is_public=True)
    for points in ({"Anna": 100, "Bernd": -100}, {"Anna": -30, "Bernd": 30}, {"Anna": 20, "Bernd": -20}):
        world.tournament(points)
    world.round(planned(world, "Damals", day=date(2019, 12, 6)), 2, {"Anna": 80, "Bernd": -80})
    played_evening(world)
    link = link_for(world.club, right=Right.MANAGE, target=world.club.pk)
    phone = new_phone(timezone_id="Europe/Berlin")
    phone.add_init_script(WRITTEN)
    phone.goto(reverse("open_club", args=[secret_of(link)]))
    phone.get_by_role("button", name="Ja, mit diesem Gerät leiten").click()
    phone.goto(reverse("club", args=[world.club.pk]))
    phone.get_by_role("link", name="Ganze Rangliste").click()
    row = phone.locator(f"#p{world.player('Anna').pk}")
    row.locator("summary").click()
    row.get_by_role("link", name="Alle Ergebnisse").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Anna")
    phone.get_by_role("heading", name="Über die Jahre").click()
    expect(phone.locator("[data-chart] canvas")).to_be_visible()
    years = phone.evaluate("window.written.filter((text) => /^20\\d\\d$/.test(text))")
    assert {"2021", "2025"} <= set(years) <= {str(year) for year in range(2020, timezone.localdate().year + 2)}
    assert_fits(phone, LAPTOP)
    assert_accessible(phone)
    phone.get_by_role("link", name="Winter", exact=True).click()
    expect(phone.locator(".results-table tbody tr")).to_have_count(3)
    expect(phone.locator("[data-chart] canvas")).to_be_visible()
    assert phone.evaluate("window.ticks.size") == 3
    assert_fits(phone, LAPTOP)
    assert_accessible(phone)
    phone.get_by_role("link", name="Alle Jahre").click()
    expect(phone.get_by_role("heading", name="Über die Jahre")).to_be_visible()
