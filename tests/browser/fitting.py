"""A page fits its screen."""

import pytest
from playwright.sync_api import Page

PHONES = (360, 390)
"""The widths of phones, in CSS pixels."""
LAPTOP = 1280
"""The width of a laptop."""
ENGLISH = pytest.param("en-GB", marks=pytest.mark.heavy)
"""The other language as a test's parameter, tried in .ci/run only: the page is the same, with shorter words."""


def assert_fits(page: Page, *more: int) -> None:
    """Nothing is wider than the screen; on a phone, neither on the small nor on the usual one; nor at more widths."""
    size = page.viewport_size
    assert size is not None
    for width in (*(PHONES if size["width"] in PHONES else (size["width"],)), *more):
        page.set_viewport_size({"width": width, "height": size["height"]})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, width)
    page.set_viewport_size(size)


SMALLER = """(all, [width, height]) => all
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height && (box.width < width || box.height < height))
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


def too_small(page: Page, selector: str, width: float = 0, height: float = 47.5) -> list[str]:
    """Visible targets that are narrower or lower than so many CSS pixels, with their sizes."""
    found: list[str] = page.eval_on_selector_all(selector, SMALLER, [width, height])
    return found
