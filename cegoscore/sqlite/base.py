"""Django's SQLite engine, whose write transactions queue on a file lock.

SQLite lets one connection write at a time and makes the others poll for their turn, in steps of up to 100 ms:
whoever waits longest is served last, for seconds under load. Here every transaction first takes a lock beside the
database, so that the kernel wakes the next writer at once. If a process dies, the kernel releases its lock.

Single statements outside `atomic` do not queue; SQLite's own polling (the option `timeout`) covers those.
"""

from __future__ import annotations

import uuid
from sqlite3 import Connection, register_adapter
from typing import Any

from django.db.backends.sqlite3 import base

from cegoscore.database.retries import CountedCommits
from cegoscore.sqlite.queue import WriteQueue

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
