"""A PostgreSQL database that cannot hold every name is refused, and copies are proved in one like the live one.

They hold our schema alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cegoscore.hosting import copies
from cegoscore.hosting.doctor import findings
from cegoscore.hosting.jobs import JobFailed
from tests.hosting.programs import use_programs_of_the_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

LATIN = "cegoscore_latin"
OF_SCRATCH = "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = %s"


@pytest.fixture
def latin(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The connection leads to an empty database in LATIN1, sorted by bytes: nothing of it is usual here."""
    with database(LATIN, "TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'", monkeypatch):
        yield


@contextmanager
def database(name: str, options: str, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the connection lead to a new database."""
    own = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} {options}")
    connection.close()
    patch.setitem(connection.settings_dict, "NAME", name)
    yield
    connection.close()
    patch.setitem(connection.settings_dict, "NAME", own)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name}")


def test_database_that_is_not_in_utf8_is_refused_with_the_line_to_type(latin: None) -> None:
    line = f"createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 {LATIN}_utf8"
    with pytest.raises(CommandError, match=f"is in LATIN1.*{line}"):
        call_command("prepare")
    (database,) = (finding for finding in findings() if finding.what == "database")
    assert line in database.wrong


def test_scratch_database_is_made_like_the_live_one(latin: None, monkeypatch: pytest.MonkeyPatch) -> None:
    use_programs_of_the_server(monkeypatch)
    monkeypatch.setattr(copies, "put_back", lambda *_: None)
    with copies.restored(Path(copies.NAMES["postgresql"])) as scratch, connection.cursor() as cursor:
        cursor.execute(OF_SCRATCH, [scratch["NAME"]])
        assert cursor.fetchone() == ("LATIN1", "C", "C")


def test_role_that_may_make_no_database_is_told_so(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    use_programs_of_the_server(monkeypatch)
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE cegoscore_poor LOGIN")
        try:
            with monkeypatch.context() as patch:
                patch.setitem(connection.settings_dict, "USER", "cegoscore_poor")
                with (
                    pytest.raises(JobFailed, match="cannot be proved: permission denied to create database"),
                    copies.restored(Path(copies.NAMES["postgresql"])),
                ):
                    pass
        finally:
            cursor.execute("DROP ROLE cegoscore_poor")


SHARED = "cegoscore_shared"
BESIDE_ANOTHER_APP = f"""
CREATE SCHEMA cego; CREATE TABLE cego.django_migrations AS SELECT 1 AS id;
CREATE SCHEMA other; CREATE TABLE other.rows AS SELECT 1 AS id;
ALTER DATABASE {SHARED} SET search_path = cego;
"""
BOTH = "SELECT (SELECT sum(id) FROM cego.django_migrations), (SELECT sum(id) FROM other.rows)"


def test_copy_of_a_schema_is_put_back_beside_that_of_another_app(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_programs_of_the_server(monkeypatch)
    with database(SHARED, "", monkeypatch):
        with connection.cursor() as cursor:
            cursor.execute(BESIDE_ANOTHER_APP)
        copy = copies.write_copy(tmp_path / "copy")
        with connection.cursor() as cursor:
            cursor.execute("UPDATE cego.django_migrations SET id = 2; UPDATE other.rows SET id = 2")
        with copies.restored(copy):
            copies.put_back(copy, connection.settings_dict)
        with connection.cursor() as cursor:
            cursor.execute(BOTH)
            assert cursor.fetchone() == (1, 2)
            cursor.execute("DROP SCHEMA cego CASCADE")
        with pytest.raises(JobFailed, match=r"search_path leads to no schema: CREATE SCHEMA first$"):
            copies.put_back(copy, connection.settings_dict)
