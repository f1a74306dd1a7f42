"""Django's PostgreSQL engine, which tells whether a request has committed anything yet, and sends several at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import InterfaceError, OperationalError
from django.db.backends.postgresql import base

from cegoscore.postgresql.script import Gathering, Scripts
from cegoscore.retries import CountedCommits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import Connection

    from cegoscore.prepared import PreparedStatement


class DatabaseWrapper(CountedCommits, base.DatabaseWrapper):
    """One thread's connection."""

    _scripts: Scripts
    health_check_enabled: bool

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        """Connect; a new connection keeps no statements."""
        connection: Connection[Any] = super().get_new_connection(conn_params)
        self._scripts = Scripts(connection)
        return connection

    def carry_out(self, statements: Sequence[PreparedStatement[Any]], *, last: bool) -> list[list[tuple[Any, ...]]]:
        """Send all of them as one script: one trip for all, and for the commit as well.

        Queries that come first in a request are the health check of its connection themselves.
        """
        if self._is_unchecked() and all(each.sql.lstrip().startswith("SELECT") for each in statements):
            self.health_check_done = True
            try:
                return self._carry_out(statements)
            except (OperationalError, InterfaceError):
                if self.is_usable():
                    raise
                self.close()
        commits = last and self.in_atomic_block and not self.savepoint_ids
        rows = self._carry_out(statements, commits=commits)
        self.commits += commits
        return rows

    def adapted(self, value: Any) -> Any:
        """A value as PostgreSQL's driver takes it: it knows UUIDs and times itself."""
        return value

    def _is_unchecked(self) -> bool:
        """True for a connection that was used in an earlier request and not in this one yet."""
        is_checked = self.health_check_done or not self.health_check_enabled
        return self.connection is not None and not is_checked and not self.in_atomic_block

    def _carry_out(
        self, statements: Sequence[PreparedStatement[Any]], *, commits: bool = False
    ) -> list[list[tuple[Any, ...]]]:
        self.close_if_health_check_failed()
        self.ensure_connection()
        gathering = Gathering(self._scripts.adapter)
        with self._prepare_cursor(gathering) as cursor:  # type: ignore[attr-defined]
            for each in statements:
                cursor.execute(each.sql, each.values)
        keeps = not self.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]  # behind a pooler, which deals out connections
        with self.wrap_database_errors:
            return self._scripts.carry_out(gathering.noted, keeps=keeps, commits=commits)
