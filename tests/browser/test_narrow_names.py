"""Names where there is little room for them, and those of another direction."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from cegoscore.scoresheet.evening.exports import message_of
from cegoscore.scoresheet.models import Session
from tests.browser.panel import Panel, open_table
from tests.worlds.sheet import writing

NAMES = ["Christian B", "Christian K", "Anna", "Dora"]
SEEN = """(all) => all.map((name) => {
    const box = name.getBoundingClientRect();
    const end = document.createRange();
    const text = name.querySelector(".cut > :last-child")?.firstChild ?? name.firstChild;
    end.setStart(text, text.length - 1);
    end.setEnd(text, text.length);
    const letter = end.getBoundingClientRect();
    return letter.width > 0 && letter.right <= box.right + 0.5 ? name.textContent : "";
})"""
SHORTENED = "(name) => name.scrollHeight > name.clientHeight && getComputedStyle(name).webkitLineClamp"


def test_the_letter_that_tells_two_apart_is_in_sight(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 320, "height": 640})
    open_table(page, NAMES, "braeunlingen-ministranten", 3, hands=[writing(1)])
    assert page.locator("#totals .name").evaluate_all(SEEN) == NAMES
    assert page.locator("#panel .who .pick > span").evaluate_all(SEEN) == NAMES


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
