"""Headers for caches between us and a browser: nothing is kept that depends on who asks."""

import pytest
from django.test import Client

from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import answers_to, is_for_all, one_of_each

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # headers do not depend on the database


def test_no_cache_keeps_what_a_stranger_gets_for_somebody_else() -> None:
    """Answers to a manager are tried in tests/test_html.py."""
    lively = copied(LivelyClub)
    assert [address for address, answer in answers_to(Client(), *one_of_each(lively)) if is_for_all(answer)] == []


@pytest.mark.parametrize("address", ["/nothing/here", "/sheets/00000000-0000-0000-0000-000000000000", "/s/wrong"])
def test_refusals_are_not_kept(address: str, client: Client) -> None:
    assert "no-store" in client.get(address)["Cache-Control"]
