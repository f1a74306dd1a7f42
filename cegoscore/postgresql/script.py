"""Several statements sent to PostgreSQL as one message, each by the name under which the connection keeps its plan.

To plan one of the small statements of a sheet again and again costs the server twice as much as to carry it out, and
the driver's cursors and pipelines cost us as much again. So this speaks to libpq itself, in the simple protocol, which
takes a script and brings a result for each statement; poolers understand it as well, but there nothing may be kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from psycopg import Connection, errors, generators
from psycopg.adapt import Transformer
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGresult

MOST_KEPT = 100
"""Statements that a connection keeps; the one that was not used for longest is given up for a new one."""

Noted = tuple[str, Sequence[Any]]
"""A statement and its values."""


class Gathering:
    """A cursor for Django's wrappers, which log, check and intercept: it notes statements for a script."""

    def __init__(self, adapter: Transformer) -> None:
        self.noted: list[Noted] = []
        self._query = self
        self._adapter = adapter

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Note a statement."""
        self.noted.append((sql, values))

    @property
    def query(self) -> bytes:
        """The last statement with its values, for the log."""
        sql, values = self.noted[-1]
        return sql.encode() % tuple(literals(self._adapter, values))

    def close(self) -> None:
        """Leave what is noted."""


def literals(adapter: Transformer, values: Sequence[Any]) -> Iterator[bytes]:
    """The values as they are written in a statement."""
    return (b"NULL" if value is None else bytes(adapter.as_literal(value)) for value in values)


class Scripts:
    """The scripts of one connection, and the statements that it keeps."""

    def __init__(self, connection: Connection[Any], *, keeps: bool) -> None:
        self.connection = connection
        self.keeps = keeps
        self.adapter = Transformer(connection)
        self.names: OrderedDict[str, bytes] = OrderedDict()
        self._numbers = count(1)

    def carry_out(self, noted: Sequence[Noted], *, commits: bool) -> list[list[tuple[Any, ...]]]:
        """The rows of each. Begins a transaction if one is due, as the driver would."""
        new = {sql: b"kept_%d" % next(self._numbers) for sql, _ in noted if self.keeps and sql not in self.names}
        before = [_preparation(sql, name) for sql, name in new.items()]
        if not self.connection.autocommit and self.connection.pgconn.transaction_status == TransactionStatus.IDLE:
            before.append(b"BEGIN")
        names = self.names | new
        spoken = [self._spoken(sql, values, names.get(sql)) for sql, values in noted]
        results = self._send([*before, *spoken, *([b"COMMIT"] if commits else [])])
        for (sql, name), result in zip(new.items(), results, strict=False):
            if result.status == ExecStatus.COMMAND_OK:
                self.names[sql] = name
        if results[-1].status == ExecStatus.FATAL_ERROR:
            raise errors.error_from_result(results[-1])
        self._keep([sql for sql, _ in noted])
        return [self._rows(result) for result in results[len(before) :][: len(noted)]]

    def _spoken(self, sql: str, values: Sequence[Any], name: bytes | None) -> bytes:
        written = tuple(literals(self.adapter, values))
        if name is None:
            return sql.encode() % written
        return b"EXECUTE %s(%s)" % (name, b",".join(written)) if written else b"EXECUTE %s" % name

    def _send(self, script: Sequence[bytes]) -> list[PGresult]:
        """A result for each statement up to the first that failed."""
        self.connection.pgconn.send_query(b";".join(script))
        return self.connection.wait(generators.execute(self.connection.pgconn))

    def _rows(self, result: PGresult) -> list[tuple[Any, ...]]:
        if not result.nfields:
            return []
        self.adapter.set_pgresult(result)
        return self.adapter.load_rows(0, result.ntuples, tuple)

    def _keep(self, used: Sequence[str]) -> None:
        """Give up what has not been used for longest, if there is too much."""
        for sql in used:
            if sql in self.names:
                self.names.move_to_end(sql)
        if over := [self.names.popitem(last=False)[1] for _ in range(len(self.names) - MOST_KEPT)]:
            self._send([b"DEALLOCATE %s" % name for name in over])


def _preparation(sql: str, name: bytes) -> bytes:
    """The statement that has another one kept; its values are of the types that their places ask for."""
    places = tuple(b"$%d" % number for number in range(1, sql.replace("%%", "").count("%s") + 1))
    return b"PREPARE %s AS %s" % (name, sql.encode() % places)
