"""Django's PostgreSQL engine, which tells whether a request has committed anything yet, and sends several at once."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from django.db.backends.postgresql import base

from cegoscore.retries import CountedCommits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cegoscore.prepared import Statement


class DatabaseWrapper(CountedCommits, base.DatabaseWrapper):
    """One thread's connection."""

    def carry_out(self, statements: Sequence[Statement[Any]]) -> list[list[tuple[Any, ...]]]:
        """Send all of them before the first answer is read (pipeline mode): one turn for all.

        One after the other behind a pooler: old ones of PgBouncer lose count of the answers.
        """
        together = len(statements) > 1 and not self.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
        cursors = [self.cursor() for _ in statements]
        with self.wrap_database_errors, self.connection.pipeline() if together else nullcontext():
            for cursor, each in zip(cursors, statements, strict=True):
                cursor.execute(each.sql, each.values)
        return [cursor.fetchall() if cursor.description else [] for cursor in cursors]
