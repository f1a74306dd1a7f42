"""The few statements that recording a hand consists of, in SQL that both databases read alike.

A hall of tables records its hands at the same time. The ORM takes up to ten times as long to put one of these together
as the database to carry it out (`tests/benchmarks`), so they are written out; everything else goes through the ORM.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from cegoscore.clubs.rights.sights import key_of as _key
from cegoscore.scoresheet.models import State


def next_version(sheet: uuid.UUID) -> int | None:
    """Count the version of an open sheet up, which writers queue on; the new one, or `None` if it is not open."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoresheet_session SET version = version + 1 WHERE id = %s AND state = %s",
            [_key(sheet), State.OPEN.value],
        )
        if not cursor.rowcount:
            return None
        cursor.execute("SELECT version FROM scoresheet_session WHERE id = %s", [_key(sheet)])
        return int(cursor.fetchone()[0])


def is_taken(sheet: uuid.UUID, number: int) -> bool:
    """Tell whether the ledger has a hand at this number."""
    sql = "SELECT 1 FROM scoresheet_hand WHERE session_id = %s AND number = %s LIMIT 1"
    return bool(_rows(sql, _key(sheet), number))


def count_numbered(sheet: uuid.UUID) -> int:
    """Number of hands that count: those that the sheet numbers."""
    sql = """
        SELECT COUNT(*) FROM scoresheet_hand hand
        WHERE session_id = %s AND game <> 'dead' AND NOT void AND NOT EXISTS (
            SELECT 1 FROM scoresheet_hand later
            WHERE later.session_id = hand.session_id AND later.number = hand.number AND later.revision > hand.revision
        )
    """
    return int(_rows(sql, _key(sheet))[0][0])


def insert_scores(sheet: uuid.UUID, hand: int, points: Mapping[int, int]) -> None:
    """Insert the scores of a hand, points by seat number."""
    sql = """
        INSERT INTO scoresheet_score (hand_id, seat_id, points)
        SELECT CAST(%s AS bigint), id, CAST(%s AS bigint) FROM scoresheet_seat WHERE session_id = %s AND number = %s
    """
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(hand, amount, _key(sheet), seat) for seat, amount in points.items()])


def insert_all_scores(scores: Sequence[tuple[int, int, int]]) -> None:
    """Scores of many hands: rows of hand and seat, and the points."""
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO scoresheet_score (hand_id, seat_id, points) VALUES (%s, %s, %s)", scores)


def add_to_totals(sheet: uuid.UUID, changes: Mapping[int, int]) -> None:
    """Move the running totals of seats, by seat number."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE scoresheet_seat SET total = total + %s WHERE session_id = %s AND number = %s",
            [(change, _key(sheet), seat) for seat, change in changes.items() if change],
        )


def _rows(sql: str, *params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())
