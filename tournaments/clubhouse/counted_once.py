"""Counting once in a process what stays as it is, until anything that it is counted from changes.

A stamp tells: it has every value that is read, or one that guards it, such as a sheet's version. Whoever counts takes
the stamp and counts in one snapshot, else something newer would be kept under an old stamp. Evenings are counted in two
parts, the newest year and all before, so that another evening costs no more after twenty years than after one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar

from django.db.models import Aggregate, Func, IntegerField, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce

MOST = 1000
"""Limit of what is kept in a process; none of it may grow with the evenings."""
_KEPT: dict[Hashable, Any] = {}
_GUARD = Lock()

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


class _Year(Func):
    """The year of a moment, as the database keeps it: in UTC. Quicker than Django's, which asks Python on SQLite."""

    function = "EXTRACT"
    template = "%(function)s(YEAR FROM %(expressions)s)::integer"
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """SQLite keeps moments as text."""
        return self.as_sql(compiler, connection, template="CAST(SUBSTR(%(expressions)s, 1, 4) AS integer)", **context)


@dataclass(frozen=True, slots=True)
class Years:
    """Rows of one year or of several, with the stamps of what is read of them."""

    stamps: tuple[tuple[int, bytes], ...]
    """By year."""
    since: datetime | None
    until: datetime | None
    keys: tuple[str, ...] = field(default=(), compare=False)
    """Those of the rows where they are one year of several: to find them by their time, all would be read."""

    def among(self, began: str, rows: str = "") -> Q:
        """Condition for its rows; `began` is the way to the moment that they are divided by, `rows` that to them."""
        if self.keys:
            return Q(**{f"{rows}pk__in": self.keys})
        since = Q() if self.since is None else Q(**{f"{rows}{began}__gte": self.since})
        return since if self.until is None else since & Q(**{f"{rows}{began}__lt": self.until})


def parts_of(rows: QuerySet[Row], began: str, *names: str) -> tuple[Years, ...]:
    """All before the newest year, and the newest year, as far as there are rows; stamped by these fields. One query.

    The first field is the key of the rows.
    """
    years = rows.order_by().annotate(year=_Year(began)).values("year").annotate(all=_Strung(*names))
    texts = dict(years.values_list("year", "all"))
    found = sorted((year, sha256(text.encode()).digest()) for year, text in texts.items())
    if len(found) <= 1:
        return (Years(tuple(found), None, None),) if found else ()
    newest = found[-1][0]
    keys = tuple(row.partition(",")[0] for row in texts[newest].split(";"))
    cut = datetime(newest, 1, 1, tzinfo=UTC)
    return Years(tuple(found[:-1]), None, cut), Years((found[-1],), cut, None, keys)


def stamp_of(rows: QuerySet[Row], *names: str) -> bytes:
    """Digest of these fields of all rows. One query."""
    return sha256(str(rows.aggregate(all=_Strung(*names))["all"]).encode()).digest()


def once(key: Hashable, count: Callable[[], Counted]) -> Counted:
    """Result of a count under the key, which has the stamp; counted now if it is not kept. Nobody may change it."""
    counted: Counted | None = _KEPT.get(key)
    if counted is None:
        counted = count()
        with _GUARD:
            _KEPT[key] = counted
            if len(_KEPT) > MOST:
                del _KEPT[next(iter(_KEPT))]  # the oldest
    return counted


def forget() -> None:
    """Forget everything."""
    with _GUARD:
        _KEPT.clear()
