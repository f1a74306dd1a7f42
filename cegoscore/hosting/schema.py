"""The fit of this code and the database's schema.

Migrations expand: the version before runs on what they leave. One that takes something away comes a version later and
says so by its name (`0009_contract_...`); code that does not know it must not serve such a database.
"""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

import cegoscore

CONTRACTS = "_contract_"
"""Part of the name of every migration that old code cannot live with."""


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """All migrations of this version, by app and name."""
    return frozenset(MigrationLoader(None).disk_migrations)


def applied_migrations() -> frozenset[tuple[str, str]]:
    """All migrations that the database has seen, by app and name; none if it is new."""
    return frozenset(MigrationRecorder(connection).applied_migrations())


def is_behind() -> bool:
    """True if migrations of this version are missing in the database."""
    return not known_migrations() <= applied_migrations()


def unservable() -> str:
    """Sentence that says why this code cannot serve the database; empty if it can."""
    unknown = sorted(f"{app}.{name}" for app, name in applied_migrations() - known_migrations() if CONTRACTS in name)
    if not unknown:
        return ""
    return (
        f"A newer version has changed this database for good ({', '.join(unknown)}): version {cegoscore.__version__} "
        "cannot serve it. Update the code, or put back a backup from before with restore_server."
    )


def wrong_encoding() -> str:
    """Sentence that says how to make a database that can hold every name; empty if this one can, as SQLite's do."""
    if connection.vendor == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        (encoding,) = cursor.fetchone()
    if encoding == "UTF8":
        return ""
    name = connection.settings_dict["NAME"]
    return (
        f"The database {name} is in {encoding}, which has no room for many names and signs. Make another one and name "
        f"it in DATABASE_URL: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 {name}_utf8"
    )
