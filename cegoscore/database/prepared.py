"""Statements whose SQL is put together once, and several of them carried out together.

The ORM takes up to ten times as long to compose one of the small queries of a sheet as the database to carry it out
(`tests/benchmarks`). A prepared query is an ordinary query set, compiled with marks in the place of its values; later
calls put values into the same statement. What this needs of Django's inside is in `_Compiled` and `_maker`, and
`tests/test_prepared.py` compares every prepared query with its query set. What the ORM cannot say is
written in SQL that both databases read alike.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from secrets import randbelow
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable

Row = TypeVar("Row")
Value = UUID | datetime | date | int

MARKS: dict[type[Value], Callable[[], Value]] = {
    UUID: lambda: UUID(int=randbelow(2**128)),
    datetime: lambda: datetime(3000, 1, 1, tzinfo=UTC) + timedelta(microseconds=randbelow(2**50)),
    date: lambda: date(3000, 1, 1) + timedelta(days=randbelow(2**21)),
    int: lambda: randbelow(2**62),
}
"""Values that nothing else in a statement is likely to have, to find the places for values by."""


@dataclass(frozen=True, slots=True)
class SqlStatement(Generic[Row]):
    """One statement with its values, ready to be carried out, and what makes rows of what the database brings."""

    sql: str
    values: Sequence[Any] = ()
    read: Callable[[list[Any]], list[Row]] = list


def carry_out(*statements: SqlStatement[Any]) -> list[list[Any]]:
    """The rows of each, in as few trips to the database as it allows; of an insertion one row with the new key.

    Each sees what those before it did, and maybe what others committed in between, unless in a transaction.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    together = connection.vendor == "postgresql"  # whose driver sends several as one script
    with connection.cursor() as cursor:
        if together:
            values = [value for statement in statements for value in statement.values]
            cursor.execute(";".join(statement.sql for statement in statements), values)
        brought = []
        for statement in statements:
            if not together:
                values = [_adapted(v, connection) if isinstance(v, date) else v for v in statement.values]
                cursor.execute(statement.sql, values)
            # Old versions of SQLite say a new key in their own way.
            brought.append(cursor.fetchall() if cursor.description else [(getattr(cursor, "lastrowid", None),)])
            if together:
                cursor.nextset()
    return [statement.read(rows) for statement, rows in zip(statements, brought, strict=True)]


def _adapted(value: Value, connection: BaseDatabaseWrapper) -> Any:
    """A value as the database's driver takes it and Django's fields would hand it over."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value.hex if isinstance(value, UUID) and not connection.features.has_native_uuid_field else value


class Prepared(Generic[Row]):
    """A query by its values: `build` makes the query set of them, calling this gives its rows.

    Values are UUIDs, times, days and keys, never `None`; each stands in the statement somewhere, and nothing else about
    the statement may depend on them.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, Row]]) -> None:
        self.build = build
        self._of_thread = threading.local()

    def __call__(self, *values: Value) -> list[Row]:
        """Fetch the rows."""
        return carry_out(self.of(*values))[0]

    def of(self, *values: Value) -> SqlStatement[Row]:
        """The statement for these values, to be carried out with others."""
        compiled: _Compiled | None = getattr(self._of_thread, "compiled", None)
        if compiled is None or compiled.connection is not connections[DEFAULT_DB_ALIAS]:
            compiled = self._of_thread.compiled = _Compiled(self.build, [type(value) for value in values])
        placed = [fixed if at is None else values[at] for at, fixed in compiled.places]
        return SqlStatement(compiled.sql, placed, compiled.read)


class _Compiled:
    """A query set compiled for the connection of one thread."""

    def __init__(self, build: Callable[..., models.QuerySet[Any, Any]], types: Sequence[type[Value]]) -> None:
        marks = [MARKS[kind]() for kind in types]
        rows = build(*marks)
        compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self.connection: Any = compiler.connection
        self.sql, params = compiler.as_sql()
        marked = [_adapted(mark, self.connection) for mark in marks]
        self.places = [(marked.index(param) if param in marked else None, param) for param in params]
        if set(range(len(marks))) - {at for at, _param in self.places}:
            raise ValueError(f"{build.__name__} does not use all its values")
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        compiler.get_converters = lambda _expressions: converters
        self._compiler = compiler
        is_of_objects = issubclass(rows._iterable_class, ModelIterable)  # noqa: SLF001 - no other way to know
        self._make = _maker(compiler, compiler.klass_info) if is_of_objects else tuple

    def read(self, brought: list[tuple[Any, ...]]) -> list[Any]:
        return [self._make(row) for row in self._compiler.results_iter([brought], tuple_expected=True)]


def _maker(compiler: Any, info: dict[str, Any]) -> Callable[[Sequence[Any]], Any]:
    """The function that makes an object of a model, and those beside it, of a row; `None` of an empty outer join.

    Django's own goes through every field's descriptor, which takes three times as long.
    """
    model, columns = info["model"], info["select_fields"]
    names = [compiler.select[at][0].target.attname for at in columns]
    key = columns[names.index(model._meta.pk.attname)]
    beside = [
        (_maker(compiler, related), related["local_setter"], related["remote_setter"])
        for related in info.get("related_klass_infos", ())
    ]

    def make(row: Sequence[Any]) -> Any:
        if row[key] is None:
            return None
        instance, state = model.__new__(model), ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        vars(instance).update(zip(names, [row[at] for at in columns], strict=True), _state=state)
        for make_other, know_other, be_known in beside:
            other = make_other(row)
            know_other(instance, other)
            if other is not None:
                be_known(other, instance)
        return instance

    return make


def insertion(row: models.Model) -> SqlStatement[tuple[int]]:
    """The statement that inserts a new row; brings its key, which is one of the database's own."""
    connection = connections[DEFAULT_DB_ALIAS]
    fields = _inserted(type(row))
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
    returning = connection.features.can_return_columns_from_insert
    return SqlStatement(_insertion(type(row), returning=returning), values)


def is_inserted(row: models.Model, key: int) -> None:
    """Leave a row as `save(force_insert=True)` does, but for signals."""
    row.pk = key
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
