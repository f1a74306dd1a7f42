"""The server's own connections to the database: none of them waits for ever."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from cegoscore.database.engines import limit_waiting
from tests.pooler import pooler_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


@pytest.fixture
def pooled() -> Iterator[Any]:
    """A connection through PgBouncer to the database of this test."""
    with pooler_of(connection.settings_dict["HOST"]) as port:
        beside = connection.copy()
        beside.settings_dict |= {"HOST": "127.0.0.1", "PORT": str(port)}
        yield beside
        beside.close()


def limits_of(database: Any) -> list[str]:
    with database.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'current_setting({name!r})' for name in LIMITS)}")
        return list(cursor.fetchone())


def test_statements_locks_and_idle_transactions_have_a_limit() -> None:
    limit_waiting(connection)
    assert limits_of(connection) == ["10s", "5s", "1min"]


def test_behind_a_pooler_the_session_is_left_alone(pooled: Any) -> None:
    with pooled.cursor():
        limit_waiting(pooled)
    assert limits_of(pooled) == ["0", "0", "0"]
