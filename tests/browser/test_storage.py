"""Phones whose storage is full, switched off or silent: nobody is held up, and a hand is written all the same."""

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand
from tests.browser.panel import Panel, totals
from tests.browser.without_network import EINE, SAVED, SOLO, cut_off, ready, reconnect, seat
from tests.effort import thorough
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
def test_a_phone_that_can_keep_nothing_says_why_and_sends_its_hands_itself_when_there_is_network(
    phone: Page, storage: str, reason: str
) -> None:
    phone.add_init_script(storage)
    world = World()
    sheet = seat(phone, world)
    cut_off(sheet)
    panel = Panel(sheet)
    for hand in (SOLO, EINE):
        panel.write(hand)
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 3")
    hint = sheet.locator("#lines .hint")
    expect(hint.first).to_contain_text(reason)
    expect(hint.first).to_contain_text("werden gesendet, sobald wieder Netz da ist")
    expect(sheet.locator("#saved")).to_have_text("2 warten")
    shown = totals(sheet)
    reconnect(sheet)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine"]
    assert totals(sheet) == shown == world.totals()


@thorough
def test_what_a_full_store_does_not_take_outlives_the_page(phone: Page) -> None:
    phone.add_init_script(FULL)
    sheet = seat(phone, World())
    sheet.context.set_offline(True)
    Panel(sheet).write(SOLO)
    sheet.route("**/queue", lambda route: route.abort())
    sheet.context.set_offline(False)
    sheet.reload()
    ready(sheet)
    expect(sheet.locator("#lines .unsent")).to_contain_text("Bernd 41 : 29")
    sheet.unroute("**/queue")
    sheet.reload()
    expect(sheet.locator(SAVED)).to_be_visible()
    assert [hand.game for hand in Hand.objects.all()] == ["solo"]


@thorough
def test_a_hand_that_cannot_be_kept_and_differs_from_another_phones_is_asked_about(phone: Page) -> None:
    phone.add_init_script(FULL)
    world = World()
    sheet = seat(phone, world)
    Panel(sheet).choose({"free": [30, -10, -10, -10], "why": "Wette"})
    write_hand(world.sheet, writing(1), device=world.mate)
    sheet.locator("#panel [data-save]").tap()
    dialog = sheet.locator("dialog.differing")
    expect(dialog).to_contain_text("Bernd 41 : 29")
    expect(dialog).to_contain_text("Wette")
    assert Hand.objects.count() == 1
    dialog.locator("label:has([value=mine])").tap()
    dialog.locator("[value=decide]").tap()
    expect(sheet.locator(SAVED)).to_be_visible()
    assert [hand.game for hand in Hand.objects.order_by("revision")] == ["solo", "free"]


def test_a_hand_taken_back_after_a_try_to_send_it_is_one_line_without_amounts(phone: Page) -> None:
    sheet = seat(phone, World())
    sheet.route("**/queue", lambda route: route.abort())
    panel = Panel(sheet)
    with sheet.expect_request("**/queue"):
        panel.write(SOLO, "waiting")
    sheet.locator("[data-undo] button").tap()
    expect(sheet.locator("#panel-title")).to_have_text("Spiel 1")
    lines = sheet.locator("#lines .unsent")
    expect(lines.locator(".game")).to_have_text(["Spiel 1 gestrichen"])
    assert lines.locator(".amounts").inner_text() == ""
    assert totals(sheet) == [0, 0, 0, 0]
    sheet.unroute("**/queue")
    panel.write(EINE)
    expect(sheet.locator(SAVED)).to_be_visible()
    assert [hand.game for hand in Hand.objects.order_by("pk")][-1] == "eine"
