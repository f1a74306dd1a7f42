"""Open views ask often while things happen, seldom when nothing does or nobody looks, and catch up at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.panel import known_as
from tests.browser.test_wall import WALL, url_of
from tests.effort import thorough
from tests.worlds.season import SeasonWorld
from tests.worlds.tournament import World, play_hands
from tournaments.hall.views import HALL_PAGES
from tournaments.standings.views import PAGES

pytestmark = pytest.mark.django_db(transaction=True)

COUNT = """() => {
  window.looks = 0;
  document.addEventListener("look", () => (window.looks += 1));
}"""
SHOW = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class View:
    """An open page whose clock is turned by hand."""

    def __init__(self, page: Page, path: str, part: str) -> None:
        self.page, self.part = page, page.locator(part)
        page.clock.install()
        HALL_PAGES._values.clear()
        PAGES._values.clear()  # nothing older, which would be replaced by and by
        page.goto(path, wait_until="networkidle")  # nothing on its way, which would count as news
        page.evaluate(COUNT)

    def looks(self, seconds: int) -> int:
        """Number of times it asks in so many seconds."""
        self.page.evaluate("window.looks = 0")
        self.page.clock.run_for(seconds * 1000)
        return int(self.page.evaluate("window.looks"))

    def catches_up(self, write: Callable[[], None], back: Callable[[], None]) -> None:
        """Something is written while it does not follow; it is seen as soon as it does again."""
        before = self.part.inner_text()
        write()
        back()
        expect(self.part).not_to_have_text(before, use_inner_text=True)


def follow(view: View, write: Callable[[], None]) -> None:
    """Often; seldom when nothing happens for long, or nobody looks; at once when the network or somebody is back."""
    context, page = view.page.context, view.page
    assert view.looks(6) >= 4
    page.clock.fast_forward("11:00")
    assert view.looks(30) in (1, 2)

    context.set_offline(True)
    view.catches_up(write, lambda: context.set_offline(False))
    assert view.looks(6) >= 4

    page.evaluate(SHOW, True)
    view.looks(2)
    assert view.looks(30) in (1, 2)
    view.catches_up(write, lambda: page.evaluate(SHOW, False))


@thorough
def test_views_follow_slow_down_and_catch_up(new_phone: Callable[..., Page], watch: Watch) -> None:
    world = World(is_public=True)
    world.register(8)
    sheet = world.draw().tables.get(number=1).sheet
    assert sheet
    hands = iter(range(1, 20))

    def write() -> None:
        play_hands(sheet, 1, first=next(hands))

    views = [
        (sheet.get_absolute_url(), "#totals"),
        (url_of(world, "/rounds/1"), "#table-1"),
        (url_of(world, "/standings"), "#standings tbody"),
        (url_of(world), "#results"),
        (url_of(world, "/beamer?show=standings"), "#screen tbody"),
    ]
    write()
    for path, part in views:
        page = new_phone(**WALL)
        known_as(page, world.organiser)
        follow(View(page, path, part), write)
        page.close()
    assert all("error in a script" not in each for each in watch.complaints)
    watch.complaints.clear()  # what Chromium says about an answer that did not come


@thorough
def test_what_is_open_and_typed_stays_while_a_page_follows(new_phone: Callable[..., Page]) -> None:
    world = World(is_public=True)
    world.register(8)
    sheet = world.draw().tables.get(number=1).sheet
    assert sheet
    play_hands(sheet, 1)
    page = new_phone()
    page.goto(url_of(world))
    page.get_by_text("Alle Tische").click()
    page.locator("#q").fill("Be")
    first = page.locator("#results .podium")
    before = first.inner_text()
    play_hands(sheet, 1, first=2)
    expect(first).not_to_have_text(before, use_inner_text=True)
    expect(page.locator("#draw details")).to_have_attribute("open", "")
    expect(page.locator("#q")).to_have_value("Be")

    season = SeasonWorld(is_public=True)
    evening = season.evening({"Anna": 5, "Bernd": -5, "Clara": 0, "Dieter": 0})
    page.goto(season.season.get_absolute_url())
    row = page.locator(f"#p{season.player('Bernd').pk}")
    row.locator("summary").click()
    before = page.locator(".honours").inner_text()
    play_hands(evening, 1)
    expect(page.locator(".honours")).not_to_have_text(before, use_inner_text=True)
    expect(row.locator("details")).to_have_attribute("open", "")
