"""Worlds that are built once a process; a test gets their rows, and an object with the same attributes.

To build a lively club takes a processor half a second, to write its rows down again a fiftieth of that.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, models, transaction

from tests.cover import unnoted
from tournaments.course.version_cache import VersionCache

World = TypeVar("World")


@dataclass(frozen=True, slots=True)
class Rows:
    """What stands in a table, and the statement that writes it."""

    insert: str
    rows: list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Built:
    """A world as it was built: its object and its rows."""

    pickled: bytes
    tables: list[Rows]


_built: dict[type[Any], Built] = {}


def copied(kind: type[World]) -> World:
    """A world of this kind, in a database in which there is nothing else yet; beside others one of its own is built."""
    if any(model._base_manager.exists() for model in _models()):
        return kind()
    if kind not in _built:
        return _build(kind)
    built = _built[kind]
    _forget_pages()
    with transaction.atomic(), connection.cursor() as cursor:
        for table in built.tables:
            cursor.executemany(table.insert, table.rows)
    world: World = pickle.loads(built.pickled)  # noqa: S301  # our own, of this process
    return world


def _build(kind: type[World]) -> World:
    """Build the first one, and keep it; which of the tests has it does not change what it sends."""
    with unnoted():
        world = kind()
        with connection.cursor() as cursor:
            tables = [Rows(*_read(model, cursor)) for model in _models()]
        _built[kind] = Built(pickle.dumps(world), [table for table in tables if table.rows])
        return world


def _models() -> Iterable[type[models.Model]]:
    """Every model with a table, those in between included."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _read(model: type[models.Model], cursor: Any) -> Iterator[Any]:
    """The statement for the rows of a table, and the rows."""
    fields = [str(field.column) for field in model._meta.local_concrete_fields if not field.generated]
    table, *columns = map(connection.ops.quote_name, (model._meta.db_table, *fields))
    names, places = ", ".join(columns), ", ".join(["%s"] * len(columns))
    yield f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608
    cursor.execute(f"SELECT {names} FROM {table}")  # noqa: S608
    yield cursor.fetchall()


def _forget_pages() -> None:
    """Forget the pages of earlier copies: they had the same keys, and perhaps the same version."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tournaments."):
            for value in vars(module).values():
                if isinstance(value, VersionCache):
                    value.clear()
