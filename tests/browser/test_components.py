"""The page of components by day and night, in both languages, on a phone and on a desk."""

from collections.abc import Callable

import pytest
from django.test import override_settings
from playwright.sync_api import Page

from tests.browser.fitting import ENGLISH, assert_fits


@override_settings(DEBUG=True)
@pytest.mark.parametrize("locale", ["de-DE", ENGLISH])
def test_components_are_accessible_and_fit(
    new_phone: Callable[..., Page], assert_accessible: Callable[..., None], locale: str
) -> None:
    page = new_phone(locale=locale)
    page.goto("/components")
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert_accessible(page, colours=True)
    assert_fits(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert_fits(page)
