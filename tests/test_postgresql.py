"""PostgreSQL: several statements as one script, and nothing kept that another host or a pooler could get between."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connection, transaction

from cegoscore.database import prepared
from cegoscore.database.prepared import SqlStatement, carry_out
from cegoscore.hosting import copies
from cegoscore.scoresheet.models import Seat, Session
from tests.hosting.programs import use_programs_of_the_server
from tests.pooler import pooler_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

RAISE = "UPDATE scoresheet_seat SET total = total + %s WHERE session_id = %s"


@pytest.fixture
def another() -> Iterator[Callable[[str], Any]]:
    """Ask with a connection of its own what others see."""
    beside = connection.copy()

    def ask(sql: str) -> Any:
        with beside.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchone()[0] if cursor.description else None

    yield ask
    beside.close()


@pytest.fixture
def through_pooler(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The database of this test by way of a PgBouncer, which has two connections for everybody."""
    connection.close()
    with pooler_of(connection.settings_dict["HOST"], size=2) as port, monkeypatch.context() as patched:
        patched.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        patched.setitem(connection.settings_dict, "PORT", str(port))
        yield
        connection.close()


def test_several_are_one_script_with_their_values_in_their_places() -> None:
    for number in (1, 2_000_000_000_000, -3):
        assert carry_out(SqlStatement("SELECT 0 + %s", (number,)), SqlStatement("SELECT %s, 100 %% 7", ("ü;'%s",))) == [
            [(number,)],
            [("ü;'%s", 2)],
        ]


def test_type_of_a_column_that_another_host_changes_stops_nothing(another: Callable[[str], Any]) -> None:
    another("CREATE TABLE changing (value integer)")
    try:
        asked: SqlStatement[Any] = SqlStatement("SELECT value FROM changing WHERE value = %s", (7,))
        for kind in ("integer", "bigint", "numeric"):
            another(f"ALTER TABLE changing ALTER COLUMN value TYPE {kind}")
            for _ in range(10):  # so often the driver would have it kept
                assert carry_out(asked) == [[]]
    finally:
        another("DROP TABLE changing")


def test_connections_that_share_those_of_a_pooler_do_not_get_each_others_statements(
    through_pooler: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has its own order of the same statements, and a cursor that is read in parts outlives no transaction."""
    worlds = [World(), World()]
    others = [connection.copy() for _ in range(4)]
    try:
        for number, other in enumerate(others):
            statements: list[SqlStatement[Any]] = [
                SqlStatement("SELECT 'a', %s", (number,)),
                SqlStatement("SELECT 'b', %s", (number,)),
            ][:: (-1) ** number]
            expected = [[("a", number)], [("b", number)]][:: (-1) ** number]
            monkeypatch.setattr(prepared, "connections", {DEFAULT_DB_ALIAS: other})
            for _ in range(3):
                assert carry_out(*statements) == expected
        assert len(list(Session.objects.iterator(chunk_size=1))) == len(worlds)
    finally:
        for other in others:
            other.close()


def test_backup_and_restore_leave_every_connection_of_a_pooler_as_it_was(
    through_pooler: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL's programs take away its `search_path`: whoever is dealt it next would find no table."""
    use_programs_of_the_server(monkeypatch)
    copy = copies.write_copy(tmp_path / "copy")
    with copies.restored(copy):
        copies.put_back(copy, connection.settings_dict)
    others = [connection.copy() for _ in range(2)]
    try:
        for other in others:
            other.set_autocommit(False)
            with other.cursor() as cursor:
                cursor.execute("SELECT FROM django_migrations")
    finally:
        for other in others:
            other.close()


def total(key: Any) -> str:
    return f"SELECT sum(total) FROM scoresheet_seat WHERE session_id = '{key}'"  # noqa: S608 - a key of ours


def test_nothing_is_kept_of_a_script_that_fails(another: Callable[[str], Any]) -> None:
    """Also where the commit itself finds the fault: keys to other rows are looked at then."""
    key = World().sheet.pk
    dangling: SqlStatement[Any] = SqlStatement(
        "UPDATE scoresheet_session SET club_id = gen_random_uuid() WHERE id = %s", (key,)
    )
    for wrong, fault in ((SqlStatement("SELECT 1 / 0"), DatabaseError), (dangling, IntegrityError)):
        with pytest.raises(fault), transaction.atomic():
            carry_out(SqlStatement(RAISE, (1, key)), wrong)
        assert another(total(key)) == 0


def test_first_statements_of_a_request_find_a_connection_that_is_gone(another: Callable[[str], Any]) -> None:
    key, here = World().sheet.pk, connection
    (((number,),),) = carry_out(SqlStatement("SELECT pg_backend_pid()"))
    another(f"SELECT pg_terminate_backend({number}, 5000)")
    here.health_check_enabled, here.health_check_done = True, False  # type: ignore[attr-defined]
    carry_out(SqlStatement(RAISE, (1, key)), SqlStatement(RAISE, (2, key)))
    assert another(total(key)) == 12


def test_keys_of_a_copied_world_are_free_for_nobody_else(another: Callable[[str], Any]) -> None:
    """Restoring a server sets sequences back; the next test's world is a copy with the keys of long ago."""
    with transaction.atomic():
        first = copied(World)
        last = first.sheet.seats.latest("pk")
        transaction.set_rollback(True)
    sequence = "pg_get_serial_sequence('scoresheet_seat', 'id')"
    another(f"SELECT setval({sequence}, 1)")
    with transaction.atomic():
        seats = copied(World).sheet.seats.count()
        Seat.objects.create(session=first.sheet, player=last.player, number=seats)
        transaction.set_rollback(True)
