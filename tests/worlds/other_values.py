"""Other values of a column, as somebody who forges a document or a database would put them there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, models, transaction

NOWHERE = "00000000-0000-0000-0000-00000000abcd"
WHEN = " (when)"
"""Behind a column's name: only the moment is another one."""
ANOTHER_TIME = "2026-01-01T10:00:00+00:00"


def is_listed(listed: Mapping[str, str], part: str, column: str) -> bool:
    """True if a column of a part is in a list of those that prove nothing: names with blanks, or `*` for all."""
    free = listed.get(part, "").split()
    return free == ["*"] or column.replace(WHEN, "(when)") in free


def is_found(rows: Any, values: Mapping[str, Any], faults: Callable[[], Iterable[object]]) -> bool:
    """True if the database refuses other values in a row, or a self-check finds `faults` then; undone again."""
    found = True
    try:
        with transaction.atomic():
            assert rows.order_by().update(**values) == 1
            found = any(True for _fault in faults())  # the first one is enough
            transaction.set_rollback(True)
    except DatabaseError:
        return True
    return found


def other_values(field: models.Field[Any, Any], value: Any) -> Iterator[tuple[str, Any]]:
    """Pairs of a kind of change, empty or `WHEN`, and another value as documents have it."""
    if isinstance(field, models.DateTimeField) and value is not None:
        yield WHEN, (datetime.fromisoformat(value) + timedelta(days=1)).isoformat()
        if field.null:
            yield "", None
        return
    yield from (("", other) for other in _others(field, value))


def _others(field: models.Field[Any, Any], value: Any) -> list[Any]:
    if field.choices:
        return [key for key, _label in field.choices if key != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(field, models.ForeignKey | models.ManyToManyField):
        return _other_rows(value)
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, list):
        return [value[1:] if value else ["lot"]]
    if isinstance(value, dict):
        return [value | {"x": 1}]
    return [_other_text(field, value)]


def _other_rows(value: Any) -> list[Any]:
    if isinstance(value, list):
        return [value[1:] if value else [1]]
    if isinstance(value, str):
        return [NOWHERE]
    return [1] if value is None else [value % 2 + 1]


def _other_text(field: models.Field[Any, Any], value: Any) -> Any:
    if isinstance(field, models.DateTimeField):
        return ANOTHER_TIME
    if isinstance(field, models.DateField):
        return "2026-01-01"
    if isinstance(field, models.UUIDField):
        return NOWHERE
    if isinstance(field, models.DecimalField):
        return "99.00"
    return 1 if isinstance(field, models.IntegerField) else f"{value or ''}x"
