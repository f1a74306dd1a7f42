"""Colours that the phone's owner forces on every page: what is chosen and who leads is told by them, too."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.panel import Panel, open_table, totals
from tests.worlds.sheet import writing

NAMES = ["Anna", "Bruno", "Clara", "Dora"]
GROUND = "(all) => all.map((each) => getComputedStyle(each).backgroundColor)"
LINES = "(all) => all.map((each) => parseFloat(getComputedStyle(each).borderBottomWidth))"


def test_chosen_and_leading_are_not_told_by_our_colours_alone(new_phone: Callable[..., Page]) -> None:
    page = new_phone(forced_colors="active")
    open_table(page, NAMES, "braeunlingen-ministranten", 3, hands=[writing(1)])
    leads = [total == max(totals(page)) for total in totals(page)]
    assert [width > 0 for width in page.locator("#totals .total").evaluate_all(LINES)] == leads
    page.locator("#panel .who label", has_text="Bruno").tap()
    grounds = page.locator("#panel .who .pick span").evaluate_all(GROUND)
    assert [ground != grounds[0] for ground in grounds] == [False, True, False, False]
    Panel(page).tap("#panel label:has([name=game][value=solo])")
    expect(page.locator("#panel .entry")).to_have_attribute("data-stage", "result")
    own, theirs = page.locator("#panel .side .face").evaluate_all(GROUND)
    assert own == grounds[1] != theirs


def test_a_list_to_choose_from_keeps_its_arrow(new_phone: Callable[..., Page]) -> None:
    page = new_phone(forced_colors="active")
    page.goto("/new")
    expect(page.get_by_label("Hausregeln")).not_to_have_css("appearance", "none")
