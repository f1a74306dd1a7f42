"""The lock that lets one server at a time prepare the database and the data folder."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from cegoscore.file_lock import lock_file

ADVISORY_LOCK = 0x6365676F
"""PostgreSQL's number of the lock: "cego"."""


@contextmanager
def start_lock() -> Iterator[None]:
    """Wait until no other server with this data folder or this database prepares itself; others wait for us."""
    with ExitStack() as locks:
        files = [settings.DATA_DIR / "start.lock"]
        if connection.vendor == "sqlite":
            files.append(Path(f"{connection.settings_dict['NAME']}.start"))
        else:
            locks.enter_context(_advisory_lock())
        for file in files:
            if descriptor := lock_file(file, wait=True):
                locks.callback(os.close, descriptor)
        yield


@contextmanager
def _advisory_lock() -> Iterator[None]:
    """Held by an open transaction of another connection, so that it holds behind PgBouncer, too."""
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY_LOCK])
        yield
    finally:
        other.rollback()
        other.close()
