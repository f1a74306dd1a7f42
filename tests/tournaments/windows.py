"""Two acts of which the second begins inside of the first one: after a statement that is named, never by chance."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection

from cegoscore.sqlite.base import WriteQueue
from tests.served import PATIENCE

Act = Callable[[], Any]
ENDED: list[OperationalError] = []
"""Acts that PostgreSQL ended because two waited for each other, since somebody cleared the list."""
BEFORE = 0
"""The window between the page that showed the form, with what was read for it, and the act's first statement."""


class Second(threading.Thread):
    """The second act; it ends, or waits for the first one."""

    def __init__(self, act: Act) -> None:
        super().__init__(daemon=True)
        self.act, self.result = act, None
        self.queues = threading.Event()

    def run(self) -> None:
        self.result = outcome(self.act)
        connection.close()

    def ends_or_waits(self, *, may_wait: bool) -> None:
        """Return when it is done or, if it may, stands behind a lock of the first one."""
        while self.is_alive() and not (may_wait and self.waits()):
            self.join(timeout=0.005)

    def waits(self) -> bool:
        """True if it waits for a lock: SQLite's writers queue before they begin, PostgreSQL's at a row."""
        if connection.vendor == "sqlite":
            return self.queues.is_set()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1")
            return cursor.fetchone() is not None


def outcome(act: Act) -> Any:
    """The value that an act returned, or its error; one that PostgreSQL ended is tried again, as requests are."""
    for _try in range(3):
        try:
            return act()
        except OperationalError as error:
            ended = error
            ENDED.append(error)
        except Exception as error:  # noqa: BLE001 - a result like others
            return error
    return ended


def statements_of(act: Act) -> list[str]:
    """The statements that an act sends, in their order."""
    sent: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        outcome(act)
    return sent


def both(first: Act, second: Act, *, window: int) -> tuple[Any, Any]:
    """The results of two acts; the second begins behind so many statements of the first (`BEFORE` for none)."""
    other, sent = Second(second), 0

    def begin() -> None:
        with _noticed(other):
            other.start()
            other.ends_or_waits(may_wait=connection.in_atomic_block)

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal sent
        result = execute(sql, params, many, context)
        sent += 1
        if sent == window:
            begin()
        return result

    if window == BEFORE:
        begin()
    with connection.execute_wrapper(count):
        result = outcome(first)
    if other.ident is None:
        begin()
    other.join(timeout=PATIENCE)
    return result, other.result


@contextmanager
def _noticed(other: Second) -> Iterator[None]:
    """Notice when the thread joins the queue of SQLite's writers."""
    enter = WriteQueue.enter

    def noticed(queue: WriteQueue) -> None:
        if threading.current_thread() is other:
            other.queues.set()
        enter(queue)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WriteQueue, "enter", noticed)
        yield
