"""People come and go, on a phone: somebody joins, wrong seats, a forgotten hand, other rules, somebody leaves."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.ledger.selfcheck import faults_of
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Points
from tests.browser.fitting import assert_fits, too_small
from tests.browser.panel import Panel, open_table, open_table_by_form, totals
from tests.worlds.sheet import writing

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
SOLO = {"contract": "solo", "declarer": 1, "points": 41}
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


def test_fifth_player_joins_at_the_third_hand(sheet: Page, look: Callable[[Page, str], None]) -> None:
    before = totals(sheet)
    to_the_table(sheet)
    look(sheet, "table")
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
def test_places_and_dealer_of_the_next_hand_are_set(sheet: Page, look: Callable[[Page, str], None]) -> None:
    to_the_table(sheet)
    sheet.select_option("select[name=place_0]", label="Clara")
    sheet.get_by_role("button", name="So sitzen wir").tap()
    expect(sheet.locator(".field-error")).to_have_text("Clara sitzt hier zweimal.")
    look(sheet, "table-refused")
    sheet.select_option("select[name=place_2]", label="Anna")
    sheet.locator("label.dealer-pick:has(input[value='3'])").tap()
    sheet.get_by_role("button", name="So sitzen wir").tap()
    sheet.wait_for_url("**/sheets/*")
    expect(sheet.locator("#panel .turn")).to_contain_text("Dieter gibt, Clara")
    Panel(sheet).write(SOLO)
    expect(sheet.locator("#panel .turn")).to_contain_text("Clara gibt, Bernd")


@pytest.mark.heavy
def test_wrong_seats_move_onto_the_right_people_and_a_typo_in_a_name_is_put_right(
    sheet: Page, look: Callable[[Page, str], None]
) -> None:
    before = totals(sheet)
    to_the_table(sheet)
    with sheet.expect_navigation():
        sheet.locator("main a", has_text="Falsche Plätze").tap()
    look(sheet, "reseat")
    sheet.select_option("select[name=seat_0]", label="Bernd")
    sheet.select_option("select[name=seat_1]", label="Anna")
    sheet.get_by_role("button", name="Blatt umhängen").tap()
    sheet.wait_for_url("**/sheets/*")
    assert (names(sheet), totals(sheet)) == (["Bernd", "Anna", "Clara", "Dieter"], before)
    expect(sheet.locator("#lines li.line").last).to_contain_text("Anna 41")

    to_the_table(sheet)
    sheet.locator("main a", has_text="Namen").last.tap()
    sheet.get_by_label("Richtiger Name von Bernd").fill("Bernhard")
    look(sheet, "names")
    sheet.get_by_role("button", name="Umbenennen Bernd").tap()
    expect(sheet.get_by_label("Richtiger Name von Bernhard")).to_have_value("Bernhard")


@pytest.mark.heavy
def test_forgotten_hand_is_put_in_between(sheet: Page, look: Callable[[Page, str], None]) -> None:
    with sheet.expect_navigation():
        sheet.locator("#lines li.line[data-number='2'] a").tap()
    look(sheet, "hand")
    sheet.locator("main a", has_text="Davor fehlt ein Spiel").tap()
    expect(sheet.locator("#panel .turn")).to_contain_text("Anna gibt, Bernd")
    panel = Panel(sheet)
    panel.choose({"contract": "solo", "declarer": 0, "points": 45})
    look(sheet, "insert-hand")
    panel.tap("#panel [data-save]")
    sheet.wait_for_url("**/later")
    look(sheet, "deal-later")
    sheet.get_by_role("link", name="Nein, es wurde so gegeben").tap()
    sheet.wait_for_url("**/sheets/*")
    rows = [row.split()[:4] for row in sheet.locator("#lines li.line .what").all_inner_texts()]
    assert [(row[0], row[2], row[3]) for row in rows] == [
        ("3", "Clara", "40"),
        ("2", "Anna", "45"),
        ("1", "Bernd", "41"),
    ]
    assert list(faults_of(Session.objects.get())) == []


@pytest.mark.heavy
def test_people_of_a_written_hand_are_corrected(sheet: Page, look: Callable[[Page, str], None]) -> None:
    sheet.locator("#lines li.line[data-number='1'] a").tap()
    sheet.locator(".who-sat summary").tap()
    sheet.locator(".who-sat label.dealer-pick:has(input[value='1'])").tap()
    look(sheet, "who-sat")
    sheet.get_by_role("button", name="Ins Spiel übernehmen").tap()
    sheet.get_by_role("button", name="Berichtigen").tap()
    sheet.wait_for_url("**/sheets/*")
    assert list(Hand.objects.filter(number=1).order_by("revision").values_list("dealer", flat=True)) == [3, 1]


@pytest.mark.heavy
def test_other_rules_are_adopted_after_the_differences_were_shown(
    sheet: Page, look: Callable[[Page, str], None]
) -> None:
    to_the_table(sheet)
    sheet.locator("main a", has_text="Falsche Hausregeln").tap()
    sheet.select_option("select[name=rules]", "braeunlingen-loewen")
    sheet.get_by_role("button", name="Änderungen zeigen").tap()
    expect(sheet.locator(".repaid tbody.differs").nth(1)).to_contain_text("Bernd 41")
    expect(sheet.locator(".repaid tbody.differs").nth(1).locator("tr.new td").nth(1)).to_have_text("+45")
    assert Hand.objects.count() == 2
    look(sheet, "change-rules")
    shown = sheet.locator(".sums tr.new td").all_inner_texts()
    sheet.get_by_role("button", name="Blatt nach diesen Regeln rechnen").tap()
    sheet.wait_for_url("**/sheets/*")
    assert sheet.locator("#totals [data-total]").all_inner_texts() == shown
    assert rules_of(Session.objects.get().rule_set).id == "braeunlingen-loewen"
    sheet.goto(f"{sheet.url}/table/rules?rules=dreier")
    expect(sheet.locator(".change .problem li")).to_have_count(2)
    look(sheet, "change-rules-impossible")


@pytest.mark.heavy
def test_somebody_leaves_and_three_go_on(sheet: Page, look: Callable[[Page, str], None], watch: Any) -> None:
    before, old = totals(sheet), sheet.url
    to_the_table(sheet)
    sheet.locator("main a", has_text="Jemand geht").tap()
    sheet.select_option("select[name=place_2]", label="niemand")
    look(sheet, "go-on")
    sheet.get_by_role("button", name="Abschließen und weiterspielen").tap()
    sheet.wait_for_url("**/sheets/*")
    assert sheet.url != old
    assert (names(sheet), totals(sheet)) == (
        ["Anna", "Bernd", "Dieter", "Clara"],
        [before[0], before[1], before[3], before[2]],
    )
    look(sheet, "gone-on")
    Panel(sheet).write({"contract": "solo", "declarer": 0, "points": 41})
    assert [list(faults_of(each)) for each in Session.objects.all()] == [[], []]


@pytest.mark.heavy
def test_everything_works_without_scripts(new_phone: Callable[..., Page], sheet: Page) -> None:
    plain = new_phone(java_script_enabled=False)
    open_table_by_form(plain, NAMES, "braeunlingen-ministranten", 3)
    plain.goto(f"{plain.url}/table")
    plain.fill("input[name=name]", "Emil")
    plain.get_by_role("button", name="Hinsitzen").tap()
    plain.wait_for_url("**/sheets/*")
    assert names(plain)[4] == "Emil"


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
  return [...document.querySelectorAll("body *")]
    .filter((box) => box.checkVisibility() && box.clientWidth > 2 && getComputedStyle(box).overflowX !== "visible")
    .filter((box) => box.scrollWidth > box.clientWidth + 1 || getComputedStyle(box).overflowY === "hidden"
      && box.scrollHeight > box.clientHeight + 1)
    .map((box) => box.textContent.trim());
}"""


@pytest.mark.thorough
def test_nothing_is_cut_where_somebody_spaces_letters_and_lines(sheet: Page) -> None:
    """By the distances of WCAG 2.2, 1.4.12."""
    assert sheet.evaluate(SPACED) == []
    Panel(sheet).choose({"contract": "solo", "declarer": 1})
    assert sheet.evaluate(SPACED) == []
