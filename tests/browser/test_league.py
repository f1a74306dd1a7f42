"""The league table on a phone and on a desk: rows that open, the own row in view."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Device
from tests.browser.fitting import LAPTOP, assert_fits
from tests.browser.panel import known_as
from tests.effort import thorough
from tests.worlds.championship import played_seasons
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(transactional_db: None) -> Season:
    """Six tournaments of 40 players."""
    return played_seasons(Device.objects.create(), tournaments=6, players=40)


@thorough
def test_wall_fits_and_is_accessible(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None], season: Season
) -> None:
    page = new_phone(viewport={"width": 1280, "height": 844}, is_mobile=False)
    page.goto(f"{season.get_absolute_url()}/wall")
    assert_fits(page)
    assert_accessible(page)


def test_row_opens_on_a_phone_and_shows_its_events(phone: Page, season: Season) -> None:
    phone.goto(season.get_absolute_url())
    row = phone.locator("tbody tr").first
    event = row.locator(".ev:not(:empty)").first
    expect(event).to_be_hidden()
    expect(row.locator(".total")).to_be_visible()
    row.locator("summary").tap()
    expect(event).to_be_visible()
    expect(phone.locator("tbody tr").nth(1).locator(".ev:not(:empty)").first).to_be_hidden()
    box = row.locator("summary").bounding_box()
    assert box is not None
    assert box["height"] >= 44


@thorough
def test_whoever_comes_by_keyboard_sees_each_stop_of_a_narrow_table(phone: Page, season: Season) -> None:
    phone.goto(season.get_absolute_url())
    link = phone.locator("thead a").first
    link.focus()
    box = link.bounding_box()
    head = phone.locator("thead").bounding_box()
    assert box
    assert head
    assert head["width"] >= box["width"] > 1
    assert phone.locator("thead").evaluate("(head) => getComputedStyle(head).clipPath") == "none"


@pytest.mark.heavy
def test_events_are_columns_on_a_desk(new_phone: Callable[..., Page], season: Season) -> None:
    page = new_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    page.goto(season.get_absolute_url())
    expect(page.locator("thead .ev")).to_have_count(6)
    expect(page.locator("thead .ev").first).to_be_visible()
    head = [box["x"] + box["width"] for cell in page.locator("thead th").all() if (box := cell.bounding_box())]
    cells = page.locator("tbody tr").first.locator("> *").all()
    body = [box["x"] + box["width"] for cell in cells if (box := cell.bounding_box())]
    assert head == body


def assert_in_view(page: Page, selector: str) -> None:
    box, size = page.locator(selector).bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"] + 1


@thorough
def test_own_row_stays_in_view_wherever_one_scrolls(new_phone: Callable[..., Page], season: Season) -> None:
    page = new_phone(is_mobile=False)
    page.goto(season.get_absolute_url())
    rows = page.locator("tbody tr")
    middle = rows.nth(rows.count() // 2)
    middle.locator("summary").click()
    middle.get_by_role("link", name="Diese Zeile im Blick behalten").click()
    expect(page.locator("tr.mine")).to_have_count(1)
    page.get_by_role("button", name="Auf diesem Gerät merken").click()
    page.wait_for_url(lambda url: "me=" not in url)
    for width in (390, LAPTOP):
        page.set_viewport_size({"width": width, "height": 700})
        for place in (0, rows.count() - 1):
            rows.nth(place).scroll_into_view_if_needed()
            assert_in_view(page, "tr.mine > .total")


LOWEST = "(rows) => Math.min(...rows.map((row) => row.getBoundingClientRect().height))"


def test_rows_on_paper_are_as_high_as_their_text(new_phone: Callable[..., Page]) -> None:
    device = Device.objects.create()
    season = played_seasons(device, tournaments=2, players=12)
    page = new_phone(viewport={"width": 1000, "height": 700}, is_mobile=False)
    known_as(page, device)
    page.goto(season.get_absolute_url())
    page.emulate_media(media="print")
    rows = page.locator(".league-table tbody tr")
    expect(rows.locator("td.total a")).to_have_count(rows.count())
    assert rows.evaluate_all(LOWEST) < 18  # one line of 8 points
    labels = rows.locator("td.count").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one, '::before').content)"
    )
    assert set(labels) == {"none"}  # the head of the column says it


def test_row_that_is_kept_leads_to_the_card_that_says_where_it_stands_and_not_past_it(
    phone: Page, assert_accessible: Callable[[Page], None], season: Season
) -> None:
    phone.goto(season.get_absolute_url())
    row = phone.locator("tbody tr").nth(3)
    row.locator("summary").tap()
    row.get_by_role("link", name="Diese Zeile im Blick behalten").tap()
    expect(phone.locator("#stand .place")).to_contain_text("Platz 4")
    assert_in_view(phone, "#stand .place")
    assert_in_view(phone, "tr.mine > .total")
    assert_fits(phone)
    assert_accessible(phone)
    phone.locator("tr.mine summary").tap()
    phone.locator("tr.mine").get_by_role("link", name="Alle Ergebnisse").tap()
    phone.locator("#stand summary").tap()
    expect(phone.locator("#stand li")).not_to_have_count(0)
    assert_fits(phone)
    assert_accessible(phone)
    phone.goto("/")
    phone.locator(".back-again summary").tap()
    assert_fits(phone)
    assert_accessible(phone)


ADDED_UP = """(row) => [...row.querySelectorAll("td:is(.ev, .before)")].filter((cell) => cell.checkVisibility())
    .map((cell) => Number(cell.innerText.replace("−", "-"))).reduce((sum, points) => sum + points, 0)"""


def test_cells_of_a_row_in_sight_add_up_to_its_total_on_every_screen(new_phone: Callable[..., Page]) -> None:
    season = played_seasons(Device.objects.create(), tournaments=15, players=12)
    page = new_phone(is_mobile=False, has_touch=False)
    page.goto(season.get_absolute_url())
    row = page.locator("tbody tr").first
    for width, columns in ((1024, 12), (1280, 14), (1600, 15)):
        page.set_viewport_size({"width": width, "height": 800})
        assert row.evaluate(ADDED_UP) == int(row.locator(".total").inner_text().replace("−", "-"))
        events = page.locator("thead .ev")
        assert events.evaluate_all("(all) => all.filter((one) => one.checkVisibility()).length") == columns
        assert_fits(page)
