"""Whole copies of the database, by the database's own means: written while the server runs, and put back."""

import contextlib
import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import DatabaseError, connection

from cegoscore.files import bring_to_disk, put_in_place
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.shelf import KEY, Ends
from cegoscore.server.start_lock import ADVISORY_LOCK, advisory_lock, held
from cegoscore.server.system import give_owner_of
from cegoscore.sqlite.file import LOGS, complaint

NAMES = {"sqlite": "cegoscore.sqlite3", "postgresql": "cegoscore.dump"}
"""Name of the file that holds a copy, by kind of database."""
PROGRAMS: dict[str, tuple[str, ...]] = {"sqlite": (), "postgresql": ("pg_dump", "pg_restore", "psql")}
"""Programs that write, read and fill copies, by kind of database."""
PACKED = ".gz"
DROP_ALL = """
SET client_min_messages = warning;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE 'DROP TABLE IF EXISTS ' || name || ' CASCADE';
  END LOOP;
END $$
"""
"""Statements for PostgreSQL that empty a database."""
PROOF = "cegoscore_proof_of_"
"""Beginning of the name of a scratch database in PostgreSQL; that of the live one follows."""
UNKNOWN_TO_PGBOUNCER = ("no such database", "bouncer config error")
"""Answers of PgBouncer, by how it lets people in, to a name that is not in its list; PostgreSQL says otherwise."""
LONGEST_NAME = 63
"""Bytes, of which PostgreSQL cuts the rest off."""
ALIKE = """
SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = current_database()
"""
"""Query for what a database needs to hold the same text: others have other defaults."""
SECRET = ("sslpassword",)
"""Options of an address that are not for the list of processes, as the password is not."""
PATIENCE = 60 * 60
"""Seconds that a program of the database, or the check of a copy, may take."""


def write_copy(folder: Path) -> Path:
    """Write the database and the key into a folder; return the database's file."""
    folder.mkdir(mode=0o700, parents=True)
    key = folder / KEY
    key.touch(mode=0o600)
    key.write_text(settings.SECRET_KEY)
    copy = folder / NAMES[connection.vendor]
    copy.touch(mode=0o600)
    if connection.vendor == "sqlite":
        _copy_sqlite(Path(connection.settings_dict["NAME"]), copy)
    else:
        database = connection.settings_dict
        ours = (f'--table="{_schema(database)}".*', f"--dbname={_address(database)}")
        _postgresql("pg_dump", "--format=custom", "--no-owner", f"--file={copy}", *ours)
    return copy


def packed(copy: Path) -> Path:
    """Compress a copy, unless PostgreSQL's own program has; its file then."""
    if copy.name != NAMES["sqlite"]:
        return copy
    file = copy.with_name(f"{copy.name}{PACKED}")
    file.touch(mode=0o600)
    with copy.open("rb") as whole, gzip.open(file, "wb", compresslevel=1) as out:
        shutil.copyfileobj(whole, out)
    copy.unlink()
    return file


def copy_in(folder: Path) -> Path:
    """The file of a backup; those of 0.1 and those from before a migration are not compressed."""
    plain = folder / NAMES[connection.vendor]
    file = plain.with_name(f"{plain.name}{PACKED}")
    return file if file.exists() else plain


@dataclass(frozen=True, slots=True)
class Proof:
    """A copy that passed: what was checked in it, in words, and what it ends with."""

    said: str
    ends: Ends


def prove(copy: Path) -> Proof:
    """Restore a copy beside the live database and check everything in it. Raises `JobFailed`."""
    with restored(copy) as scratch, tempfile.TemporaryDirectory(prefix="cegoscore-proof-") as folder:
        is_file = scratch["ENGINE"] == "cegoscore.sqlite"
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{scratch['NAME']}" if is_file else _address(scratch, with_password=True),
            "DATA_DIR": folder,
            "SECRET_KEY": settings.SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "cegoscore.settings",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        # Django's own checks were made when the server started.
        ours = (sys.executable, "-P", "-m", "cegoscore.command", "selfcheck", "--skip-checks", "--ends")
        *checked, ends = run(*ours, environment=environment).splitlines()
    counted = [line.partition(" checked")[0] for line in checked if not line.startswith("0 ")]
    return Proof(f"{', '.join(counted) or 'nothing in it'}, 0 faults", json.loads(ends))


@contextlib.contextmanager
def restored(copy: Path) -> Iterator[dict[str, Any]]:
    """Django's settings of a scratch database that holds what the copy holds, and is gone afterwards."""
    live = connection.settings_dict
    if copy.name.startswith(NAMES["sqlite"]):
        with _scratch() as folder:
            file = folder / NAMES["sqlite"]
            _unpack_sqlite(copy, file)
            yield live | {"NAME": str(file)}
        return
    scratch = live | {"NAME": f"{PROOF}{live['NAME']}"[:LONGEST_NAME]}
    name, schema = (connection.ops.quote_name(part) for part in (scratch["NAME"], _schema(live)))
    # Not by programs: those leave a session that a pooler deals out again without its `search_path`.
    with advisory_lock(ADVISORY_LOCK + 1):
        try:
            with _cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")  # of a proof that was killed
                cursor.execute(ALIKE)
                how = "TEMPLATE template0 ENCODING %s LC_COLLATE %s LC_CTYPE %s"
                cursor.execute(f"CREATE DATABASE {name} {how}", cursor.fetchone())
                cursor.execute(f"ALTER DATABASE {name} SET search_path = {schema}")
        except DatabaseError as problem:
            raise JobFailed(f"The copy cannot be proved: {str(problem).splitlines()[0]}") from problem
        try:
            _make_schema(scratch, schema)
            put_back(copy, scratch)
            yield scratch
        finally:
            with contextlib.suppress(DatabaseError), _cursor() as cursor:  # else the next proof drops it
                cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _make_schema(scratch: dict[str, Any], schema: str) -> None:
    """Make the schema of the tables in a scratch database. Raises `JobFailed`."""
    try:
        _psql(scratch, f"--command=CREATE SCHEMA IF NOT EXISTS {schema}")
    except JobFailed as problem:
        if not any(words in str(problem) for words in UNKNOWN_TO_PGBOUNCER):
            raise
        raise JobFailed(
            f"PgBouncer does not know the scratch database: write {scratch['NAME']} = host=... into [databases], or *"
        ) from problem


@contextlib.contextmanager
def _cursor() -> Iterator[Any]:
    """A cursor of a new connection: one that has idled may be cut by the server or a pooler."""
    with contextlib.closing(connection.copy()) as fresh, fresh.cursor() as cursor:
        yield cursor


def put_back(copy: Path, into: dict[str, Any]) -> None:
    """Fill a database, by Django's settings of it, with what a copy holds; what is there before is replaced."""
    if copy.name.startswith(NAMES["sqlite"]):
        _replace_sqlite(Path(into["NAME"]).resolve(), copy)
        return
    with _scratch() as folder:
        script, schema = folder / "all.sql", _schema(into)
        # No schema, extension or right of another role: they may be there already, or not be ours to make.
        _postgresql("pg_restore", "--no-owner", "--no-acl", f"--schema={schema}", f"--file={script}", str(copy))
        # All in one transaction: tables that a newer version has made go, too.
        after = ("RESET ALL", "SELECT FROM django_migrations LIMIT 1")  # a pooler deals the session out again
        commands = (f"--command={DROP_ALL}", f"--file={script}", *(f"--command={statement}" for statement in after))
        _psql(into, "--single-transaction", *commands)


def run(*command: str, environment: dict[str, str] | None = None) -> str:
    """Run a program and return what it printed. Raises `JobFailed` with its complaint; no password is in that."""
    try:
        done = subprocess.run(  # noqa: S603 - programs of the database, and the command that the host has set
            command,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except OSError as problem:
        raise JobFailed(f"{command[0]} cannot be run: {problem.strerror}") from problem
    except subprocess.TimeoutExpired as problem:
        raise JobFailed(f"{Path(command[0]).name} took more than an hour") from problem
    lines = (done.stderr if done.returncode and done.stderr.strip() else done.stdout).strip().splitlines()
    if done.returncode:
        # A trace of Python's says at its end what has happened.
        reason = lines[-1 if lines[0].startswith("Traceback") else 0] if lines else "without a word"
        raise JobFailed(f"{Path(command[0]).name} failed: {reason}")
    return done.stdout.strip()


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    """The folder `scratch` in the data folder: one copy at a time is unpacked there, and a killed one's goes first."""
    folder = settings.DATA_DIR / "scratch"
    with held(settings.DATA_DIR / "scratch.lock"):
        try:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _copy_sqlite(source: Path, copy: Path) -> None:
    """Copy by SQLite's backup: complete, consistent, while others write; no copy takes the last of the disk."""
    if (free := shutil.disk_usage(copy.parent).free) < (wanted := 2 * source.stat().st_size):
        raise JobFailed(f"{copy.parent} has room for {free / 1e6:.0f} MB; a copy and its proof need {wanted / 1e6:.0f}")
    try:
        with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(copy)) as new:
            old.backup(new)
    except sqlite3.Error as problem:
        raise JobFailed(f"{source} cannot be copied: {problem}") from problem


def _unpack_sqlite(copy: Path, file: Path) -> None:
    """Write what a copy holds into a new file. Raises `JobFailed` if it is damaged, or empty."""
    try:
        with gzip.open(copy) if copy.suffix == PACKED else copy.open("rb") as whole, file.open("wb") as out:
            shutil.copyfileobj(whole, out)
    except (EOFError, gzip.BadGzipFile, zlib.error) as problem:
        raise JobFailed(f"The copy is damaged: {problem}") from problem
    fault = complaint(file, "integrity_check") or ("" if file.stat().st_size else "it is empty")
    if fault:
        raise JobFailed(f"The copy is damaged: {fault}")


def _replace_sqlite(file: Path, copy: Path) -> None:
    """Put what a copy holds in the place of a database file that nobody has open, however damaged that is."""
    draft = file.with_name(f"{file.name}.part")
    try:
        _unpack_sqlite(copy, draft)
        if file.exists():  # whoever restores may be another user than the server
            shutil.copymode(file, draft)
            give_owner_of(file, draft)
        for log in LOGS:  # written for the file that goes
            Path(f"{file}{log}").unlink(missing_ok=True)
        bring_to_disk(file.parent)  # else a power cut could leave them beside the new one
        put_in_place(draft, file)
    except OSError as problem:
        raise JobFailed(f"{file} cannot be replaced: {problem.strerror}") from problem
    finally:
        draft.unlink(missing_ok=True)


def _schema(database: dict[str, Any]) -> str:
    """The schema of our tables. Others of the same database are another app's."""
    if schema := _psql(database, "--tuples-only", "--no-align", "--command=SELECT current_schema()"):
        return schema
    raise JobFailed("search_path leads to no schema: CREATE SCHEMA first")


def _psql(database: dict[str, Any], *what: str) -> str:
    how = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--dbname={_address(database)}")
    return _postgresql("psql", *how, *what)


def lacking_programs() -> str:
    """Sentence that says which program for copies of this kind of database this host lacks; empty if it has all."""
    return next(filter(None, map(_lacking, PROGRAMS[connection.vendor])), "")


def _lacking(program: str) -> str:
    return "" if shutil.which(program) else f"{program} is missing: apt-get install postgresql-client"


def _postgresql(*command: str) -> str:
    """Run a program of PostgreSQL; the password is not for the list of processes."""
    if lacking := _lacking(command[0]):
        raise JobFailed(lacking)
    return run(*command, environment=os.environ | {"PGPASSWORD": connection.settings_dict["PASSWORD"]})


def _address(database: dict[str, Any], *, with_password: bool = False) -> str:
    """The address of a PostgreSQL database as its own programs read it."""
    parts = {"host": "HOST", "port": "PORT", "user": "USER"} | ({"password": "PASSWORD"} if with_password else {})
    known = {name: str(database[key]) for name, key in parts.items() if database[key]}
    options = {name: str(value) for name, value in database["OPTIONS"].items() if with_password or name not in SECRET}
    return f"postgresql:///{quote(database['NAME'])}?{urlencode(known | options, quote_via=quote)}"
