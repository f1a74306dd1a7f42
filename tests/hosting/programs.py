"""PostgreSQL's programs of the tests' own server."""

import os

import pytest
from django.db import connection


def use_programs_of_the_server(patch: pytest.MonkeyPatch) -> None:
    """Put them first; on SQLite do nothing."""
    if connection.vendor == "postgresql":
        with connection.temporary_connection() as cursor:
            cursor.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'")
            patch.setenv("PATH", f"{cursor.fetchone()[0]}:{os.environ['PATH']}")
