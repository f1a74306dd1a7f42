"""Names where there is little room for them, and those of another direction."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.evening.exports import message_of
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.services import join
from tests.browser.panel import Panel, open_table
from tests.effort import thorough
from tests.worlds.sheet import writing

NAMES = ["Christian B", "Christian K", "Anna", "Dora"]
SHORT = ["Christ. B", "Christ. K", "Anna", "Dora"]
SEEN = """(all) => all.map((name) => {
    const cut = name.querySelector(".cut");
    const [short] = cut ? getComputedStyle(cut, "::after").content.split(" / ") : ["none"];
    const { scrollWidth, clientWidth, textContent } = name;
    return scrollWidth > clientWidth ? "cut off" : short === "none" ? textContent.trim() : short.slice(1, -1);
})"""
SPOKEN = "(all) => all.map((name) => name.textContent.trim())"
SHORTENED = "(name) => name.scrollHeight > name.clientHeight && getComputedStyle(name).webkitLineClamp"


def test_names_are_cut_with_a_look_at_their_neighbours(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    open_table(page, NAMES, "braeunlingen-ministranten", 3, hands=[writing(1)])
    for width, seen in ((320, SHORT), (1280, NAMES)):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.locator("#totals .name").evaluate_all(SEEN) == seen
        assert page.locator("#panel .who .pick > span").evaluate_all(SEEN) == SHORT
    for place in ("#totals .name", "#panel .who .pick > span"):
        assert page.locator(place).evaluate_all(SPOKEN) == NAMES
    panel = Panel(page)
    panel.pick("declarer", 0)
    panel.pick("game", "cego")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        expect(page.locator("[data-change=who] > :first-child")).to_have_text("Christian B")
        expect(page.locator("#panel [data-declarer]")).to_have_text("Christian B")


def test_amounts_and_names_of_as_many_as_fit_beside_each_other_are_whole(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 320, "height": 640})
    open_table(page, ["Bartholomäus", "Bernd", "Clara", "Dora"], "braeunlingen-ministranten", 3)
    sheet = Session.objects.get()
    adjust(sheet, uuid=uuid.uuid4(), amounts=[1250, -1390, 120, 20], why="gespielt", device=None)
    for name in ("Emil", "Friederike", "Gustav", "Hannelore", "Ignatius"):
        sheet.refresh_from_db()
        join(sheet, seen=sheet.version, name=name, lineup=(0, 1, 2, 3), dealer=3)
        page.reload()
        for place in ("#lines .amounts > span", "#totals .name", "#totals .total"):
            assert "cut off" not in page.locator(place).evaluate_all(SEEN), name
    page.set_viewport_size({"width": 1280, "height": 640})
    assert page.locator("#lines .amounts > span").first.evaluate("(sum) => getComputedStyle(sum).fontSize") == "20px"


@thorough
def test_a_long_title_shows_that_it_is_cut(phone: Page) -> None:
    open_table(phone, NAMES, "braeunlingen-ministranten", 3)
    title = phone.locator("h1")
    title.evaluate("(title) => (title.textContent = 'Stammtisch der Feuerwehr im Gasthaus zum Löwen '.repeat(3))")
    assert title.evaluate(SHORTENED) == "2"


ORDER = """(place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const left = (text, at) => {
        const sign = document.createRange();
        sign.setStart(text, at);
        sign.setEnd(text, at + 1);
        return sign.getBoundingClientRect().left;
    };
    while (texts.nextNode()) {
        const at = texts.currentNode.data.indexOf("−");
        if (at >= 0) return left(texts.currentNode, at) < left(texts.currentNode, at + 1);
    }
}"""


@thorough
def test_a_sign_stands_before_its_number_beside_a_name_from_right_to_left(phone: Page) -> None:
    open_table(phone, ["محمد", "Bruno", "יוסף", "Dora"], "braeunlingen-ministranten", 3)
    panel = Panel(phone)
    panel.pick("declarer", 0)
    panel.pick("game", "solo")
    panel.keys("20")
    said = phone.locator("#panel .verdict")
    expect(said).to_contain_text("−")
    assert said.evaluate(ORDER)
    panel.save()
    assert re.findall("\u2068(.+?)\u2069 [+−]", message_of(Session.objects.get())) == ["יוסף", "محمد"]


def test_names_of_which_one_begins_the_other_are_told_apart(phone: Page) -> None:
    open_table(phone, ["Maximilian", "Maximiliane", "Anna", "Bernd", "Clara"], "schwarzwaldmeisterschaft", 0)
    for width in (360, 390):
        phone.set_viewport_size({"width": width, "height": 780})
        seen = phone.locator("#totals .name").evaluate_all(SEEN)
        assert "cut off" not in seen
        assert len({*seen}) == 5


@pytest.mark.parametrize(
    "names", [["Bartholomäus", "Clara", "Annemarie", "Dieter"], ["Maximilian", "Maximiliane", "Anna", "Bernd", "Clara"]]
)
def test_names_are_as_whole_as_they_are_cut_beside_any_total_and_with_large_text(
    new_phone: Callable[..., Page], names: list[str]
) -> None:
    page = new_phone(viewport={"width": 390, "height": 780})
    open_table(page, names, "schwarzwaldmeisterschaft", 0)
    for amounts in ([0, 0, 0, 0, 0], [1250, -1390, 160, -20, 0]):
        sheet = Session.objects.get()
        adjust(sheet, uuid=uuid.uuid4(), amounts=amounts[: len(names)], why="gespielt", device=None)
        page.reload()
        for width, text in ((320, 200), (360, 150), (360, 200), (390, 150), (390, 200)):
            page.set_viewport_size({"width": width, "height": 780})
            page.evaluate("text => (document.documentElement.style.fontSize = `${text}%`)", text)
            for place in ("#totals .name", "#totals .total", "#panel .who .pick > span"):
                seen = page.locator(place).evaluate_all(SEEN)
                assert "cut off" not in seen, (amounts, width, text, place, seen)
                assert place == "#totals .total" or len({*seen}) == len(seen)


@pytest.mark.parametrize(
    "names",
    [
        ["Bartholomäus", "Walburga", "Hannelore"],
        ["Annemarie", "Friedhelm", "Christian", "Hildegard"],
        ["Annemarie", "Friedhelm", "Christian", "Hildegard", "Waldemar"],
    ],
)
def test_usual_names_are_not_cut_by_the_edge_of_their_column(new_phone: Callable[..., Page], names: list[str]) -> None:
    page = new_phone(viewport={"width": 320, "height": 640})
    open_table(page, names, "braeunlingen-ministranten", 0)
    for width in (320, 340, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        for place in ("#totals .name", "#panel .who .pick > span"):
            seen = page.locator(place).evaluate_all(SEEN)
            assert "cut off" not in seen, (width, place, seen)


def test_menu_with_a_long_word_is_no_wider_than_the_phone(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 360, "height": 740})
    open_table(page, NAMES, "schwarzwaldmeisterschaft", 0)
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    page.locator(".menu summary").click()
    assert page.locator(".menu nav").evaluate("(nav) => nav.scrollWidth - nav.clientWidth") == 0
