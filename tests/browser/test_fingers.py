"""Fingers that slip: random taps on the panel, and slips that people at a table have made."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.http import QueryDict
from django.urls import reverse
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.hand.reading import read_hand
from cegoscore.scoresheet.models import Hand, Score, Session
from cegoscore.scoring.documents.hand_document import write_outcome
from cegoscore.scoring.payments import payments
from cegoscore.scoring.rules.rule_files import published
from tests.browser.panel import Panel, open_table
from tests.effort import thorough
from tests.worlds.sheet import client_of, writing

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
RANDOM_TAPS = """([seed, panels, taps]) => {
  const random = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648 };
  const form = document.querySelector("#panel .entry");
  const shown = (element) => element.offsetParent !== null;
  const numbers = () => [...form.querySelectorAll("[name=points], .tile input")];
  const values = () => numbers().map((number) => [number.name, number.value]);
  const found = [];
  const astray = [];
  for (let panel = 0; panel < panels; panel++) {
    for (let tap = 0; tap < taps; tap++) {
      const places = [...form.querySelectorAll(
        ".pick input, .side input, .switch input, .tile input, .keypad button, .chips button, [data-more]"
      )].filter(shown);
      const place = places[Math.floor(random() * places.length)];
      const active = form.querySelector(".tile[data-active]:not([hidden] *) input")?.name ?? "points";
      const proposed = [...form.querySelectorAll(".tile[data-proposed] input")].map(({ name }) => name);
      const before = values();
      if (place.matches(".tile input")) place.focus();
      place.click();
      if (place.dataset.key) {
        const after = values();
        const moved = after.filter(([name, value], at) => value !== before[at][1] && !proposed.includes(name));
        const others = moved.filter(([name]) => name !== active && !name.startsWith("free_"));
        if (others.length) astray.push([place.dataset.key, active, others]);
      }
      found.push({
        fields: new URLSearchParams(new FormData(form)).toString(),
        complete: !form.querySelector("[data-save]").disabled,
        paid: form.querySelector("[data-payments]").textContent,
      });
    }
    for (const choice of form.querySelectorAll("[name=game]:checked, [name=declarer]:checked")) choice.checked = false;
    const why = form.querySelector("[name=why]");
    why.value = panel % 2 ? "Wette" : "";
    why.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return { found, astray };
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Callable[..., Panel]:
    """Opens a table of four on a small phone; Dieter to deal."""

    def make(rules: str, **options: Any) -> Panel:
        page = new_phone(viewport={"width": 360, "height": 640}, **options)
        open_table(page, NAMES, rules, 3)
        return Panel(page)

    return make


def until(page: Page, condition: str) -> None:
    """Wait within the page, whose policy forbids what `wait_for_function` does."""
    look = f"const look = () => ({condition}) ? setTimeout(done) : setTimeout(look, 20)"
    page.evaluate(f"new Promise((done) => {{ {look}; look(); }})")


def amounts_in(paid: str) -> list[int] | None:
    """The payments of a sentence such as "Bernd +45, die anderen je −15", in the order of the names."""
    if paid == "Niemand bekommt oder zahlt etwas.":
        return [0] * len(NAMES)
    said: dict[str, str] = dict(re.findall(r"(\w+)(?: je)? ([+−]?\d+)", paid.replace(".", "")))
    rest: str = said.get("anderen", "")
    return [int(said.get(name, rest).replace("−", "-")) for name in NAMES] if said else None


@thorough
@pytest.mark.parametrize(
    "rules",
    [
        "braeunlingen-loewen",
        pytest.param("baumann-bluemle", marks=pytest.mark.heavy),
        pytest.param("braeunlingen-ministranten", marks=pytest.mark.heavy),
    ],
)
def test_whatever_is_tapped_form_verdict_and_stored_hand_agree(phone: Callable[..., Panel], rules: str) -> None:
    page = phone(rules).page
    page.evaluate("document.querySelector('[data-more]').click()")
    until(page, "document.querySelector('#panel .entry').dataset.kind !== undefined")
    panels = 60
    tapped = page.evaluate(RANDOM_TAPS, [20261122, panels, 25])
    assert tapped["astray"] == []
    house, names = published(rules), dict(enumerate(NAMES))
    complete = {}
    for each in tapped["found"]:
        if each["complete"]:
            data = QueryDict(each["fields"].replace("%E2%88%92", "-"))
            posted = read_hand(data, house, names)
            assert posted.writing, (posted.problems, each)
            hand = posted.writing.hand
            assert amounts_in(each["paid"]) == list(payments(hand, house)), each
            complete[str(write_outcome(hand.outcome))] = (each["fields"], hand)
    assert len(complete) > panels * 2 // 3, "the taps must lead to hands of many kinds"
    _store_some(complete)


def _store_some(complete: dict[str, Any]) -> None:
    """Post some of them as the browser would, and compare what is stored."""
    sheet, device = Session.objects.get(), Device.objects.latest("pk")
    for number, (fields, hand) in enumerate(list(complete.values())[:: len(complete) // 12 or 1], 1):
        sent = dict(parse_qsl(fields.replace("%E2%88%92", "-"), keep_blank_values=True))
        several = QueryDict(fields.replace("%E2%88%92", "-")).copy()
        for name in ("uuid", "number", "dealer", "lineup", "revision"):
            several[name] = sent[name]
        several["number"] = str(number)
        several["uuid"] = f"00000000-0000-4000-8000-{number:012}"
        several.pop("seen", None)
        answer = client_of(device).post(
            reverse("record_hand", args=[sheet.id]),
            several.urlencode(),
            content_type="application/x-www-form-urlencoded",
        )
        assert answer.status_code == 302, answer.content
        row = Hand.objects.get(number=number)
        assert row.outcome == write_outcome(hand.outcome)
        stored = dict(Score.objects.filter(hand=row).values_list("seat__number", "points"))
        if row.game != "dead":
            paid = payments(hand, published(sheet.rule_set.document["id"]))
            assert stored == dict(zip(hand.lineup, paid, strict=True))


@thorough
def test_no_trick_by_mistake_gives_way_to_a_number_that_is_corrected_with_four_taps(
    phone: Callable[..., Panel],
) -> None:
    panel = phone("braeunlingen-loewen")
    panel.choose({"contract": "solo", "declarer": 1, "no_trick": True})
    expect(panel.page.locator("#panel [data-verdict]")).to_have_text("kein Stich")
    panel.keys(41)
    expect(panel.page.locator("#panel [data-own]")).to_have_text("41")
    panel.keys(7)
    expect(panel.page.locator("#panel [data-verdict]")).to_have_text(
        "Mehr Ziffern passen nicht. Zum Ändern die Zahl antippen."
    )
    panel.save()
    assert Hand.objects.get().outcome["points"] == 41
    panel.taps = 0
    panel.tap("#ledger a")
    save = panel.page.locator("#panel [data-save]")
    expect(save).to_be_disabled()
    panel.keys(42)
    expect(save).to_be_enabled()
    panel.tap(save)
    panel.page.wait_for_url("**/sheets/*")
    assert panel.taps == 4
    assert Hand.objects.latest("pk").outcome["points"] == 42


@thorough
def test_flat_raeuber_takes_four_taps_and_piles_stay_for_those_who_count(phone: Callable[..., Panel]) -> None:
    panel = phone("braeunlingen-loewen")
    assert panel.write({"contract": "raeuber", "most": [2]}) <= 4
    assert Hand.objects.get().outcome == {"contract": "raeuber", "most": [2]}
    panel.choose({"contract": "raeuber"})
    panel.tap("#panel button[data-piles]")
    for seat, points in enumerate((15, 20, 9, 18)):
        panel.tap(f"#panel input[name=card_points_{seat}]")
        panel.keys(points)
    panel.tap("#panel input[name=card_points_0]")
    panel.keys(187)
    values = [panel.page.input_value(f"input[name=card_points_{seat}]") for seat in range(4)]
    assert values == ["18", "20", "9", "18"]
    panel.save()
    assert Hand.objects.get(number=2).outcome["card_points"] == [18, 20, 9, 18]
    panel.tap("#ledger li:last-child a")
    expect(panel.page.locator("#panel [name=most][value='2']")).to_be_checked()


@thorough
def test_rare_game_whose_script_did_not_arrive_says_so_and_tries_again(phone: Callable[..., Panel]) -> None:
    """The network goes between the page and the first rare hand, before anything is kept for times without it."""
    panel = phone("braeunlingen-loewen")
    page = panel.page
    page.route("**/besides*.js", lambda route: route.fulfill(status=404))
    panel.choose({"contract": "raeuber"})
    expect(page.locator("#panel [data-network]")).to_contain_text("Keine Verbindung")
    expect(page.locator("#panel [name=most]").first).to_be_hidden()
    page.unroute("**/besides*.js")
    panel.tap("#panel [data-change=what]")
    panel.pick("game", "raeuber")
    expect(page.locator("#panel label:has([name=most])").first).to_be_visible()
    expect(page.locator("#panel [data-network]")).to_be_hidden()


def test_hand_is_written_by_keyboard_alone_and_red_is_for_those_who_owe(phone: Callable[..., Panel]) -> None:
    page = phone("braeunlingen-loewen").page
    page.keyboard.press("Tab")  # the first key fetches what the others do
    until(page, "performance.getEntriesByName(document.querySelector('script[src*=besides]')?.src).length")
    page.locator("[name=declarer]").first.focus()
    for key in ("ArrowRight", "Space", "Tab", "ArrowRight", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#panel .entry")).to_have_attribute("data-stage", "result")
    focused = page.evaluate("document.activeElement.name")
    page.keyboard.type("41")
    expect(page.locator("#panel [data-own]")).to_have_text("41")
    page.keyboard.press("Enter")
    expect(page.locator("#ledger .text")).to_have_text("Bernd 41 : 29")
    assert focused == "points_of"
    expect(page.locator(".keypad button:not([tabindex='-1'])")).to_have_count(0)

    expect(page.locator("#totals [data-total='45']")).to_have_count(1)
    shown = page.locator("#totals .total")
    ink = page.evaluate("getComputedStyle(document.body).color")
    expect(shown.nth(1)).to_have_css("color", ink)  # not for the one who leads
    expect(shown.nth(0)).not_to_have_css("color", ink)


@thorough
def test_games_are_equally_wide_beside_more_with_text_twice_as_large(phone: Callable[..., Panel]) -> None:
    page = phone("schwarzwaldmeisterschaft").page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator("#panel .games:not(.rare) .pick-more")).to_be_visible()
    widths = "picks => picks.map((pick) => Math.round(pick.getBoundingClientRect().width))"
    found = page.locator("#panel .games:not(.rare) .pick").evaluate_all(widths)
    assert len(found) > 4
    assert max(found) - min(found) <= 1


BROKEN = """() => {
  const lines = (element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const figures = [...document.querySelectorAll("#totals .total, #ledger .amounts > span")];
  const words = [...document.querySelectorAll("#totals .mark, .games .pick span")].filter(
    (element) => element.scrollWidth > element.clientWidth + 1
  );
  return [
    ...figures.filter((figure) => lines(figure) > 1 || figure.scrollWidth > figure.clientWidth + 1),
    ...words,
  ].map((element) => element.textContent.trim());
}"""


@pytest.mark.heavy
def test_figures_and_words_stay_whole_on_small_phones_and_with_large_text(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 320, "height": 568})
    open_table(page, ["Maximilian", "Annemarie", "Hansjörg", "Wilhelmine", "Bernd"], "braeunlingen-loewen", 4)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    Panel(page).write({"contract": "ulti", "declarer": 1, "made": True})
    for number in (2, 3):
        Panel(page).write({"contract": "raeuber", "most": [number]})
    until(page, "document.querySelector('#totals').getAnimations({ subtree: true }).length === 0")
    sizes = ((320, 568, 200), (320, 568, 100), (360, 740, 150), (390, 844, 200), (640, 360, 100), (844, 390, 200))
    for width, height, text in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("text => document.documentElement.style.fontSize = `${text}%`", text)
        assert page.evaluate(BROKEN) == [], (width, text)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, text)


WHOLE = """() => {
  const range = document.createRange();
  const broken = [];
  for (const cell of document.querySelectorAll("main td, main th")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const figure of texts.currentNode.data.matchAll(/[+−]?\\d+/g)) {
        range.setStart(texts.currentNode, figure.index);
        range.setEnd(texts.currentNode, figure.index + figure[0].length);
        if (range.getClientRects().length > 1) broken.push(figure[0]);
      }
  }
  return { broken, cells: document.querySelectorAll("main td").length, width: document.documentElement.scrollWidth };
}"""


@pytest.mark.heavy
def test_figures_in_tables_stay_whole_and_the_page_does_not_scroll_sideways(phone: Callable[..., Panel]) -> None:
    page = phone("braeunlingen-loewen").page
    sheet = page.url
    for number in (1, 2):
        Panel(page).write({"contract": "ulti", "declarer": number, "made": True})
    Panel(page).write({"contract": "solo", "declarer": 1, "points": 41})
    page.set_viewport_size({"width": 320, "height": 640})
    for path in (f"{sheet}/evening", f"{sheet}/table/rules?rules=schweden", "/rules/baumann-bluemle"):
        page.goto(path)
        for text in (100, 200):
            page.evaluate("text => document.documentElement.style.fontSize = `${text}%`", text)
            page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
            found = page.evaluate(WHOLE)
            assert found["cells"] > 4, path
            assert (found["broken"], found["width"]) == ([], 320), (path, text)


LEFT_EDGES = "(cells) => cells.map((cell) => cell.getBoundingClientRect().left)"


@thorough
def test_amounts_stand_under_their_names_beside_a_scrollbar_that_takes_room(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 390, "height": 640}, is_mobile=False, bypass_csp=True)
    hands = tuple(writing(number) for number in range(1, 13))
    open_table(page, NAMES, "braeunlingen-ministranten", 3, hands=hands)
    page.add_style_tag(content="::-webkit-scrollbar { width: 16px; background: gray; }")
    lines = page.locator("#lines")
    assert lines.evaluate("lines => lines.offsetWidth - lines.clientWidth") == 16
    names = page.locator("#totals .seat").evaluate_all(LEFT_EDGES)
    assert page.locator("#ledger .line:first-child .amounts > span").evaluate_all(LEFT_EDGES) == names
