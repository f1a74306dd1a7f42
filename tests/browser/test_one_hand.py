"""One more hand comes as values: the page drawn of them is the page that is loaded anew."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from cegoscore.clubs.models import Player
from tests.browser.without_network import EINE, SAVED, SOLO, ULTI, eventually, ready, seat, write_all
from tests.effort import thorough
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network", "still")]

PARTS = ("#totals", "#ledger", "#live", "#next")
ANEW = """async () => {
  const text = await (await fetch(location.pathname, { cache: "no-store" })).text();
  return new DOMParser().parseFromString(text, "text/html");
}"""
SAYS = f"""async ({{ parts, anew }}) => {{
  const page = anew ? await ({ANEW})() : document;
  const own = ["data-script", "data-sent", "hx-swap-oob", "aria-expanded", "role", "tabindex"];
  const plain = (node) => {{
    if (!node) return null;
    if (node.nodeType === Node.TEXT_NODE) return node.textContent.trim().replace(/\\s+/g, " ") || null;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("[data-undo], .note")) return null;
    const names = node.getAttributeNames().filter((name) => !own.includes(name)).sort();
    const pair = (name) => {{
      if (name === "value" && node.name === "uuid") return "uuid";
      const text = node.getAttribute(name).trim();
      if (name !== "class") return text;
      return text.split(/\\s+/).filter((one) => !/^(fresh|htmx-.*)$/.test(one)).sort().join(" ");
    }};
    const said = names.map((name) => [name, pair(name)]).filter(([name, text]) => name !== "class" || text);
    return [node.localName, said, [...node.childNodes].map(plain).filter((one) => one !== null)];
  }};
  return parts.map((part) => [part, plain(page.querySelector(part))]);
}}"""
HANDS: list[dict[str, Any]] = [
    *(
        SOLO,
        EINE,
        ULTI,
        {"contract": "solo", "declarer": 3, "points": 35},
        {"contract": "solo", "declarer": 0, "no_trick": True},
    ),
    *({"dead": "misdeal"}, {"dead": "thrown_in"}, {"free": [30, -10, -10, -10], "why": "<b>Wette</b> & so"}),
    *({"contract": "solo", "declarer": 1, "points": 34}, {"contract": "solo", "declarer": 1, "points": 1}, SOLO),
]


@pytest.fixture
def world() -> World:
    """A table of four whose names are long, short, and what is no HTML."""
    world = World()
    names = ["Maximiliane-Charlotte Obergfell", "Jo", "<b>Clara</b> & Co", "Dieter"]
    for number, name in enumerate(names):
        Player.objects.filter(seats__session=world.sheet, seats__number=number).update(name=name)
    return world


def assert_as_anew(page: Page, parts: tuple[str, ...]) -> None:
    """Wait until the page says what it says when it is loaded anew: totals count up to what they are."""
    anew = page.evaluate(SAYS, {"parts": parts, "anew": True})
    eventually(lambda: page.evaluate(SAYS, {"parts": parts, "anew": False}) == anew, page)


@thorough
def test_page_drawn_of_values_is_the_one_that_is_loaded_anew(
    phone: Page, new_phone: Callable[..., Page], world: World
) -> None:
    """For the phone that wrote and for one that follows; only with the first hand come parts."""
    kinds: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/queue"):
            kinds.extend({"hand", "parts"} & request.response().json().keys())  # type: ignore[union-attr]

    phone.on("requestfinished", note)
    sheet, mate = seat(phone, world), seat(new_phone(), world, world.mate)
    for number, hand in enumerate(HANDS, 1):
        write_all(sheet, [hand])
        expect(sheet.locator(SAVED)).to_be_visible()
        expect(sheet.locator("#lines .unsent")).to_have_count(0)
        expect(mate.locator(f"#lines .line[data-number='{number}']")).to_be_visible()
        eventually(lambda: ready(mate).evaluate("!document.querySelector('.htmx-request, .htmx-settling')"), mate)
        assert_as_anew(sheet, PARTS)
        assert_as_anew(mate, PARTS)
        assert "Auf einem anderen Handy" in mate.locator("#news").inner_text()
        assert not sheet.locator("#news").inner_text()
    assert kinds == ["parts", *["hand"] * (len(HANDS) - 1)]
