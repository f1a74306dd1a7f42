"""Versions and databases that do not fit each other."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from cegoscore.hosting.copies import NAMES
from cegoscore.hosting.health import health, is_ready
from cegoscore.hosting.management.commands import restore_server
from cegoscore.hosting.schema import unservable
from cegoscore.server.start_lock import alone

CONTRACTING = ("clubs", "0099_contract_names")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data and backups of this test alone."""
    settings.DATA_DIR, settings.BACKUPS = tmp_path / "data", tmp_path / "backups"
    settings.DATA_DIR.mkdir()
    settings.BACKUPS.mkdir()


@pytest.mark.django_db
def test_nothing_is_restored_beside_a_server_that_runs(tmp_path: Path) -> None:
    (tmp_path / NAMES[connection.vendor]).touch()
    restore = ["restore_server", str(tmp_path)]
    with alone():
        for command in (restore, [*restore, "--discard"]):
            with pytest.raises(CommandError, match="is running: stop it first"):
                call_command(*command)
    with alone():
        pass


@pytest.mark.django_db
def test_database_that_a_newer_version_has_contracted_is_refused_with_a_sentence() -> None:
    MigrationRecorder(connection).record_applied("clubs", "0098_expanded_tomorrow")
    assert (unservable(), health()["migrations"]) == ("", "ok")
    MigrationRecorder(connection).record_applied(*CONTRACTING)
    refused = r"A newer version has changed this database for good \(clubs\.0099_contract_names\): version [0-9.]+"
    with pytest.raises(CommandError, match=refused):
        call_command("prepare")
    assert (health()["migrations"], is_ready(health())) == ("newer", False)


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
