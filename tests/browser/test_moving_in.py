"""A club is read in from its backup on a phone: the file that was chosen stays chosen until it is read in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from cegoscore.clubs.models import Club
from tests.worlds.lively_club import LivelyClub, backup_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.heavy
def test_file_is_looked_at_and_read_in_without_choosing_it_twice(
    new_phone: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(backup_of(LivelyClub().club)))
    phone = new_phone(viewport={"width": 390, "height": 844})
    phone.goto(reverse("read_club"))
    phone.get_by_label("Datei").set_input_files(file)
    phone.get_by_role("button", name="Zeigen, was darin steht").click()
    expect(phone.get_by_role("heading", name="Cegofreunde")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    for one in phone.locator("#found > * + *").all():
        assert (
            one.evaluate(
                "(one) => one.offsetTop - one.previousElementSibling.offsetTop"
                " - one.previousElementSibling.offsetHeight"
            )
            >= 8
        ), "nothing touches what stands above it"
    phone.get_by_role("button", name="Als neue Runde einlesen").click()
    expect(phone.get_by_role("heading", level=1, name="Cegofreunde")).to_be_visible()
    assert Club.objects.filter(name="Cegofreunde").count() == 2
