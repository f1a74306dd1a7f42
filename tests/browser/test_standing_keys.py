"""Keys that stand still: nothing that appears while one types moves or covers them, on any screen."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.panel import Panel, open_table
from tests.browser.without_network import page_kept, ready
from tests.effort import spread, thorough

SHORT = ("Ida", "Jo", "Kurt", "Lea")
LONG = ("Hans-Peter Schwarzwälder", "Maximilian", "Annemarie Großschönau", "Wilhelmine", "Bartholomäus")
RULES = "braeunlingen-ministranten"
UPRIGHT = ((320, 568), (360, 560), (375, 553), (390, 664), (390, 844), (412, 732))
TURNED = ((320, 256), (640, 360), (667, 375), (740, 360), (915, 412))
TABLETS = ((768, 1024), (1180, 820))
SOME = [(360, 560, 100), (667, 375, 100), (320, 256, 100), (390, 844, 200)]
"""Screens in pixels, and sizes of text in per cent, that are always tried."""
LOW = [(640, 360, 100), (740, 360, 100)]
SIZES = UPRIGHT + TURNED + TABLETS
EVERY = [(*size, text) for size in SIZES for text in (100, 200)]
BETWEEN = [(*size, 130) for size in ((360, 560), (390, 844), (667, 375))]
"""A size of text at which lines break that are whole at 100, on a low, a high and a turned screen."""

TYPED = ("4", "7", "7", "erase", "erase", "1", "erase", "9", "9", "erase", "none", "3", "5")
"""Won or lost, a third digit that does not fit, an amount that can hardly be, one that cannot, no trick, a tie."""
MEASURE = """([typed, targets, inSight]) => {
  const form = document.querySelector("#panel .entry");
  const shown = () => [...form.querySelectorAll(targets)].filter((one) => one.checkVisibility() && one.offsetWidth);
  const name = (one) => one.dataset.key ?? one.dataset.step ?? one.textContent.trim().replace(/\\s+/g, " ");
  const places = () => new Map(shown().map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [one, [left + scrollX, top + scrollY, width, height].map((pixels) => Math.round(pixels * 2) / 2)];
  }));
  const isOver = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (hit && (one === hit || one.contains(hit))) return "";
    return hit ? hit.className || hit.tagName : "the edge";
  };
  const least = innerHeight < 360 ? 40 : innerHeight < 560 ? 44 : 48;
  const found = new Set();
  const beyond = document.documentElement.scrollHeight - innerHeight;
  const check = (state) => {
    for (const one of shown()) {
      if (beyond > 0) one.scrollIntoView({ block: "nearest" });
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      const at = [[(left + right) / 2, (top + bottom) / 2]];
      for (const x of [left + 8, right - 8]) for (const y of [top + 8, bottom - 8]) at.push([x, y]);
      const over = at.map(([x, y]) => isOver(one, x, y)).find(Boolean);
      if (over) found.add(`${name(one)} is covered by ${over} ${state}`);
      if (Math.min(one.dataset.key ? width : 99, height) < least - 0.1)
        found.add(`${name(one)} is small: ${Math.round(width)}x${Math.round(height)}`);
    }
  };
  for (const one of shown().filter((each) => inSight && each.matches(".keypad *, .save *"))) {
    const { top, bottom } = one.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 0.5) found.add(`${name(one)} is out of sight`);
  }
  const before = places();
  check("before");
  let so_far = "";
  for (const key of typed) {
    form.querySelector(key.includes("=") ? `[${key}]:enabled` : `[data-key="${key}"]`).click();
    so_far += ` ${key}`;
    const after = places();
    for (const [one, place] of before)
      if (String(after.get(one)) !== String(place))
        found.add(`${name(one)} moves after${so_far}: ${place} to ${after.get(one)}`);
    check(`after${so_far}`);
  }
  const said = form.querySelector(".verdict");
  const [news, banners] = [document.querySelector("#news"), document.querySelector("#banners")];
  if (news && beyond <= 0) {
    const isKey = ([one]) => one.matches(".keypad *, .save *");
    const keys = () => String([...places()].filter(isKey).map(([, place]) => place));
    const stood = keys();
    news.textContent = "Auf einem anderen Handy geschrieben: Zwei Verschiedene, Maximilian 41 : 29, Pfeif’ frei";
    banners.textContent = "Pflicht-Räuber: noch 4 Spiele";
    if (keys() !== stood) found.add("keys move when another phone writes");
    check("when another phone writes");
    news.textContent = banners.textContent = "";
  }
  if (said.checkVisibility() && said.scrollHeight > said.clientHeight) found.add(`verdict cut: ${said.textContent}`);
  if (document.documentElement.scrollWidth > screen.width) found.add("scrolls sideways");
  return { found: [...found], beyond };
}"""
KEYS = ".keypad button, .chips > *, .side, .tile, .save button"

pytestmark = pytest.mark.django_db(transaction=True)


def look_like(page: Page, width: int, height: int, text: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => (document.documentElement.style.fontSize = `${text}%`)", text)


def unsteady(page: Page, typed: Sequence[str], targets: str = KEYS, *, in_sight: bool = True) -> tuple[list[str], int]:
    """Targets that move, are covered or small while this is typed, and by how many pixels the page is too high.

    Keys and the button to save are looked for where the page stands, unless they need not be in sight together.
    """
    measured: dict[str, Any] = page.evaluate(MEASURE, [typed, targets, in_sight])
    return measured["found"], measured["beyond"]


def by_turns(names: Sequence[str]) -> list[tuple[int, int, int]]:
    """Every screen once, with usual and large text by turns: with long names the other way round."""
    return [(*size, (100, 200)[(number + (names is LONG)) % 2]) for number, size in enumerate(SIZES)]


def seated(new_phone: Callable[..., Page], names: Sequence[str]) -> Page:
    page = new_phone(viewport={"width": 390, "height": 844})
    open_table(page, names, RULES, len(names) - 1)
    Panel(page).choose({"contract": "solo", "declarer": 0})
    choose_again(page, "raeuber")  # whose script is fetched once
    expect(page.locator("#panel [data-verdict]")).to_have_text("Für jeden eine Zahl")
    choose_again(page, "solo")
    return page


def choose_again(page: Page, game: str) -> None:
    """By the chip of the game, and empty."""
    page.evaluate(
        """game => {
          const form = document.querySelector("#panel .entry");
          form.querySelector("[data-change=what]").click();
          form.querySelector(`[name=game][value='${game}']`).click();
          for (let digit = 0; digit < 3; digit++) form.querySelector("[data-key=erase]").click();
        }""",
        game,
    )


def assert_keys_stand_still(page: Page, screens: Sequence[tuple[int, int, int]]) -> None:
    wrong: dict[Any, Any] = {}
    for width, height, text in screens:
        look_like(page, width, height, text)
        for game, typed in (("solo", TYPED), ("raeuber", ("4", "7", "none")), ("free", ("4", "0", "sign", "erase"))):
            choose_again(page, game)
            found, beyond = unsteady(page, typed)
            if beyond > 0 and text == 100 and height > 300:
                found.append(f"must be scrolled by {beyond}")
            if found:
                wrong[width, height, text, game] = found
    assert not wrong, "\n".join(f"{where}: {found}" for where, found in wrong.items())


@pytest.mark.parametrize("names", [SHORT, LONG])
def test_keys_stand_still_while_one_types(new_phone: Callable[..., Page], names: Sequence[str]) -> None:
    assert_keys_stand_still(seated(new_phone, names), SOME)


@thorough
@pytest.mark.parametrize("names", [SHORT, LONG])
def test_keys_stand_still_on_every_screen(new_phone: Callable[..., Page], names: Sequence[str]) -> None:
    """With long names at each size of text, with short ones at one."""
    assert_keys_stand_still(seated(new_phone, names), EVERY + BETWEEN if names is LONG else by_turns(names))


STEPS = ("data-step='1'",) * 7 + ("data-step='-1'",) * 7


@pytest.mark.parametrize("names", [SHORT, pytest.param(LONG, marks=thorough)])
def test_targets_of_the_counting_help_stand_still(new_phone: Callable[..., Page], names: Sequence[str]) -> None:
    page = seated(new_phone, names)
    wrong: dict[Any, Any] = {}
    for screen in spread(by_turns(names), 6):
        look_like(page, *screen)
        choose_again(page, "solo")
        page.evaluate("document.querySelector('#panel .sides [data-count]').click()")
        expect(page.locator(".counting .take")).to_have_css("display", "grid")  # its looks come behind it
        found, _beyond = unsteady(page, STEPS, ".counting button, .counting .pick, .chips > *, .side", in_sight=False)
        if found:
            wrong[screen] = found
        page.evaluate("delete document.querySelector('#panel .entry').dataset.counting")
    assert not wrong, "\n".join(f"{where}: {found}" for where, found in wrong.items())


@pytest.mark.parametrize("names", [SHORT, pytest.param(LONG, marks=thorough)])
def test_keys_stand_still_in_a_correction(new_phone: Callable[..., Page], names: Sequence[str]) -> None:
    page = seated(new_phone, names)
    Panel(page).keys(41)
    Panel(page).save()
    page.goto(f"{page.url}/hands/1")
    wrong: dict[Any, Any] = {}
    for screen in spread(by_turns(names), 6):
        look_like(page, *screen)
        found, _beyond = unsteady(page, TYPED, in_sight=False)
        if found:
            wrong[screen] = found
    assert not wrong, "\n".join(f"{where}: {found}" for where, found in wrong.items())


HEADING = """() => {
  const [title, back] = ["#panel-title", "#panel [data-back]"].map((one) => document.querySelector(one));
  const isSeen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (one === hit || one.contains(hit) || one.parentElement === hit);
  };
  return [title, back].filter((one) => !isSeen(one)).map((one) => one.textContent.trim());
}"""


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("names", [SHORT, pytest.param(LONG, marks=thorough)])
def test_keys_stand_still_in_a_correction_without_network_and_it_says_so(
    new_phone: Callable[..., Page], names: Sequence[str]
) -> None:
    """Of a hand that waits: its heading and the way back are in sight while one types."""
    page = seated(new_phone, names)
    page_kept(ready(page))
    page.context.set_offline(True)
    Panel(page).keys(41)
    Panel(page).save()
    page.locator("#lines .unsent button.row").tap()
    page.locator("#lines .unsent [data-do=correct]").tap()
    wrong: dict[Any, Any] = {}
    for screen in spread([each for each in EVERY if each[2] == 100 and each[:2] not in TABLETS], 6) + LOW:
        look_like(page, *screen)
        page.evaluate("scrollTo(0, 0)")
        out_of_sight = [f"out of sight: {one}" for one in page.evaluate(HEADING)]
        found, _beyond = unsteady(page, TYPED, in_sight=False)
        if found := out_of_sight + found:
            wrong[screen] = found
    assert not wrong, "\n".join(f"{where}: {found}" for where, found in wrong.items())


@pytest.mark.parametrize("rules", [RULES, "schwarzwaldmeisterschaft"])
def test_more_games_move_no_name(new_phone: Callable[..., Page], rules: str) -> None:
    page = new_phone(viewport={"width": 360, "height": 640})
    open_table(page, SHORT, rules, 3)
    who = page.locator("#panel .who .pick")
    before = [one.bounding_box() for one in who.all()]
    more = page.locator("#panel [data-more]:visible")
    more.tap()
    assert [one.bounding_box() for one in who.all()] == before
    more.tap()
    assert [one.bounding_box() for one in who.all()] == before
