"""Django's SQLite engine, whose write transactions queue on a file lock.

SQLite lets one connection write at a time and makes the others poll for their turn, in steps of up to 100 ms:
whoever waits longest is served last, for seconds under load. Here every transaction first takes a lock beside the
database, so that the kernel wakes the next writer at once. If a process dies, the kernel releases its lock.

Single statements outside `atomic` do not queue; SQLite's own polling (the option `timeout`) covers those.
"""

from __future__ import annotations

import uuid
from functools import lru_cache
from sqlite3 import Connection, register_adapter
from typing import Any

from django.db.backends.sqlite3 import base

from cegoscore.database.retries import CountedCommits
from cegoscore.sqlite.queue import WriteQueue

register_adapter(uuid.UUID, lambda key: key.hex)  # as Django stores it

MOST_SPELLED = 1024
"""Statements that a process keeps as SQLite spells them."""


class Cursor(base.SQLiteCursorWrapper):
    """Django's cursor, which spells the same statement for SQLite once, not whenever it is carried out."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        """Put SQLite's marks for values into a statement."""
        if param_names is None:
            return _spelled(query)
        converted: str = super().convert_query(query, param_names=param_names)
        return converted


@lru_cache(maxsize=MOST_SPELLED)
def _spelled(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


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

    def create_cursor(self, name: str | None = None) -> Any:  # noqa: ARG002 - Django's signature
        """Open a cursor of ours; SQLite knows no named ones."""
        return self.connection.cursor(factory=Cursor)

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
