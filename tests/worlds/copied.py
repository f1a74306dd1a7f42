"""Worlds that are built once a process; a test gets their rows, and an object with the same attributes.

To build a lively club takes a processor half a second, to write its rows down again a fiftieth of that. The small
worlds of most tests are built before the first of them, so that no test's own clock or settings are in them.
"""

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from tests.cover import unnoted
from tournaments.course.queries import VersionCache

World = TypeVar("World")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table, and the statement that writes them."""

    insert: str
    rows: list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Built:
    """A world as it was built: its object and its rows."""

    pickled: bytes
    tables: list[Rows]
    sequences: str
    """Statements that leave PostgreSQL's next keys free: to restore a server sets its sequences back."""


_built: dict[tuple[Callable[..., Any], bytes], Built] = {}
"""By what makes them: a class or a function, and with which settings."""


def copied(make: Callable[..., World], *places: Any, **settings: Any) -> World:
    """A world made so, in a database in which there is nothing else yet; beside others one of its own is built."""
    if not _is_empty():
        return make(*places, **settings)
    key = make, pickle.dumps((places, settings))
    if key not in _built:
        return _build(make, *places, **settings)
    built = _built[key]
    _forget_pages()
    with transaction.atomic(), connection.cursor() as cursor:
        for table in built.tables:
            cursor.executemany(table.insert, table.rows)
        if built.sequences:
            with unnoted():
                cursor.execute(built.sequences)
    world: World = pickle.loads(built.pickled)  # noqa: S301  # our own, of this process
    return world


def copied_alone(make: Callable[..., World], *places: Any, **settings: Any) -> World:
    """The same in a test that asks for world after world: what is there of the one before goes first."""
    with transaction.atomic(), connection.cursor() as cursor, unnoted():
        for model in _models():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608
    return copied(make, *places, **settings)


def begin_as(world: object, kind: type[Any]) -> None:
    """Give a world that is being built what a copy of another kind has: it builds only what it adds."""
    vars(world).update(vars(copied(kind)))


def keep(*kinds: type[Any]) -> None:
    """Build worlds for later copies, and leave nothing of them in the database."""
    for kind in kinds:
        with transaction.atomic():
            _build(kind)
            transaction.set_rollback(True)
    _forget_pages()


def _build(make: Callable[..., World], *places: Any, **settings: Any) -> World:
    """Build the first one, and keep it; which of the tests has it does not change what it sends."""
    key = make, pickle.dumps((places, settings))
    with unnoted():
        world = make(*places, **settings)
        with connection.cursor() as cursor:
            tables = {model: Rows(*_read(model, cursor)) for model in _models()}
        tables = {model: table for model, table in tables.items() if table.rows}
        sequences = ";".join(connection.ops.sequence_reset_sql(no_style(), list(tables)))
        _built[key] = Built(pickle.dumps(world), list(tables.values()), sequences)
        return world


def _is_empty() -> bool:
    """True if no table has a row: in one statement, since every test asks."""
    with connection.cursor() as cursor:
        cursor.execute(_is_any_row(connection.vendor))
        return not any(cursor.fetchone())


@cache
def _is_any_row(_vendor: str) -> str:
    tables = (connection.ops.quote_name(model._meta.db_table) for model in _models())
    return "SELECT " + ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables)  # noqa: S608


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
    for kept in _kept(len(sys.modules)):
        kept._values.clear()


@cache
def _kept(_modules: int) -> list[VersionCache[Any]]:
    """Everything that this process keeps by keys and versions, in the modules that are loaded."""
    ours = [module for name, module in list(sys.modules.items()) if name.startswith(("cegoscore.", "tournaments."))]
    return [value for module in ours for value in vars(module).values() if isinstance(value, VersionCache)]
