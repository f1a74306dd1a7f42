"""The server's own connections to the database: none of them waits for ever."""

import pytest
from django.db import connection, connections

from cegoscore.waiting import limit_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def shown(setting: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {setting}")
        return str(cursor.fetchone()[0])


def test_statements_and_locks_have_a_limit() -> None:
    limit_waiting(connection)
    assert [shown(name) for name in ("statement_timeout", "lock_timeout")] == ["10s", "5s"]


def test_behind_a_pooler_the_session_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = shown("statement_timeout")
    monkeypatch.setitem(connections["default"].settings_dict, "DISABLE_SERVER_SIDE_CURSORS", value=True)
    limit_waiting(connection)
    assert shown("statement_timeout") == before == "0"
