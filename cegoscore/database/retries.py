"""Errors of the database by what they mean, and a second try for a request that was only unlucky.

PostgreSQL may end one of two transactions that wait for each other, and engines that run all of them as SERIALIZABLE
(CockroachDB, YugabyteDB) one of two that read what the other writes. Nothing is wrong with it: run again, it passes.
"""

import random
import sqlite3
import time
from typing import Any

from django.db import DatabaseError, IntegrityError, InterfaceError, InternalError, OperationalError, connection
from django.db.migrations.exceptions import MigrationSchemaMissing
from django.http import HttpRequest, HttpResponse

UNLUCKY = ("40001", "40P01")
"""Codes (SQLSTATE) of PostgreSQL for a serialisation failure and for a deadlock."""
DUPLICATE = ("23505", sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
"""Codes of both databases for a row whose key is there already."""
READ_ONLY = "25006"
"""Code of PostgreSQL for a write on a host that is, or has just become, a standby."""
NOT_ALLOWED = "42501"
"""Code of PostgreSQL for what a role may not do."""

TRIES = 4
PAUSE = 0.02
"""Seconds before the second try, twice as long before each further one; by chance up to twice that."""


class CountedCommits:
    """Part of a database engine: `commits` is how many transactions this connection has committed."""

    commits = 0

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self.commits += 1


def code_of(error: DatabaseError) -> Any:
    """The database's own code of an error; `None` if there is none."""
    cause = error.__cause__
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorcode", None)


def complaint_of(error: DatabaseError) -> str:
    """One line that says why a command cannot use the database, and what to type where a right is missing."""
    missing = error.__context__ if isinstance(error, MigrationSchemaMissing) else None
    complaint = str(missing or error).strip().splitlines()[0]
    if isinstance(missing, DatabaseError) and code_of(missing) == NOT_ALLOWED:
        name, user = connection.settings_dict["NAME"], connection.settings_dict["USER"]
        complaint += f'. As its superuser: ALTER DATABASE "{name}" OWNER TO "{user}";'
    return f"The database cannot be used: {complaint}"


def unless_duplicate(error: IntegrityError) -> None:
    """Raise the error again unless it says that a row is there already: anything else is a fault, no conflict."""
    if code_of(error) not in DUPLICATE:
        raise error


def is_unavailable(error: Exception) -> bool:
    """True if the database is away, full, locked for too long, or takes no writes at the moment."""
    if isinstance(error, (OperationalError, InterfaceError)):
        return True
    return isinstance(error, InternalError) and code_of(error) == READ_ONLY


def second_try(request: HttpRequest, problem: Exception, before: int) -> HttpResponse | None:
    """Run a view again whose transaction was ended in favour of another one, unless it has committed since `before`.

    Nothing if there is no further try to be had.
    """
    view, args, kwargs = request.resolver_match  # type: ignore[misc]
    for number in range(TRIES - 1):
        if not isinstance(problem, OperationalError) or code_of(problem) not in UNLUCKY or commits() != before:
            return None
        time.sleep(PAUSE * 2**number * random.uniform(1, 2))  # noqa: S311 - so that two do not meet again
        for _name, files in request.FILES.lists():
            for file in files:
                file.seek(0)
        try:
            answer: HttpResponse = view(request, *args, **kwargs)
        except OperationalError as again:
            problem = again
        else:
            return answer
    return None


def commits() -> int:
    """Number of commits of this thread's connection."""
    return getattr(connection, "commits", 0)
