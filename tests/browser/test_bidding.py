"""“Was darf ich sagen?” on a phone: words on the panel explained, and the page that leads through an auction."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import assert_fits, too_small
from tests.browser.panel import hold_time, open_table
from tests.browser.without_network import SOLO, all_kept, cut_off, ready, write_all
from tests.effort import thorough

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]


def ask(phone: Page) -> None:
    """From the panel to the page of the bidding: two taps, with time to read in between.

    At once, and within a finger's width, the second one would do nothing (taps.js): the link came by the first.
    """
    phone.get_by_role("link", name="Was heißt das").tap()
    phone.evaluate("sessionStorage.removeItem('tap')")
    phone.locator(".explained").get_by_role("link", name="Was darf ich sagen?").tap()
    expect(phone.locator(".bids button").first).to_be_visible()


def say(phone: Page, *words: str) -> None:
    """Tap words as they stand on the buttons."""
    for word in words:
        phone.locator(".bids button", has=phone.get_by_text(word, exact=True)).tap()


@pytest.mark.usefixtures("second_taps")
def test_page_leads_from_vorhand_to_who_plays_what(
    new_phone: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    assert_accessible_too: Callable[[Page], None],
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 568})
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    ask(ready(phone))
    turn, said, words = phone.locator("#turn"), phone.locator("[data-said]"), phone.locator(".bids button b")
    expect(turn).to_have_text("Anna ist dran")
    expect(said).to_have_text("Vorhand: Anna")
    assert words.all_inner_texts() == ["Solo", "Ulti", "fort"]
    assert "Anna" not in phone.url
    assert_fits(phone)
    assert_accessible(phone)

    hold_time(phone)  # all words are said at one moment
    say(phone, "fort", "fort", "fort", "fort", "Cego", "Clara dazwischen: Piccolo")
    expect(turn).to_have_text("Clara spielt Piccolo")
    phone.get_by_role("button", name="Wort zurück").tap()
    expect(turn).to_have_text("Bernd ist dran")
    assert_fits(phone)
    assert too_small(phone, ".bids button, .referee > .button") == []
    assert_accessible_too(phone)
    for _word in range(4):
        phone.get_by_role("button", name="Wort zurück").tap()
    say(phone, "Solo", "gut", "Gegensolo")
    assert words.all_inner_texts() == ["selbst", "gut"]
    say(phone, "gut", "gut")
    expect(turn).to_have_text("Clara spielt gegen den Solo: Cego")
    expect(turn).to_be_focused()
    expect(said).to_have_text("Anna fort, Bernd Solo, Anna gut, Clara Gegensolo, Bernd gut, Dieter gut")
    expect(phone.locator("[data-outcome]")).to_contain_text("Clara spielt aus. Zwei Karten behalten")
    phone.locator("a.back").tap()
    expect(phone.locator("#panel-title")).to_have_text("Spiel 1")


@thorough
@pytest.mark.usefixtures("no_network")
def test_words_are_explained_on_the_panel_and_vorhand_is_known_without_network(
    new_phone: Callable[..., Page], assert_accessible_too: Callable[[Page], None]
) -> None:
    phone = new_phone(viewport={"width": 360, "height": 640})
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    all_kept(ready(phone))
    cut_off(phone)
    write_all(phone, [SOLO])
    phone.get_by_role("link", name="Was heißt das").tap()
    said = phone.locator(".explained p")
    expect(said).to_have_text("Tippe auf das Wort, das du wissen willst.")
    for place, meaning in {
        ".pick:has([value=eine_leere])": "Eine LeereEine Leere offen hinlegen, die anderen ablegen",
        "#panel .turn p": "VorhandSitzt rechts vom Geber",
        ".pick:has([name=declarer])": "Da steht kein Wort des Spiels.",
    }.items():
        phone.locator(place).first.tap()
        expect(said).to_contain_text(meaning)
    expect(phone.locator("#panel input:checked:visible")).to_have_count(0)
    phone.locator("#panel .turn p").first.tap()
    lesson = phone.locator(".explained").get_by_role("link", name="Lernen")
    expect(lesson).to_have_attribute("href", "/learn/braeunlingen-loewen/bidding")
    assert_fits(phone)
    assert_accessible_too(phone)
    phone.get_by_role("button", name="Fertig").tap()
    expect(said).to_have_count(0)

    ask(phone)
    expect(phone.locator("#turn")).to_have_text("Bernd ist dran")
    say(phone, "fort", "Ulti")
    expect(phone.locator("#turn")).to_have_text("Clara spielt Ulti")
    phone.locator("a.back").tap()
    expect(phone.locator("#panel-title")).to_have_text("Spiel 2")


@thorough
def test_words_that_were_asked_for_twice_are_explained_once(new_phone: Callable[..., Page]) -> None:
    """The second tap comes while the words are fetched."""
    phone = new_phone()
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    phone.get_by_role("link", name="Was heißt das").evaluate("link => { link.click(); link.click(); }")
    phone.get_by_role("button", name="Fertig").tap()
    expect(phone.locator(".explained")).to_have_count(0)
    phone.locator(".pick:has([name=declarer])").first.tap()
    expect(phone.locator("#panel [name=declarer]").first).to_be_checked()


@thorough
def test_a_dealer_who_sits_out_does_not_bid_and_seats_are_called_where_nobody_is_known(
    new_phone: Callable[..., Page],
) -> None:
    phone = new_phone()
    open_table(phone, [*NAMES, "Emil"], "braeunlingen-loewen", 1)
    ask(phone)
    say(phone, "fort", "fort", "fort", "fort")
    expect(phone.locator("[data-said]")).to_have_text("Clara fort, Dieter fort, Emil fort, Anna fort")
    phone.goto("/rules/braeunlingen-loewen/bidding#name=Anna&name=Bernd")
    say(phone, "fort", "Solo")
    expect(phone.locator("[data-said]")).to_have_text(re.compile("Platz 1 fort, Platz 2 Solo"))
