"""An evening in figures, against the demo evening and small ones counted by hand."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import cegoscore
from cegoscore.scoring.documents.document import Document, parse_json
from cegoscore.scoring.documents.ledger import Figures, Pattern, curve, figures, played
from tests.scoring.test_highlight import DOWN, PENALTY, TWO_AND_TWO, UP, free, solo
from tests.scoring.test_review import evening

DEMO = Path(cegoscore.__file__).parent / "scoresheet" / "evening" / "demo_evening.json"


def figures_of(document: Document) -> Figures | None:
    hands = played(document)
    return figures(document, hands, curve(document, hands))


def test_demo_evening() -> None:
    """Counted without this code: 24 hands, three changes, Karl 18 in front, Josef 4, Leni 2."""
    document, _problems = parse_json(DEMO.read_text(encoding="utf-8"))
    assert document
    counted = figures_of(document)
    assert counted
    times, in_front, _moments = counted
    assert times == 3
    assert [(document.players[seat], hands) for seat, hands in in_front] == [
        ("Karl", 18),
        ("Josef", 4),
        ("Leni", 2),
    ]


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([DOWN] * 3 + [UP] * 5, [(Pattern.COMEBACK, 0, -90, 60)]),
        ([*TWO_AND_TWO * 4, solo(2, 36), solo(1, 34)], [(Pattern.NARROW, 2, 15, 0)]),
        ([solo(0), solo(0, 20), *[solo(2), PENALTY] * 4], [(Pattern.RUN, 2, 4, 0)]),
    ],
)
def test_moments(hands: list[dict[str, Any]], expected: list[tuple[Any, ...]]) -> None:
    document = evening(*hands)
    counted = figures_of(document)
    assert counted
    moments = [(moment.pattern, moment.seat, moment.count, moment.of) for moment in counted[2]]
    assert [moment for moment in moments if moment[0] == expected[0][0]] == expected


def test_seven_hands_are_no_evening() -> None:
    document = evening(*[UP] * 7)
    assert figures_of(document) is None


@given(rows=st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=8, max_size=20))
def test_lead_and_comeback_are_those_of_the_totals(rows: list[list[int]]) -> None:
    """Counted from the totals alone: who was alone in front last, and what rose most from its lowest total."""
    amounts = [[*row, -sum(row)] for row in rows]
    document = evening(*(free(*row) for row in amounts))
    counted = figures_of(document)
    assert counted
    times, in_front, moments = counted
    totals = [[sum(row[seat] for row in amounts[:count]) for seat in range(4)] for count in range(len(amounts) + 1)]
    lead: list[int] = []
    for row in totals[1:]:
        first = [seat for seat in range(4) if row[seat] == max(row)]
        if len(first) == 1:
            lead.append(first[0])
        elif lead:
            lead.append(lead[-1])
    assert times == sum(one != two for one, two in pairwise(lead))
    assert dict(in_front) == {seat: lead.count(seat) for seat in set(lead)}
    rise = max(totals[-1][seat] - min(row[seat] for row in totals) for seat in range(4))
    comebacks = [moment for moment in moments if moment.pattern == Pattern.COMEBACK]
    assert [moment.of - moment.count for moment in comebacks] == ([rise] if rise else [])
