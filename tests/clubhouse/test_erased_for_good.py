"""A name that was erased is in no file of the database."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.database import engines
from tournaments.clubhouse.people import services as people

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Balthasar Unverwechselbar"


def somebody() -> Player:
    club = open_club(Device.objects.create(), name="Cegofreunde")
    return Player.objects.create(club=club, name=NAME)


def files_with_the_name() -> list[str]:
    """The files of the SQLite database in which the name stands."""
    database = Path(str(connection.settings_dict["NAME"]))
    files = [database, database.with_name(f"{database.name}-wal")]
    return [file.name for file in files if NAME.encode() in file.read_bytes()]


@pytest.mark.sqlite
def test_erased_name_is_in_no_file_of_sqlite() -> None:
    person = somebody()
    assert files_with_the_name()
    people.erase_person(person)
    assert files_with_the_name() == []


@pytest.mark.sqlite
def test_reader_of_the_old_rows_only_delays_it(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    monkeypatch.setattr(engines, "PATIENCE", 1)
    person = somebody()
    reader = connection.copy()
    with reader.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        cursor.execute("SELECT count(*) FROM clubs_player").fetchone()
        people.erase_person(person)
        assert "is still being read" in caplog.text
        assert files_with_the_name()
        cursor.execute("ROLLBACK")
    reader.close()
    assert people.scrub_names() == "old versions of names cleared away"
    assert files_with_the_name() == []


@pytest.mark.postgres
def test_erasing_clears_the_pages_of_postgresql() -> None:
    person = somebody()
    with CaptureQueriesContext(connection) as sent:
        people.erase_person(person)
    (vacuum,) = [query["sql"] for query in sent if query["sql"].startswith("VACUUM")]
    assert '"clubs_player"' in vacuum
    assert '"clubs_logentry"' in vacuum
