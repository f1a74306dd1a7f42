"""Versions side by side: the code of the one before runs on this version's schema, while this one serves.

`tests/versions` has what each version needs to run:
`git archive --format=tar COMMIT cegoscore tournaments templates static locale manage.py | xz -9e`
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from psycopg import sql

import cegoscore
from cegoscore.bookings.models import FEE
from cegoscore.hosting.schema import CONTRACTS
from tests import migrated
from tests.databases import chosen_database, temporary_folder
from tests.hosting.programs import use_programs_of_the_server
from tests.served import ROOT, Server, unpacked
from tests.test_crash import Phone, shown_hands

VERSIONS = sorted((ROOT / "tests/versions").glob("*.tar.xz"))
NUMBERS = [path.name.removesuffix(".tar.xz") for path in VERSIONS]
NEWEST = NUMBERS[-1]
KEY = "k0" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2
IMPORTED = re.compile(r"^(?:from|import) (\w+)[\w.]*(?: import | as |$)", re.MULTILINE)
OURS = {"clubs", "hosting", "scoresheet", "tournaments", "seasons"}


class Data:
    """A data folder with a database of its own, on which either version runs."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.database = f"sqlite:///{folder}/cegoscore.sqlite3"
        if chosen_database() == "postgres":
            self.database = os.environ["DATABASE_URL"].replace("/postgres?", f"/{uuid4().hex}?")
        self.environment = os.environ | {
            "DATA_DIR": str(folder),
            "DATABASE_URL": self.database,
            "SECRET_KEY": KEY,
            "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
        }

    @property
    def name(self) -> str:
        """Name of its database in PostgreSQL."""
        return urlsplit(self.database).path[1:]

    def make(self, like: str = "template1") -> None:
        """Make its database in the PostgreSQL of this process, as a copy of another one there."""
        if chosen_database() == "postgres":
            with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
                names = map(sql.Identifier, (self.name, like))
                server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))

    def give_tables(self) -> None:
        """Make the tables of this version, from what is kept."""
        self.make()
        if chosen_database() == "postgres":
            migrated.give_tables(self.database)
        else:
            migrated.give_file(self.folder / "cegoscore.sqlite3")

    def run(self, code: Path, script: str, *arguments: str) -> str:
        """Run a script within that version; return what it prints."""
        line = [sys.executable, "-c", f"import django\ndjango.setup()\n{script}", *arguments]
        done = subprocess.run(line, cwd=code, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


class Before:
    """A version before, with a season, and a club in which everything has happened, on a server of it."""

    def __init__(self, version: str) -> None:
        folder = temporary_folder()
        self.code = unpacked(ROOT / f"tests/versions/{version}.tar.xz", folder / "code")
        self.made = Data(folder / "data")
        backup = str(ROOT / f"tests/golden/{version.rpartition('.')[0]}/backup.json")
        self.made.make()
        self.files = self.made.run(self.code, DEMOS[version] + EVERYTHING, backup, str(folder)).split()
        """A backup of each club."""

    def data(self, folder: Path) -> Data:
        """A copy of what it has made."""
        shutil.copytree(self.made.folder, folder)
        copy = Data(folder)
        copy.make(like=self.made.name)
        return copy


made_by = cache(Before)
"""A version with what it has made, once for all tests of this process: that takes longer than to update it."""


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Before:
    """The version right before this one; servers have the key that it has."""
    monkeypatch.setenv("SECRET_KEY", KEY)
    return made_by(NEWEST)


@pytest.fixture
def pair(tmp_path: Path, before: Before, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Server]]:
    """Servers of the version before and of this one on one database, which the older one has made."""
    monkeypatch.setenv("BACKUPS", "0")
    database = before.data(tmp_path / "data").database
    with ExitStack() as servers:
        old = Server(tmp_path / "old", database, processes=1, code=before.code)
        servers.callback(old.kill)
        new = Server(tmp_path / "new", database, processes=1)
        servers.callback(new.kill)
        yield old, new


def rows_of_every_file(files: list[str], part: str) -> list[Any]:
    """Rows of a part of several backups."""
    return [row for file in files for row in json.loads(Path(file).read_text())[part]["rows"]]


def evening(phone: Phone, *servers: Server, hands: int = 3) -> None:
    """Write so many hands by each of the servers."""
    for server in servers:
        phone.visitor.home = f"http://127.0.0.1:{server.port}"
        phone.visitor.get(phone.sheet)
        for _ in range(hands):
            phone.write(phone.next_hand())
        assert shown_hands(phone) == len(phone.acknowledged)


@pytest.mark.both
@pytest.mark.heavy
def test_version_before_records_hands_on_this_versions_schema(before: Before, pair: tuple[Server, Server]) -> None:
    old, new = pair
    evening(Phone(new), new, old, new)
    evening(Phone(old), old, new, old)
    old.kill()
    old.start()  # as after the way back: it finds migrations that it does not know
    evening(Phone(old), old, new)
    checked = new.manage("selfcheck")
    sheets = len(rows_of_every_file(before.files, "sheets")) + 3
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, f"{sheets} sheets checked, 0 faults"), checked
    assert old.started.said()[1] == ""


@pytest.mark.both
@pytest.mark.heavy
@pytest.mark.parametrize("version", NUMBERS)
def test_update_and_a_restored_backup_are_two_ways_to_the_same_tables_and_rows(tmp_path: Path, version: str) -> None:
    """The first version updated takes every migration but the first of each app; a new database takes none of them."""
    before = made_by(version)
    updated, fresh = before.data(tmp_path / "data"), Data(tmp_path / "fresh")
    tables = updated.run(ROOT, UPDATE)
    fresh.give_tables()
    assert len(json.loads(tables)) > len(OURS)
    assert json.loads(fresh.run(ROOT, UPDATE, *before.files)) == json.loads(tables)
    assert len(before.files) == FILES[version]
    for name in (Path(file).name for file in before.files):
        assert without_salt(updated.folder / name) == without_salt(fresh.folder / name)


DEMOS = {
    "0.1.0": """
import sys
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("demo_season", seasons=2, tournaments=2, players=12, hands=4, stdout=sys.stderr)
call_command("demo_tournament", players=36, stdout=sys.stderr)
""",
    "0.2.0": """
import sys
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("demo", "season", stdout=sys.stderr)
""",
}
FILES = {"0.1.0": 3, "0.2.0": 2}
"""Clubs of each version. In the tournament that 0.2.0 made is nothing that is not in the club of everything."""
EVERYTHING = """
from pathlib import Path
call_command("restore", sys.argv[1], stdout=sys.stderr)
from cegoscore.clubs.models import Club
for club in Club.objects.all():
    file = Path(sys.argv[2], f"{club.pk}.json")
    call_command("backup", str(club.pk), out=file, stdout=sys.stderr)
    print(file)
"""
UPDATE = """
import json, os, sys
from pathlib import Path
from django.core.management import call_command
from django.db import connection
call_command("migrate", verbosity=0)
for file in sys.argv[1:]:
    call_command("restore", file, stdout=sys.stderr)
call_command("repair", stdout=sys.stderr)
call_command("selfcheck", stdout=sys.stderr)
from cegoscore.clubs.models import Club
for club in Club.objects.all():
    file = Path(os.environ["DATA_DIR"], f"{club.pk}.json")
    call_command("backup", str(club.pk), out=file, stdout=sys.stderr)
with connection.cursor() as cursor:
    named = sorted(connection.introspection.table_names(cursor))
    tables = {table: (
        sorted(map(repr, connection.introspection.get_table_description(cursor, table))),
        # SQLite numbers keys and what has no name
        sorted(repr((name if name[0] != "_" and not constraint["foreign_key"] else "", constraint))
            for name, constraint in connection.introspection.get_constraints(cursor, table).items()),
    ) for table in named}
print(json.dumps(tables))
"""
"""Steps of a host's update; files are restored then. `selfcheck` ends with an error if anything is wrong.

Prints every table's columns, indexes and constraints.
"""


def without_salt(file: Path) -> dict[str, Any]:
    """A backup without its log, which says what was restored, and without what each update draws anew.

    When fees were paid that the version before marked is not known: it says when that was booked.
    """
    backup = json.loads(file.read_text())
    decisions = backup["decisions"]
    drawn = {decisions["columns"].index(name) for name in ("salt", "reason", "hash")}
    rows = [[value for at, value in enumerate(row) if at not in drawn] for row in decisions["rows"]]
    drawn_anew = {}
    for part in ("people", "prizes"):
        place = backup[part]["columns"].index("uuid")
        drawn_anew[part] = [row[:place] + row[place + 1 :] for row in backup[part]["rows"]]
    at, kind = (backup["bookings"]["columns"].index(name) for name in ("written", "kind"))
    bookings = [[*row[:at], row[kind] == FEE or row[at], *row[at + 1 :]] for row in backup["bookings"]["rows"]]
    return {**backup, "log": None, "decisions": rows, "bookings": bookings, **drawn_anew}


@pytest.mark.both
@pytest.mark.heavy
def test_version_before_goes_on_with_the_copy_from_before_its_update(
    tmp_path: Path, before: Before, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way back with the database, as the documents say it, by a server with seasons and tournaments."""
    use_programs_of_the_server(monkeypatch)
    data = before.data(tmp_path / "data")
    shown = data.run(before.code, ROWS)
    new = Server(data.folder, data.database, processes=1)
    evening(Phone(new), new)
    new.kill()
    (copy,) = data.folder.glob("backups/*-before-migration")
    data.run(before.code, BACK, str(copy))
    assert data.run(before.code, ROWS) == shown
    old = Server(data.folder, data.database, processes=1, code=before.code)
    evening(Phone(old), old)
    old.kill()


BACK = """
import sys
from django.core.management import call_command
call_command("restore_server", sys.argv[1], stdout=sys.stderr)
call_command("selfcheck", stdout=sys.stderr)
"""
ROWS = """
from django.apps import apps
from django.db import connection
for model in apps.get_models():
    if model.__module__.startswith(("cegoscore.clubs", "cegoscore.scoresheet", "tournaments")):
        print(model._meta.db_table, model._base_manager.count())
"""


def test_archives_are_of_versions_before_this_one() -> None:
    assert [path.name for path in VERSIONS][:1] == ["0.1.0.tar.xz"]
    for path in VERSIONS:
        number = path.name.removesuffix(".tar.xz")
        with tarfile.open(path) as archive:
            member = archive.extractfile("cegoscore/__init__.py")
            assert member is not None
            assert f'__version__ = "{number}"' in member.read().decode()
        assert [int(part) for part in number.split(".")] < [int(part) for part in cegoscore.__version__.split(".")]


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.name)
def test_lock_file_of_the_tests_has_what_each_archive_imports(path: Path) -> None:
    """An environment that was made earlier still has what the newest version no longer needs; a new one has not."""
    names = set()
    with tarfile.open(path) as archive:
        own = {name.partition("/")[0] for name in archive.getnames()}
        for member in archive.getmembers():
            if member.name.endswith(".py") and (code := archive.extractfile(member)) is not None:
                names |= set(IMPORTED.findall(code.read().decode()))
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements-dev.lock").read_text(), re.MULTILINE))
    modules = {
        name
        for name, packages in packages_distributions().items()
        if locked & {package.lower().replace("_", "-") for package in packages}
    }
    assert "django" in names
    assert names - own - sys.stdlib_module_names - modules == set()


def published_migrations() -> set[str]:
    """Names of the migrations that the newest archive has."""
    with tarfile.open(VERSIONS[-1]) as archive:
        return {Path(name).stem for name in archive.getnames() if Path(name).parent.name == "migrations"}


def lets_old_code_write(operation: Operation) -> bool:
    """True if code that does not know a change of the schema still inserts rows."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return bool(field.null or field.many_to_many or field.has_db_default())
    return not isinstance(
        operation, (migrations.RemoveField, migrations.DeleteModel, migrations.RenameField, migrations.RenameModel)
    )


def test_migrations_only_expand_or_say_that_they_do_not() -> None:
    """A version later they may contract: their name says so, and older code refuses the database.

    What the published version does not have may go at once.
    """
    on_disk = MigrationLoader(None).disk_migrations
    ours = {key: migration for key, migration in on_disk.items() if key[0] in OURS and not migration.replaces}
    known = published_migrations()
    published = {
        (app, operation.name.lower())
        for (app, name), migration in ours.items()
        if name in known
        for operation in migration.operations
        if isinstance(operation, migrations.CreateModel)
    }
    contracting = [
        f"{app}.{name}: {operation.describe()}"
        for (app, name), migration in ours.items()
        if name not in known and CONTRACTS not in name
        for operation in migration.operations
        if not lets_old_code_write(operation)
        and (app, getattr(operation, "model_name", getattr(operation, "name", "")).lower()) in published
    ]
    assert ("clubs", "player") in published
    assert contracting == []
