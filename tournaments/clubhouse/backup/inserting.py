"""Rows of one model inserted as values: for thousands of them, making objects first costs more than the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection
from django.db.models import (
    AutoField,
    BooleanField,
    CharField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    TextField,
)

PLAIN = (BooleanField, CharField, IntegerField, TextField)
"""Fields whose values both databases take as they are."""
AT_ONCE = 500


def insert_rows(model: type[Model], fields: Sequence[Field[Any, Any]], rows: Sequence[Sequence[Any]]) -> list[Any]:
    """Insert rows, each with one value for each of these fields; their keys, in the same order.

    A field that is not among them gets its default. Nobody is told: signals and `save` are for single rows.
    """
    others = [field for field in model._meta.concrete_fields if field not in fields and _needs_value(field)]
    columns: list[Field[Any, Any]] = [*fields, *others]
    prepare = [_preparing(field) for field in columns]
    keys: list[Any] = []
    size = max(1, min(AT_ONCE, connection.ops.bulk_batch_size(columns, list(rows))))
    with connection.cursor() as cursor:
        for start in range(0, len(rows), size):
            some = rows[start : start + size]
            whole = ([*row, *(field.get_default() for field in others)] for row in some)
            values = [one(value) for row in whole for one, value in zip(prepare, row, strict=True)]
            cursor.execute(_statement(model, columns, len(some)), values)
            keys += [key for (key,) in cursor.fetchall()]
    return keys


def _needs_value(field: Field[Any, Any]) -> bool:
    """False for what the database fills in by itself."""
    return not isinstance(field, AutoField) and not field.has_db_default()


def _preparing(field: Field[Any, Any]) -> Callable[[Any], Any]:
    """The function that makes a value of this field one that the database takes."""
    if isinstance(field.target_field if isinstance(field, ForeignKey) else field, PLAIN):
        return lambda value: value
    return lambda value: field.get_db_prep_save(value, connection)


def _statement(model: type[Model], columns: Sequence[Field[Any, Any]], rows: int) -> str:
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in columns)
    row = f"({', '.join(['%s'] * len(columns))})"
    key = model._meta.pk
    assert key is not None
    return (
        f"INSERT INTO {quote(model._meta.db_table)} ({names}) "  # noqa: S608 - names of our own tables and columns
        f"VALUES {', '.join([row] * rows)} RETURNING {quote(str(key.column))}"
    )
