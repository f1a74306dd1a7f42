"""The usual circle sits down: how many taps it takes, and that nothing typed is lost on the way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Session
from tests.browser.panel import known_as
from tests.browser.without_network import ready
from tests.worlds.sheet import World

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_usual_circle_plays_its_first_hand_after_two_taps(phone: Page) -> None:
    world = World()
    known_as(phone, world.owner)
    phone.goto("/")
    phone.get_by_role("link", name="Neuer Tisch").tap()
    phone.get_by_role("button", name="Los geht").tap()
    ready(phone)
    expect(phone.locator("#panel-title")).to_have_text("Spiel 1")
    new = Session.objects.exclude(pk=world.sheet.pk).get()
    assert (new.club_id, new.rule_set_id) == (world.sheet.club_id, world.sheet.rule_set_id)


def test_looking_up_a_tariff_loses_nothing_and_another_circle_is_one_tap(phone: Page) -> None:
    known_as(phone, World().owner)
    phone.goto("/new?circle=none")
    phone.locator("[name=name_0]").fill("Eva")
    phone.locator("[name=name_1]").fill("Fritz")
    phone.locator("label.dealer-pick").nth(1).tap()
    phone.get_by_role("link", name="Was zahlen sie").tap()
    expect(phone).to_have_url(re.compile("/rules"))
    phone.goto("/new?circle=none")
    expect(phone.locator("[name=name_0]")).to_have_value("Eva")
    expect(phone.locator("[name=name_1]")).to_have_value("Fritz")
    expect(phone.locator("[name=first_dealer][value='1']")).to_be_checked()
    phone.locator("#circles a").first.tap()
    expect(phone.locator("[name=name_0]")).to_have_value(re.compile("Anna|Bernd|Clara|Dieter"))
    expect(phone.locator("#circles a").first).to_have_attribute("aria-current", "true")
    expect(phone.locator("[name=first_dealer][value='0']")).to_be_checked()


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
