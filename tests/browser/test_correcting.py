"""Correcting a hand on a small phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.panel import Panel
from tests.browser.without_network import SAVED, SOLO, seat
from tests.worlds.sheet import World


@pytest.mark.django_db(transaction=True)
def test_the_panel_is_in_sight_when_a_correction_opens(new_phone: Callable[..., Page]) -> None:
    phone = seat(new_phone(viewport={"width": 360, "height": 640}), World())
    Panel(phone).write(SOLO)
    expect(phone.locator(SAVED)).to_be_visible()
    phone.goto(f"{phone.url}/hands/1")
    panel = phone.locator("#panel").bounding_box()
    assert panel
    assert panel["y"] < 320
