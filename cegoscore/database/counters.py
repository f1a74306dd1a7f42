"""Counters behind the keys of rows: a key that was once given out never comes to mean another row."""

from collections.abc import Mapping

from django.apps import apps
from django.db import connection
from django.db.models import AutoField

LAST = {
    "sqlite": "SELECT name, seq FROM sqlite_sequence",
    "postgresql": """
        SELECT counted.relname, pg_sequence_last_value(counter.oid)
        FROM pg_class counter
        JOIN pg_depend ON pg_depend.objid = counter.oid AND pg_depend.deptype IN ('a', 'i')
        JOIN pg_class counted ON counted.oid = pg_depend.refobjid
        WHERE counter.relkind = 'S' AND counted.relnamespace = current_schema()::regnamespace
    """,
}


def last_keys() -> dict[str, int]:
    """The highest key that was given out, by table of ours; none for tables that never had a row."""
    ours = _key_columns()
    with connection.cursor() as cursor:
        cursor.execute(LAST[connection.vendor])
        return {table: key for table, key in cursor.fetchall() if table in ours and key}


def count_on_from(keys: Mapping[str, int]) -> None:
    """Give out only keys beyond these from now on; counters that are further stay."""
    columns, now = _key_columns(), last_keys()
    ahead = {table: key for table, key in keys.items() if table in columns and key > now.get(table, 0)}
    with connection.cursor() as cursor:
        for table, key in ahead.items():
            if connection.vendor == "postgresql":
                counter = connection.ops.quote_name(table), columns[table]
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [*counter, key])
            elif table in now:
                cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [key, table])
            else:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, key])


def _key_columns() -> dict[str, str]:
    """The column of each counted key, by table."""
    keys = ((model._meta.db_table, model._meta.pk) for model in apps.get_models(include_auto_created=True))
    return {table: str(key.column) for table, key in keys if isinstance(key, AutoField)}
