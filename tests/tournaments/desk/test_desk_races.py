"""Several at the desk at once: a round is drawn once, swapped once, and a table has one result."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cegoscore.clubs.errors import Refused
from cegoscore.scoresheet.ledger.wording import Conflict, SheetClosed
from tests.scoresheet.ledger.test_races import WRITERS, at_once
from tests.worlds.tournament import World, play_hands
from tournaments.desk import services
from tournaments.drawing import services as drawing
from tournaments.models import COURSE, Decision, Result, Round, RoundState, Table

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def codes(results: list[object]) -> list[str]:
    """Ends of all of them: the code of a refusal, or nothing."""
    assert [result for result in results if isinstance(result, Exception) and not refused(result)] == []
    return sorted(result.code if isinstance(result, Refused) else "" for result in results)


def refused(result: Exception) -> bool:
    return isinstance(result, Refused)


def test_round_that_several_draw_is_drawn_once() -> None:
    world = World()
    world.register(13)
    draws: list[Callable[[], Any]] = [
        partial(drawing.draw_round, world.tournament, seed=f"{n}", number=1) for n in range(WRITERS)
    ]
    assert codes(at_once(draws)) == ["", *["round_is_drawn"] * (WRITERS - 1)]
    round_ = Round.objects.get()
    assert round_.results.count() == 16
    assert Table.objects.count() == 4


def test_swap_that_several_send_is_made_once() -> None:
    world = World()
    world.register(8)
    round_ = world.draw(start=False)
    one, other = round_.draw["tables"][0][0], round_.draw["tables"][1][2]
    swap = partial(drawing.swap, round_, one, other, why="Ehepaar", device=None, seen=round_.draw_version)
    assert codes(at_once([swap] * WRITERS)) == [""] * WRITERS
    round_.refresh_from_db()
    assert (round_.draw["tables"][0][0], round_.draw_version) == (other, "1.1")
    assert Decision.objects.exclude(kind__in=COURSE).count() == 1


def test_totals_that_two_helpers_type_differently_are_one_or_the_other() -> None:
    world = World()
    world.register(8)
    table = world.draw().tables.get(number=1)
    offers = [{0: 3 * n, 1: n, 2: -n, 3: -3 * n} for n in range(1, WRITERS + 1)]
    typing: list[Callable[[], Any]] = [
        partial(services.type_totals, table, points, why="", device=None) for points in offers
    ]
    assert codes(at_once(typing)) == ["", *["reason_missing"] * (WRITERS - 1)]
    assert dict(Result.objects.filter(table=table).values_list("seat", "points")) in offers


def test_round_closed_while_a_table_is_opened_again_is_all_of_one() -> None:
    world = World()
    world.register(8)
    round_ = world.draw()
    world.type_all(round_)
    table = round_.tables.get(number=1)
    codes(at_once([partial(services.close_round, round_), partial(services.reopen_table, table, why="x", device=None)]))
    round_.refresh_from_db()
    is_open = Result.objects.filter(round=round_, points=None).exists()
    assert is_open == (round_.state == RoundState.PLAYING)


def test_sheet_taken_while_a_hand_is_written_is_not_taken_unseen() -> None:
    world = World(hands=3)
    world.register(8)
    table = world.draw().tables.select_related("sheet").get(number=1)
    assert table.sheet
    play_hands(table.sheet, 1)
    table.sheet.refresh_from_db()
    seen = table.sheet.version
    written, taken = at_once(
        [
            partial(play_hands, table.sheet, 1, first=2),
            partial(services.accept_table, table, why="Schluss", device=None, seen=seen),
        ]
    )
    assert written is None or isinstance(written, SheetClosed | Conflict)
    assert taken is None or (isinstance(taken, Refused) and taken.code == "result_changed")
    assert (written is None) != (taken is None)
