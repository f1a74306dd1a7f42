"""The file of a SQLite database and its log: alone after a stop, and refused with the log of another one."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from cegoscore import serve
from cegoscore.hosting.doctor import findings
from cegoscore.server import supervisor
from cegoscore.sqlite.file import settle

LIVE = "cegoscore.sqlite3"


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database whose newest rows are in the log, as processes leave it that were killed, and a backup of it."""
    file, used = tmp_path / LIVE, tmp_path / "used"
    with closing(sqlite3.connect(used)) as database, closing(sqlite3.connect(tmp_path / "backup")) as backup:
        database.executescript("PRAGMA journal_mode = wal; CREATE TABLE hands (a TEXT UNIQUE)")
        database.backup(backup)
        with database:
            database.executemany("INSERT INTO hands VALUES (?)", [(f"{number:0100}",) for number in range(900)])
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with database:
            database.executemany("INSERT INTO hands VALUES (?)", [(f"newest {number:0100}",) for number in range(90)])
        shutil.copy(used, file)
        shutil.copy(f"{used}-wal", f"{file}-wal")
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    return file


def newest_alone(file: Path) -> int:
    """Count the newest rows in a copy of the file, without its log."""
    with closing(sqlite3.connect(shutil.copy(file, file.with_name("copied by hand")))) as database:
        (count,) = database.execute("SELECT count(*) FROM hands WHERE a LIKE 'newest%'").fetchone()
    return int(count)


def test_settled_file_is_the_whole_database(live: Path) -> None:
    serve.check_database_file()
    assert newest_alone(live) == 0
    assert settle(live)
    assert newest_alone(live) == 90


def test_stop_says_that_the_file_alone_is_not_the_database(
    live: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["supervisor", str(live), "0", "127.0.0.1", "0"])
    monkeypatch.setattr("signal.signal", lambda *_heard: None)
    monkeypatch.setattr(supervisor.Supervisor, "run", lambda _self, _processes: 0)
    with closing(sqlite3.connect(live)) as reader:  # as a full disk does, it keeps the log where it is
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM hands").fetchone()
        with pytest.raises(SystemExit):
            supervisor.main()
    assert f"The newest hands are in {live}-wal" in capsys.readouterr().err


def test_backup_that_was_put_beside_the_log_of_another_file_is_refused_and_stays_whole(live: Path) -> None:
    shutil.copy(live.with_name("backup"), live)
    with pytest.raises(ImproperlyConfigured, match=r"is damaged, or the cegoscore\.sqlite3-wal beside it is another "):
        serve.check_database_file()
    assert live.read_bytes() == live.with_name("backup").read_bytes()
    Path(f"{live}-wal").unlink()
    serve.check_database_file()


def test_folder_of_the_database_that_is_not_there_is_named(live: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", str(live / "elsewhere" / LIVE))
    with pytest.raises(ImproperlyConfigured, match="is not there"):
        serve.check_database_file()


def test_start_leaves_a_large_file_to_the_doctor(live: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(live.with_name("backup"), live)
    monkeypatch.setattr("cegoscore.serve.QUICKLY_READ", live.stat().st_size)
    serve.check_database_file()


@pytest.mark.django_db
@pytest.mark.sqlite
def test_doctor_reads_the_whole_file_and_asks_nothing_of_a_damaged_one(live: Path) -> None:
    assert "database file" not in {finding.what for finding in findings()}
    shutil.copy(live.with_name("backup"), live)
    *_, last = findings()
    assert last.what == "database file"
    assert "restore_server" in last.wrong
