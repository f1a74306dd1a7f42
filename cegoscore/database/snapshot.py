"""Reading much at once: everything as it stood at one moment, and nobody has to wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

BEGIN = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""Not `atomic`: on SQLite that would queue with the writers, on PostgreSQL every statement would see another state."""


@contextmanager
def snapshot() -> Iterator[None]:
    """All reads inside see the same state of the database; inside of a transaction, that transaction's."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
