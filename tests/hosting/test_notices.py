"""Imprint and privacy: the host's text, or a page of theirs, and ours on what is kept, within reach of every page."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from cegoscore.environment import imprint
from cegoscore.variables import WrongSetting
from tests.pages import body_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_file_is_shown_in_paragraphs_and_never_as_markup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client, settings: Settings
) -> None:
    file = tmp_path / "imprint.txt"
    file.write_text("Cegoclub Bräunlingen e. V.\nAm Bach 1\n\nVorstand: <b>Anna</b>\n", encoding="utf-8")
    monkeypatch.setenv("IMPRINT", str(file))
    settings.IMPRINT, settings.IMPRINT_TEXT = imprint("IMPRINT")
    page = body_of(client.get("/imprint"))
    assert "<p>Cegoclub Bräunlingen e. V.<br>Am Bach 1</p>" in page
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page


def test_address_of_the_hosts_own_page_is_linked_and_ours_is_not_there(
    monkeypatch: pytest.MonkeyPatch, client: Client, settings: Settings
) -> None:
    monkeypatch.setenv("IMPRINT", "https://club.example.org/impressum")
    settings.IMPRINT, settings.IMPRINT_TEXT = imprint("IMPRINT")
    assert 'href="https://club.example.org/impressum"' in body_of(client.get("/"))
    assert client.get("/imprint").status_code == 404


def test_without_anything_set_there_is_privacy_and_no_empty_imprint(client: Client) -> None:
    page = body_of(client.get("/"))
    assert 'href="/privacy"' in page
    assert "mpressum" not in page
    assert client.get("/imprint").status_code == 404


@pytest.mark.parametrize(("content", "path"), [(None, "missing.txt"), ("Vorständin".encode("latin-1"), "latin.txt")])
def test_file_that_cannot_be_read_stops_the_start(
    content: bytes | None, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / path).write_bytes(content)
    monkeypatch.setenv("IMPRINT", str(tmp_path / path))
    with pytest.raises(WrongSetting, match="cannot be read as a text file in UTF-8"):
        imprint("IMPRINT")


@pytest.mark.parametrize(("keep", "said"), [(3, "3 Nächte lang"), (1, "1 Nacht lang")])
def test_privacy_says_how_long_backups_are_kept(
    keep: int, said: str, client: Client, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_KEEP, settings.BACKUPS = keep, tmp_path
    assert said in body_of(client.get("/privacy"))
    settings.BACKUPS = None
    assert "Sicherungen" not in body_of(client.get("/privacy"))
