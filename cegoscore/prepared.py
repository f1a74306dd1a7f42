"""Query sets whose SQL is put together once for each connection.

The ORM takes up to ten times as long to compose one of the small queries of a sheet as the database to carry it out
(`tests/benchmarks`). A prepared query is an ordinary query set, compiled with marks in the place of its values; later
calls put values into the same statement. What this needs of Django's inside is in `_Statement` alone, and
`tests/test_prepared.py` compares every prepared query with its query set.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from secrets import randbelow
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models

Row = TypeVar("Row")
Value = uuid.UUID | datetime

FIELDS: dict[type[Value], models.Field[Any, Any]] = {
    uuid.UUID: models.UUIDField(),
    datetime: models.DateTimeField(),
}
"""Fields that hand values of each type to the database."""
MARKS: dict[type[Value], Callable[[], Value]] = {
    uuid.UUID: uuid.uuid4,
    datetime: lambda: datetime(3000, 1, 1, tzinfo=UTC) + timedelta(microseconds=randbelow(2**50)),
}
"""Values that nothing else in a statement is likely to have, to find the places for values by."""


class Prepared(Generic[Row]):
    """A query by its values: `build` makes the query set of them, calling this gives its rows.

    Values are UUIDs and times, never `None`; each stands in the statement somewhere, and nothing else about the
    statement may depend on them.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, Row]]) -> None:
        self.build = build
        self._of_thread = threading.local()

    def __call__(self, *values: Value) -> list[Row]:
        """Fetch the rows."""
        statement: _Statement | None = getattr(self._of_thread, "statement", None)
        if statement is None or statement.connection is not connections[DEFAULT_DB_ALIAS]:
            statement = self._of_thread.statement = _Statement(self.build, [type(value) for value in values])
        return statement.rows(values)


class _Statement:
    """A compiled query set on the connection of one thread."""

    def __init__(self, build: Callable[..., models.QuerySet[Any, Any]], types: Sequence[type[Value]]) -> None:
        self._types = types
        marks = [MARKS[each]() for each in types]
        self._rows = build(*marks)
        compiler = self._rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self.connection = compiler.connection
        self._sql, params = compiler.as_sql()
        marked = self._adapted(marks)
        self._params = [marked.index(param) if param in marked else None for param in params]
        self._fixed = list(params)
        if set(range(len(marks))) - set(self._params):
            raise ValueError(f"{build.__name__} does not use all its values")
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        compiler.get_converters = lambda _expressions: converters
        self._compiler = compiler
        self._rows.query.get_compiler = lambda *_args, **_options: compiler  # type: ignore[method-assign]

    def rows(self, values: Sequence[Value]) -> list[Any]:
        adapted = self._adapted(values)
        params = tuple(
            fixed if at is None else adapted[at] for at, fixed in zip(self._params, self._fixed, strict=True)
        )
        self._compiler.as_sql = lambda: (self._sql, params)
        rows: Any = self._rows._iterable_class(self._rows)  # noqa: SLF001 - `iterator` would open a cursor on the server
        return list(rows)

    def _adapted(self, values: Sequence[Value]) -> list[Any]:
        prepare = zip(self._types, values, strict=True)
        return [FIELDS[each].get_db_prep_value(value, self.connection, prepared=False) for each, value in prepare]


def insert(row: models.Model) -> None:
    """Insert a new row with a key of the database's own, as `save(force_insert=True)` does but for signals."""
    connection = connections[DEFAULT_DB_ALIAS]
    fields = _inserted(type(row))
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    returning = connection.features.can_return_columns_from_insert
    with connection.cursor() as cursor:
        cursor.execute(_insertion(type(row), returning=returning), values)
        row.pk = cursor.fetchone()[0] if returning else cursor.lastrowid
    row._state.adding = False  # noqa: SLF001 - as `save` leaves it


@cache
def _inserted(model: type[models.Model]) -> tuple[models.Field[Any, Any], ...]:
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


@cache
def _insertion(model: type[models.Model], *, returning: bool) -> str:
    """The statement; PostgreSQL and SQLite quote names alike."""
    columns = ", ".join(f'"{field.column}"' for field in _inserted(model))
    marks = ", ".join(["%s"] * len(_inserted(model)))
    statement = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})'  # noqa: S608 - our models' names
    return f'{statement} RETURNING "{model._meta.pk.column}"' if returning else statement
