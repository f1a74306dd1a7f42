"""Versions side by side: the code of the one before runs on this version's schema, while this one serves.

`tests/versions` has what each version needs to run:
`git archive --format=tar COMMIT cegoscore tournaments templates static locale manage.py | xz -9e`
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from cegoscore.hosting.schema import CONTRACTS
from tests.databases import chosen_database, start_postgres
from tests.served import ROOT, Server
from tests.test_crash import Phone, shown_hands

VERSIONS = sorted((ROOT / "tests/versions").glob("*.tar.xz"))
KEY = "k0" + "abcdefghijklmnopqrstuvwxyz0123456789" * 2
OURS = {"clubs", "hosting", "scoresheet", "tournaments", "seasons"}


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Server]]:
    """Servers of the version before and of this one on one database, which the older one has made."""
    with tarfile.open(VERSIONS[-1]) as archive:
        archive.extractall(tmp_path / "before", filter="data")
    monkeypatch.setenv("SECRET_KEY", KEY)
    monkeypatch.setenv("BACKUPS", "0")
    database = start_postgres() if chosen_database() == "postgres" else f"sqlite:///{tmp_path}/cegoscore.sqlite3"
    with ExitStack() as servers:
        old = Server(tmp_path / "old", database, processes=1, code=tmp_path / "before")
        servers.callback(old.kill)
        new = Server(tmp_path / "new", database, processes=1)
        servers.callback(new.kill)
        yield old, new


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
def test_version_before_records_hands_on_this_versions_schema(pair: tuple[Server, Server]) -> None:
    old, new = pair
    evening(Phone(new), new, old, new)
    evening(Phone(old), old, new, old)
    old.kill()
    old.start()  # as after the way back: it finds migrations that it does not know
    evening(Phone(old), old, new)
    checked = new.manage("selfcheck")
    assert (checked.returncode, checked.stdout.splitlines()[0]) == (0, "3 sheets checked, 0 faults"), checked
    assert old.started.said()[1] == ""


def test_there_is_an_archive_of_a_version_before_this_one() -> None:
    assert [path.name for path in VERSIONS] == ["0.1.0.tar.xz"]
    with tarfile.open(VERSIONS[-1]) as archive:
        member = archive.extractfile("cegoscore/__init__.py")
        assert member is not None
        assert '__version__ = "0.1.0"' in member.read().decode()


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
    ours = {key: migration for key, migration in MigrationLoader(None).disk_migrations.items() if key[0] in OURS}
    published = {
        (app, operation.name.lower())
        for (app, name), migration in ours.items()
        if name.startswith("0001_")
        for operation in migration.operations
        if isinstance(operation, migrations.CreateModel)
    }
    contracting = [
        f"{app}.{name}: {operation.describe()}"
        for (app, name), migration in ours.items()
        if not name.startswith("0001_") and CONTRACTS not in name
        for operation in migration.operations
        if not lets_old_code_write(operation)
        and (app, getattr(operation, "model_name", getattr(operation, "name", "")).lower()) in published
    ]
    assert ("clubs", "player") in published
    assert contracting == []
