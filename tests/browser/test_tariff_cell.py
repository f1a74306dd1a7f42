"""A hand that waits on the phone leads to its cell of the tariff and to the source, without network."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand
from tests.browser.without_network import EINE, SOLO, ULTI, all_kept, cut_off, reconnect, seat, write_all
from tests.effort import thorough
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network", "still")]

FREE = {"free": [10, -10, 0, 0], "why": "Wette"}
MINISTRANTEN: list[dict[str, Any]] = [
    SOLO,
    {"contract": "cego", "declarer": 2, "over_solo": True, "points": 44},
    EINE,
    ULTI,
    {"contract": "raeuber", "card_points": [20, 31, 9, 10]},
    {"contract": "raeuber", "card_points": [20, 20, 20, 10]},
    {"contract": "eine", "declarer": 2, "points": 35},
    {"contract": "solo", "declarer": 1, "points_of": "defenders", "points": 24},
    {"penalty": "revoke", "offender": 1},
    FREE,
]
BLUEMLE: list[dict[str, Any]] = [
    {"contract": "raeuber", "most": [1, 3], "without_trick": [2]},
    {"contract": "raeuber", "most": [0, 1, 3]},
    {"contract": "dresch", "last_trick": 0},
    {"contract": "dresch", "last_trick": 3},
    {"contract": "solo", "declarer": 1, "result": "fault", "offender": 1},
    {"contract": "solo", "declarer": 1, "result": "schinden", "culprits": [2, 3]},
    {"contract": "solo", "declarer": 1, "result": "per_defender", "per_defender": 10},
]
LIT = ".lit, #only-written:not([hidden])"


def lit_by(page: Page) -> str:
    """The text of the lit place, or of what is said instead."""
    place = page.locator(LIT)
    expect(place).to_be_visible()
    return " ".join(place.inner_text().split())


@thorough
@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ("braeunlingen-ministranten", MINISTRANTEN),
        pytest.param("baumann-bluemle", BLUEMLE, marks=pytest.mark.heavy),
    ],
)
def test_unsent_hand_leads_to_its_cell_and_its_source_without_network(
    phone: Page, assert_accessible_too: Callable[[Page], None], rules: str, hands: list[dict[str, Any]]
) -> None:
    sheet = seat(phone, World(rules))
    sheet.locator("script[src*=besides]").wait_for(state="attached")
    all_kept(sheet)
    cut_off(sheet)
    write_all(sheet, [*hands, {"dead": "thrown_in"}])
    home, lit, links = sheet.url, list[str](), list[str]()
    lines = sheet.locator("#lines .unsent")
    link = sheet.locator("#lines [data-tariff]")
    lines.first.locator(".row").tap()
    expect(link).to_be_hidden()  # a deal without a result rests on nothing
    for place in reversed(range(1, len(hands) + 1)):
        lines.nth(place).locator(".row").tap()
        expect(lines.nth(place).locator("[data-tariff]")).to_be_visible()
        links.append(str(link.get_attribute("href")))
    lines.nth(1).locator("[data-tariff]").tap()  # waits until it hears
    sheet.wait_for_url("**/rules#*")
    for address in links:
        sheet.goto("about:blank")
        sheet.goto(address)
        lit.append(lit_by(sheet))
        assert sheet.locator("#cell-sources").is_visible() == sheet.locator(".lit").is_visible()
    assert_accessible_too(sheet)
    assert not Hand.objects.exists()

    sheet.goto(home)
    reconnect(sheet)
    by_server = []
    for number in range(1, len(hands) + 1):
        sheet.goto(f"{home}/hands/{number}/rules")
        by_server.append(lit_by(sheet))
    assert lit == by_server
    assert [text for text in lit if text.startswith("Hier wurde nur der Betrag")] == lit[-1:]
