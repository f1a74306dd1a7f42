"""Take the pictures of docs/pictures anew: `make pictures`, while the app runs on port 8000 (or PORT).

The demo evening as a phone shows it, and a tournament whose second round runs as its projector shows it, in German. The
tournament is made for it, in the data folder of the running app.
"""

import os
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
HOME = f"http://localhost:{os.environ.get('PORT', '8000')}"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}
WALL = {"viewport": {"width": 1280, "height": 720}, "locale": "de-DE"}


def main() -> None:
    """Both, one after the other."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"])
        take_sheet(browser)
        take_wall(browser)


def take_sheet(browser: Browser) -> None:
    """The demo's sheet, as a phone shows it."""
    page = browser.new_page(**PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(HOME)
    page.locator("form[action='/demo'] button").tap()
    page.wait_for_url("**/sheets/*")
    page.locator("#panel [data-more]").first.wait_for()
    page.screenshot(path=FOLDER / "sheet.png", caret="initial")
    page.close()


def take_wall(browser: Browser) -> None:
    """The standing of a made-up tournament whose second round runs, on the wall."""
    program = "from tests.worlds.championship import say_tournament; say_tournament(47, 1)"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", program]
    home, link = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    page = browser.new_page(**WALL, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(HOME + link)
    page.goto(f"{HOME}{home}/rounds/2/draw")
    page.get_by_role("button", name="Auslosen").click()
    page.get_by_role("button", name="Durchgang 2 anfangen").click()
    page.locator("#entry input[name=number]:focus").wait_for()
    page.goto(f"{HOME}{home}/beamer?show=standings")
    page.wait_for_timeout(1000)
    page.screenshot(path=FOLDER / "wall.png")
    page.close()


if __name__ == "__main__":
    main()
