"""Phones whose storage is full, switched off or silent: nobody is held up, and a hand is written all the same."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand
from tests.browser.panel import Panel
from tests.browser.without_network import SAVED, SOLO, cut_off, seat
from tests.worlds.sheet import World, writing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]

FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"
NONE = "Object.defineProperty(window, 'indexedDB', { value: undefined })"
FORBIDDEN = f"{NONE}; Object.defineProperty(window, 'localStorage', {{ get() {{ throw new DOMException('no') }} }})"
SILENT = "() => { IDBDatabase.prototype.transaction = () => ({ objectStore: () => ({ put: () => ({}) }) }); }"


@pytest.mark.heavy
def test_a_store_that_never_answers_holds_nobody_up(phone: Page) -> None:
    sheet = seat(phone, World())
    sheet.evaluate(SILENT)
    panel = Panel(sheet)
    panel.choose(SOLO)
    panel.tap("#panel [data-save]")
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    expect(sheet.locator(SAVED)).to_be_visible()
    assert [hand.game for hand in Hand.objects.all()] == ["solo"]


@pytest.mark.parametrize(
    ("storage", "reason"),
    [
        pytest.param(FULL, "Der Speicher dieses Handys ist voll"),
        pytest.param(NONE, "sein Speicher ist abgeschaltet", marks=pytest.mark.heavy),
        pytest.param(FORBIDDEN, "sein Speicher ist abgeschaltet", marks=pytest.mark.heavy),
    ],
    ids=["full", "none", "forbidden"],
)
def test_a_phone_that_can_keep_nothing_says_why_and_sends_the_hand_itself_when_there_is_network(
    phone: Page, storage: str, reason: str
) -> None:
    phone.add_init_script(storage)
    sheet = seat(phone, World())
    cut_off(sheet)
    panel = Panel(sheet)
    panel.choose(SOLO)
    panel.tap("#panel [data-save]")
    problem = sheet.locator("#panel [data-network]")
    expect(problem).to_contain_text(reason)
    expect(problem).to_contain_text("wird gesendet, sobald wieder Netz da ist")
    expect(sheet.locator("#panel [data-payments]")).to_contain_text("Bernd +30")
    sheet.context.set_offline(False)
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 2")
    expect(sheet.locator(SAVED)).to_be_visible()
    assert [hand.game for hand in Hand.objects.all()] == ["solo"]


@pytest.mark.thorough
def test_a_hand_that_cannot_be_kept_and_is_refused_stands_in_the_panel_with_the_reason(phone: Page) -> None:
    phone.add_init_script(FULL)
    world = World()
    sheet = seat(phone, world)
    Panel(sheet).choose({"free": [30, -10, -10, -10], "why": "Wette"})
    write_hand(world.sheet, writing(1), device=world.mate)
    sheet.locator("#panel [data-save]").tap()
    expect(sheet.locator("#panel .entry")).to_contain_text("Bernd 41 : 29")
    expect(sheet.locator("#panel [name=free_1]")).to_have_value(re.compile("[-−]10"))
    assert Hand.objects.count() == 1
