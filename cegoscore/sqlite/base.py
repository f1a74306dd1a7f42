"""Django's SQLite engine, whose write transactions queue on a file lock.

SQLite lets one connection write at a time and makes the others poll for their turn, in steps of up to 100 ms:
whoever waits longest is served last, for seconds under load. Here every transaction first takes a lock beside the
database, so that the kernel wakes the next writer at once. If a process dies, the kernel releases its lock.

Single statements outside `atomic` do not queue; SQLite's own polling (the option `timeout`) covers those.
"""

import os
import sqlite3
import threading
import time
import uuid
from sqlite3 import Connection, register_adapter
from typing import Any

from django.db.backends.sqlite3 import base
from portalocker import AlreadyLocked, unlock

from cegoscore.database.retries import CountedCommits
from cegoscore.server.system import lock_descriptor

# Threads of this process wait here, so that only one of them waits in the kernel, and none for ever.
_threads: dict[str, threading.Lock] = {}


class WriteQueue:
    """One connection's place in the queue on `path`. Entering twice or leaving twice does nothing.

    The lock file is never the database itself: closing any descriptor of that would drop SQLite's own locks on it.
    """

    def __init__(self, path: str, *, patience: float) -> None:
        self.path = path
        self.patience = patience
        self._threads = _threads.setdefault(path, threading.Lock())
        self._descriptor: int | None = None

    def enter(self) -> None:
        """Wait for our turn to write; after `patience` seconds fail as SQLite would."""
        if self._descriptor is not None:
            return
        until = time.monotonic() + self.patience
        if not self._threads.acquire(timeout=self.patience):
            raise sqlite3.OperationalError("database is locked: another thread keeps its transaction open")
        try:
            self._descriptor = _locked(self.path, until=until)
        except OSError as problem:
            raise sqlite3.OperationalError(f"the queue of writers cannot be joined: {problem}") from problem
        finally:
            if self._descriptor is None:
                self._threads.release()

    def leave(self) -> None:
        """Let the next one write."""
        if self._descriptor is not None:
            # Closing alone would not do if a child process had inherited the descriptor.
            unlock(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = None
            self._threads.release()


def _locked(path: str, *, until: float) -> int:
    """A descriptor that holds the lock on `path`. Raises `sqlite3.OperationalError` if it is not free until then."""
    # Reading is enough to lock; so whoever may read the database may queue, whoever made the file.
    descriptor = os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        lock_descriptor(descriptor, wait=False)
    except AlreadyLocked:
        turn = _Turn(descriptor)
        turn.start()
        if not turn.comes(until):
            raise sqlite3.OperationalError("database is locked: another process keeps its transaction open") from None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


class _Turn(threading.Thread):
    """Wait in the kernel for a lock, which knows no deadline: whoever gave up leaves the descriptor to be closed."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(daemon=True)
        self.descriptor = descriptor
        self.guard = threading.Lock()
        self.locked = threading.Event()
        self.given_up = False

    def run(self) -> None:
        """Take the lock when it is free, and let it go if nobody waits any more."""
        lock_descriptor(self.descriptor, wait=True)
        with self.guard:
            self.locked.set()
            if self.given_up:
                os.close(self.descriptor)

    def comes(self, until: float) -> bool:
        """True once the lock is ours; false if that took too long."""
        self.locked.wait(max(0.0, until - time.monotonic()))
        with self.guard:
            self.given_up = not self.locked.is_set()
        return not self.given_up


register_adapter(uuid.UUID, lambda key: key.hex)  # as Django stores it


class DatabaseWrapper(CountedCommits, base.DatabaseWrapper):
    """One thread's connection, and its place in the queue of the database file."""

    _queue: WriteQueue | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect, and find the queue of the file."""
        connection: Connection = super().get_new_connection(conn_params)
        # SQLite knows the file behind every spelling of its name, and that a database in memory has none.
        file = connection.execute("PRAGMA database_list").fetchone()[2]
        self._queue = WriteQueue(f"{file}.queue", patience=conn_params.get("timeout", 5.0)) if file else None
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        self._enter_queue()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_queue()
            raise

    def _commit(self) -> None:
        super()._commit()
        # Not after a commit that failed: its transaction still holds SQLite's lock until Django rolls it back.
        self._leave_queue()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _enter_queue(self) -> None:
        if self._queue:
            with self.wrap_database_errors:
                self._queue.enter()

    def _leave_queue(self) -> None:
        if self._queue:
            self._queue.leave()
