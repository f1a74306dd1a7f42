"""Two phones at one table, one of them without network: what the other one did meanwhile stays, and is heeded."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from cegoscore.bookings.models import Booking
from cegoscore.scoresheet.evening.services import take
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import adjust, pay, set_stake
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Hand, LateHand, Session, State
from tests.browser.panel import Panel
from tests.browser.without_network import (
    EINE,
    SAVED,
    SOLO,
    ULTI,
    assert_as_stored,
    cut_off,
    eventually,
    page_kept,
    ready,
    reconnect,
    seat,
    stored,
    waiting,
    write_all,
)
from tests.worlds.sheet import World, writing

KEEP_UNDO = """
  const { setTimeout: later } = window;
  window.setTimeout = (work, milliseconds, ...more) => milliseconds === 7000 ? 0 : later(work, milliseconds, ...more);
"""
LOOK = "document.querySelector('#live').dispatchEvent(new Event('look'))"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]


@pytest.fixture
def world() -> World:
    """A table of four, Dieter to deal."""
    return World()


@pytest.fixture
def other(new_phone: Callable[..., Page], world: World) -> Page:
    """The mate's phone at the table; the offer to take the last hand back stays there until it is withdrawn."""
    page = new_phone()
    page.add_init_script(KEEP_UNDO)
    return page_kept(seat(page, world, world.mate))


def refresh(world: World) -> Session:
    return Session.objects.get(pk=world.sheet.pk)


def settling(page: Page) -> Locator:
    """The dialog of who pays whom, without network."""
    page.locator(".menu summary").tap()
    page.locator("[data-settle]").tap()
    return page.locator("dialog.settling")


def write_meanwhile(other: Page, world: World, number: int, mine: Mapping[str, Any]) -> Locator:
    """Let Bernd's Solo be there before the other phone hears of it, which wrote its own; the button to undo that."""
    cut_off(other)
    write_hand(world.sheet, writing(number), device=world.owner)
    Panel(other).write(mine)
    undo = other.locator("[data-undo] button")
    expect(undo).to_be_visible()
    other.context.set_offline(False)
    return undo


def test_what_another_phone_wrote_is_not_for_this_one_to_take_back(other: Page, world: World) -> None:
    """Neither where both wrote the same hand, nor where theirs was chosen in place of mine."""
    undo = write_meanwhile(other, world, 1, SOLO)
    expect(other.locator(SAVED)).to_be_visible()
    expect(other.locator("#lines .unsent")).to_have_count(0)
    assert undo.count() == 0
    write_meanwhile(other, world, 2, EINE)
    dialog = other.locator("dialog.differing")
    dialog.locator("label:has([value=theirs])").tap()
    assert undo.count() == 0
    dialog.locator("[value=decide]").tap()
    expect(other.locator(SAVED)).to_be_visible()
    assert (undo.count(), waiting(other)) == (0, 0)
    assert list(Hand.objects.order_by("number").values_list("game", "void")) == [("solo", False)] * 2
    assert_as_stored(other, world)


def test_without_network_a_phone_settles_by_what_others_paid_and_by_the_stake_they_set(
    other: Page, world: World
) -> None:
    adjust(world.sheet, uuid=uuid4(), amounts=(0, 65, 20, -85), why="gespielt", device=world.owner)
    money: dict[str, Any] = {"factor": 1, "round_left": 0, "stake": Decimal("0.10"), "currency": "€"}
    set_stake(world.sheet, seen=refresh(world).version, device=world.owner, **money)
    pay(refresh(world), uuid=uuid4(), payer=3, receiver=1, cents=325, device=world.owner)
    other.evaluate(LOOK)
    expect(other.locator(f"#live[data-bell$='v={refresh(world).version}']")).to_be_attached()
    cut_off(other)
    dialog = settling(other)
    assert dialog.locator(".payments li").locator(".name, strong").all_inner_texts() == [
        *("Dieter zahlt an Bernd", "3,25\xa0€"),
        *("Dieter zahlt an Clara", "2,00\xa0€"),
    ]
    dialog.locator(".payments li").first.get_by_role("button").tap()
    dialog.get_by_role("button", name="Schließen").tap()
    reconnect(other)
    assert [row.cents for row in Booking.objects.order_by("pk")] == [325, 325]


def test_late_hands_reach_the_managers_all_at_once_and_a_page_that_may_only_look_goes_on_sending(
    other: Page, world: World, watch: Any
) -> None:
    cut_off(other)
    write_all(other, [SOLO, EINE, ULTI])
    close_sheet(refresh(world), by=world.owner.pk)
    other.context.set_offline(False)
    expect(other.locator("#lines .refused")).to_have_count(3)
    expect(other.locator("#lines .refused .problem")).to_contain_text("liegt jetzt bei denen, die die Runde leiten")
    assert LateHand.objects.count() == 3
    LateHand.objects.all().delete()
    other.reload()
    expect(other.locator("#panel")).to_have_count(0)
    expect(ready(other).locator("#lines .unsent")).to_have_count(3)
    eventually(lambda: LateHand.objects.count() == 3, other)
    for late in LateHand.objects.order_by("pk"):
        take(late, by=world.owner.pk)
    other.reload()
    eventually(lambda: stored(other) == 0, other)
    assert [hand.game for hand in Hand.objects.order_by("number")] == ["solo", "eine", "ulti"]
    assert_as_stored(other, world)
    watch.complaints.clear()


def test_an_end_that_was_said_without_network_gives_way_to_whoever_writes_on(phone: Page, world: World) -> None:
    page_kept(seat(phone, world))
    for does_somebody in (True, False):
        cut_off(phone)
        dialog = settling(phone)
        dialog.locator("[data-close]").tap()
        dialog.get_by_role("button", name="Schließen").tap()
        expect(phone.locator("#lines .hint").filter(has_text="Der Abend wird beendet")).to_be_visible()
        phone.locator(".menu").evaluate("menu => { menu.open = false; }")
        if does_somebody:
            write_hand(world.sheet, writing(1), device=world.mate)
        phone.context.set_offline(False)
        if does_somebody:
            expect(phone.locator("#panel .problem")).to_contain_text("Der Abend geht weiter")
            expect(phone.locator("#lines .line[data-number='1']")).to_have_count(1)
            assert refresh(world).state == State.OPEN
    phone.wait_for_url("**/evening")
    assert refresh(world).state == State.CLOSED
