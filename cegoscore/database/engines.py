"""Both engines, each in its own words: reads as of one moment, clearing erased rows away, limits on waiting."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""Not `atomic`: on SQLite that would queue with the writers, on PostgreSQL every statement would see another state."""


@contextmanager
def snapshot() -> Iterator[None]:
    """All reads inside see the same state of the database; inside of a transaction, that transaction's.

    Nobody has to wait for them.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


LIMITS = """
    SELECT set_config('statement_timeout', '10s', false), set_config('lock_timeout', '5s', false),
        set_config('idle_in_transaction_session_timeout', '60s', false)
    WHERE pg_backend_pid() = %s
"""
"""For the server's own connections to PostgreSQL; SQLite's limit is in the settings, and commands may take longer.

A pooler (PgBouncer, Odyssey) names another process than the one that answers: it deals sessions out to others, which
must not find our limits there. Behind one the role has to bring them.
"""


def limit_waiting(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Let no statement of a page wait for ever."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(LIMITS, [connection.connection.info.backend_pid])


PATIENCE = 2000
"""Milliseconds for which SQLite waits for readers that still look at the old rows."""


def scrub(tables: Iterable[str]) -> bool:
    """Clear old versions of the tables' rows away; false if somebody still reads them: try again later.

    SQLite overwrites what is deleted (`secure_delete`), and its log is emptied here. PostgreSQL clears the rows' pages;
    its write-ahead log keeps them until it is reused. Within a transaction it is never done.
    """
    if connection.in_atomic_block:
        return False
    try:
        done = _empty_log() if connection.vendor == "sqlite" else _vacuum(tables)
    except DatabaseError:
        logger.exception("What was erased could not be cleared away yet")
        return False
    if not done:
        logger.warning("What was erased is still being read; the nightly job clears it away")
    return done


def _empty_log() -> bool:
    with connection.cursor() as cursor:
        before = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout={PATIENCE}")
        try:
            busy: int = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            cursor.execute(f"PRAGMA busy_timeout={before}")
    return not busy


def _vacuum(tables: Iterable[str]) -> bool:
    names = ", ".join(connection.ops.quote_name(table) for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM {names}")
    return True
