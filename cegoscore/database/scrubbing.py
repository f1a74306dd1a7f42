"""Overwriting what was erased: a database keeps old versions of rows until it is told to clear them away."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)

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
