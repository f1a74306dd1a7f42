"""Two tabs of one phone: one list of what waits, and each shows all of it at every moment."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand
from tests.browser.panel import Panel, totals
from tests.browser.without_network import (
    EINE,
    NOTE_WHAT_IS_SHOWN,
    SAVED,
    SOLO,
    assert_as_stored,
    cut_off,
    eventually,
    page_kept,
    ready,
    seat,
    stored,
    waiting,
    write_all,
)
from tests.worlds.sheet import World

NOTE_WHAT_IS_READ = """
  const { getAll } = IDBObjectStore.prototype;
  window.read = [];
  IDBObjectStore.prototype.getAll = function () {
    const asked = getAll.call(this);
    asked.addEventListener("success", () => window.read.push(asked.result.length));
    return asked;
  };
"""

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_network"),
]


@pytest.fixture
def world() -> World:
    """A table of four, Dieter to deal."""
    return World()


@pytest.fixture
def sheet(phone: Page, world: World) -> Page:
    """The first tab at the table, its outbox ready."""
    return seat(phone, world)


def test_two_tabs_of_one_phone_have_one_list(sheet: Page, world: World) -> None:
    second = sheet.context.new_page()
    second.goto(sheet.url)
    ready(second)
    cut_off(sheet)
    sheet.bring_to_front()
    write_all(sheet, [SOLO])
    second.bring_to_front()
    expect(second.locator("#lines .unsent")).to_contain_text("Bernd 41")
    expect(second.locator("#panel-title")).to_have_text("Spiel 2")
    write_all(second, [EINE])
    for tab in (sheet, second):
        expect(tab.locator("#saved")).to_have_text("2 warten")
        assert totals(tab) == [-20, 20, 20, -20]
    sheet.context.set_offline(False)
    for tab in (sheet, second):
        expect(tab.locator(SAVED)).to_be_visible()
        expect(tab.locator("#lines .unsent")).to_have_count(0)
        assert_as_stored(tab, world)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine"]


def test_a_tab_never_shows_less_while_it_looks_where_a_hand_went(sheet: Page) -> None:
    """The other tab has sent a hand and forgotten it; this one asks the server, which takes its time."""
    second, posts, looks = sheet.context.new_page(), list[Any](), list[Any]()

    def hold_post(route: Any) -> None:
        posts.append(route)

    def hold_look(route: Any) -> None:
        looks.append(route)

    second.add_init_script(NOTE_WHAT_IS_READ)
    second.goto(sheet.url)
    page_kept(ready(second))
    second.evaluate("document.addEventListener('htmx:configRequest', ({ detail }) => (detail.timeout = 0))")
    second.route("**/changes*", hold_look, times=1)
    sheet.route("**/queue", hold_post, times=1)
    write_all(sheet, [SOLO])
    expect(second.locator("#lines .unsent")).to_have_count(1)
    second.evaluate(NOTE_WHAT_IS_SHOWN)
    second.evaluate("window.read = []")
    second.evaluate("document.querySelector('#live').dispatchEvent(new Event('look'))")
    eventually(lambda: bool(posts and looks), sheet)  # it has asked before the hand is there
    posts[0].continue_()
    eventually(lambda: second.evaluate("window.read.includes(0)"), second)
    stored(second)  # by then it has read what else it reads at once
    assert (totals(second), waiting(second)) == ([-10, 30, -10, -10], 1)
    looks[0].continue_()
    expect(second.locator("#lines .line[data-number='1']")).to_have_count(1)
    expect(second.locator("#lines .unsent")).to_have_count(0)
    expect(second.locator(SAVED)).to_be_visible()
    sums = [seen[0] for seen, *_ in second.evaluate("window.seen")]
    assert sums == sorted(sums, reverse=True)  # Anna pays once, and gets nothing back for a moment


def test_a_tab_whose_look_gets_no_answer_goes_on_showing_what_the_other_has_sent(sheet: Page, world: World) -> None:
    """The network does not matter for what a person takes back in the other tab: that goes at once."""
    second = sheet.context.new_page()
    second.goto(sheet.url)
    page_kept(ready(second))
    cut_off(sheet)
    sheet.bring_to_front()
    Panel(sheet).write(SOLO)
    expect(second.locator("#lines .unsent")).to_have_count(1)
    sheet.locator("[data-undo] button").tap()
    expect(second.locator("#lines .unsent")).to_have_count(0)
    assert totals(second) == [0, 0, 0, 0]
    write_all(sheet, [EINE])
    expect(second.locator("#lines .unsent")).to_have_count(1)
    second.evaluate(NOTE_WHAT_IS_SHOWN)
    inn = "<p id='login'>Willkommen im WLAN</p>"
    second.route("**/changes*", lambda route: route.fulfill(status=200, body=inn))
    second.route("**/queue", lambda route: route.abort())
    sheet.context.set_offline(False)
    eventually(lambda: stored(sheet) == 0, sheet)
    expect(second.locator("#lines .unsent .tag")).to_be_hidden()
    assert (totals(second), waiting(second)) == ([-10, -10, 30, -10], 1)
    second.unroute("**/changes*")
    second.bring_to_front()
    expect(second.locator("#lines .line[data-number='1']")).to_have_count(1)
    expect(second.locator("#lines .unsent")).to_have_count(0)
    assert_as_stored(second, world)
    assert {tuple(seen[0]) for seen in second.evaluate("window.seen")} == {(-10, -10, 30, -10)}
