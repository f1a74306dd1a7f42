"""Our SQLite engine: the settings that count are in force, and writers queue instead of failing."""

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import OperationalError, connection, connections, transaction
from pytest_django import DjangoDbBlocker

from cegoscore.sqlite.base import DatabaseWrapper, WriteQueue
from tests.served import MEASURED, PATIENCE, wait_until

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).parent.parent

# A process of its own that writes to the database named on its command line, with the product's own settings.
PREAMBLE = """
import sys
import django
django.setup()
from django.db import connection, transaction
"""
WRITE_OFTEN = """
print("ready", flush=True)
sys.stdin.readline()
turns = []
for _ in range(int(sys.argv[1])):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM counter")
        (n,) = cursor.fetchone()
        cursor.execute("UPDATE counter SET n = %s", [n + 1])
    turns.append(n)
print(max(later - earlier for earlier, later in zip(turns, turns[1:] + [turns[-1]])))
"""
"""Prints how often the others wrote, at most, between two turns of its own."""
HOLD = """
with transaction.atomic(), connection.cursor() as cursor:
    cursor.execute("UPDATE counter SET n = 1000")
    print("holding", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def own_connections(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let these tests open connections to databases of their own."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a database of one table that holds one number."""
    with sqlite3.connect(tmp_path / "cegoscore.sqlite3") as file:
        file.execute(
            "PRAGMA journal_mode = WAL"
        )  # as the first migration leaves it: changing it takes an exclusive lock
        file.execute("CREATE TABLE counter (n integer)")
        file.execute("INSERT INTO counter VALUES (0)")
    file.close()
    return tmp_path


def process(script: str, *arguments: str, folder: Path) -> subprocess.Popen[str]:
    environment = MEASURED | {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
    }
    command = [sys.executable, "-c", PREAMBLE + script, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)


def said(process: subprocess.Popen[str]) -> str:
    """Wait for the next line of a process."""
    assert process.stdout is not None
    return process.stdout.readline()


def go(process: subprocess.Popen[str]) -> None:
    """Let a process go on that waits for a line."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def waits_for_a_lock(process: subprocess.Popen[str]) -> bool:
    """Say whether the kernel keeps a process waiting for a file's lock (proc(5): such lines begin with "->")."""
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return any(line[1] == "->" and line[5] == str(process.pid) for line in lines)


def counter(folder: Path) -> int:
    file = sqlite3.connect(folder / "cegoscore.sqlite3")
    try:
        return int(file.execute("SELECT n FROM counter").fetchone()[0])
    finally:
        file.close()


@contextmanager
def wrapper(name: str, **options: object) -> Iterator[DatabaseWrapper]:
    """A connection of our engine to the file `name`, under the settings of the default database."""
    settings = connections.settings["default"] | {"NAME": name}
    settings["OPTIONS"] = settings["OPTIONS"] | options
    wrapped = DatabaseWrapper(settings, alias="extra")
    connections["extra"] = wrapped
    try:
        yield wrapped
    finally:
        wrapped.close()
        del connections["extra"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),  # FULL
        ("foreign_keys", 1),
        ("busy_timeout", 5_000),
        ("mmap_size", 134_217_728),
        ("journal_size_limit", 27_103_364),
        ("cache_size", 2000),
    ],
)
def test_pragma_is_in_force_on_the_database_file(pragma: str, value: object) -> None:
    assert Path(connection.settings_dict["NAME"]).is_file()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db(transaction=True)
def test_transaction_takes_the_write_lock_at_its_beginning() -> None:
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    try:
        with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="database is locked"):
            other.execute("BEGIN IMMEDIATE")
    finally:
        other.close()


@pytest.mark.heavy
def test_many_processes_write_at_once_and_nobody_fails_or_starves(folder: Path) -> None:
    writers = [process(WRITE_OFTEN, "100", folder=folder) for _ in range(6)]
    assert [said(writer) for writer in writers] == ["ready\n"] * 6
    for writer in writers:
        go(writer)
    most_turns_of_others = [int(writer.communicate(timeout=PATIENCE)[0]) for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 6
    assert counter(folder) == 600
    assert max(most_turns_of_others) < 300


def test_many_threads_write_at_once_and_nobody_fails(folder: Path) -> None:
    name = str(folder / "cegoscore.sqlite3")

    def write() -> None:
        with wrapper(name) as wrapped:
            for _ in range(50):
                with transaction.atomic(using="extra"), wrapped.cursor() as cursor:
                    cursor.execute("UPDATE counter SET n = n + 1")

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert counter(folder) == 400


def test_killed_holder_releases_the_queue_and_leaves_nothing_behind(folder: Path) -> None:
    holder = process(HOLD, folder=folder)
    assert said(holder) == "holding\n"
    waiting = process(WRITE_OFTEN, "1", folder=folder)
    go(waiting)
    wait_until(lambda: waits_for_a_lock(waiting), "the second writer waits")

    holder.send_signal(signal.SIGKILL)
    holder.communicate(timeout=PATIENCE)
    waiting.communicate(timeout=PATIENCE)

    assert waiting.returncode == 0
    assert counter(folder) == 1


def is_queued(wrapped: DatabaseWrapper) -> bool:
    """True if this connection keeps everybody else from writing."""
    assert wrapped._queue is not None
    probe = WriteQueue(wrapped._queue.path, patience=0)
    try:
        probe.enter()
    except sqlite3.OperationalError:
        return True
    probe.leave()
    return False


def test_queue_is_held_from_begin_to_commit_and_to_rollback(folder: Path) -> None:
    with wrapper(str(folder / "cegoscore.sqlite3")) as wrapped:
        wrapped.ensure_connection()
        assert not is_queued(wrapped)
        with transaction.atomic(using="extra"):
            assert is_queued(wrapped)
            with transaction.atomic(using="extra"):
                assert is_queued(wrapped)
            assert is_queued(wrapped)
        assert not is_queued(wrapped)
        with pytest.raises(ZeroDivisionError), transaction.atomic(using="extra"):
            raise ZeroDivisionError
        assert not is_queued(wrapped)


def test_closing_within_a_transaction_leaves_the_queue(folder: Path) -> None:
    with wrapper(str(folder / "cegoscore.sqlite3")) as wrapped:
        with transaction.atomic(using="extra"):
            wrapped.close()
        wrapped.ensure_connection()
        assert not is_queued(wrapped)


def test_begin_that_fails_leaves_the_queue(folder: Path) -> None:
    name = str(folder / "cegoscore.sqlite3")
    stranger = sqlite3.connect(name)  # somebody who does not queue, such as SQLite's own shell
    try:
        with wrapper(name, timeout=0.1) as wrapped:
            wrapped.ensure_connection()
            stranger.execute("BEGIN IMMEDIATE")
            with pytest.raises(OperationalError, match="database is locked"), transaction.atomic(using="extra"):
                pass
            assert not is_queued(wrapped)
    finally:
        stranger.close()


def test_commit_that_fails_leaves_the_queue_with_its_rollback(folder: Path) -> None:
    with wrapper(str(folder / "cegoscore.sqlite3")) as wrapped:
        with wrapped.cursor() as cursor:
            cursor.execute("CREATE TABLE parent (id integer PRIMARY KEY)")
            cursor.execute("CREATE TABLE child (p integer REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)")
        with pytest.raises(Exception, match="FOREIGN KEY"), transaction.atomic(using="extra"):
            wrapped.cursor().execute("INSERT INTO child VALUES (7)")
        assert not is_queued(wrapped)
        assert not wrapped.connection.in_transaction


def test_two_connections_of_one_thread_fail_instead_of_waiting_for_ever(folder: Path) -> None:
    with wrapper(str(folder / "cegoscore.sqlite3"), timeout=0.1) as wrapped:
        second = wrapped.copy(alias="second")
        connections["second"] = second
        try:
            with (
                transaction.atomic(using="extra"),
                pytest.raises(OperationalError, match="database is locked"),
                transaction.atomic(using="second"),
            ):
                pass
        finally:
            second.close()
            del connections["second"]


def test_nobody_waits_for_another_process_for_ever_and_who_gave_up_locks_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "queue")
    with (tmp_path / "queue").open("w") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        with pytest.raises(sqlite3.OperationalError, match="another process keeps its transaction open"):
            WriteQueue(path, patience=0.01).enter()
        patient = WriteQueue(path, patience=PATIENCE)
        entering = threading.Thread(target=patient.enter)
        entering.start()
    entering.join(PATIENCE)
    with pytest.raises(sqlite3.OperationalError, match="another thread"):
        WriteQueue(path, patience=0).enter()
    patient.leave()
    last = WriteQueue(path, patience=PATIENCE)
    last.enter()
    last.leave()


def test_database_in_memory_has_no_queue() -> None:
    with wrapper(":memory:") as wrapped:
        with transaction.atomic(using="extra"), wrapped.cursor() as cursor:
            cursor.execute("CREATE TABLE counter (n integer)")
        assert wrapped._queue is None
        wrapped.connection.close()  # Django leaves those in memory open
