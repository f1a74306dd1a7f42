"""Take the pictures of docs/pictures anew: `make pictures`, while the app runs on port 8000 (or PORT).

Each page as a phone shows it, in German, light and dark; the demo evening is what they show. A tournament's pages are
taken as its laptop and its projector show them; the tournament is made for it, in the data folder of the running app.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
HOME = f"http://localhost:{os.environ.get('PORT', '8000')}"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}
LAPTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "de-DE"}
WALL = {"width": 1280, "height": 720}
COUNTED = ["gstiess", "trump_1", "king", "king", "king", "queen", "jack", "other", "other", "other"]
"""Kinds of cards that are tapped in the counting help; empty cards by fives."""


def main() -> None:
    """Both colour schemes, one after the other."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            take(browser, scheme)
            take_tournament(browser, scheme)


def take(browser: Browser, scheme: str) -> None:
    """Every picture in one colour scheme."""
    context = browser.new_context(**PHONE, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()

    def keep(name: str, *, whole: bool = False) -> None:
        page.screenshot(path=FOLDER / f"{name}-{scheme}.png", full_page=whole, caret="initial")

    page.goto(HOME)
    keep("start")
    page.locator("form[action='/demo'] button").tap()
    page.wait_for_url("**/sheets/*")
    sheet = page.url
    keep("sheet")
    panel_states(page, keep)
    page.goto(f"{sheet}/hands/4")
    keep("hand", whole=True)
    page.goto(f"{sheet}/evening")
    page.wait_for_timeout(500)
    keep("evening", whole=True)
    page.goto(f"{HOME}/rules/braeunlingen-ministranten")
    keep("tariff", whole=True)
    context.close()


def take_tournament(browser: Browser, scheme: str) -> None:
    """The door, the draw, the desk and the wall of a tournament whose second round begins."""
    context = browser.new_context(**LAPTOP, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()

    def keep(name: str) -> None:
        page.wait_for_timeout(300)
        page.screenshot(path=FOLDER / f"{name}-{scheme}.png", caret="initial")

    home, link = _made_tournament()
    page.goto(HOME + link)
    page.goto(f"{HOME}{home}/door")
    keep("door")
    page.goto(f"{HOME}{home}/rounds/2/draw")
    page.get_by_role("button", name="Auslosen").click()
    keep("draw")
    page.get_by_role("button", name="Durchgang 2 anfangen").click()
    for table, points in (("3", (90, -10, -30)), ("7", (-20, 60, -50))):
        page.locator("#entry input[name=number]:focus").wait_for()
        page.keyboard.type(f"{table}\n")
        page.locator("#entry [data-total]:focus").wait_for()
        own = points[: page.locator("#entry [data-total]").count() - 1]
        for total in (*own, -sum(own)):
            page.keyboard.type(f"{total}\n")
        page.get_by_text(f"Tisch {table} ist eingetippt.").wait_for()
    keep("desk")
    page.set_viewport_size(WALL)  # type: ignore[arg-type]
    page.goto(f"{HOME}{home}/beamer?show=standings")
    keep("wall")
    page.set_viewport_size({"width": 794, "height": 800})
    page.goto(f"{HOME}{home}/print/cards")
    keep("card")
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    page.goto(f"{HOME}{home}?me=1")
    keep("phone")
    take_ceremony(page, keep)
    context.close()


def take_ceremony(page: Page, keep: Callable[..., None]) -> None:
    """The prize giving as a phone steers it, and as the wall shows it."""
    home, link = _made_tournament(rounds=2)
    page.goto(HOME + link)
    page.goto(f"{HOME}{home}/results")
    page.get_by_role("button", name="Zurückhalten").click()
    page.get_by_role("button", name="Alle ohne Preis").click()
    for _ in range(2):
        shown = page.locator("#unveil").inner_text()
        page.locator("#unveil").click()
        page.locator("#unveil", has_not_text=shown).wait_for()
    keep("ceremony")
    page.set_viewport_size(WALL)  # type: ignore[arg-type]
    page.goto(f"{HOME}{home}/beamer")
    keep("ceremony-wall")


def _made_tournament(rounds: int = 1) -> tuple[str, str]:
    """The path of a made-up tournament with so many rounds played, and that of the link that runs it."""
    program = f"from tests.worlds.championship import say_tournament; say_tournament(47, {rounds})"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", program]
    home, link = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return home, link


def panel_states(page: Page, keep: Callable[..., None]) -> None:
    """The entry panel while a hand is put in; nothing is saved."""
    for name, taps in {
        "panel-points": ["[name=declarer][value='1']", "[name=game][value=solo]", "4", "1"],
        "panel-target": ["[name=declarer][value='2']", "[name=game][value=ulti]", "[name=made][value=true]"],
        "panel-raeuber": ["[name=game][value=raeuber]", "pile 0", "2", "2", "pile 1", "1", "8", "pile 2", "9"],
        "panel-count": ["[name=declarer][value='1']", "[name=game][value=solo]", "count", *COUNTED],
        "panel-more": ["more"],
    }.items():
        page.reload()
        for tap in taps:
            page.locator(_target(tap)).first.tap()
        keep(name)


def _target(tap: str) -> str:
    if tap == "more":
        return "#panel [data-more]"
    if tap.startswith("pile"):
        return f"#panel .tile:has([name=card_points_{tap[-1]}])"
    if tap == "count":
        return "#panel .sides [data-count]"
    if tap in COUNTED:
        return f".counting .{tap} [data-step]:last-child, .counting label.pick:has([name={tap}])"
    return f"#panel [data-key='{tap}']" if tap.isdigit() else f"#panel label.pick:has({tap})"


if __name__ == "__main__":
    main()
