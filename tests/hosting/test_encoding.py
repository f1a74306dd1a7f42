"""A PostgreSQL database that cannot hold every name is refused, and copies are proved in one like the live one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cegoscore.hosting import copies
from cegoscore.hosting.doctor import findings
from tests.hosting.programs import use_programs_of_the_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

LATIN = "cegoscore_latin"
OF_SCRATCH = "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = %s"


@pytest.fixture
def latin(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The connection leads to an empty database in LATIN1, sorted by bytes: nothing of it is usual here."""
    own = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {LATIN} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", LATIN)
    yield
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", own)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {LATIN}")


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
