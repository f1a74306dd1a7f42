"""Every page on the narrowest phone: words stay whole, all is large enough to tap, axe finds nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import resolve, reverse
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.models import ClubNight
from tests.browser.fitting import LAPTOP
from tests.browser.panel import Panel, known_as, open_table
from tests.worlds.lively_club import LivelyClub
from tests.worlds.night import NightWorld
from tests.worlds.pages import pages
from tests.worlds.tournament import World, client_of
from tournaments.hall.paper import PAPERS
from tournaments.seasons.models import Season

SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
HYPHENATE = r"""() => {
  // This Chromium has no dictionary, phones have: where they may divide a word they do so before the last consonant.
  const vowel = "aeiouyäöüAEIOUYÄÖÜ";
  const onset = "(?:sch|ch|ck|ph|th|st|qu|[bcdfghjklmnpqrstvwxzß])";
  const syllable = new RegExp(`([${vowel}][a-zäöüß]*?)(?=${onset}[${vowel}])`, "gi");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const { hyphens, hyphenateLimitChars: limits } = getComputedStyle(node.parentElement);
    if (hyphens !== "auto" || node.parentElement.closest("script, style, template")) continue;
    const [least, before, after] = (limits ?? "auto").split(" ").map((count) => Number(count) || 0);
    node.data = node.data.replace(/\p{L}{5,}/gu, (word) => {
      if (word.length < (least || 5)) return word;
      return word.replace(syllable, (first, _, at) => {
        const place = at + first.length;
        const isPlace = place >= (before || 2) && word.length - place >= (after || before || 2);
        return isPlace ? `${first}\u00ad` : first;
      });
    });
  }
}"""
UNFIT = r"""(scale) => {
  const found = [];
  const box = (range) => [...range.getClientRects()].filter(({ width, height }) => width > 1.5 && height > 1.5);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isSpoken = (element) => {
    if (element.closest("script, style, template, svg, pre")) return true;
    for (let each = element; each; each = each.parentElement) {
      const { clipPath, writingMode } = getComputedStyle(each);
      if (clipPath !== "none" || writingMode !== "horizontal-tb") return true; // for ears only, or upright
    }
    return false;
  };
  const range = document.createRange();
  const about = (element) => `${element.tagName.toLowerCase()}.${element.className}`;
  const said = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || isSpoken(parent) || !isShown(parent)) continue;
    for (const word of node.data.matchAll(/[\p{L}\p{N}\u00ad+−]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const rects = box(range);
      for (const rect of rects) said.push([node, parent, word[0], rect]);
      if (new Set(rects.map(({ top }) => Math.round(top))).size < 2) continue;
      let before;
      for (let at = 0; at < word[0].length; at++) {
        range.setStart(node, word.index + at);
        range.setEnd(node, word.index + at + 1);
        const rect = box(range).at(-1); // behind a hyphen
        if (!rect) continue;
        const isTorn = before && rect.top > before.bottom - 2 && word[0][at - 1] !== "\u00ad";
        if (isTorn) found.push(`torn: ${word[0].slice(0, at)}|${word[0].slice(at)} in ${about(parent)}`);
        before = rect;
      }
    }
  }
  const frames = new Map();
  const frame = (element) => {
    if (!element) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    if (!frames.has(element)) {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isOpen = overflowX === "visible" && overflowY === "visible";
      const outer = frame(element.parentElement);
      frames.set(element, isOpen ? outer : within(element.getBoundingClientRect(), outer));
    }
    return frames.get(element);
  };
  const within = (one, other) => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4 * scale;
  const fields = [...document.querySelectorAll("input:not([type=hidden]), select, textarea, .button, button, summary")]
    .filter((field) => isShown(field) && !isSpoken(field) && getComputedStyle(field).opacity !== "0")
    .map((field) => [field, within(field.getBoundingClientRect(), frame(field.parentElement))]);
  const clipped = said.map(([node, parent, word, rect]) => [node, parent, word, within(rect, frame(parent))]);
  for (const [, parent, word, rect] of clipped)
    for (const [field, place] of fields) {
      if (!meet(rect, place)) continue; // most are told apart by this, which costs nothing
      if (field.contains(parent) || parent.contains(field) && field.closest("[popover], dialog")) continue;
      const layer = (element) => element.closest("dialog, .menu nav, .save, .steps, nav.bottom");
      if (layer(field) === layer(parent))
        found.push(`under a field: ${word} in ${about(parent)}, ${about(field)} ${field.name ?? ""}`);
    }
  clipped.sort(([, , , one], [, , , other]) => one.top - other.top);
  for (let at = 0; at < clipped.length; at++)
    for (let other = at + 1; other < clipped.length && clipped[other][3].top < clipped[at][3].bottom; other++) {
      const [node, parent, word, rect] = clipped[at];
      const [node2, parent2, word2, rect2] = clipped[other];
      if (node === node2 || !meet(rect, rect2)) continue;
      const layer = (element) => element.closest("dialog, .menu nav, .save, .steps");
      if (layer(parent) === layer(parent2))
        found.push(`on each other: ${word} in ${about(parent)}, ${word2} in ${about(parent2)}`);
    }
  if (document.documentElement.scrollWidth > screen.width)
    found.push(`scrolls sideways: ${document.documentElement.scrollWidth}`);
  for (const fold of document.querySelectorAll("details[open]")) {
    const { display, rowGap } = getComputedStyle(fold);
    const { height } = fold.firstElementChild.getBoundingClientRect();
    if (isShown(fold) && height < 44) found.push(`hard to tap: ${about(fold)}`);
    if (display === "grid" && parseFloat(rowGap) && getComputedStyle(fold, "::details-content").display !== "contents")
      found.push(`no gap within: ${about(fold)}`);
  }
  const targets = "main :is(a, button, select, summary, input:not([type=hidden], [type=checkbox], [type=radio]))";
  for (const target of document.querySelectorAll(`${targets}:not(.term, .unsure, .counting input, [target=_top])`)) {
    const isInText = getComputedStyle(target).display === "inline" && !target.closest("tbody");
    const { width, height } = target.getBoundingClientRect();
    const least = target.closest(".league-table") ? 43.5 : 47.5;
    if (isShown(target) && !isInText && width > 2 && height && height < least)
      found.push(`hard to tap: ${about(target)} ${target.textContent.trim()}, ${height}`);
  }
  for (const cell of document.querySelectorAll(".league-table .ev")) {
    const label = document.createElement("span"); // what stands before the amount is no text of the page
    const { font, width } = getComputedStyle(cell, "::before");
    label.append(cell.dataset.e ?? "");
    label.style.cssText = `position: absolute; white-space: nowrap; font: ${font}`;
    document.body.append(label);
    if (isShown(cell) && label.offsetWidth > parseFloat(width) + 1) found.push(`no room: ${cell.dataset.e}`);
    label.remove();
  }
  for (const panel of document.querySelectorAll(".panel"))
    if (panel.scrollWidth > panel.clientWidth) found.push(`the panel scrolls sideways: ${panel.scrollWidth}`);
  return [...new Set(found)];
}"""

ELSEWHERE = ("paper", "wall", "season_wall", "passkey_question", "new_passkey_question")
"""Routes of what is printed, thrown on a wall, or read by a script."""

LOOKS = ((320, 100), (320, 200), (390, 100))
"""Widths of a screen in pixels, and sizes of its text in per cent."""

pytestmark = [pytest.mark.heavy, pytest.mark.django_db(transaction=True)]


@override_settings(IMPRINT="/imprint", IMPRINT_TEXT="Wir")
@pytest.mark.parametrize("half", [0, 1])
def test_words_stay_whole_and_nothing_lies_on_anything_else(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None], half: int
) -> None:
    page = new_phone(**SMALLEST)
    lively = LivelyClub()
    Season.objects.update(is_public=True)  # so that its table may be framed
    known_as(page, lively.organiser)
    unfit: dict[str, list[str]] = {}
    paths = one_of_each_kind(lively, half)
    for path in paths:
        unfit |= look_at(page, path)
        page.set_viewport_size({"width": 390, "height": 800})
        assert_accessible(page)
        page.set_viewport_size({"width": LAPTOP, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= LAPTOP, path
    assert unfit == {}
    assert len(paths) > 55


def test_paper_shows_what_is_read_and_nothing_to_tap(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    lively = LivelyClub()
    known_as(page, lively.organiser)
    page.emulate_media(media="print")
    club, tournament = lively.club.pk, lively.tournament.pk
    addresses: list[Any] = [("evening", lively.evening.pk), ("player", club, lively.people[0].pk), ("people", club)]
    addresses += [("season", lively.season.pk), ("club_log", club), ("club_fame", club), ("door", tournament)]
    for route, *key in addresses:
        page.goto(reverse(route, args=key))
        to_tap = page.locator(".page:not(.desk) > .bar, .desk-ways, .steps, .foot, .evening .button, .chart, .entry")
        assert to_tap.filter(visible=True).count() == 0, route


LONG = {"Bernd": "Hans-Peter Schwarzwälder-Mutterer", "Dieter": "Donaudampfschifffahrtsgesellschaftskapitän"}
ROOM = """(all) => all.map((one) => [one.closest("tr"), one].map((each) => each.getBoundingClientRect().bottom))
  .map(([row, text]) => row - text)"""
AMOUNTS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().right - innerWidth))"


@override_settings(IMPRINT="/imprint", IMPRINT_TEXT="Wir")
def test_longest_name_makes_no_page_wider_and_lies_on_nothing(new_phone: Callable[..., Page]) -> None:
    page = new_phone(**SMALLEST)
    lively = LivelyClub()
    for name, longer in LONG.items():
        Player.objects.filter(name=name).update(name=longer)
    Season.objects.update(name="Schwarzwälderkirschtortenmeisterschaft")
    known_as(page, lively.organiser)
    club, sheet = lively.club.pk, lively.evening.pk
    unfit: dict[str, list[str]] = {}

    def look(route: str, *key: Any, query: str = "") -> None:
        page.goto(reverse(route, args=key) + query)
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        unfit[route + query] = [one for one in page.evaluate(UNFIT, 1) if not one.startswith("torn")]

    for route in ("home", "new_table", "evenings", "deleted_sheets"):
        look(route)
    for route in ("table", "reseat", "evening"):
        look(route, sheet)
    look("hand", sheet, 1)
    for route in ("club", "club_again", "people", "box"):
        look(route, club)
    assert max(page.locator(".owed td").evaluate_all(AMOUNTS)) <= 0
    assert min(page.locator(".owed small").evaluate_all(ROOM)) > 4
    look("club_records", club, query="?of=evenings")
    look("season", lively.season.pk)
    for route in ("arrange_night", "night"):
        look(route, lively.night.pk)
    assert max(page.locator(".standing td").evaluate_all(AMOUNTS)) <= 0
    assert {where: found for where, found in unfit.items() if found} == {}


def one_of_each_kind(lively: LivelyClub, half: int) -> list[str]:
    """The first address of each route and query that shows the organiser a whole page, no part of one and no file.

    Of half of the routes and queries: every other one.
    """
    kinds: dict[str, list[str]] = {}
    for path in pages(lively):
        address, _, query = path.partition("?")
        kinds.setdefault(f"{resolve(address).url_name}?{query}", []).append(path)
    ours = [paths for kind, paths in kinds.items() if not kind.startswith(ELSEWHERE)][half::2]
    client = client_of(lively.organiser)
    found = (next((path for path in paths if is_whole_page(client, path)), None) for paths in ours)
    return [path for path in found if path is not None]


def is_whole_page(client: Client, path: str) -> bool:
    answer = client.get(path)
    return b"".join(answer).lstrip().startswith(b"<!DOCTYPE") and answer.status_code == 200


def look_at(page: Page, path: str) -> dict[str, list[str]]:
    """Everything that does not fit on a page by any of its looks, all folds open; left as a usual phone shows it."""
    page.set_viewport_size(SMALLEST["viewport"])
    page.goto(path)
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    page.evaluate(HYPHENATE)
    found = {}
    for width, text in LOOKS:
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate("text => (document.documentElement.style.fontSize = `${text}%`)", text)
        found[f"{path}, {width}, {text} %"] = page.evaluate(UNFIT, text / 100)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return {where: unfit for where, unfit in found.items() if unfit}


OUTSIDE = """() => [...document.querySelectorAll(".problem *, .note *, .bar *, .search *")]
    .filter((one) => one.checkVisibility() && !one.matches(".vh"))
    .filter((one) => {
      const { top, right } = one.getBoundingClientRect();
      const box = one.closest(".problem, .note, .bar, .search").getBoundingClientRect();
      return top < box.top || right > box.right + 1 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth;
    })
    .map((one) => one.outerHTML.slice(0, 80))"""


def test_what_cannot_be_divided_stays_in_its_box_with_text_twice_as_large(new_phone: Callable[..., Page]) -> None:
    world = NightWorld()
    ClubNight.objects.update(name="Schwarzwaldmeisterschaft, Spielabend am 23. November")
    page = new_phone(viewport={"width": 390, "height": 844})
    known_as(page, world.owner)

    def assert_inside() -> None:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    for name in ("join_night", "night_links"):
        page.goto(reverse(name, args=[world.night.pk]))
        assert_inside()
    page.goto(reverse("evenings"))
    assert_inside()
    page.goto(reverse("tournament", args=[World(is_public=True, takes_announcements=True).tournament.pk]))
    assert_inside()
    page.goto(reverse("import_sheet"))
    page.locator("textarea").fill('{"format": "x"}')
    page.get_by_role("button", name="Einlesen").tap()
    expect(page.locator(".problem")).to_contain_text("cegoscore/session@1")
    assert_inside()


def test_head_of_the_desk_leaves_room_for_the_desk_with_text_twice_as_large(new_phone: Callable[..., Page]) -> None:
    """On a phone the door begins in the upper part of the screen; the ways that wait behind "Mehr" come with a tap."""
    world = World()
    page = new_phone(viewport={"width": 390, "height": 844})
    known_as(page, world.organiser)
    page.goto(reverse("door", args=[world.tournament.pk]))
    standings = page.locator(".desk-ways").get_by_role("link", name="Rangliste")
    expect(standings).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator("h1").evaluate("(title) => title.offsetTop") < 500
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    draw = page.locator(".steps a:not([aria-current])").first
    expect(standings).to_be_hidden()
    expect(draw).to_be_hidden()
    page.locator(".desk-ways summary").tap()
    expect(standings).to_be_visible()
    expect(draw).to_be_visible()


def test_papers_of_a_tournament_scroll_up_and_down_only_with_text_twice_as_large(
    new_phone: Callable[..., Page],
) -> None:
    lively = LivelyClub()
    page = new_phone(viewport={"width": 360, "height": 640})
    known_as(page, lively.organiser)
    for what in PAPERS:
        page.goto(reverse("paper", args=[lively.tournament.pk, what]))
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, what


def test_whoever_reads_at_twice_the_size_comes_to_all_of_the_panel(new_phone: Callable[..., Page]) -> None:
    page = new_phone(viewport={"width": 360, "height": 640})
    open_table(page, ["Anna", "Bruno", "Clara", "Dora"], "braeunlingen-ministranten", 3)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    Panel(page).choose({"contract": "solo", "declarer": 0, "points": 41})
    beyond = page.locator("#panel").evaluate("(panel) => panel.scrollHeight - panel.clientHeight")
    assert beyond <= 1  # the page scrolls, so nothing of the panel lies under anything else


SIZES = """(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"""
FIGURES = ("#totals .total", "#ledger .amounts > span", "#totals .name", "#ledger .game")


@pytest.mark.parametrize("names", [["Ida", "Jo", "Kurt", "Lea"], ["Maximilian", "Jo", "Wilhelmine", "Lea", "Bernd"]])
def test_figures_of_a_sheet_grow_with_its_words(new_phone: Callable[..., Page], names: list[str]) -> None:
    page = new_phone(**SMALLEST)
    open_table(page, names, "braeunlingen-ministranten", len(names) - 1)
    Panel(page).write({"contract": "solo", "declarer": 0, "points": 47})
    for width in (320, 390, 412):
        page.set_viewport_size({"width": width, "height": 844})
        sizes = {}
        for text in (100, 130, 150, 200):
            page.evaluate("text => (document.documentElement.style.fontSize = `${text}%`)", text)
            sizes[text] = [min(page.locator(figures).evaluate_all(SIZES)) for figures in FIGURES]
        usual = sizes[100]
        assert all(size >= before for size, before in zip(sizes[130], usual, strict=True)), (width, sizes)
        for text in (150, 200):
            assert all(size > 1.25 * before for size, before in zip(sizes[text], usual, strict=True)), (width, sizes)
