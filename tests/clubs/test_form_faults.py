"""Forms that come back with something wrong: the page says so above everything else, and leads there."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages import body_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # what a page looks like does not depend on the database

BOX = re.compile(r'<div class="problem" role="alert" tabindex="-1" autofocus>.*?</div>\s*</div>', re.DOTALL)
NAMES = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bruno", "Clara", "Dora"))}
TABLE = {**NAMES, "first_dealer": "0", "rules": "braeunlingen-ministranten", "currency": "EUR"}


def page_of(**typed: str) -> str:
    return body_of(Client().post(reverse("new_table"), {**TABLE, **typed}))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"rules": ""}, "Es fehlt noch etwas:"),
        ({"stake": "much"}, "Bitte noch einmal ansehen:"),
        ({"stake": "much", "rules": ""}, "Bitte noch einmal ansehen:"),
    ],
)
def test_page_names_the_fields_and_leads_to_each(typed: dict[str, str], sentence: str) -> None:
    page = page_of(**typed)
    assert re.search(r"<title>Fehler: +Neuer Tisch", page)
    box = BOX.findall(page)
    assert len(box) == 1
    assert sentence in box[0]
    links = re.findall(r'href="#([^"]+)">([^<]+)', box[0])
    assert len(links) == len(typed)
    assert all(f'id="{place}"' in page and label for place, label in links)


def test_page_with_nothing_wrong_says_nothing() -> None:
    page = body_of(Client().get(reverse("new_table")))
    assert not BOX.search(page)
    assert "<title>Neuer Tisch" in page
