"""The lock that lets one server at a time prepare the database and the data folder."""

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

ADVISORY_LOCK = 0x6365676F
"""PostgreSQL's number of the lock: "cego"."""


@contextmanager
def start_lock() -> Iterator[None]:
    """Wait until no other server with this data folder or this database prepares itself; others wait for us."""
    with ExitStack() as locks:
        locks.enter_context(_file_lock(settings.DATA_DIR / "start.lock"))
        if connection.vendor == "sqlite":
            locks.enter_context(_file_lock(Path(f"{connection.settings_dict['NAME']}.start")))
        else:
            locks.enter_context(_advisory_lock())
        yield


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
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
