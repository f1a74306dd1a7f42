"""Everything of a server moved to the other kind of database, and to another machine or address."""

import gzip
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from cegoscore.clubs.models import Club, Player, Right
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.clubs.rights.server_key import problem_with_key
from cegoscore.hosting import moving
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from tests import migrated
from tests.databases import start_postgres
from tests.effort import thorough
from tests.pages import body_of
from tests.served import MEASURED, ROOT
from tests.worlds.lively_club import LivelyClub
from tests.worlds.sheet import World, client_of, posted, writing

OWN_KEY = "k0" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Settings) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    settings.DATA_DIR = folder
    return folder


class OtherServer:
    """A new server on the other kind of database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        other = f"sqlite:///{folder}/cegoscore.sqlite3"
        if connection.vendor == "sqlite":
            other = start_postgres()
            migrated.give_tables(other)
        else:
            migrated.give_file(folder / "cegoscore.sqlite3")
        self.environment = MEASURED | {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "DATABASE_URL": other}
        self.said("migrate", "--verbosity=0")

    def said(self, *command: str) -> str:
        arguments = [sys.executable, "-m", "cegoscore.command", *command]
        done = subprocess.run(arguments, cwd=ROOT, env=self.environment, capture_output=True, text=True)
        return done.stdout + done.stderr


def rows_of(file: Path) -> list[Any]:
    """Read the rows of a file, each with its table, without the head."""
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).decode().splitlines()[1:]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
@pytest.mark.heavy
def test_everything_moves_to_the_other_kind_of_database(tmp_path: Path) -> None:
    LivelyClub()
    file, back = tmp_path / "server.jsonl.gz", tmp_path / "back.jsonl.gz"
    out = StringIO()
    call_command("export_server", str(file), stdout=out)
    count = int(out.getvalue().split()[0])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = OtherServer(tmp_path / "other")
    assert other.said("import-server", str(file)) == f"{count} rows read from {file} and checked\n"
    assert (other.folder / "secret_key").read_text() == settings.SECRET_KEY
    # Every row with its key, so every link and cookie opens what it opened.
    other.said("export-server", str(back))
    assert rows_of(back) == rows_of(file)


@pytest.fixture
def exported(db: None, tmp_path: Path) -> Path:
    """A file with one sheet; this server is empty afterwards."""
    assert problem_with_key() == ""
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    file = tmp_path / "server.jsonl.gz"
    call_command("export_server", str(file), stdout=StringIO())
    empty()
    return file


def empty() -> None:
    """Leave what a first start leaves."""
    for model in moving.tables().values():
        model._base_manager.all()._raw_delete(connection.alias)
    assert problem_with_key() == ""


def changed(file: Path, old: str, new: str) -> None:
    """Replace a text in a file."""
    text = gzip.decompress(file.read_bytes()).decode()
    assert old in text
    file.write_bytes(gzip.compress(text.replace(old, new, 1).encode()))


def test_full_server_takes_nothing_in(exported: Path) -> None:
    club = World().sheet.club
    with pytest.raises(CommandError, match="There is something on this server already"):
        call_command("import_server", str(exported))
    assert list(Club.objects.all()) == [club]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["end",', '["end",1', "cannot be read, and nothing was changed: its end is missing"),
        ('"cegoscore/server@2"', '"cegoscore/backup@2"', "it is no file of export-server"),
        ("0003_count_openings", "0003_count", r"with other migrations than this server \([0-9.]+\): bring both"),
        ('["clubs.club",', '["clubs.inn",', "nothing was changed: 'clubs.inn'"),
        ('"started_at"', '"begun_at"', "nothing was changed: Session has no field named 'begun_at'"),
        ('"points":41', '"points":31', "does not pass the self-check; nothing was changed"),
    ],
)
def test_file_that_is_not_right_changes_nothing(exported: Path, old: str, new: str, reason: str) -> None:
    changed(exported, old, new)
    with pytest.raises(CommandError, match=reason):
        call_command("import_server", str(exported))
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "[" * 200_000,
        lambda text: re.sub(r'(\n\["clubs\.club",.*)', r"\1\1", text, count=1),
        lambda text: re.sub(r'"20\d\d-\d\d-', '"2026-99-', text, count=1),
        lambda text: text.replace('["end"', '{"end"'),
        lambda text: re.sub(r'"columns":\{', '"columns":[],"x":{', text, count=1),
        lambda text: re.sub(r'(\n\["scoresheet\.seat",)\d+', r"\g<1>" + "9" * 25, text, count=1),
    ],
    ids=["deep", "twice", "no day", "no list", "no columns", "large"],
)
def test_damaged_file_is_refused_in_a_sentence(exported: Path, damage: Callable[[str], str]) -> None:
    text = gzip.decompress(exported.read_bytes()).decode()
    exported.write_bytes(gzip.compress(damage(text).encode()))
    with pytest.raises(CommandError, match="cannot be read, and nothing was changed"):
        call_command("import_server", str(exported))
    assert not Club.objects.exists()


def test_file_with_a_wrong_byte_anywhere_is_refused_in_a_sentence(exported: Path) -> None:
    whole = exported.read_bytes()
    for place in range(len(whole) - 1, 60, -(len(whole) // 24)):
        exported.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(CommandError, match=r"nothing was changed|with other migrations"):
            call_command("import_server", str(exported))


def test_half_a_file_is_refused(exported: Path, tmp_path: Path) -> None:
    exported.write_bytes(exported.read_bytes()[:-40])
    with pytest.raises(CommandError, match="cannot be read, and nothing was changed"):
        call_command("import_server", str(exported))
    with pytest.raises(CommandError, match="nowhere cannot be read"):
        call_command("import_server", str(tmp_path / "nowhere"))


def test_number_that_was_given_out_on_the_old_server_is_not_given_to_another_row(db: None, tmp_path: Path) -> None:
    club = Club.objects.create(name="Löwen")
    gone = Player.objects.create(club=club, name="Berta")
    key = gone.pk
    gone.delete()
    file = tmp_path / "server.gz"
    moving.export_server(file)
    empty()
    count_on_from_the_beginning()
    moving.import_server(file)
    assert Player.objects.create(club=club, name="Clara").pk > key


def count_on_from_the_beginning() -> None:
    """As on a new server."""
    statement = {
        "sqlite": "DELETE FROM sqlite_sequence WHERE name = 'clubs_player'",
        "postgresql": "SELECT setval(pg_get_serial_sequence('clubs_player', 'id'), 1, false)",
    }
    with connection.cursor() as cursor:
        cursor.execute(statement[connection.vendor])


def test_file_that_cannot_be_written_is_said(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("export_server", str(tmp_path / "nowhere" / "file"))


def test_export_puts_nothing_in_place_of_a_device(db: None, tmp_path: Path) -> None:
    device = tmp_path / "device"
    os.mkfifo(device)
    (tmp_path / "stdout").symlink_to(device)
    with pytest.raises(CommandError, match="cannot be written: It is no file"):
        call_command("export_server", str(tmp_path / "stdout"))
    assert device.is_fifo()
    assert (tmp_path / "stdout").is_symlink()


@thorough
def test_key_from_the_environment_stays_and_that_of_the_file_goes_on_beside_it(
    exported: Path, data: Path, settings: Settings
) -> None:
    before = settings.SECRET_KEY
    settings.SECRET_KEY = OWN_KEY
    call_command("import_server", str(exported), stdout=StringIO())
    kept = data / "old_secret_keys"
    assert (kept.read_text(), stat.S_IMODE(kept.stat().st_mode)) == (f"{before}\n", 0o600)
    settings.SECRET_KEY_FALLBACKS = [before]
    assert problem_with_key() == ""


def test_link_and_cookie_of_the_old_server_open_the_sheet_on_the_new_one(db: None, tmp_path: Path) -> None:
    world = World()
    owner, link = client_of(world.owner), link_for(world.sheet.club, right=Right.LOOK, target=world.sheet.id)
    path, address = f"/sheets/{world.sheet.id}", f"/s/{secret_of(link)}"
    file = tmp_path / "server.jsonl.gz"
    call_command("export_server", str(file), stdout=StringIO())
    empty()
    assert owner.get(path).status_code == 404
    call_command("import_server", str(file), stdout=StringIO())
    assert owner.get(path).status_code == 200
    assert Client().get(address).status_code == 302


@thorough
def test_phone_under_the_old_address_goes_on_and_new_codes_carry_the_new_one(db: None, settings: Settings) -> None:
    """The recipe of docs/hosting.md: the old name leads to the same server, and stands in ALLOWED_HOSTS."""
    world = World()
    settings.PUBLIC_URL, settings.OTHER_NAMES = "https://new.example.org", ["old.example.org"]
    settings.CSRF_TRUSTED_ORIGINS = [settings.PUBLIC_URL]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    phone = client_of(world.owner)
    phone.handler.enforce_csrf_checks = True
    old = {"host": "old.example.org", "x-forwarded-proto": "https", "origin": "https://old.example.org"}
    page = phone.get(f"/sheets/{world.sheet.id}", headers=old)
    token = page.context["csrf_token"]
    hand = posted(1) | {"csrfmiddlewaretoken": str(token)}
    waiting = phone.post(f"/sheets/{world.sheet.id}/hands", hand, headers=old | {"referer": "https://old.example.org/"})
    assert (waiting.status_code, world.sheet.hands.count()) == (302, 1)
    shared = body_of(phone.get(f"/sheets/{world.sheet.id}/links", headers=old))
    assert "new.example.org" in shared
    assert "old.example.org" not in shared
