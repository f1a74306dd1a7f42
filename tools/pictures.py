"""Take the pictures of docs/pictures anew: `make pictures`, while the app runs on port 8000 (or PORT).

Each page as a phone shows it, in German, light and dark; the demo evening is what they show.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
HOME = f"http://localhost:{os.environ.get('PORT', '8000')}"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}
COUNTED = ["gstiess", "trump_1", "king", "king", "king", "queen", "jack", "other", "other", "other"]
"""Kinds of cards that are tapped in the counting help; empty cards by fives."""


def main() -> None:
    """Both colour schemes, one after the other."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            take(browser, scheme)


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


def panel_states(page: Page, keep: object) -> None:
    """The entry panel while a hand is put in; nothing is saved."""
    assert callable(keep)
    for name, taps in {
        "panel-points": ["[name=declarer][value='1']", "[name=game][value=solo]", "4", "1"],
        "panel-target": ["[name=declarer][value='2']", "[name=game][value=ulti]", "[name=made][value=true]"],
        "panel-raeuber": ["[name=game][value=raeuber]", "2", "2", "1", "8"],
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
    if tap == "count":
        return "#panel .sides [data-count]"
    if tap in COUNTED:
        return f".counting .{tap} [data-step]:last-child, .counting label.pick:has([name={tap}])"
    return f"#panel [data-key='{tap}']" if tap.isdigit() else f"#panel label.pick:has({tap})"


if __name__ == "__main__":
    main()
