"""Rule sets in the browser: tariff cards on phone, laptop and one sheet of A4, the comparison, our house rules."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoring.rules.rule_files import published_identifiers
from tests.browser.fitting import ENGLISH, assert_fits, too_small
from tests.browser.panel import Panel, open_table
from tests.effort import thorough


@pytest.mark.heavy
def test_every_tariff_card_fits_the_smallest_phone(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 360, "height": 640})
    for identifier in published_identifiers():
        page.goto(f"/rules/{identifier}")
        assert_fits(page)
        too_wide = "all => all.filter(box => box.scrollWidth > box.clientWidth).length"
        assert page.eval_on_selector_all(".tariff-scroll", too_wide) == 0, identifier


@thorough
@pytest.mark.parametrize("locale", ["de-DE", ENGLISH])
def test_every_tariff_card_prints_on_one_page(new_phone: Callable[..., Page], locale: str) -> None:
    """In English, which has shorter words, of every third one."""
    page = new_phone(locale=locale, is_mobile=False, has_touch=False)
    pages = {}
    cards = published_identifiers()[:: 1 if locale == "de-DE" else 3]
    for identifier in cards:
        for path in (f"/rules/{identifier}", f"/rules/{identifier}/play"):
            page.goto(path)
            document = page.pdf(format="A4", prefer_css_page_size=True)
            pages[path] = len(re.findall(rb"/Type\s*/Page\b", document))
    assert {path: count for path, count in pages.items() if count != 1} == {}
    assert len(pages) == 2 * len(cards)


ALONE = """(terms) => terms.filter((term) => {
  const range = document.createRange();
  const sign = term.nextSibling;
  if (!sign || /^[\\s\\p{L}-]/u.test(sign.data ?? " ")) return false;
  range.setStart(sign, 0);
  range.setEnd(sign, 1);
  const isBelow = () => range.getBoundingClientRect().top > term.getBoundingClientRect().bottom - 6;
  const widths = Array.from({ length: 100 }, (_, more) => `${220 + more}px`);
  return widths.some((width) => (document.body.style.width = width) && isBelow());
}).map((term) => term.textContent)"""


def test_no_line_begins_with_the_sign_behind_a_word_of_the_game(phone: Page) -> None:
    phone.goto("/rules/grupp/play")
    assert phone.eval_on_selector_all(".term", ALONE) == []


def test_a_word_of_the_game_is_explained_where_it_stands(phone: Page) -> None:
    phone.goto("/rules/schweden/play")
    assert too_small(phone, ".term", height=24) == []
    phone.get_by_role("button", name="Vorhand").first.tap()
    expect(phone.get_by_text("Sitzt rechts vom Geber, redet zuerst")).to_be_visible()
    expect(phone).to_have_url(re.compile("/rules/schweden/play$"))


@pytest.mark.heavy
@pytest.mark.django_db(transaction=True)
def test_questions_of_a_newcomer_are_answered_from_the_phone_alone(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    open_table(phone, ["Anna", "Bernd", "Clara", "Dieter"], "braeunlingen-loewen", 3)
    sheet, panel = phone.url, Panel(phone)
    panel.write({"contract": "raeuber", "most": [0]})

    def taps(*targets: str) -> int:
        before = panel.taps
        for target in targets:
            panel.tap(target)
        return panel.taps - before

    # Why do I pay 180 in all?
    assert taps("#ledger a") == 1
    expect(phone.locator("#why")).to_contain_text("als Vorhand doppelt: 60")
    expect(phone.locator(".shares li").first).to_have_text("Anna −180 an 3 je 60")
    assert taps("#why .more a") == 1
    expect(phone.locator("#lit")).to_have_text("60")
    expect(phone.locator("#lit")).to_be_in_viewport()

    # I said Zwei Verschiedene: what do I put away?
    phone.goto(sheet)
    assert taps("#panel .turn a") == 1
    expect(phone.locator(".explained")).to_be_visible()
    assert taps(".pick:has([value=zwei_verschiedene])") == 1
    expect(phone.locator(".explained")).to_contain_text("Den höchsten Trumpf zeigen und auch ablegen")
    phone.get_by_role("button", name="Fertig").tap()

    # Everybody said fort and I am Vorhand: what may I say?
    assert taps("#panel .turn a", ".explained [data-say]") == 2
    expect(phone.locator("#turn")).to_have_text(re.compile("ist dran"))
    expect(phone.locator(".bids button").last).to_be_in_viewport()
    expect(phone.locator("#say")).to_contain_text("muss Vorhand anfangen: Cego, Piccolo oder Bettel")

    # Two open cards, two winners: who leads, and may I still look at what I put away?
    phone.goto(sheet)
    assert taps("#panel .turn a", ".explained [data-asked]") == 2
    expect(phone.locator("#asked")).to_be_in_viewport()
    asked = phone.locator("section", has=phone.locator("#asked"))
    expect(asked).to_contain_text("spielt die höhere Karte weiter aus")
    expect(asked).to_contain_text("ansehen, bis der erste Stich gemacht ist")
    assert_accessible(phone)


@pytest.mark.heavy
def test_our_house_rules_are_copied_changed_and_saved_by_touch(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    phone.goto("/rules/")
    phone.get_by_role("link", name="Bräunlingen, Gasthaus zum Löwen").tap()
    phone.get_by_role("link", name="Unsere Hausregeln daraus machen").tap()
    expect(phone.get_by_label("Was zählt der Ulti?")).to_have_value("80")
    assert_fits(phone)
    assert_accessible(phone)
    phone.get_by_role("link", name="Zum ganzen Formular").tap()
    expect(phone.locator(".rule-form")).to_be_visible()
    screens = phone.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert screens < 4.5, "a phone shows names and values; what is changed stands open"
    phone.get_by_label("Name der Hausregeln").fill("Stammtisch")
    phone.locator("summary", has_text=re.compile(r"^\s*Ulti")).tap()
    ulti = phone.get_by_role("group", name="Ulti", exact=True)
    ulti.get_by_label("Betrag").fill("viel")
    phone.get_by_text("Spiele, die hier nicht gespielt werden").first.tap()
    phone.locator("summary", has_text="Duo").tap()
    duo = phone.get_by_role("group", name="Duo")
    duo.get_by_label("wird gespielt").check()
    duo.get_by_label("Betrag").fill("25")
    phone.get_by_role("button", name="Speichern", exact=True).tap()

    expect(ulti.get_by_label("Betrag")).to_have_value("viel")
    expect(ulti.get_by_label("Betrag")).to_have_accessible_description("! Hierher gehört eine ganze Zahl.")
    assert_accessible(phone)

    ulti.get_by_label("Betrag").fill("95")
    phone.get_by_role("button", name="Änderungen zeigen").tap()
    expect(phone.get_by_role("row", name="80 95")).to_be_visible()
    assert_fits(phone)
    assert_accessible(phone)

    phone.get_by_role("button", name="So speichern").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Stammtisch")
    expect(phone.get_by_role("row", name="Duo 25")).to_be_visible()
    assert_accessible(phone)
    phone.goto("/rules/")
    expect(phone.get_by_role("heading", level=2).first).to_have_text("Unsere Hausregeln")


@pytest.mark.heavy
def test_house_rules_can_be_saved_without_scripts(new_phone: Callable[..., Page]) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/rules/grupp/copy")
    phone.get_by_label("Name der Hausregeln").fill("Ohne Skript")
    phone.get_by_role("button", name="Speichern", exact=True).tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ohne Skript")
