"""Lines that wait, for whoever uses a keyboard or a screen reader: they are drawn anew with every change and try."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.links import revoke
from tests.browser.without_network import EINE, SOLO, cut_off, eventually, seat, write_all
from tests.worlds.sheet import World

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_network"),
    pytest.mark.thorough,
]


@pytest.fixture
def other(new_phone: Callable[..., Page]) -> Page:
    """The mate's phone at a table of four with two hands that wait."""
    world = World()
    phone = seat(new_phone(), world, world.mate)
    cut_off(phone)
    write_all(phone, [SOLO, EINE])
    return phone


def draw_anew(page: Page) -> None:
    """Let another tab of the phone have changed something."""
    page.evaluate("window.drawn = document.querySelector('#lines .unsent')")
    page.evaluate("new BroadcastChannel('cegoscore-outbox').postMessage('')")
    eventually(lambda: not page.evaluate("window.drawn.isConnected"), page)


def test_the_focus_stays_where_it_is_when_lines_are_drawn_anew(other: Page) -> None:
    row = other.locator("#lines .unsent .row").last
    strike = other.locator("#lines [data-do=strike]")
    row.focus()
    expect(row).to_have_attribute("aria-expanded", "false")
    other.keyboard.press("Enter")
    expect(strike).to_be_visible()
    expect(row).to_be_focused()
    expect(row).to_have_attribute("aria-expanded", "true")
    strike.focus()
    draw_anew(other)
    expect(strike).to_be_focused()
    strike.press("Enter")
    struck = other.locator("#lines .unsent .row", has_text="Spiel 1 gestrichen")
    expect(struck).to_be_focused()
    expect(struck).to_have_attribute("aria-expanded", "false")
    expect(other.locator("#lines .unsent")).to_have_count(2)


def test_what_a_refused_hand_asks_is_said_when_it_comes_and_not_whenever_it_is_drawn(other: Page, watch: Any) -> None:
    """The clock stands still, so that it comes at one moment however slow the machine is."""
    now = datetime.now(UTC)
    other.clock.set_fixed_time(now)
    revoke(Link.objects.get(right=Right.WRITE))
    other.context.set_offline(False)
    asked = other.locator("#lines .refused .actions .problem")
    expect(asked).to_have_attribute("role", "alert")
    other.clock.set_fixed_time(now + timedelta(seconds=2))
    draw_anew(other)
    expect(asked).to_be_visible()
    assert asked.get_attribute("role") is None
    watch.complaints.clear()
