"""The referee of the bidding on a phone: a whole auction that fills the panel and is stored with the hand."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.rule_files import published
from tests.browser.fitting import assert_fits, too_small
from tests.browser.panel import Panel, hold_time, open_table
from tests.browser.without_network import SOLO, all_kept, cut_off, ready, reconnect, write_all

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]


def say(page: Page, *words: str) -> None:
    """Tap words as they stand on the buttons."""
    for word in words:
        page.locator(".bids button", has=page.get_by_text(word, exact=True)).tap()


@pytest.mark.usefixtures("second_taps")
def test_whole_auction_fills_the_panel_and_is_written_with_the_hand(
    new_phone: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    assert_accessible_too: Callable[[Page], None],
) -> None:
    phone = new_phone(viewport={"width": 360, "height": 640})
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    phone.locator("#panel a", has_text="Bieten").tap()
    turn = phone.locator("#bidding-turn")
    expect(turn).to_have_text("Anna ist dran")
    assert phone.locator(".bids button b").all_inner_texts() == ["Solo", "Ulti", "fort"]
    assert_fits(phone)
    assert_accessible_too(phone)

    hold_time(phone)  # all words are said at one moment
    say(phone, "fort", "fort", "fort", "fort", "Cego")
    phone.get_by_role("button", name="Zwischenruf").tap()
    expect(phone.locator(".bids button b").first).to_have_text("Clara: Piccolo")
    assert_fits(phone)
    assert_accessible_too(phone)
    phone.get_by_role("button", name="Zwischenruf").tap()
    for _word in range(4):
        phone.get_by_role("button", name="Wort zurück").tap()
    say(phone, "Solo", "gut", "Gegensolo")
    expect(turn).to_have_text("Bernd ist dran")
    assert phone.locator(".bids button b").all_inner_texts() == ["selbst", "gut"]
    say(phone, "gut", "gut")
    expect(turn).to_have_text("Clara spielt gegen den Solo: Cego")
    expect(phone.locator("[data-outcome]")).to_contain_text("Clara spielt aus. Zwei Karten behalten")
    assert_fits(phone)
    assert_accessible(phone)

    phone.get_by_role("button", name="Zum Aufschreiben").tap()
    expect(phone.locator("[data-change=who]")).to_contain_text("Clara")
    expect(phone.locator("input[name=over_solo]")).to_be_checked()
    panel = Panel(phone)
    panel.keys(41)
    panel.save()
    stored = Hand.objects.get()
    assert stored.auction == "A:fort B:solo A:gut C:gegensolo B:gut D:gut"
    assert stored.outcome == {"contract": "cego", "declarer": 2, "over_solo": True, "points": 41}


@pytest.mark.thorough
@pytest.mark.usefixtures("no_network")
def test_words_are_explained_on_the_panel_and_the_referee_leads_without_network(
    new_phone: Callable[..., Page], assert_accessible_too: Callable[[Page], None]
) -> None:
    phone = new_phone(viewport={"width": 360, "height": 640})
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    all_kept(ready(phone))
    cut_off(phone)
    phone.get_by_role("link", name="Was heißt das").tap()
    said = phone.locator(".explained p")
    expect(said).to_have_text("Tippe auf das Wort, das du wissen willst.")
    for place, meaning in {
        ".pick:has([value=eine_leere])": "Eine LeereEine Leere offen hinlegen, den Rest ablegen",
        "#panel .turn p": "VorhandWer rechts vom Geber sitzt",
        ".pick:has([name=declarer])": "Da steht kein Wort des Spiels.",
    }.items():
        phone.locator(place).first.tap()
        expect(said).to_contain_text(meaning)
    expect(phone.locator("#panel input:checked:visible")).to_have_count(0)
    assert_fits(phone)
    assert_accessible_too(phone)
    phone.get_by_role("button", name="Fertig").tap()
    expect(said).to_have_count(0)

    phone.locator("#panel a", has_text="Bieten").tap()
    say(phone, "fort", "Ulti")
    expect(phone.locator("#bidding-turn")).to_have_text("Bernd spielt Ulti")
    phone.get_by_role("button", name="Zum Aufschreiben").tap()
    expect(phone.locator("[data-change=who]")).to_contain_text("Bernd")


@pytest.mark.thorough
def test_words_that_were_asked_for_twice_are_explained_once(new_phone: Callable[..., Page]) -> None:
    """The second tap comes while the words are fetched."""
    phone = new_phone()
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    phone.get_by_role("link", name="Was heißt das").evaluate("link => { link.click(); link.click(); }")
    phone.get_by_role("button", name="Fertig").tap()
    expect(phone.locator(".explained")).to_have_count(0)
    phone.locator(".pick:has([name=declarer])").first.tap()
    expect(phone.locator("#panel [name=declarer]").first).to_be_checked()


@pytest.mark.thorough
@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("waiting", [1, 2])
def test_auction_goes_on_while_hands_before_it_arrive(new_phone: Callable[..., Page], waiting: int) -> None:
    """The answer to one hand brings a new head of the panel, that to several a new panel."""
    phone = new_phone()
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    all_kept(ready(phone))
    cut_off(phone)
    write_all(phone, [SOLO] * waiting)
    phone.locator("#panel a", has_text="Bieten").tap()
    say(phone, "fort")
    reconnect(phone)
    expect(phone.locator(f"#lines .line[data-number='{waiting}']")).to_have_count(1)
    expect(phone.locator(".bidding .said")).to_have_text(re.compile("^[^,]+ fort$"))
    say(phone, "Ulti")
    phone.get_by_role("button", name="Zum Aufschreiben").tap()
    panel = Panel(phone)
    panel.pick("made", "true")
    panel.save()
    assert Hand.objects.get(number=waiting + 1).auction == "A:fort B:ulti"


@pytest.mark.thorough
def test_hand_that_is_changed_afterwards_goes_without_the_auction(new_phone: Callable[..., Page]) -> None:
    phone = new_phone()
    open_table(phone, NAMES, "braeunlingen-loewen", 3)
    phone.locator("#panel a", has_text="Bieten").tap()
    say(phone, "Solo", "gut", "gut", "gut")
    phone.get_by_role("button", name="Zum Aufschreiben").tap()
    panel = Panel(phone)
    panel.tap("[data-change=who]")
    panel.pick("declarer", 1)
    expect(phone.locator("[data-no-auction]")).to_contain_text("Das Bieten passt nicht mehr")
    panel.keys(41)
    panel.save()
    assert Hand.objects.get().auction == ""
    phone.locator("#panel a", has_text="Bieten").tap()
    expect(phone.locator("#bidding-turn")).to_have_text("Bernd ist dran")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rules",
    ["st-georgen", *(pytest.param(rules, marks=pytest.mark.heavy) for rules in ("dorset", "weissauer", "ichenheim"))],
)
def test_first_words_are_in_sight_on_the_smallest_phone_with_all_that_leads_on(
    new_phone: Callable[..., Page], rules: str
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 568})
    players = published(rules).players
    open_table(phone, NAMES[:players], rules, players - 1)
    phone.locator("#panel a", has_text="Bieten").tap()
    expect(phone.locator(".bids button").last).to_be_visible()
    lowest = phone.locator(".bidding .take").evaluate("take => take.getBoundingClientRect().bottom")
    assert lowest <= 568
    assert too_small(phone, ".bids button, .take .button") == []


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("rules", "passes"), [("braeunlingen-ministranten", 8), ("braeunlingen-loewen", 5), ("ichenheim", 1)]
)
def test_later_words_are_in_sight_on_the_smallest_phone(
    new_phone: Callable[..., Page], rules: str, passes: int
) -> None:
    phone = new_phone(viewport={"width": 320, "height": 568})
    open_table(phone, NAMES, rules, 3)
    phone.locator("#panel a", has_text="Bieten").tap()
    for said in range(passes):
        phone.locator(".bids button", has=phone.get_by_text(re.compile("^(fort|Cego|gut)$"))).last.tap()
        expect(phone.locator(".bidding .said")).to_have_text(re.compile(f"^([^,]+, ){{{said}}}[^,]+$"))
    hidden = phone.locator("#panel").evaluate("panel => panel.scrollHeight - panel.clientHeight")
    assert hidden <= 0
    assert too_small(phone, ".bids button, .take .button") == []
