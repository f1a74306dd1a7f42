"""Backups of the whole database: proved before they count, thinned out, and put back."""

import errno
import os
import re
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, nullcontext, suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from threading import Event
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from psycopg.conninfo import conninfo_to_dict
from pytest_django import Settings

from cegoscore import environment
from cegoscore.clubs.models import Player
from cegoscore.hosting import copies, services, shelf
from cegoscore.hosting.copies import NAMES, Proof, prove, run
from cegoscore.hosting.forgetting import FILE
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.keys import OLD_KEYS
from cegoscore.hosting.management.commands import restore_server
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.schema import known_migrations
from cegoscore.hosting.shelf import ABOUT, KEY
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Score
from cegoscore.server.system import lock_file
from tests.effort import thorough
from tests.hosting.programs import use_programs_of_the_server
from tests.served import PATIENCE
from tests.worlds.sheet import World, writing


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder of the backups; PostgreSQL's programs are those of the tests' own server.

    The data folder is one that no server of another test holds.
    """
    folder = tmp_path / "backups"
    folder.mkdir()
    settings.BACKUPS, settings.DATA_DIR = folder, tmp_path
    use_programs_of_the_server(monkeypatch)
    return folder


PROOF = Proof("7 sheets, 0 faults", ends={})


def fake_copy(folder: Path) -> Path:
    """A backup of no database, for what becomes of a backup."""
    folder.mkdir(parents=True)
    (folder / KEY).touch()
    copy = folder / NAMES[connection.vendor]
    copy.write_text("copy")
    return copy


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups that cost nothing: what is in them is proved by other tests."""
    monkeypatch.setattr(services, "write_copy", fake_copy)
    monkeypatch.setattr(services, "packed", lambda copy: copy)
    monkeypatch.setattr(services, "prove", lambda _copy: PROOF)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_backup_is_proved_and_can_be_put_back(folder: Path) -> None:
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    scores = list(Score.objects.values_list("pk", "points"))
    assert scores
    out = StringIO()
    call_command("backup_server", stdout=out)
    assert "proved (1 sheets, 1 clubs, 0 faults)" in out.getvalue()
    (made,) = folder.iterdir()
    assert {file.name for file in made.iterdir()} == {copies.copy_in(made).name, KEY, ABOUT}
    assert copies.copy_in(made).suffix == {"sqlite": ".gz", "postgresql": ".dump"}[connection.vendor]
    assert {stat.S_IMODE(file.stat().st_mode) for file in made.iterdir()} == {0o600}
    assert (made / KEY).read_text() == settings.SECRET_KEY
    write_hand(world.sheet, writing(2), device=None)
    Score.objects.update(points=0)
    call_command("restore_server", str(made), "--discard", stdout=out)
    assert list(Score.objects.values_list("pk", "points")) == scores


CUT_ALL = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_scratch_database_of_a_killed_proof_is_made_anew_and_goes_though_connections_are_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As those that idle are by some servers and poolers, and all when the database moves to another host."""
    monkeypatch.setattr(copies, "put_back", lambda *_: None)
    name = f"{copies.PROOF}{connection.settings_dict['NAME']}"

    def scratch_databases() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE datname = %s", [name])
            return [name for (name,) in cursor.fetchall()]

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    with copies.restored(Path(NAMES["postgresql"])) as scratch:
        assert scratch_databases() == [scratch["NAME"]]
        with closing(connection.copy()) as another, another.cursor() as cursor:
            cursor.execute(CUT_ALL)
    connection.close()
    assert scratch_databases() == []


@thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_copy_in_which_a_sum_is_wrong_does_not_count(folder: Path) -> None:
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    Score.objects.update(points=7)
    complaint = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("backup_server", stderr=complaint)
    assert "failed" in complaint.getvalue()
    assert list(folder.iterdir()) == []
    assert JobRun.objects.get().has_failed


@pytest.mark.sqlite
def test_damaged_file_is_no_proof(tmp_path: Path) -> None:
    copy = tmp_path / NAMES["sqlite"]
    with closing(sqlite3.connect(copy)) as database:
        database.executescript("CREATE TABLE t (a TEXT UNIQUE); INSERT INTO t VALUES ('one'), ('two');")
    content = copy.read_bytes()
    copy.write_bytes(content.replace(b"two", b"one"))
    with pytest.raises(JobFailed, match="The copy is damaged"):
        prove(copy)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database file of this test alone."""
    file = tmp_path / "live.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript("PRAGMA journal_mode = wal; CREATE TABLE t (a); INSERT INTO t VALUES ('live');")
    file.chmod(0o640)
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(connection, "close", lambda: None)
    return file


def sqlite_copy(folder: Path, *, ends_after: int | None = None) -> Path:
    """A backup of a database with one word in it, or only its beginning."""
    copy = fake_copy(folder)
    copy.unlink()
    with closing(sqlite3.connect(copy)) as database:
        database.executescript("CREATE TABLE t (a); INSERT INTO t VALUES ('copy');")
    os.truncate(copy, copy.stat().st_size if ends_after is None else ends_after)
    return folder


def word_in(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        (word,) = database.execute("SELECT a FROM t").fetchone()
    return str(word)


@pytest.mark.parametrize(("begin", "end"), [(0, 16), (100, 4096)])
@pytest.mark.sqlite
@pytest.mark.django_db
def test_damaged_database_is_replaced(database: Path, tmp_path: Path, begin: int, end: int) -> None:
    """Also its log: that belongs to the damaged file."""
    content = database.read_bytes()
    database.write_bytes(content[:begin] + b"\xff" * (end - begin) + content[end:])
    database.with_name("live.sqlite3-wal").write_bytes(b"log")
    backup = sqlite_copy(tmp_path / "2026-01-01T04-00-00")
    with pytest.raises(CommandError, match=r"^What is there now cannot be kept: .*--discard goes on all the same\.$"):
        call_command("restore_server", str(backup))
    call_command("restore_server", str(backup), "--discard", stdout=StringIO())
    assert word_in(database) == "copy"
    assert stat.S_IMODE(database.stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.glob("live*")} <= {database.name, f"{database.name}.start"}


@pytest.mark.sqlite
@pytest.mark.django_db
def test_packed_copy_is_put_back(database: Path, tmp_path: Path) -> None:
    backup = sqlite_copy(tmp_path / "2026-01-01T04-00-00")
    plain = copies.copy_in(backup)
    packed = copies.packed(plain)
    assert (plain.exists(), packed.stat().st_size < 4096, stat.S_IMODE(packed.stat().st_mode)) == (False, True, 0o600)
    call_command("restore_server", str(backup), "--discard", stdout=StringIO())
    assert word_in(database) == "copy"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("ends_after", [0, 50, 5000])
@pytest.mark.sqlite
@pytest.mark.django_db
def test_damaged_copy_replaces_nothing(database: Path, tmp_path: Path, ends_after: int, *, packed: bool) -> None:
    backup = sqlite_copy(tmp_path / "2026-01-01T04-00-00", ends_after=None if packed else ends_after)
    if packed:
        file = copies.packed(copies.copy_in(backup))
        file.write_bytes(file.read_bytes()[: ends_after // 50])
    with pytest.raises(CommandError, match="The copy is damaged: "):
        call_command("restore_server", str(backup), "--discard")
    assert word_in(database) == "live"


@pytest.mark.sqlite
@pytest.mark.django_db
def test_scratch_is_one_folder_that_is_empty_first_and_gone_afterwards(database: Path, tmp_path: Path) -> None:
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch" / "of a proof that was killed").touch()
    copy = copies.packed(copies.copy_in(sqlite_copy(tmp_path / "2026-01-01T04-00-00")))
    with copies.restored(copy) as scratch:
        assert [str(path) for path in (tmp_path / "scratch").iterdir()] == [scratch["NAME"]]
        assert word_in(Path(scratch["NAME"])) == "copy"
    assert not (tmp_path / "scratch").exists()


@pytest.mark.sqlite
@pytest.mark.django_db
def test_backup_does_not_take_the_last_of_the_disk(
    database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: Mock(free=2 * database.stat().st_size - 1))
    with pytest.raises(JobFailed, match=r"has room for 0 MB; a copy and its proof need 0$"):
        services.back_up()
    assert list(folder.iterdir()) == []


@pytest.fixture
def missing_migration(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = known_migrations() | {("clubs", "9999_from_tomorrow")}
    monkeypatch.setattr("cegoscore.hosting.schema.known_migrations", lambda: newer)


def start_on(day: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Copy the database as a start does; the copy's name."""
    monkeypatch.setattr("django.utils.timezone.localtime", lambda: datetime(2026, 11, day, 4, tzinfo=UTC))
    services.back_up_before_migrating()
    return f"2026-11-{day:02}T04-00-00-before-migration"


@pytest.mark.django_db
def test_database_is_copied_before_it_is_migrated_and_only_then(
    quick: None, folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.back_up_before_migrating()
    assert not folder.exists() or list(folder.iterdir()) == []
    request.getfixturevalue("missing_migration")
    copy = start_on(1, monkeypatch)
    assert [path.name for path in folder.iterdir()] == [copy]


@pytest.mark.django_db
def test_start_that_fails_again_and_again_keeps_one_copy(
    quick: None, folder: Path, missing_migration: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_copy(folder / "2026-11-01T03-00-00-before-migration.part")  # that start was killed
    start_on(1, monkeypatch)
    second = start_on(2, monkeypatch)
    assert [path.name for path in folder.iterdir()] == [second]
    MigrationRecorder(connection).record_applied("clubs", "9998_half_of_the_way")
    third = start_on(3, monkeypatch)
    assert {path.name for path in folder.iterdir()} == {second, third}


@pytest.mark.parametrize("problem", [OSError(errno.ENOSPC, "No space left on device"), JobFailed("it is damaged")])
@pytest.mark.django_db
def test_copy_that_is_cut_short_is_none(
    folder: Path, missing_migration: None, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def cut_short(folder: Path) -> Path:
        fake_copy(folder)
        raise problem

    monkeypatch.setattr(services, "write_copy", cut_short)
    with pytest.raises(CommandError, match=r"BACKUPS=0 starts without a copy\.$"):
        call_command("prepare")
    assert list(folder.iterdir()) == []


@pytest.mark.django_db
def test_copies_that_are_not_proved_push_out_no_backup_and_go_with_those_of_their_time(
    quick: None, folder: Path, settings: Settings
) -> None:
    settings.BACKUP_KEEP = 2
    unproved = {day: f"2026-11-0{day}T05-00-00-before-migration" for day in (1, 2, 3, 4)}
    for day, name in unproved.items():
        fake_copy(folder / name)
        fake_copy(folder / f"2026-11-0{day}T04-00-00")
    shelf.thin_out(folder)
    kept = {"2026-11-03T04-00-00", unproved[3], "2026-11-04T04-00-00", unproved[4]}
    assert {path.name for path in folder.iterdir()} == kept


@pytest.mark.django_db
def test_newest_are_kept_here_and_in_the_second_folder(
    quick: None, folder: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_KEEP, settings.BACKUP_COPY = 2, tmp_path / "elsewhere"
    settings.BACKUP_COPY.mkdir()
    (folder / "notes of the host").mkdir()
    for day in (1, 2, 3):
        monkeypatch.setattr("django.utils.timezone.localtime", lambda day=day: datetime(2026, 11, day, 4, tzinfo=UTC))
        outcome = services.back_up()
    assert outcome == "2026-11-03T04-00-00: 0.0 MB, proved (7 sheets, 0 faults), copied, but onto the same disk"
    kept = {"2026-11-02T04-00-00", "2026-11-03T04-00-00"}
    assert {path.name for path in settings.BACKUP_COPY.iterdir()} == kept
    assert {path.name for path in folder.iterdir()} == kept | {"notes of the host"}


@pytest.mark.django_db
def test_backup_of_root_s_that_cannot_be_removed_is_named_and_the_new_one_brought_elsewhere(
    quick: None, folder: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, **how: bool) -> None:
        if not how:
            raise PermissionError(errno.EACCES, "Permission denied", path.name)

    settings.BACKUP_KEEP, settings.BACKUP_COPY = 1, tmp_path / "elsewhere"
    settings.BACKUP_COPY.mkdir()
    fake_copy(folder / "2026-11-01T04-00-00")
    monkeypatch.setattr("shutil.rmtree", refused)
    with pytest.raises(JobFailed, match="2026-11-01T04-00-00 is old, and cannot be removed: Permission denied"):
        services.back_up()
    assert len(list(settings.BACKUP_COPY.iterdir())) == 1


@pytest.mark.django_db
def test_second_folder_may_be_on_a_disk_without_permissions(
    quick: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As FAT on a stick is: who asks for other permissions is refused."""

    def refused(*_args: object, **_how: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    settings.BACKUP_COPY = tmp_path / "stick"
    settings.BACKUP_COPY.mkdir()
    monkeypatch.setattr(os, "chmod", refused)
    assert "copied" in services.back_up()
    (copied,) = settings.BACKUP_COPY.iterdir()
    assert [stat.S_IMODE(path.stat().st_mode) & 0o077 for path in (copied, *copied.iterdir())] == [0] * 4


@pytest.mark.django_db
def test_copy_that_does_not_come_to_its_end_leaves_nothing_and_says_why(
    quick: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_how: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.BACKUP_COPY, settings.BACKUP_COMMAND = tmp_path / "stick", f"cp -r -t '{tmp_path}'"
    settings.BACKUP_COPY.mkdir()
    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(JobFailed, match=r"is proved, but cannot be copied: No space left on device$"):
        services.back_up()
    assert list(settings.BACKUP_COPY.iterdir()) == []
    assert len(list(tmp_path.glob(f"*T*/{KEY}"))) == 1  # sent all the same


@pytest.mark.django_db
def test_second_folder_that_is_not_there_is_not_made(quick: None, tmp_path: Path, settings: Settings) -> None:
    """Its disk is not mounted: what is written there would be on the disk of the first."""
    settings.BACKUP_COPY = tmp_path / "stick"
    with pytest.raises(JobFailed, match=r"cannot be copied: .*stick is not there\. Is its disk mounted\?"):
        services.back_up()
    assert not (tmp_path / "stick").exists()


@pytest.mark.django_db
def test_own_command_of_the_host_gets_the_folder(quick: None, tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_COMMAND = f"cp -r -t '{tmp_path}'"
    assert services.back_up().endswith(", sent")
    assert len(list(tmp_path.glob(f"*T*/{KEY}"))) == 1


@pytest.mark.django_db
def test_command_that_fails_is_said_and_the_backup_stays(quick: None, folder: Path, settings: Settings) -> None:
    settings.BACKUP_COMMAND = "sh -c 'echo no such bucket >&2; exit 3'"
    with pytest.raises(JobFailed, match="sh failed: no such bucket"):
        services.back_up()
    assert len(list(folder.iterdir())) == 1


@pytest.mark.django_db
def test_copy_is_written_while_no_start_migrates(
    quick: None, folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Whoever starts prepares the database under this lock; it is free again for the proof, which takes longer."""
    lock, were_free = settings.DATA_DIR / "start.lock", []

    def is_free() -> bool:
        descriptor = lock_file(lock, wait=False)
        if descriptor is not None:
            os.close(descriptor)
        return descriptor is not None

    def copy(folder: Path) -> Path:
        were_free.append(is_free())
        return fake_copy(folder)

    def proof(_copy: Path) -> Proof:
        were_free.append(is_free())
        return PROOF

    monkeypatch.setattr(services, "write_copy", copy)
    monkeypatch.setattr(services, "prove", proof)
    services.back_up()
    assert were_free == [False, True]


def test_backup_that_is_being_proved_is_not_cleared_away_by_another_one(
    quick: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the host makes one at night by a job of their own."""
    proving, proved = Event(), Event()

    def proof(_copy: Path) -> Proof:
        if proving.is_set():
            return Proof("quick", ends={})
        proving.set()
        proved.wait(PATIENCE)
        return Proof("slow", ends={})

    seconds = iter(range(60))
    monkeypatch.setattr("django.utils.timezone.localtime", lambda: datetime(2026, 11, 1, 4, 0, next(seconds), 0, UTC))
    monkeypatch.setattr(services, "prove", proof)
    monkeypatch.setattr(services, "start_lock", nullcontext)
    monkeypatch.setattr(services, "keep_forgotten", lambda *_: None)
    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(services.back_up)
        assert proving.wait(PATIENCE)
        quick_one = pool.submit(services.back_up)
        wait([quick_one], timeout=0.2)
        proved.set()
        assert ("slow" in slow.result(), "quick" in quick_one.result()) == (True, True)


def test_full_disk_is_a_sentence_and_leaves_no_half_backup(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(folder: Path) -> Path:
        fake_copy(folder)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(services, "write_copy", full)
    with pytest.raises(JobFailed, match="cannot be written: No space left on device"):
        services.back_up()
    assert list(folder.iterdir()) == []


def test_missing_program_is_said_and_where_it_is_of_the_database_with_the_line_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(JobFailed, match=r"bring-away cannot be run: No such file or directory$"):
        run("bring-away")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(JobFailed, match="psql is missing: apt-get install postgresql-client"):
        copies.put_back(tmp_path / copies.NAMES["postgresql"], connection.settings_dict)


def test_program_may_print_what_is_no_text() -> None:
    assert run("printf", r"gr\374n") == "gr\ufffdn"


def test_programs_run_where_the_server_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named from there: `IMPRINT`, certificates of PostgreSQL, the host's own command."""
    monkeypatch.chdir(tmp_path)
    assert run("pwd") == str(tmp_path)


@pytest.mark.django_db
def test_programs_get_the_whole_address_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"target_session_attrs": "read-write", "sslcert": "/c/own.crt", "sslkey": "/c/own.key"}
    given = f"{urlencode(options)}&sslpassword=geheim"
    monkeypatch.setenv("DATABASE_URL", f"postgres://me:geheim@h1:5432,h2:5433/cego?{given}")
    program = Mock(return_value="public")
    monkeypatch.setattr(copies, "run", program)
    copies.put_back(tmp_path / copies.NAMES["postgresql"], environment.database("DATABASE_URL", default=tmp_path))
    (address,) = [part.removeprefix("--dbname=") for part in program.call_args.args if part.startswith("--dbname=")]
    known = {"host": "h1,h2", "port": "5432,5433", "dbname": "cego", "user": "me", "application_name": "cegoscore"}
    known |= environment.SILENCE_OF_POSTGRESQL
    assert conninfo_to_dict(address) == known | options  # nothing secret: it is in the list of processes


def test_folder_without_a_backup_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no backup of this kind of database"):
        call_command("restore_server", str(tmp_path))


@pytest.mark.django_db
def test_backup_is_brought_elsewhere_though_the_list_of_what_was_erased_is_damaged(
    quick: None, folder: Path, tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_COPY = tmp_path / "elsewhere"
    settings.BACKUP_COPY.mkdir()
    (folder / FILE).write_text("{")
    with pytest.raises(JobFailed, match="damaged"):
        services.back_up()
    assert {path.name for path in settings.BACKUP_COPY.iterdir()} == {path.name for path in folder.iterdir()} - {FILE}
    assert len(list(settings.BACKUP_COPY.iterdir())) == 1


@pytest.mark.parametrize("place", ["BACKUPS", "BACKUP_COPY"])
@pytest.mark.django_db
def test_what_is_there_is_kept_beside_the_oldest_backup_that_is_put_back(
    quick: None, folder: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Also while the disk of the second folder is not there."""
    settings.BACKUP_KEEP, settings.BACKUP_COPY = 1, tmp_path / "elsewhere"
    oldest = fake_copy(getattr(settings, place) / "2026-01-01T04-00-00")
    read: list[str] = []
    monkeypatch.setattr(restore_server, "put_back", lambda copy, _into: read.append(copy.read_text()))
    monkeypatch.setattr(connection, "close", lambda: None)
    out = StringIO()
    call_command("restore_server", str(oldest.parent), stdout=out)
    assert "Kept what was there: " in out.getvalue()
    assert read == ["copy"]


@thorough
@pytest.mark.parametrize("list_of_it", ["{", "[]", '{"names": ["a"]}', '{"names": {"a": 1}}', None])
@pytest.mark.django_db(transaction=True)
def test_list_of_what_was_erased_that_cannot_be_read_stops_all_and_stays(
    quick: None, folder: Path, monkeypatch: pytest.MonkeyPatch, list_of_it: str | None
) -> None:
    """Taken for empty, it would be written anew without the names that only it still knows."""
    back_up_before = fake_copy(folder / "2026-01-01T04-00-00").parent
    kept = folder / FILE
    if list_of_it is None:
        kept.mkdir()
    else:
        kept.write_text(list_of_it)
    World()
    Player.objects.filter(name="Anna").update(name="")
    err = StringIO()
    with pytest.raises(SystemExit):
        call_command("backup_server", stderr=err)
    assert str(kept) in err.getvalue()
    out = StringIO()
    with suppress(SystemExit):
        call_command("doctor", stdout=out)
    assert str(kept) in out.getvalue()
    monkeypatch.setattr(restore_server, "put_back", lambda *_: pytest.fail("put back without the list"))
    for options in ([], ["--discard"]):
        with pytest.raises(CommandError, match=re.escape(str(kept))):
            call_command("restore_server", str(back_up_before), *options)
    assert kept.is_dir() if list_of_it is None else kept.read_text() == list_of_it


@pytest.mark.sqlite
@pytest.mark.django_db
def test_key_beside_a_copy_that_is_put_back_goes_on_as_one_from_before(
    database: Path, tmp_path: Path, settings: Settings
) -> None:
    """In a new folder, where the first start has made another key."""
    backup = sqlite_copy(tmp_path / "2026-01-01T04-00-00")
    kept = settings.DATA_DIR / OLD_KEYS
    for key, lines in (("of 0.1 " * 9, ["of 0.1 " * 9]), (settings.SECRET_KEY, []), ("of 0.1 " * 9, [])):
        (backup / KEY).write_text(key)
        before = kept.read_text().splitlines() if kept.exists() else []
        out = StringIO()
        call_command("restore_server", str(backup), "--discard", stdout=out)
        assert kept.read_text().splitlines() == [*before, *lines]
        assert (str(kept) in out.getvalue()) == bool(lines)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
