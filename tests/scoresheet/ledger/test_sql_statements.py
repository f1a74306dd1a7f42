"""Statements of our own in SQL: what they bring, and that their price does not grow with the square of the hands."""

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cegoscore.database.prepared import carry_out
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands
from cegoscore.scoresheet.ledger.services.ledger import (
    NUMBERED,
    counted_hands,
    hand_at,
    lock_sheet_asking,
    strike_or_restore,
    write_hand,
)
from cegoscore.scoresheet.ledger.wording import SheetClosed
from cegoscore.scoresheet.models import Session, State
from tests.worlds.copied import copied
from tests.worlds.sheet import World, writing

pytestmark = [pytest.mark.django_db, pytest.mark.both]

LOOKS = re.compile(r"\b(?:on|SCAN|SEARCH) (?:TABLE )?scoresheet_hand\b")
"""A plan's looks at the table of hands, as PostgreSQL and SQLite say it."""


def numbered(world: World) -> int:
    (((count,),),) = carry_out(counted_hands(world.sheet.pk))
    return int(count)


def strike(world: World, number: int, revision: int, *, void: bool) -> None:
    strike_or_restore(world.sheet, number=number, revision=revision, uuid=uuid.uuid4(), void=void, why="", device=None)


def test_hands_that_count_are_numbered(world: World) -> None:
    for number in range(1, 5):
        write_hand(world.sheet, writing(number), device=None)
    assert numbered(world) == counting_hands(world.sheet) == 4
    strike(world, 2, 2, void=True)
    assert numbered(world) == counting_hands(world.sheet) == 3
    strike(world, 2, 3, void=False)
    strike(world, 4, 2, void=True)
    assert numbered(world) == counting_hands(world.sheet) == 3
    assert numbered(copied(World)) == 0


def test_rows_of_a_sheet_are_gone_through_once_to_count_them(world: World) -> None:
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {NUMBERED}", [world.sheet.pk.hex])
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    assert len(LOOKS.findall(plan)) == 1, plan


def test_turn_brings_the_version_and_what_is_asked_with_it(world: World) -> None:
    key = world.sheet.pk
    write_hand(world.sheet, writing(1), device=None)
    before = Session.objects.get().version
    asked = counted_hands(key), hand_at(key, 1), hand_at(key, 2)
    with CaptureQueriesContext(connection) as queries:
        assert lock_sheet_asking(world.sheet, *asked) == (before + 1, 1, 1, None)
    assert len(queries) <= 2
    Session.objects.update(state=State.CLOSED)
    with pytest.raises(SheetClosed):
        lock_sheet_asking(world.sheet, *asked)
    assert Session.objects.get().version == before + 1
