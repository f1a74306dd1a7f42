"""Counting once in a process what stays as it is, until anything that it is counted from changes.

A stamp tells: it has every value that is read, or one that guards it, such as a sheet's version. Whoever counts takes
the stamp and counts in one snapshot, else something newer would be kept under an old stamp.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, TypeVar

from django.db.models import Aggregate, Model, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

from cegoscore.recent import Recent

MOST = 1000
"""Limit of what is kept in a process; none of it may grow with the evenings."""
_KEPT: Recent[Any] = Recent(MOST)

Counted = TypeVar("Counted")
Row = TypeVar("Row", bound=Model)


class _Strung(Aggregate):
    """All values of all rows as one text; in which order is left to the database."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ';')"
    arg_joiner = " || ',' || "
    output_field = TextField()

    def __init__(self, *names: str, **extra: Any) -> None:
        super().__init__(*(Coalesce(Cast(name, TextField()), Value("")) for name in names), **extra)

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """SQLite's word for it."""
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **context)


def stamp_of(rows: QuerySet[Row], *names: str) -> bytes:
    """Digest of these fields of all rows. One query."""
    return sha256(str(rows.aggregate(all=_Strung(*names))["all"]).encode()).digest()


def once(key: Hashable, count: Callable[[], Counted]) -> Counted:
    """Result of a count under the key, which has the stamp; counted now if it is not kept. Nobody may change it."""
    found: Counted | None = _KEPT.get(key)
    return _KEPT.put(key, count()) if found is None else found


def forget() -> None:
    """Forget everything."""
    _KEPT.clear()
