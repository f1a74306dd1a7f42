"""The start page of somebody who manages a club, on a laptop: both columns are used, own tables stand in the first."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from tests.browser.panel import known_as
from tests.worlds.sheet import World

pytestmark = pytest.mark.django_db(transaction=True)

BOTTOMS = """(columns) => columns.map((column) => {
  const shown = [...column.children].filter((one) => one.offsetHeight);
  return Math.max(...shown.map((one) => one.getBoundingClientRect().bottom));
})"""


@pytest.mark.parametrize("is_over", [True, False])
def test_both_columns_of_a_laptop_are_used(new_phone: Callable[..., Page], is_over: bool) -> None:
    world = World()
    Club.objects.update(name="Mittwochsrunde")
    if is_over:
        close_sheet(world.sheet)
    page = new_phone(is_mobile=False, has_touch=False, viewport={"width": 1280, "height": 800})
    known_as(page, world.owner)
    page.goto("/")
    first, second = page.locator("main > div").evaluate_all(BOTTOMS)
    assert min(first, second) >= 0.6 * max(first, second)
    assert page.locator(".first a[href*='/sheets/']").count() == 1
    assert page.locator("main > div").evaluate_all("(all) => new Set(all.map((one) => one.offsetTop)).size") == 1
