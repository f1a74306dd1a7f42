"""Scripts to PostgreSQL: what a connection keeps, what begins and commits with them, and a connection that is gone."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, connections, transaction

from cegoscore.postgresql import script
from cegoscore.prepared import carry_out, plain
from cegoscore.retries import commits
from tests.worlds.sheet import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

KEPT = "SELECT statement, generic_plans + custom_plans FROM pg_prepared_statements"
"""Asked for as it stands, with a cursor, so that it is not kept itself."""


def kept() -> dict[str, int]:
    """Number of times that the connection has carried out each statement that it keeps."""
    with connection.cursor() as cursor:
        cursor.execute(KEPT)
        return {str(sql).partition(" AS ")[2].strip(): int(uses) for sql, uses in cursor.fetchall()}


@pytest.fixture(autouse=True)
def connected_anew() -> Iterator[None]:
    """No statement is kept of other tests, nor for them."""
    connection.close()
    yield
    connection.close()


@pytest.fixture
def another() -> Iterator[Callable[[str], Any]]:
    """Ask with a connection of its own what others see."""
    beside = connections.create_connection("default")

    def ask(sql: str) -> Any:
        with beside.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchone()[0]

    yield ask
    beside.close()


def total(key: Any) -> str:
    return f"SELECT sum(total) FROM scoresheet_seat WHERE session_id = '{key}'"  # noqa: S608 - a key of ours


RAISE = "UPDATE scoresheet_seat SET total = total + %s WHERE session_id = %s"


def test_statement_is_planned_once_for_all_values() -> None:
    for number in (1, 2_000_000_000_000, -3):
        assert carry_out(plain("SELECT 0 + %s", number), plain("SELECT %s, 100 %% 7", "ü'%s")) == [
            [(number,)],
            [("ü'%s", 2)],
        ]
    assert kept() == {"SELECT 0 + $1": 3, "SELECT $1, 100 % 7": 3}


def test_values_are_written_as_the_driver_writes_them() -> None:
    with connection.cursor():
        adapter = connection._scripts.adapter  # type: ignore[attr-defined]
    values = [0, 7, -7, 2**62, -(2**62), uuid.uuid4(), uuid.UUID(int=0)]
    assert list(script.literals(adapter, values)) == [bytes(adapter.as_literal(value)) for value in values]
    assert list(script.literals(adapter, [None, True, "o'"])) == [b"NULL", *map(adapter.as_literal, (True, "o'"))]


def test_connection_keeps_so_many_statements_and_gives_up_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_KEPT", 2)
    for number in (1, 2, 1, 3, 2):
        assert carry_out(plain(f"SELECT {number}")) == [[(number,)]]
    assert set(kept()) == {"SELECT 2", "SELECT 3"}


def test_behind_a_pooler_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", value=True)
    assert carry_out(plain("SELECT 0 + %s", 7), plain("SELECT 8")) == [[(7,)], [(8,)]]
    assert kept() == {}


def test_statement_that_fails_is_known_again() -> None:
    divided = [plain("SELECT 1"), plain("SELECT 1 / %s", 0), plain("SELECT 2")]
    for _ in range(2):
        with pytest.raises(DatabaseError, match="division by zero"):
            carry_out(*divided)
    with pytest.raises(DatabaseError, match="no_such_column"):
        carry_out(plain("SELECT no_such_column"))
    assert carry_out(*divided[::2]) == [[(1,)], [(2,)]]
    assert set(kept()) == {"SELECT 1", "SELECT 1 / $1", "SELECT 2"}


def test_script_begins_the_transaction_and_the_last_one_commits_it(another: Callable[[str], Any]) -> None:
    key, before = World().sheet.pk, commits()
    with transaction.atomic():
        carry_out(plain(RAISE, 1, key))
        assert another(total(key)) == 0
        carry_out(plain(RAISE, 2, key), last=True)
        assert another(total(key)) == 12
        assert commits() > before
    with transaction.atomic():
        carry_out(plain(RAISE, 3, key), last=True)
    assert another(total(key)) == 24


def test_last_one_of_an_inner_transaction_commits_nothing(another: Callable[[str], Any]) -> None:
    key = World().sheet.pk
    with transaction.atomic():
        with transaction.atomic():
            carry_out(plain(RAISE, 1, key), last=True)
        assert another(total(key)) == 0
        transaction.set_rollback(True)
    assert another(total(key)) == 0


def test_nothing_is_kept_of_a_transaction_whose_last_one_fails(another: Callable[[str], Any]) -> None:
    """Also where the commit itself finds the fault: keys to other rows are looked at then."""
    key = World().sheet.pk
    dangling = plain("UPDATE scoresheet_session SET club_id = gen_random_uuid() WHERE id = %s", key)
    for wrong, fault in ((plain("SELECT 1 / 0"), DatabaseError), (dangling, IntegrityError)):
        before = commits()
        with pytest.raises(fault), transaction.atomic():
            carry_out(plain(RAISE, 1, key), wrong, last=True)
        assert (another(total(key)), commits()) == (0, before)


def end(another: Callable[[str], Any]) -> None:
    """Have the server end our connection, as a new primary does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        number = cursor.fetchone()[0]
    another(f"SELECT pg_terminate_backend({number}, 5000)")


def in_request(*, checked: bool) -> None:
    """Leave the connection as in a request that has used it already, or not yet."""
    here: Any = connection
    here.health_check_enabled, here.health_check_done = True, checked


def test_first_queries_of_a_request_find_a_connection_that_is_gone(another: Callable[[str], Any]) -> None:
    end(another)
    in_request(checked=False)
    assert carry_out(plain("SELECT 1"), plain("SELECT 2")) == [[(1,)], [(2,)]]
    assert carry_out(plain("SELECT 3")) == [[(3,)]]
    end(another)
    in_request(checked=True)
    with pytest.raises(OperationalError):
        carry_out(plain("SELECT 1"))


def test_first_write_of_a_request_is_sent_once_over_a_connection_that_is_there(another: Callable[[str], Any]) -> None:
    key = World().sheet.pk
    for _ in range(2):
        end(another)
        in_request(checked=False)
        carry_out(plain(RAISE, 1, key))
    assert another(total(key)) == 8


def test_query_that_fails_for_another_reason_is_asked_once(another: Callable[[str], Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 1")
    in_request(checked=False)
    with pytest.raises(OperationalError, match="statement timeout"):
        carry_out(plain("SELECT pg_sleep(%s)", 60))
    assert another("SELECT 1") == 1
