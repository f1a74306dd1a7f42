"""The table on a phone: somebody joins; and the sheet on paper."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Session
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Points
from tests.browser.fitting import assert_fits, too_small
from tests.browser.panel import Panel, open_table, open_table_by_form, totals
from tests.effort import thorough
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import writing

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
CLARA_40 = Points(contract=Contract.EINE, declarer=2, points=40)
PICTURES = os.environ.get("PICTURES")
"""A folder to put a picture of every page into, for whoever wants to look."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(new_phone: Callable[..., Page]) -> Page:
    """A phone at a table of four with two hands written."""
    phone = new_phone()
    open_table(phone, NAMES, "braeunlingen-ministranten", 3, hands=(writing(1), writing(2, CLARA_40)))
    return phone


@pytest.fixture
def look(assert_accessible: Callable[[Page], None]) -> Callable[[Page, str], None]:
    """The page is accessible, nothing on it scrolls sideways, and what is to be tapped is large enough."""

    def check(page: Page, name: str) -> None:
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
        assert_fits(page)
        assert too_small(page, "main :is(a, button, select, summary)") == []
        assert_accessible(page)

    return check


def to_the_table(page: Page) -> None:
    """By the menu behind the sheet's name."""
    page.locator(".menu summary").tap()
    page.locator(".menu a", has_text="Am Tisch").tap()
    page.wait_for_url("**/table")


def names(page: Page) -> list[str]:
    return page.locator("#totals .name").all_inner_texts()


@thorough
def test_fifth_player_joins_at_the_third_hand(sheet: Page, look: Callable[[Page, str], None]) -> None:
    before = totals(sheet)
    to_the_table(sheet)
    look(sheet, "table")
    for name in ("Falsche Plätze", "Falsche Hausregeln", "Jemand geht"):
        expect(sheet.locator("main a", has_text=name)).to_be_visible()
    sheet.fill("input[name=name]", "Emil")
    sheet.select_option("select[name=where]", label="rechts von Bernd")
    sheet.get_by_role("button", name="Hinsitzen").tap()
    sheet.wait_for_url("**/sheets/*")
    assert (names(sheet), totals(sheet)) == ([*NAMES, "Emil"], [*before, 0])
    expect(sheet.locator("#totals li", has_text="Bernd")).to_contain_text("setzt aus")
    look(sheet, "five-at-the-table")
    assert not sheet.locator("#panel label.pick:has(input[name=declarer][value='1'])").count()
    Panel(sheet).write({"contract": "solo", "declarer": 4, "points": 41})
    assert totals(sheet) == [total + paid for total, paid in zip([*before, 0], [-10, -10, -10, -10, 40], strict=True)]
    expect(sheet.locator("#totals li", has_text="Emil")).to_contain_text("setzt aus")
    assert list(faults_of(Session.objects.get())) == []


@pytest.mark.heavy
def test_everything_works_without_scripts(new_phone: Callable[..., Page], sheet: Page) -> None:
    plain = new_phone(java_script_enabled=False)
    open_table_by_form(plain, NAMES, "braeunlingen-ministranten", 3)
    plain.goto(f"{plain.url}/table")
    plain.fill("input[name=name]", "Emil")
    plain.get_by_role("button", name="Hinsitzen").tap()
    plain.wait_for_url("**/sheets/*")
    assert names(plain)[4] == "Emil"


@thorough
def test_paper_takes_hands_whole_and_no_keys(sheet: Page) -> None:
    sheet.emulate_media(media="print")
    lines = sheet.locator("#ledger .line")
    assert lines.evaluate_all("all => all.map((line) => getComputedStyle(line).breakInside)") == ["avoid", "avoid"]
    expect(sheet.locator("#totals")).to_be_visible()
    expect(sheet.locator("#panel")).to_be_hidden()
    sheet.goto(f"{sheet.url}/hands/1")
    expect(sheet.locator(".history")).to_be_visible()
    keys = sheet.locator("main :is(.keypad, form, button)")
    assert keys.evaluate_all("all => all.filter((key) => key.offsetParent)") == []


SPACED = """() => {
  const sheet = new CSSStyleSheet();
  const letters = "letter-spacing: .12em !important; word-spacing: .16em !important";
  sheet.replaceSync(`* { ${letters}; line-height: 1.5 !important }`);
  document.adoptedStyleSheets = [sheet];
  const isTitle = (box) => box.id === "title";
  return [...document.querySelectorAll("body *")].filter((box) => !isTitle(box))
    .filter((box) => box.checkVisibility() && box.clientWidth > 2 && getComputedStyle(box).overflowX !== "visible")
    .filter((box) => box.scrollWidth > box.clientWidth + 1 || getComputedStyle(box).overflowY === "hidden"
      && box.scrollHeight > box.clientHeight + 1)
    .map((box) => box.textContent.trim());
}"""


@thorough
def test_nothing_is_cut_where_somebody_spaces_letters_and_lines(sheet: Page) -> None:
    """By the distances of WCAG 2.2, 1.4.12. A title has two lines, and less room while something waits to be saved."""
    assert sheet.evaluate(SPACED) == []
    Panel(sheet).choose({"contract": "solo", "declarer": 1})
    assert sheet.evaluate(SPACED) == []
