"""A hand that waits on the phone leads to its cell of the tariff and to the source, without network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand
from tests.browser.without_network import EINE, SOLO, ULTI, all_kept, cut_off, reconnect, seat, write_all
from tests.effort import spread
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]

RAEUBER = {"contract": "raeuber", "card_points": [20, 31, 9, 10]}
OVER_SOLO = {"contract": "cego", "declarer": 2, "over_solo": True, "points": 44}
HALF = {"contract": "eine", "declarer": 2, "points": 35}
HANDS: list[dict[str, Any]] = spread([SOLO, OVER_SOLO, EINE, ULTI, RAEUBER, HALF], 3)


def test_unsent_hand_leads_to_its_cell_and_its_source_without_network(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    world = World()
    sheet = seat(phone, world)
    all_kept(sheet)
    cut_off(sheet)
    write_all(sheet, HANDS)
    home, lit = sheet.url, []
    for place in reversed(range(len(HANDS))):
        sheet.locator("#lines .unsent .row").nth(place).tap()
        sheet.locator("[data-tariff]").tap()
        cell = sheet.locator(".lit")
        expect(cell).to_be_visible()
        expect(sheet.locator("#cell-sources")).to_be_visible()
        expect(sheet.locator("#cell-sources li:visible").first).to_contain_text("pagat.com")
        lit.append(" ".join(cell.inner_text().split()))
        if not place:
            assert_accessible(sheet)
        sheet.goto(home)
        expect(sheet.locator("#lines .unsent")).to_have_count(len(HANDS))
    assert not Hand.objects.exists()

    reconnect(sheet)
    by_server = []
    for number in range(1, len(HANDS) + 1):
        sheet.goto(f"{home}/hands/{number}/rules")
        by_server.append(" ".join(sheet.locator(".lit").inner_text().split()))
    assert lit == by_server
