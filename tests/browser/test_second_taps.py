"""Second taps on lines that wait: what comes into sight where the first one was hears nothing for two seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.links import revoke
from tests.browser.panel import Panel, hold_animations
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
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]

DEAF_FOR = """actions => actions.getAnimations().map((wait) => {
  const { delay, duration } = wait.effect.getTiming();
  return [duration, delay < 0];
})"""


@pytest.fixture
def other(new_phone: Callable[..., Page]) -> Page:
    """The mate's phone at a table of four: the smallest there is."""
    world = World()
    return seat(new_phone(viewport={"width": 360, "height": 640}), world, world.mate)


@pytest.mark.thorough
def test_what_a_refused_hand_asks_is_deaf_to_a_tap_meant_for_what_stood_there(other: Page, watch: Any) -> None:
    """The two seconds go on, and do not begin again, when it is drawn anew."""
    cut_off(other)
    Panel(other).write(SOLO)
    revoke(Link.objects.get(right=Right.WRITE))
    go_on = hold_animations(other)
    other.context.set_offline(False)
    actions = other.locator("#lines .refused .actions")
    throw = actions.locator("[data-do=throw]")
    throw.tap(force=True)
    expect(throw).to_have_text("Meins verwerfen")
    assert actions.evaluate(DEAF_FOR)[0][0] == 2000
    drawn = other.evaluate("window.drawn = document.querySelector('#lines .actions'), true")
    other.evaluate("new BroadcastChannel('cegoscore-outbox').postMessage('')")  # it is read and drawn anew
    eventually(lambda: not other.evaluate("window.drawn.isConnected"), other)
    assert (drawn, actions.evaluate(DEAF_FOR)) == (True, [[2000, True]])
    go_on()
    throw.tap()  # waits until it hears
    expect(throw).to_have_text("Wirklich verwerfen?")
    watch.complaints.clear()


@pytest.mark.heavy
def test_a_second_tap_on_the_last_line_does_nothing_to_its_hand(other: Page) -> None:
    """The list scrolls to show its actions, and one of them stands where the line was."""
    cut_off(other)
    write_all(other, [SOLO, EINE, ULTI, SOLO])
    row = other.locator("#lines .unsent .row").last
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    assert box
    go_on = hold_animations(other)
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    other.touchscreen.tap(*place)
    expect(other.locator("#lines .actions")).to_be_visible()
    other.touchscreen.tap(*place)
    assert (waiting(other), stored(other)) == (4, 4)
    expect(other.locator("#panel-title")).to_have_text("Spiel 5")
    go_on()
    other.locator("#lines [data-do=strike]").tap()  # waits until it hears
    expect(other.locator("#lines .unsent")).to_have_count(5)


@pytest.mark.heavy
def test_languages_at_the_foot_of_a_page_that_has_just_come_are_deaf(new_phone: Callable[..., Page]) -> None:
    """The page before may have had a button at the same place."""
    other = new_phone(viewport={"width": 360, "height": 640})
    other.goto("/")
    go_on = hold_animations(other)
    other.goto("/new")
    english = other.locator("footer .languages button[value=en]")
    assert english.evaluate("button => button.getAnimations().map((wait) => wait.effect.getTiming().duration)") == [
        2000
    ]
    english.tap(force=True)
    expect(other.locator("html")).to_have_attribute("lang", "de")
    go_on()
    english.tap()  # waits until it hears
    expect(other.locator("html")).to_have_attribute("lang", "en")
