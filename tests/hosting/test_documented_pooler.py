"""PgBouncer by the lines of the document: a backup is proved through it, or says what to write."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from tests import migrated
from tests.databases import start_postgres
from tests.front.documented import lines_of
from tests.pooler import pooler_of
from tests.served import ROOT

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]  # its database is its own

NAME = "cegoscore"
"""The database in the document."""


@pytest.fixture
def there() -> tuple[str, str]:
    """The folders of a server's socket and of its own programs; the database of the document is there, with tables."""
    address = start_postgres()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {NAME} TEMPLATE template0 ENCODING 'UTF8'")
        migrated.give_tables(address.replace("/postgres?", f"/{NAME}?"))
        found = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert found
    return parse_qs(urlsplit(address).query)["host"][0], str(found[0])


def test_backup_through_named_databases(tmp_path: Path, there: tuple[str, str]) -> None:
    """With all lines of the document it is proved; without that of the scratch database it says what to write."""
    socket, programs = there
    lines, scratch = lines_of("PgBouncer may deal"), f"{NAME}_proof_of_{NAME} = host=127.0.0.1\n"
    assert scratch in lines
    own = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cegoscore.settings"}
    environment = os.environ | own | {"PATH": f"{programs}:{os.environ['PATH']}"}

    def command(name: str, port: int) -> str:
        address = f"postgresql://postgres@127.0.0.1:{port}/{NAME}"
        arguments = [sys.executable, "manage.py", name]
        done = subprocess.run(
            arguments, cwd=ROOT, env=environment | {"DATABASE_URL": address}, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    with pooler_of(socket, lines=lines.replace(scratch, "")) as port:
        assert command("prepare", port) == ""
        assert "into [databases]" in command("backup_server", port)
    with pooler_of(socket, lines=lines) as port:
        for _twice in range(2):  # the session that pg_dump has had is dealt out again
            assert "proved (nothing in it, 0 faults)" in command("backup_server", port)
        assert "WRONG database" not in command("doctor", port)
