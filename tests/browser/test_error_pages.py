from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.codes import code_of, give_codes
from tests.effort import sample, thorough
from tests.worlds.sheet import World


def test_wrong_address_gets_a_readable_page_in_the_phones_language(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    for language, heading in (("de-DE", "Nicht gefunden"), ("en-GB", "Not found"))[: sample(2, 1)]:
        phone = new_phone(locale=language)
        phone.goto("/nothing/here")
        expect(phone.get_by_role("heading", level=1)).to_have_text(heading)
        assert_accessible(phone)


@thorough
@pytest.mark.django_db(transaction=True)
def test_who_opened_the_sheet_in_another_app_comes_to_it_by_its_code(phone: Page) -> None:
    sheet = World().sheet
    link = Link.objects.get(right=Right.WRITE)
    give_codes([link])
    phone.goto(sheet.get_absolute_url())
    expect(phone.locator("main")).to_contain_text("in einer anderen App geöffnet")
    phone.fill("#code", code_of(link) or "")
    phone.locator(".code-entry button").tap()
    expect(phone.locator("#totals")).to_be_visible()
