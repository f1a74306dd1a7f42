"""The one thing that an evening is told by, against small evenings counted by hand."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import cegoscore
from cegoscore.scoring.documents.document import parse_json
from cegoscore.scoring.documents.ledger import Pattern, changes, curve, highlight, leaders, played
from tests.scoring.test_review import evening

DEMO = Path(cegoscore.__file__).parent / "scoresheet" / "evening" / "demo_evening.json"
PENALTY = {"penalty": "revoke", "offender": 3}


def free(*amounts: int) -> dict[str, Any]:
    return {"free": list(amounts), "why": "Wette"}


def solo(declarer: int, points: int = 45) -> dict[str, Any]:
    return {"contract": "solo", "declarer": declarer, "points": points}


UP, DOWN = free(30, -10, -10, -10), free(-30, 10, 10, 10)
TWO_AND_TWO = [free(10, 10, -10, -10), free(-10, -10, 10, 10)]


def test_demo_evening_is_told_by_who_led() -> None:
    document, _problems = parse_json(DEMO.read_text(encoding="utf-8"))
    assert document
    leading = leaders(curve(document, played(document))[1:])
    names = Counter(document.players[seat] for seat in leading if seat is not None)
    assert (len(leading), changes(leading)) == (24, 3)
    assert names == {"Karl": 18, "Josef": 4, "Leni": 2}
    found = highlight(document)
    assert found
    assert (found.pattern, document.players[found.seat or 0], found.count, found.of) == (Pattern.FRONT, "Karl", 18, 24)


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([DOWN] * 5 + [free(180, -60, -60, -60)] * 3, (Pattern.COMEBACK, 0, -150, 390)),
        ([solo(0), solo(0, 20), *[solo(2), PENALTY] * 4], (Pattern.RUN, 2, 4, 0)),
        ([free(20, 10, 0, -30), *[free(-20, 20, 0, 0), free(20, -20, 0, 0)] * 4], (Pattern.CHANGES, None, 8, 0)),
        ([UP] * 8, (Pattern.FRONT, 0, 8, 8)),
        ([*TWO_AND_TWO * 4, solo(2, 36), solo(1, 36)], (Pattern.NARROW, 1, 15, 0)),
        ([*TWO_AND_TWO * 4, solo(2), solo(1, 50)], (Pattern.BIGGEST, 1, 90, 0)),
    ],
)
def test_rarest_pattern_is_told(hands: list[dict[str, Any]], expected: tuple[Any, ...]) -> None:
    found = highlight(evening(*hands))
    assert found
    assert (found.pattern, found.seat, found.count, found.of) == expected


def test_short_evening_and_one_in_which_nobody_won_have_nothing_to_tell() -> None:
    assert highlight(evening(*[UP] * 7)) is None
    assert highlight(evening(*TWO_AND_TWO * 4)) is None
    assert highlight(evening(*TWO_AND_TWO * 4, {"dead": "thrown_in"})) is None
