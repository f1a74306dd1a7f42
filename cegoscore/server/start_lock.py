"""Locks of a server: one at a time prepares the database, and one has the data folder, or a restore."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection

from cegoscore.server.system import lock_file

ADVISORY_LOCK = 0x6365676F
"""PostgreSQL's number of the lock: "cego"."""
SERVING = "serving.lock"
"""Name of the file in the data folder that its server holds."""


@contextmanager
def start_lock() -> Iterator[None]:
    """Wait until no other server with this data folder or this database prepares itself; others wait for us."""
    with ExitStack() as locks:
        files = [settings.DATA_DIR / "start.lock"]
        if connection.vendor == "sqlite":
            files.append(Path(f"{connection.settings_dict['NAME']}.start"))
        else:
            locks.enter_context(advisory_lock(ADVISORY_LOCK))
        for file in files:
            locks.enter_context(held(file))
        yield


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Wait for the lock of a file."""
    descriptor = lock_file(file, wait=True)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


@contextmanager
def alone() -> Iterator[None]:
    """Hold the data folder for this process and those that it starts. Raises `CommandError` if a server has it."""
    descriptor = lock_file(settings.DATA_DIR / SERVING, wait=False)
    if descriptor is None:
        raise CommandError(
            f"A server (or a restore) with the data folder {settings.DATA_DIR} is running: stop it first, or name"
            " another folder by --data or DATA_DIR."
        )
    os.set_inheritable(descriptor, True)  # noqa: FBT003
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def advisory_lock(number: int) -> Iterator[None]:
    """PostgreSQL's lock of a number.

    It is held by an open transaction of another connection, so that it holds behind PgBouncer, too.
    """
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a backup is proved for long
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        yield
    finally:
        with suppress(Error):  # it may be lost
            other.rollback()
        other.close()
