"""Updates of the database: tried on a copy, applied while nobody serves, and gone back by themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from cegoscore.hosting import updating
from cegoscore.hosting.copies import NAMES
from cegoscore.hosting.health import health
from cegoscore.hosting.management.commands import restore_server
from cegoscore.hosting.schema import known_migrations, unservable
from cegoscore.scoresheet.models import Hand, Score
from cegoscore.scoresheet.services.ledger import write_hand
from cegoscore.server.start_lock import nobody_serves, say_that_we_serve
from tests.commands import called
from tests.hosting.programs import use_programs_of_the_server
from tests.worlds.sheet import World, writing

LAST = ("tournaments", "0009_type_totals_twice")
"""The last of all migrations: Django renders its models anew for each one that it takes back."""
BEFORE = "0008"
CONTRACTING = ("clubs", "0099_contract_names")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data and backups of this test alone."""
    settings.DATA_DIR, settings.BACKUPS = tmp_path / "data", tmp_path / "backups"
    settings.DATA_DIR.mkdir()
    settings.BACKUPS.mkdir()


@pytest.fixture
def behind(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A sheet with a hand in a database that misses this version's last migration."""
    use_programs_of_the_server(monkeypatch)
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    call_command("migrate", "tournaments", BEFORE, verbosity=0)
    yield world
    call_command("migrate", verbosity=0)


def migrate_badly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The migration of this version spoils a score."""

    def spoil(*command: str, **options: object) -> None:
        call_command(*command, **options)  # type: ignore[arg-type]
        if command == ("migrate",):
            Score.objects.update(points=7)

    monkeypatch.setattr(updating, "call_command", spoil)


@pytest.mark.thorough
@pytest.mark.both
def test_update_copies_migrates_and_checks(behind: World, settings: Settings) -> None:
    status, out, _err = called("rehearse_update")
    assert (status, out.startswith("This version fits the database (")) == (0, True)
    assert LAST not in MigrationRecorder(connection).applied_migrations()
    _status, out, _err = called("apply_update")
    assert "everything in it is right; a copy from before is in" in out
    assert LAST in MigrationRecorder(connection).applied_migrations()
    assert len(list(settings.BACKUPS.glob("*-before-migration"))) == 1
    assert called("apply_update")[1] == "The database is up to date.\n"


@pytest.mark.both
def test_update_that_spoils_something_goes_back_by_itself(behind: World, monkeypatch: pytest.MonkeyPatch) -> None:
    scores = list(Score.objects.values_list("points", flat=True))
    migrate_badly(monkeypatch)
    with pytest.raises(CommandError, match="The update failed: the self-check finds faults: ") as failed:
        call_command("apply_update")
    if connection.vendor == "sqlite":
        assert "The database is again as it was before." in str(failed.value)
        assert list(Score.objects.values_list("points", flat=True)) == scores
        assert LAST not in MigrationRecorder(connection).applied_migrations()
    else:  # other hosts may have written
        assert "The version before goes on with the database as it is; a copy from before is in" in str(failed.value)
    assert Hand.objects.count() == 1


@pytest.mark.django_db
def test_failed_migration_is_one_sentence(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*command: str, **options: object) -> None:
        raise DatabaseError("column is there already\nDETAIL: more of it")

    monkeypatch.setattr(updating, "is_behind", lambda: True)
    monkeypatch.setattr(updating, "call_command", fail)
    settings.BACKUPS = None
    with pytest.raises(CommandError) as failed:
        call_command("apply_update")
    assert str(failed.value).startswith("The update failed: column is there already. There is no copy from before")


@pytest.mark.django_db
def test_nothing_is_updated_and_nothing_restored_beside_a_server_that_runs(tmp_path: Path) -> None:
    (tmp_path / NAMES[connection.vendor]).touch()
    with pytest.MonkeyPatch.context() as patch:
        descriptors: list[int] = []
        patch.setattr(os, "set_inheritable", lambda descriptor, _inheritable: descriptors.append(descriptor))
        say_that_we_serve()
    with nobody_serves() as is_free:
        assert not is_free
    restore = ["restore_server", str(tmp_path)]
    for command in (["apply_update"], restore, [*restore, "--discard"]):
        with pytest.raises(CommandError, match="is running: stop it first"):
            call_command(*command)
    os.close(descriptors[0])
    with nobody_serves() as is_free:
        assert is_free


@pytest.mark.django_db
def test_database_that_a_newer_version_has_contracted_is_refused_with_a_sentence() -> None:
    MigrationRecorder(connection).record_applied("clubs", "0098_expanded_tomorrow")
    assert (unservable(), health().migrations) == ("", "ok")
    MigrationRecorder(connection).record_applied(*CONTRACTING)
    refused = r"A newer version has changed this database for good \(clubs\.0099_contract_names\): version [0-9.]+"
    for command in ("check_schema", "rehearse_update", "apply_update"):
        with pytest.raises(CommandError, match=refused):
            call_command(command)
    assert (health().migrations, health().is_ready) == ("newer", False)


@pytest.mark.django_db
def test_backup_that_this_version_cannot_serve_is_not_called_restored(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / NAMES[connection.vendor]).touch()
    monkeypatch.setattr(connection, "close", lambda: None)
    restored = MigrationRecorder(connection)
    monkeypatch.setattr(restore_server, "put_back", lambda *_: restored.record_applied(*CONTRACTING))
    with pytest.raises(CommandError, match="is in place, but a newer version has changed this database for good"):
        call_command("restore_server", str(tmp_path), "--discard")


@pytest.mark.django_db
def test_start_without_migrating_waits_for_somebody_who_does(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MIGRATE = False
    call_command("check_schema")
    newer = known_migrations() | {CONTRACTING}
    monkeypatch.setattr("cegoscore.hosting.schema.known_migrations", lambda: newer)
    with pytest.raises(CommandError, match="misses migrations, and MIGRATE is 0"):
        call_command("check_schema")
