"""The sheet in the middle of the table: totals that everybody reads from where they sit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Seat, Session
from tests.browser.panel import Panel, open_table
from tests.browser.without_network import eventually
from tests.effort import thorough
from tests.worlds.sheet import writing

NAMES = ["Anna", "Maximiliane-Josefine B", "Clara", "Dieter", "Emil", "Franz"]
BOXES = """(all) => all.map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
LOCKS = "window.locks = []; navigator.wakeLock.request = async (kind) => (locks.push(kind), { release() {} })"

ALIKE = """() => ["total", "mark"].every((part) => {
    const seats = (place) => [...document.querySelectorAll(`${place} .${part}`)];
    const told = (place) => JSON.stringify(seats(place).map((each) => each.textContent.trim()));
    return told("#totals") === told("#around");
})"""
"""Tells whether the totals round the table say what those above the list say."""


def lay_down(page: Page, count: int) -> None:
    """Put a sheet of so many in the middle."""
    open_table(page, NAMES[:count], "braeunlingen-ministranten", count - 1)
    Seat.objects.filter(number=0).update(total=-1190)
    page.reload()
    page.locator(".to-middle").tap()


@pytest.mark.parametrize("count", [3, 4, 5])
def test_everybody_at_the_table_is_read_whole(phone: Page, count: int) -> None:
    lay_down(phone, count)
    for width, height in ((320, 568), (390, 844), (844, 390), (1024, 768)):
        phone.set_viewport_size({"width": width, "height": height})
        places: list[list[int]] = phone.locator("#totals :is(.name, .total)").evaluate_all(BOXES)
        assert len(places) == 2 * count
        assert all(0 <= left < right <= width and 0 <= top < bottom <= height for left, top, right, bottom in places)
        clear = [
            one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            for at, one in enumerate(places)
            for other in places[:at]
        ]
        assert all(clear), (width, places)
        assert not phone.locator("main :is(button, input, select)").locator("visible=true").count()


@thorough
def test_it_follows_who_writes_and_leads_back(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    phone.add_init_script(LOCKS)
    lay_down(phone, 4)
    assert_accessible(phone)
    eventually(lambda: bool(phone.evaluate("window.locks.length")), phone)
    write_hand(Session.objects.get(), writing(1), device=Device.objects.create())
    expect(phone.locator("#ledger .game")).to_be_visible()
    expect(phone.locator("#panel")).to_be_hidden()
    phone.go_back()
    expect(phone.locator("#panel")).to_be_visible()
    phone.go_forward()
    phone.locator(".from-middle").tap()
    expect(phone.locator("#panel")).to_be_visible()


@thorough
def test_keys_do_not_reach_the_panel_that_is_not_in_sight(phone: Page) -> None:
    lay_down(phone, 4)
    phone.locator(".from-middle").tap()
    panel = Panel(phone)
    panel.pick("declarer", 1)
    panel.pick("game", "solo")
    phone.keyboard.press("4")
    expect(phone.locator("[data-own]")).to_have_text("4")
    phone.locator(".to-middle").tap()
    phone.keyboard.press("1")
    phone.locator(".from-middle").tap()
    phone.keyboard.press("2")
    expect(phone.locator("[data-own]")).to_have_text("42")


@thorough
def test_other_places_of_other_pages_hide_nothing_behind_them(phone: Page) -> None:
    open_table(phone, NAMES[:4], "braeunlingen-ministranten", 3, hands=[writing(1)])
    phone.goto(f"{Session.objects.get().get_absolute_url()}/evening#pay-title")
    expect(phone.locator(".standings")).to_be_visible()


TABLETS = [(768, 1024), (820, 1180), (1024, 768), (1180, 820)]
ON_A_PHONE = 28
"""Size of a total on a phone of 390 by 844, in pixels."""
TURNED = """(round) => [...round.querySelectorAll(".total")].filter((one) => one.checkVisibility())
    .map((one) => Math.round(parseFloat(getComputedStyle(one).fontSize)))"""
SMALLEST_MARK = 11.5
"""Size of "gibt" and "Vorhand" round the table beside the list, in pixels, where it is lowest: as small as any text."""
MARKS = """(round) => [...round.querySelectorAll(".seat")].flatMap((seat) => {
  const [mark, ground] = [seat.querySelector(".mark"), seat.getBoundingClientRect()];
  const { left, right, top, bottom, width } = mark.getBoundingClientRect();
  const isWhole = left >= ground.left && right <= ground.right && top >= ground.top && bottom <= ground.bottom;
  return mark.textContent.trim() ? [isWhole && width ? parseFloat(getComputedStyle(mark).fontSize) : 0] : [];
})"""
"""The sizes of the marks that there are; 0 for one that its seat cuts off."""
LIES_ON = """(round) => {
  const { left, right, top, bottom } = round.getBoundingClientRect();
  const keys = document.querySelectorAll("#panel :is(button, label, a, input, legend, h2)");
  return [...keys].filter((key) => key.checkVisibility()).filter((key) => {
    const box = key.getBoundingClientRect();
    return box.width > 1 && box.left < right && box.right > left && box.top < bottom - 1 && box.bottom > top + 1;
  }).map((key) => key.textContent.trim() || key.name);
}"""


def beside_the_list(page: Page) -> list[list[int]]:
    """Sizes of the totals round the table, by tablet; its marks can be read, and nothing of the panel lies under it."""
    around, sizes = page.locator("#around"), []
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        assert around.evaluate(LIES_ON) == [], width
        dealer, vorhand = around.evaluate(MARKS)
        assert min(dealer, vorhand) > SMALLEST_MARK
        sizes.append(around.evaluate(TURNED))
    return sizes


@pytest.mark.parametrize("count", [3, 4, 5])
def test_on_a_tablet_totals_lie_round_the_table_beside_the_list_whatever_is_entered(
    new_phone: Callable[..., Page], count: int
) -> None:
    page = new_phone(viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    open_table(page, NAMES[:count], "braeunlingen-ministranten", count - 1)
    expect(page.locator("#around .seat")).to_have_count(count)
    panel = Panel(page)
    idle = beside_the_list(page)
    assert [len(sizes) for sizes in idle] == [count] * len(TABLETS)
    assert min(map(min, idle)) > ON_A_PHONE
    page.locator(".games .pick-more").first.tap()
    assert beside_the_list(page) == idle, "nothing moves where more games are shown"
    page.reload()
    expect(page.locator("#around .seat")).to_have_count(count)
    panel.pick("declarer", 1)
    panel.pick("game", "solo")
    assert beside_the_list(page) == idle, "nothing moves while a hand is typed"
    page.locator(".chips .chip").last.tap()
    beside_the_list(page)


def test_totals_round_the_table_follow_who_writes(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    open_table(page, NAMES[:4], "braeunlingen-ministranten", 3)
    expect(page.locator("#around .seat")).to_have_count(4)
    write_hand(Session.objects.get(), writing(1), device=Device.objects.create())
    expect(page.locator("#ledger .game")).to_be_visible()
    expect_them_alike(page)
    Panel(page).write({"contract": "solo", "declarer": 1, "points": 41})  # what this device draws by itself
    expect_them_alike(page)


def expect_them_alike(page: Page) -> None:
    """Wait until totals and marks say the same in both places: they count up to what they are."""
    eventually(lambda: page.evaluate(ALIKE), page)


def test_no_total_stands_on_its_head_on_a_phone_or_a_laptop(new_phone: Callable[..., Page], phone: Page) -> None:
    laptop = new_phone(viewport={"width": 1280, "height": 800}, has_touch=False, is_mobile=False)
    for page in (phone, laptop):
        open_table(page, NAMES[:4], "braeunlingen-ministranten", 3)
        expect(page.locator("#around .seat")).to_have_count(0)
        expect(page.locator("#around")).to_be_hidden()


def test_without_scripts_nothing_is_kept_free_for_totals_round_the_table(new_phone: Callable[..., Page]) -> None:
    size = {"width": 1024, "height": 768}
    page = new_phone(viewport=size, has_touch=True, is_mobile=True)
    open_table(page, NAMES[:4], "braeunlingen-ministranten", 3)
    plain = new_phone(viewport=size, has_touch=True, is_mobile=True, java_script_enabled=False)
    plain.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    plain.goto(page.url)
    expect(plain.locator("#around")).to_be_hidden()
    totals, panel = (plain.locator(part).bounding_box() for part in ("#totals", "#panel"))
    assert totals
    assert panel
    assert panel["y"] < totals["y"] + totals["height"] + 24
