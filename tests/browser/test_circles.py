"""The usual circle sits down: how many taps it takes, and that nothing typed is lost on the way."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Session
from tests.browser.panel import known_as
from tests.browser.without_network import ready
from tests.effort import thorough
from tests.worlds.sheet import World

pytestmark = pytest.mark.django_db(transaction=True)


def tap_in_sight(phone: Page, role: Literal["button", "link"], name: str) -> int:
    """One tap, without scrolling to where it is."""
    target = phone.get_by_role(role, name=name)
    expect(target).to_be_in_viewport(ratio=1)
    target.tap()
    return 1


def test_the_usual_circle_plays_its_first_hand_after_two_taps(phone: Page) -> None:
    world = World()
    close_sheet(world.sheet)
    known_as(phone, world.owner)
    phone.goto("/")
    taps = tap_in_sight(phone, "link", "Neuer Abend mit Anna, Bernd, Clara, Dieter")
    taps += tap_in_sight(phone, "button", "Los geht")
    ready(phone)
    assert taps == 2
    expect(phone.locator("#panel-title")).to_have_text("Spiel 1")
    new = Session.objects.exclude(pk=world.sheet.pk).get()
    assert (new.club_id, new.rule_set_id) == (world.sheet.club_id, world.sheet.rule_set_id)


@thorough
def test_the_table_that_runs_is_one_tap_from_the_start_page(phone: Page) -> None:
    world = World()
    known_as(phone, world.mate)
    phone.goto("/")
    assert tap_in_sight(phone, "link", "Weiter: Anna, Bernd, Clara, Dieter") == 1
    ready(phone)
    assert phone.url.endswith(world.sheet.get_absolute_url())


@thorough
def test_a_newcomer_begins_with_four_names(phone: Page) -> None:
    """The fifth comes once the fourth is there; rules are said in a line, all else is folded away."""
    phone.goto("/")
    taps = tap_in_sight(phone, "link", "Neuer Tisch")
    fifth = phone.locator("[name=name_4]")
    expect(fifth).to_be_hidden()
    for seat, name in enumerate(("Eva", "Fritz", "Ida", "Jan")):
        phone.locator(f"[name=name_{seat}]").fill(name)
    expect(fifth).to_be_visible()
    expect(phone.get_by_label("Hausregeln")).to_be_in_viewport(ratio=1)
    expect(phone.locator("[name=title]")).to_be_hidden()
    taps += tap_in_sight(phone, "button", "Los geht")
    ready(phone)
    assert (taps, Session.objects.get().seats.count()) == (2, 4)


@thorough
def test_looking_up_a_tariff_loses_nothing_and_another_circle_is_one_tap(phone: Page) -> None:
    known_as(phone, World().owner)
    phone.goto("/new?circle=none")
    phone.locator("[name=name_0]").fill("Eva")
    phone.locator("[name=name_1]").fill("Fritz")
    phone.locator("label.dealer-pick").nth(1).tap()
    phone.get_by_text("Geld, Name der Runde").tap()
    phone.get_by_role("link", name="Was diese Hausregeln zahlen").tap()
    expect(phone).to_have_url(re.compile("/rules"))
    phone.goto("/new?circle=none")
    expect(phone.locator("[name=name_0]")).to_have_value("Eva")
    expect(phone.locator("[name=name_1]")).to_have_value("Fritz")
    expect(phone.locator("[name=first_dealer][value='1']")).to_be_checked()
    phone.locator("#circles a").first.tap()
    expect(phone.locator("#circles a").first).to_be_hidden()
    expect(phone.locator("[name=name_0]")).to_have_value(re.compile("Anna|Bernd|Clara|Dieter"))
    expect(phone.locator("#circles a").first).to_have_attribute("aria-current", "true")
    expect(phone.locator("[name=first_dealer][value='0']")).to_be_checked()


@thorough
def test_a_name_like_somebodys_is_asked_about_with_one_tap_more(phone: Page) -> None:
    world = World()
    known_as(phone, world.owner)
    phone.goto("/new")
    phone.locator("[name=name_3]").fill("Clára")
    phone.get_by_role("button", name="Los geht").tap()
    question = phone.get_by_role("group", name="Wer ist „Clára“?")
    expect(question).to_contain_text("fast genauso")
    question.get_by_label("Clara").check()
    phone.get_by_role("button", name="Los geht").tap()
    ready(phone)
    new = Session.objects.exclude(pk=world.sheet.pk).get()
    assert new.seats.get(number=3).player == world.sheet.seats.get(number=2).player
