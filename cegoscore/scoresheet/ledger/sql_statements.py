"""The few statements of recording a hand that the ORM cannot say, in SQL that both databases read alike.

A hall of tables records its hands at the same time. Statements of the same moment are carried out together, to be one
trip to the database; so these are told what they need by keys that are known before (`cegoscore.database.prepared`).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from cegoscore.database.prepared import PreparedStatement, carry_out, plain
from cegoscore.scoresheet.models import State

PLACES_BETWEEN = 1 << 20
"""Distance between the places of two new hands: room for forgotten ones."""

Plain = PreparedStatement[tuple[Any, ...]]


def next_version(sheet: uuid.UUID, *asked: Plain) -> tuple[Any, ...] | None:
    """Count the version of an open sheet up, which writers queue on; the new one, or `None` if it is not open.

    With it the one value that each of the statements brings under the lock.
    """
    is_open = sheet, State.OPEN.value
    values = [value for each in asked for value in each.values]
    columns = ", ".join(["version", *(f"({each.sql})" for each in asked)])
    _, found = carry_out(
        plain("UPDATE scoresheet_session SET version = version + 1 WHERE id = %s AND state = %s", *is_open),
        plain(f"SELECT {columns} FROM scoresheet_session WHERE id = %s AND state = %s", *values, *is_open),  # noqa: S608 - ours
    )
    return found[0] if found else None


def version_of(sheet: uuid.UUID) -> Plain:
    """The sheet's version."""
    return plain("SELECT version FROM scoresheet_session WHERE id = %s", sheet)


def taken(sheet: uuid.UUID, number: int) -> Plain:
    """A row if the ledger has a hand at this number."""
    return plain("SELECT 1 FROM scoresheet_hand WHERE session_id = %s AND number = %s LIMIT 1", sheet, number)


NUMBERED = """
    SELECT COUNT(*) FROM (
        SELECT game, void, ROW_NUMBER() OVER (PARTITION BY number ORDER BY revision DESC) AS newest
        FROM scoresheet_hand WHERE session_id = %s
    ) hand
    WHERE newest = 1 AND game <> 'dead' AND NOT void
"""
"""One pass over the sheet's rows: to ask of each whether there is a later one makes a database that knows nothing of
its tables yet compare each with each, which after a hundred hands takes longer than all the rest of a hand."""


def numbered(sheet: uuid.UUID) -> Plain:
    """Number of hands that count: those that the sheet numbers."""
    return plain(NUMBERED, sheet)


def scores(sheet: uuid.UUID, hand: uuid.UUID, points: Mapping[int, int]) -> Plain:
    """Insert the scores of a hand that is named by its UUID, points by seat number."""
    sql = f"""
        INSERT INTO scoresheet_score (hand_id, seat_id, points)
        SELECT hand.id, seat.id, CASE seat.number {_cases(points)} END
        FROM scoresheet_hand hand JOIN scoresheet_seat seat ON seat.session_id = hand.session_id
        WHERE hand.session_id = %s AND hand.uuid = %s AND seat.number IN ({_marks(points)})
    """  # noqa: S608 - marks for values only
    return plain(sql, *_by_case(points), sheet, hand, *points)


def totals(sheet: uuid.UUID, changes: Mapping[int, int]) -> Plain:
    """Move the running totals of seats, by seat number."""
    sql = f"""
        UPDATE scoresheet_seat SET total = total + CASE number {_cases(changes)} END
        WHERE session_id = %s AND number IN ({_marks(changes)})
    """  # noqa: S608 - marks for values only
    return plain(sql, *_by_case(changes), sheet, *changes)


def _cases(values: Mapping[int, int]) -> str:
    return " ".join(["WHEN %s THEN %s"] * len(values))


def _by_case(values: Mapping[int, int]) -> list[int]:
    return [each for case in values.items() for each in case]


def _marks(values: Mapping[int, int]) -> str:
    return ", ".join(["%s"] * len(values))
