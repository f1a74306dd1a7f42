"""The form of a new table on small phones: names by Enter, rules for so many, what is to be mended in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import assert_fits

RULES = "select[name=rules]"

pytestmark = pytest.mark.django_db(transaction=True)


def type_names(phone: Page, *names: str) -> None:
    """One name after the other, each followed by Enter."""
    phone.locator("[name=name_0]").tap()
    for name in names:
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")


def test_enter_goes_to_the_next_name_until_there_are_enough(phone: Page) -> None:
    phone.goto("/new")
    wished = phone.locator(RULES).input_value()
    type_names(phone, "Anna", "Bernd", "Clara")
    expect(phone.locator("[name=name_3]")).to_be_focused()
    expect(phone.locator(f"{RULES} option:checked")).to_have_attribute("data-sizes", "3")
    expect(phone.locator(f"{RULES} optgroup").first).to_have_attribute("label", "3 Spieler")
    phone.keyboard.type("Dieter")
    expect(phone.locator(RULES)).to_have_value(wished)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/sheets/*")
    expect(phone.locator("#totals .name")).to_have_text(["Anna", "Bernd", "Clara", "Dieter"])


def test_three_who_sit_down_play_by_rules_for_three(phone: Page) -> None:
    phone.goto("/new")
    type_names(phone, "Anna", "Bernd", "Clara")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/sheets/*")
    expect(phone.locator("#totals .name")).to_have_count(3)


@pytest.mark.parametrize(
    ("names", "rules", "field"),
    [("Anna Bernd Clara", "schwarzwaldmeisterschaft", "name_3"), ("Anna Bernd Clara Dieter", "dreier", "rules")],
)
def test_what_is_to_be_mended_is_in_sight(phone: Page, names: str, rules: str, field: str) -> None:
    phone.goto("/new")
    for seat, name in enumerate(names.split()):
        phone.fill(f"[name=name_{seat}]", name)
    phone.select_option(RULES, rules)
    phone.locator(".new-table button.main").tap()
    expect(phone.locator(f"[name={field}]")).to_have_attribute("aria-invalid", "true")
    for width in (320, 360):
        phone.set_viewport_size({"width": width, "height": 700})
        assert_fits(phone)
        box = phone.locator(f"[name={field}]").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["width"] > width / 3
