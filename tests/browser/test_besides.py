"""Events besides hands, on a phone: Pflicht-Räuber, "der Gstieß gibt ab", adjustments, deals without result."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.documents.ledger import ledger
from tests.browser.fitting import assert_fits
from tests.browser.panel import Panel, open_table, totals
from tests.browser.without_network import write_all
from tests.effort import thorough
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import writing

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
SOLO = {"contract": "solo", "declarer": 1, "points": 41}
ROUND: list[dict[str, Any]] = [
    {"contract": "pflicht_raeuber", "card_points": points}
    for points in ([20, 20, 16, 12], [0, 30, 20, 15], [25, 0, 0, 35], [68, 0, 0, 0])
]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(new_phone: Callable[..., Page]) -> Page:
    """A small phone at a table by the Löwen's rules with one hand written."""
    phone = new_phone(viewport={"width": 360, "height": 640})
    open_table(phone, NAMES, "braeunlingen-loewen", 3, hands=[writing(1)])
    return phone


def to_customs(page: Page) -> None:
    """By the menu behind the sheet's name and the page of the table."""
    page.locator(".menu summary").tap()
    page.locator(".menu a", has_text="Am Tisch").tap()
    page.wait_for_url("**/table")
    page.locator("main a", has_text="Gstieß").tap()
    page.wait_for_url("**/customs")


def press(page: Page, name: str) -> None:
    """Tap a button that leads back to the sheet."""
    page.get_by_role("button", name=name, exact=True).tap()
    page.wait_for_url("**/sheets/*")
    expect(page.locator("#panel .entry")).to_have_attribute("data-ready", "")


def banners(page: Page) -> list[str]:
    texts: list[str] = page.locator("#banners .sentences > span").evaluate_all(
        "all => all.map(one => one.firstChild.textContent)"
    )
    return texts


def assert_panel_fits(page: Page) -> None:
    """Nothing scrolls sideways, and the whole panel is in view."""
    assert_fits(page)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    panel = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('#panel'))"
    assert page.evaluate(panel) <= 0


@thorough
def test_round_of_pflicht_raeuber_is_played_through(
    sheet: Page, assert_accessible: Callable[[Page], None], assert_accessible_too: Callable[[Page], None]
) -> None:
    to_customs(sheet)
    assert_accessible(sheet)
    press(sheet, "Runde anfangen")
    panel = Panel(sheet)
    for left, hand in zip((4, 3, 2, 1), ROUND, strict=True):
        assert banners(sheet) == [f"Pflicht-Räuber: noch {left} Spiel{'e' if left > 1 else ''}"]
        assert_panel_fits(sheet)
        games = sheet.locator("#panel input[name=game]").evaluate_all("all => all.map(one => one.value)")
        assert games == ["pflicht_raeuber", "dead", "free"]
        if left == 4:
            assert_accessible_too(sheet)
        if left in (4, 1):
            panel.choose(hand)
            assert_panel_fits(sheet)
            panel.save()
        else:
            write_all(sheet, [hand])
        expect(sheet.locator("#banners")).to_contain_text("zehnfach" if left == 1 else f"noch {left - 1} Spiel")
    panel.choose(SOLO)
    expect(sheet.locator("[data-payments]")).to_have_text("Bernd +450, die anderen je −150")
    panel.save()
    assert_played(sheet, [SOLO, *ROUND, SOLO | {"stake_factor": 10}])


def assert_played(page: Page, hands: list[dict[str, Any]]) -> None:
    """The totals on the page are those that `score` computes, and the document of the sheet says the same hands."""
    given = {"rules": "braeunlingen-loewen", "players": NAMES, "first_dealer": 3, "hands": hands}
    document, problems = parse({"format": "cegoscore/session@1"} | given)
    assert document, problems
    stored = Session.objects.get()
    assert totals(page) == list(ledger(document).totals)
    assert [entry.hand for entry in document_of(stored).entries] == [entry.hand for entry in document.entries]
    assert list(faults_of(stored)) == []


def test_adjustment_is_entered_and_struck(
    sheet: Page, assert_accessible: Callable[[Page], None], assert_accessible_too: Callable[[Page], None]
) -> None:
    before = totals(sheet)
    sheet.goto(f"{sheet.url}/table")
    sheet.locator("main a", has_text="Nachtrag").tap()
    sheet.wait_for_url("**/adjustments")
    for seat, amount in enumerate(("50", "-20", "-10")):
        sheet.fill(f"input[name=amount_{seat}]", amount)
    expect(sheet.locator("input[name=amount_3]")).to_have_value("−20")
    sheet.fill("input[name=amount_2]", "-30")
    expect(sheet.locator("input[name=amount_3]")).to_have_value("0")
    sheet.get_by_role("button", name="Aufschreiben").tap()
    expect(sheet.locator(".field-error")).to_be_visible()
    assert_accessible_too(sheet)
    sheet.fill("input[name=why]", "falsch bedient")
    press(sheet, "Aufschreiben")
    assert totals(sheet) == [total + more for total, more in zip(before, [50, -20, -30, 0], strict=True)]
    row = sheet.locator(".adjustments .line")
    expect(row).to_contain_text("falsch bedient")
    row.locator("a").tap()
    sheet.wait_for_url("**/adjustments")
    sheet.get_by_role("button", name="Streichen").tap()
    expect(sheet.locator(".written .line.void")).to_contain_text("gestrichen")
    assert_accessible(sheet)
    assert_fits(sheet)
    sheet.go_back()
    sheet.goto(sheet.url.rpartition("/")[0])
    assert totals(sheet) == before
    assert list(faults_of(Session.objects.get())) == []


@thorough
@pytest.mark.parametrize("sheet", ["light"], indirect=True)
def test_misdeal_is_dealt_again_and_thrown_in_passes_on(sheet: Page) -> None:
    turn, passes_on = sheet.locator("#panel .turn"), sheet.locator("#panel input[name=next_dealer]")
    panel = Panel(sheet)
    expect(turn).to_contain_text("Anna gibt")
    panel.choose({"dead": "misdeal"})
    expect(passes_on).not_to_be_checked()
    panel.save()
    expect(turn).to_contain_text("Anna gibt")
    panel.choose({"dead": "misdeal"})
    panel.pick("dead", "thrown_in")
    expect(passes_on).to_be_checked()
    panel.save()
    expect(turn).to_contain_text("Bernd gibt")
    panel.choose({"dead": "misdeal"})
    panel.tap("#panel label.switch:has(input[name=next_dealer])")
    panel.save()
    expect(turn).to_contain_text("Clara gibt")
    expect(turn).to_contain_text("Spiel 2")
