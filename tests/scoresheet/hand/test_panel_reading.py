"""Reading a posted panel: text into one hand of the core, every problem at once and beside its field."""

import uuid
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given, strategies as st

from cegoscore.scoresheet.hand.panel import moved
from cegoscore.scoresheet.hand.reading import Posted, read_hand
from cegoscore.scoresheet.ledger.panel_fields import fields_of, fields_of_row, sent_of
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Hand as Row
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Hand, Points
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.sheet import posted

RULES = published("schwarzwaldmeisterschaft")
NAMES = dict(enumerate(("Anna", "Bernd", "Clara", "Dieter")))


def sent(**fields: Any) -> QueryDict:
    """A Solo of Bernd's with 41 points, as the panel sends it, but for the given fields; `None` leaves one out."""
    data = QueryDict(mutable=True)
    for name, value in (posted(1) | fields).items():
        data.setlist(name, list(map(str, value)) if isinstance(value, list) else [] if value is None else [str(value)])
    return data


def read(**fields: Any) -> Posted:
    return read_hand(sent(**fields), RULES, NAMES)


def test_hand_is_read_whole() -> None:
    key = uuid.uuid4()
    found = read(uuid=f" {key} ", points=" 41 ", stake_factor="2", reason=" verzählt ")
    outcome = Points(contract=Contract.SOLO, declarer=1, points=41, over_solo=False)
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=outcome, stake_factor=2)
    assert found == Posted(writing=Writing(uuid=key, number=1, revision=1, hand=hand, why="verzählt"), game="solo")


def test_points_of_the_defenders_are_turned_round() -> None:
    found = read(points=29, points_of="defenders").writing
    assert found
    assert found.hand.outcome == Points(contract=Contract.SOLO, declarer=1, points=50)


def test_everything_wrong_is_said_at_once_beside_its_field() -> None:
    found = read(uuid="x", game="poker", declarer=9, points="viel", stake_factor=0, free_2="1,5", dealer=None)
    fields = [problem.field for problem in found.problems]
    assert sorted(fields) == ["dealer", "declarer", "free_2", "game", "points", "stake_factor", "uuid"]
    assert found.writing is None


def test_line_up_that_cannot_be_read_is_the_only_problem() -> None:
    assert [problem.field for problem in read(lineup="0,1,2,9").problems] == ["lineup"]
    assert [problem.field for problem in read(lineup=None).problems] == ["lineup"]


@pytest.mark.parametrize(
    ("field", "allowed", "refused"),
    [
        ("number", 10_000, 10_001),
        ("revision", 1, 0),
        ("points", 99, 100),
        ("card_points_3", 99, 100),
        ("card_points_0", 0, -1),
        ("free_0", -1_000_000, -1_000_001),
        ("per_defender", 1_000_000, 1_000_001),
        ("stake_factor", 1000, 1001),
        ("trumps", [21], [22]),
        ("why", "x" * 500, "x" * 501),
        ("reason", "x" * 500, "x" * 501),
        ("reason", "verzählt", "verz\x00hlt"),
        ("points_of", "defenders", "nobody"),
        ("made", "false", "perhaps"),
        ("penalty", "revoke", "theft"),
        ("dead", "misdeal", "flood"),
        ("result", "fault", "draw"),
        ("culprits", [0, 3], [0, 4]),
        ("challenger", 3, 4),
    ],
)
def test_limits_hold_for_fields_of_other_games_too(field: str, allowed: Any, refused: Any) -> None:
    others = {"game": "piccolo", "points": None, "made": "true"}
    assert [problem.field for problem in read(**others | {field: allowed}).problems if problem.field == field] == []
    assert [problem.field for problem in read(**others | {field: refused}).problems] == [field]


def test_impossible_hand_is_refused_beside_its_field() -> None:
    found = read(points=99)
    assert (found.writing, [problem.field for problem in found.problems]) == (None, ["points"])


def test_row_comes_back_through_the_panel() -> None:
    fields = moved(sent(points=None, declarer=None), game="")
    outcome = {"contract": "cego", "declarer": 2, "over_solo": True, "no_trick": True}
    for name, values in fields_of(outcome).lists():
        fields.setlist(name, values)
    found = read_hand(fields, RULES, NAMES)
    assert found.writing is not None
    assert found.writing.hand.outcome == Points(contract=Contract.CEGO, declarer=2, points=0, over_solo=True)


@given(st.text(), st.lists(st.integers(), min_size=3, max_size=6), st.text(max_size=5))
def test_a_rows_fields_in_one_line_are_read_as_they_are(why: str, free: list[int], auction: str) -> None:
    row = Row(outcome={"free": free, "why": why}, auction=auction)
    again = QueryDict(sent_of(row))
    assert dict(again.lists()) == {name: values for name, values in fields_of_row(row).lists() if values}
