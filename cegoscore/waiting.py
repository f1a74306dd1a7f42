"""Limits on how long a page waits for the database."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

LIMITS = "SET statement_timeout = '10s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '60s'"
"""For the server's own connections to PostgreSQL; SQLite's limit is in the settings, and commands may take longer."""


def limit_waiting(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Let no statement of a page wait for ever. Behind a pooler the role has to bring such limits."""
    if connection.vendor == "postgresql" and not connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        with connection.cursor() as cursor:
            cursor.execute(LIMITS)
