"""Paying on phones: with a finger, without network, and on two of them at once."""

from collections.abc import Callable
from decimal import Decimal
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from cegoscore.bookings.models import Booking
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.models import Session
from tests.browser.without_network import cut_off, eventually, page_kept, ready, reconnect, seat, stored
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network")]


@pytest.fixture
def world() -> World:
    """Five cents a point; Dieter owes Bernd 3,25 and Clara 1,00."""
    world = World()
    Session.objects.filter(pk=world.sheet.pk).update(stake=Decimal("0.05"), currency="€")
    adjust(world.sheet, uuid=uuid4(), amounts=(0, 65, 20, -85), why="gespielt", device=world.owner)
    return world


def settling(page: Page) -> Locator:
    """The dialog of who pays whom on the sheet."""
    page.locator(".menu summary").tap()
    page.locator("[data-settle]").tap()
    return page.locator("dialog.settling")


def leave(page: Page) -> None:
    page.get_by_role("button", name="Schließen").tap()
    page.locator(".menu").evaluate("menu => { menu.open = false; }")


def test_payment_is_booked_and_taken_back_by_touch(phone: Page, world: World) -> None:
    seat(phone, world, path="/evening")
    phone.get_by_role("button", name="bezahlt (Dieter, Bernd)").tap()
    expect(phone.get_by_role("button", name="bezahlt (Dieter, Bernd)")).to_have_count(0)
    expect(phone.locator(".payments").first).to_contain_text("Dieter zahlt an Clara")
    expect(phone.locator(".payments li").last).to_contain_text("Dieter zahlt an Bernd 3,25 €")
    phone.get_by_role("button", name="Zurücknehmen").tap()
    expect(phone.get_by_role("button", name="bezahlt (Dieter, Bernd)")).to_be_visible()
    expect(phone.locator(".payments li").last).to_contain_text("zurückgenommen")


def test_payment_without_network_waits_counts_at_once_and_arrives_once(
    phone: Page, world: World, assert_accessible_too: Callable[[Page], None]
) -> None:
    page_kept(seat(phone, world))
    cut_off(phone)
    rows = settling(phone).locator(".payments li")
    expect(rows).to_have_count(2)
    rows.filter(has_text="Bernd").get_by_role("button").tap()
    expect(rows.filter(has=phone.get_by_role("button"))).to_have_count(1)
    expect(rows.first).to_contain_text("Dieter zahlt an Bernd 3,25 €")
    assert_accessible_too(phone)
    leave(phone)
    expect(phone.locator("#lines .unsent")).to_contain_text("Bezahlt Dieter zahlt an Bernd 3,25 €")
    expect(phone.locator("#saved")).to_have_text("1 wartet")
    phone.reload()  # it is on the phone, not in the page
    ready(phone)
    expect(phone.locator("#lines .unsent")).to_have_count(1)
    reconnect(phone)
    assert [row.cents for row in Booking.objects.all()] == [325]
    for _ in range(2):  # as the page knows it, and as it comes anew
        cut_off(phone)
        expect(settling(phone).locator(".payments li")).to_have_count(1)
        expect(phone.locator("dialog.settling .payments li")).to_contain_text("Clara")
        leave(phone)
        phone.context.set_offline(False)
        phone.reload()
        ready(phone)
    eventually(lambda: stored(phone) == 0, phone)


def test_what_another_phone_booked_is_not_paid_twice(phone: Page, world: World) -> None:
    page_kept(seat(phone, world))
    cut_off(phone)
    settling(phone).locator(".payments li").filter(has_text="Bernd").get_by_role("button").tap()
    leave(phone)
    people = [one.player for one in world.sheet.seats.order_by("number")]
    place = {"club": world.sheet.club, "kind": "sheet", "key": world.sheet.pk, "uuid": uuid4()}
    Booking.objects.create(**place, payer=people[3], receiver=people[1], cents=325)
    phone.context.set_offline(False)
    expect(phone.locator("#lines .unsent")).to_have_count(0)
    expect(phone.locator("#saved")).to_have_text("alles gesichert")
    assert Booking.objects.count() == 1


def test_stake_of_nothing_is_settled_in_points(phone: Page, world: World) -> None:
    Session.objects.filter(pk=world.sheet.pk).update(stake=0)
    adjust(world.sheet, uuid=uuid4(), amounts=(0, 0, -19, 19), why="gespielt", device=world.owner)
    page_kept(seat(phone, world))
    cut_off(phone)
    payments = settling(phone).locator(".payments")
    expect(payments.locator("li")).to_have_count(2)
    assert payments.locator("strong").all_inner_texts() == ["65\xa0Punkte", "1\xa0Punkt"]
    expect(payments).not_to_contain_text("€")
