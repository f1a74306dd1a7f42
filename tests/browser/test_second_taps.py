"""Second taps: for two seconds what has come to where the last tap was hears none, and all else hears every one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.panel import hold_time
from tests.browser.without_network import (
    EINE,
    SOLO,
    ULTI,
    cut_off,
    eventually,
    seat,
    stored,
    waiting,
    write_all,
)
from tests.effort import thorough
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network", "second_taps")]


@pytest.fixture
def other(new_phone: Callable[..., Page]) -> Page:
    """The mate's phone at a table of four: the smallest there is."""
    world = World()
    return seat(new_phone(viewport={"width": 360, "height": 640}), world, world.mate)


@pytest.mark.heavy
def test_a_second_tap_on_the_last_line_does_nothing_to_its_hand(other: Page) -> None:
    """The list scrolls to show its actions, and one of them stands where the line was."""
    cut_off(other)
    write_all(other, [SOLO, EINE, ULTI, SOLO])
    row = other.locator("#lines .unsent .row").last
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    assert box
    go_on = hold_time(other)
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    other.touchscreen.tap(*place)
    expect(other.locator("#lines .actions")).to_be_visible()
    other.touchscreen.tap(*place)
    assert (waiting(other), stored(other)) == (4, 4)
    expect(other.locator("#panel-title")).to_have_text("Spiel 5")
    go_on()
    other.locator("#lines [data-do=strike]").tap()
    expect(other.locator("#lines .unsent", has_text="Spiel 1 gestrichen")).to_have_count(1)


@thorough
def test_a_page_hears_every_tap_but_the_second_where_the_one_was_that_brought_it(other: Page) -> None:
    """At one moment, as by the quickest fingers."""
    other.goto("/new")
    hold_time(other)
    english, page = other.locator("footer .languages button[value=en]"), other.locator("html")
    english.tap()
    expect(page).to_have_attribute("lang", "en")
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    english.tap()
    other.locator("label:has(input[name=first_dealer][value='2'])").tap()
    expect(other.locator("input[name=first_dealer][value='2']")).to_be_checked()
    assert asked == []
    english.press("Enter")  # a keyboard is no finger
    eventually(lambda: any(url.endswith("/new") for url in asked), other)


@thorough
def test_where_nothing_can_be_kept_every_tap_counts(other: Page) -> None:
    other.add_init_script("delete Window.prototype.sessionStorage; delete window.sessionStorage")
    other.goto("/new")
    other.locator("footer .languages button[value=en]").tap()
    expect(other.locator("html")).to_have_attribute("lang", "en")
