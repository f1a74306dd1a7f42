"""Several statements sent to PostgreSQL as one message, each by the name under which the connection keeps its plan.

To plan one of the small statements of a sheet again and again costs the server twice as much as to carry it out, and
the driver's cursors and pipelines cost us as much again. So this speaks to libpq itself, in the simple protocol, which
takes a script and brings a result for each statement; poolers understand it as well, but there nothing may be kept.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from psycopg import Connection, abc, adapt, errors, generators
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

MOST_KEPT = 100
"""Statements that a connection keeps; the one that was not used for longest is given up for a new one."""

Noted = tuple[str, Sequence[Any]]
"""A statement and its values."""


class Gathering:
    """A cursor for Django's wrappers, which log, check and intercept: it notes statements for a script."""

    def __init__(self, adapter: abc.Transformer) -> None:
        self.noted: list[Noted] = []
        self._adapter = adapter

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Note a statement."""
        self.noted.append((sql, values))

    @property
    def _query(self) -> Gathering:
        """The cursor itself, at which Django's log looks for `query`."""
        return self

    @property
    def query(self) -> bytes:
        """The last statement with its values."""
        return written(self._adapter, *self.noted[-1])

    def close(self) -> None:
        """Leave what is noted."""


WRITTEN: dict[type[Any], Callable[[Any], bytes]] = {
    type(None): lambda _none: b"NULL",
    int: lambda number: b"%d" % number if number >= 0 else b" %d" % number,
    uuid.UUID: lambda key: b"'%s'::uuid" % key.hex.encode(),
}
"""Values that need nothing of the driver, as it would write them; most are such."""


def literals(adapter: abc.Transformer, values: Sequence[Any]) -> Iterator[bytes]:
    """The values as they are written in a statement."""
    for value in values:
        own = WRITTEN.get(type(value))
        yield own(value) if own else bytes(adapter.as_literal(value))


def written(adapter: abc.Transformer, sql: str, values: Sequence[Any]) -> bytes:
    """A statement with its values in their places."""
    return sql.encode() % tuple(literals(adapter, values))


class Scripts:
    """The scripts of one connection, and the statements that it keeps."""

    def __init__(self, connection: Connection[Any]) -> None:
        self.connection = connection
        self.adapter: abc.Transformer = adapt.Transformer(connection)
        self.names: OrderedDict[str, bytes] = OrderedDict()
        self._numbers = count(1)

    def carry_out(self, noted: Sequence[Noted], *, keeps: bool, commits: bool) -> list[list[tuple[Any, ...]]]:
        """The rows of each. Begins a transaction if one is due, as the driver would."""
        spoken = [self._kept(sql, values) if keeps else written(self.adapter, sql, values) for sql, values in noted]
        is_due = not self.connection.autocommit and self.connection.pgconn.transaction_status == TransactionStatus.IDLE
        script = [*([b"BEGIN"] if is_due else []), *spoken, *([b"COMMIT"] if commits else [])]
        return [self._rows(result) for result in self._send(script)[is_due:][: len(noted)]]

    def _kept(self, sql: str, values: Sequence[Any]) -> bytes:
        """A statement by its name, under which it is kept from now on."""
        name = self.names.pop(sql, None) or self._keep(sql, values)
        self.names[sql] = name  # as the last one used
        said = b",".join(literals(self.adapter, values))
        return b"EXECUTE %s(%s)" % (name, said) if said else b"EXECUTE %s" % name

    def _keep(self, sql: str, values: Sequence[Any]) -> bytes:
        """Have the server keep a statement, whose new name this is, and give up another one if there are too many.

        Its values are of the types that their places ask for, but for plain numbers: of some only a sum is asked for.
        """
        if len(self.names) >= MOST_KEPT:
            self._send([b"DEALLOCATE %s" % self.names.popitem(last=False)[1]])
        name = b"kept_%d" % next(self._numbers)
        types = b",".join(b"bigint" if type(value) is int else b"unknown" for value in values)
        places = tuple(b"$%d" % number for number in range(1, len(values) + 1))
        self._send([b"PREPARE %s%s AS %s" % (name, b" (%s)" % types if types else b"", sql.encode() % places)])
        return name

    def _send(self, script: Sequence[bytes]) -> list[PGresult]:
        """A result for each statement; the error of the first that failed, after which none is carried out."""
        self.connection.pgconn.send_query(b";".join(script))
        results: list[PGresult] = self.connection.wait(generators.execute(self.connection.pgconn))
        if results[-1].status == ExecStatus.FATAL_ERROR:
            raise errors.error_from_result(results[-1])
        return results

    def _rows(self, result: PGresult) -> list[tuple[Any, ...]]:
        if not result.nfields:
            return []
        self.adapter.set_pgresult(result)
        return self.adapter.load_rows(0, result.ntuples, tuple)
