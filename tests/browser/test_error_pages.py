from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.effort import sample


def test_wrong_address_gets_a_readable_page_in_the_phones_language(
    new_phone: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    for language, heading in (("de-DE", "Nicht gefunden"), ("en-GB", "Not found"))[: sample(2, 1)]:
        phone = new_phone(locale=language)
        phone.goto("/nothing/here")
        expect(phone.get_by_role("heading", level=1)).to_have_text(heading)
        assert_accessible(phone)
