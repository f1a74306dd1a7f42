"""Headers for caches between us and a browser: nothing is kept that depends on who asks."""

import pytest
from django.test import Client

from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import pages
from tests.worlds.tournament import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # headers do not depend on the database


def test_no_cache_keeps_what_depends_on_who_asks() -> None:
    lively = LivelyClub()
    for client in (client_of(lively.organiser), Client()):
        for address in pages(lively):
            response = client.get(address)
            b"".join(response)  # a large document comes as a file, which is closed at its end
            said = response["Cache-Control"]
            may_be_shared = "private" not in said and "no-store" not in said
            assert not may_be_shared or "Cookie" in response["Vary"], f"{address}: {said}"


@pytest.mark.parametrize("address", ["/nothing/here", "/sheets/00000000-0000-0000-0000-000000000000", "/s/wrong"])
def test_refusals_are_not_kept(address: str, client: Client) -> None:
    assert "no-store" in client.get(address)["Cache-Control"]
