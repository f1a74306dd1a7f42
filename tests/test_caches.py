"""Headers for caches between us and a browser: nothing is kept that depends on who asks."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.rights import devices
from tests.effort import sampled, spread
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import answers_to, is_for_all, one_of_each
from tests.worlds.tournament import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # headers do not depend on the database


@sampled
def test_no_cache_keeps_what_a_stranger_gets_for_somebody_else_and_no_page_reads_while_it_is_rendered() -> None:
    """Answers to a manager are tried in tests/test_html.py."""
    answers = dict(answers_to(Client(), *one_of_each(copied(LivelyClub))))
    assert [address for address, answer in answers.items() if is_for_all(answer)] == []
    assert {address: answer.reads for address, answer in answers.items() if answer.reads} == {}


@pytest.mark.parametrize("address", ["/nothing/here", "/sheets/00000000-0000-0000-0000-000000000000", "/s/wrong"])
def test_refusals_are_not_kept(address: str, client: Client) -> None:
    assert "no-store" in client.get(address)["Cache-Control"]


@sampled
def test_answer_that_bears_a_cookie_is_kept_by_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the view says of its page: with the cookie a stranger behind the same cache would be who it names."""
    monkeypatch.setattr(devices, "RENEWED_AFTER", timedelta(days=-1))
    lively = copied(LivelyClub)
    client = client_of(lively.organiser)
    outbox = f"{reverse('outbox')}?{client.get('/').headers['X-Keep-Offline']}"
    bearing = 0
    for address in (*spread(one_of_each(lively), 60), outbox):
        response = client.get(address)
        list(response)  # a large document comes as a file, which is closed at its end
        if response.cookies:
            bearing += 1
            assert response.headers["Cache-Control"] == "private, no-store", address
    assert bearing > 50
