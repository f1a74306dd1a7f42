"""A default of the database for a column with a UUID: rows of a version that does not know the column get one, too."""

from typing import Any

from django.db.models import Func, UUIDField


class RandomUuid(Func):
    """A UUID by chance, another one for each row."""

    function = "gen_random_uuid"
    arity = 0
    output_field = UUIDField()

    def as_sqlite(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, tuple[()]]:
        """The SQL for SQLite, which keeps a UUID as 32 digits."""
        return self.as_sql(compiler, connection, template="lower(hex(randomblob(16)))")  # type: ignore[return-value]
