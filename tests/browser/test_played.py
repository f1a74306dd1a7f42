"""A hand card by card: forward and back, by keyboard, on the smallest phone, and as a whole without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.counting import Wire
from tests.browser.fitting import ENGLISH, assert_fits, too_small
from tests.browser.test_lessons import MOST_BYTES, OWN_FILES
from tests.browser.test_weight import wire
from tests.browser.without_network import KEPT, cut_off, eventually
from tests.effort import thorough

__all__ = ["wire"]

HAND = "/learn/schwarzwaldmeisterschaft/played/cego"


def test_cards_are_played_one_by_one_and_taken_back(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    phone.goto(HAND)
    lying = phone.locator("[data-step]:visible")
    held = phone.locator("[data-until]:visible")
    back, further = (phone.locator(".steps button").nth(at) for at in (0, 1))
    expect(lying).to_have_count(1)
    expect(held).to_have_count(10)
    expect(back).to_be_disabled()
    further.focus()
    for _step in range(4):
        phone.keyboard.press("Enter")
    # the second trick has begun, and the first is out of sight
    expect(lying).to_have_count(1)
    expect(phone.get_by_role("heading", name="Stich 2")).to_be_visible()
    expect(phone.locator(".steps [role=status]")).to_have_text("5 von 44")
    expect(held).to_have_count(9)
    back.click()
    expect(lying).to_have_count(4)
    expect(held).to_have_count(10)
    assert_accessible(phone)
    assert too_small(phone, ".steps button") == []
    for _step in range(40):
        further.click()
    expect(further).to_be_disabled()
    expect(held).to_have_count(0)


@thorough
def test_card_that_is_played_comes_into_sight(new_phone: Callable[..., Page]) -> None:
    """The buttons stick to the foot of the screen, where they are seen before the cards are."""
    phone = new_phone(viewport={"width": 360, "height": 780})
    phone.goto(HAND)
    phone.get_by_role("button", name="Weiter").tap()
    for move in phone.locator("[data-step]:visible").all():
        expect(move).to_be_in_viewport(ratio=1)
    expect(phone.locator("[data-step]:visible")).to_have_count(2)


@thorough
@pytest.mark.parametrize("locale", ["de-DE", ENGLISH])
def test_hand_fits_the_smallest_phone(new_phone: Callable[..., Page], locale: str) -> None:
    page = new_phone(locale=locale, viewport={"width": 320, "height": 640})
    for key in ("cego", "solo", "eine-leere", "raeuber"):
        page.goto(f"/learn/schwarzwaldmeisterschaft/played/{key}")
        assert_fits(page)


@thorough
def test_whole_hand_is_there_without_scripts(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False)
    page.goto(HAND)
    expect(page.locator("[data-step]:visible")).to_have_count(44)
    expect(page.locator(".steps")).to_be_hidden()


@thorough
@pytest.mark.usefixtures("no_network")
def test_hand_that_was_opened_is_there_without_network(phone: Page) -> None:
    phone.goto(HAND)
    eventually(lambda: HAND in phone.evaluate(KEPT), phone)
    cut_off(phone)
    phone.reload()
    phone.get_by_role("button", name="Weiter").click()
    expect(phone.locator("[data-step]:visible")).to_have_count(2)
    assert phone.evaluate("getComputedStyle(document.querySelector('.moves li')).display") == "grid"


@thorough
def test_page_of_a_hand_weighs_at_most_forty_kilobytes(
    new_phone: Callable[..., Page], wire: Wire, watch: Watch
) -> None:
    watch.home = wire.url.removeprefix("http://")
    phone = new_phone(base_url=wire.url, service_workers="block")
    phone.goto(HAND)
    loaded = [(url, size) for url, size in wire.answers if OWN_FILES.match(url)]
    assert len(loaded) > 5
    assert sum(size for _url, size in loaded) <= MOST_BYTES, loaded
