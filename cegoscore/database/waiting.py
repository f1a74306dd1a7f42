"""Limits on how long a page waits for the database."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

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
