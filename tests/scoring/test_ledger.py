"""Running totals, rounds of Schnaps, and who settles with whom."""

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.scoring.documents.document import Document, Transfer, parse
from cegoscore.scoring.documents.ledger import ledger, settle
from tests.effort import examples


def read(**changes: Any) -> Document:
    """An evening of four with the Ministranten, where a Buergermeister buys a round."""
    data = {
        "format": "cegoscore/session@1",
        "rules": "braeunlingen-ministranten",
        "players": ["Anna", "Bernd", "Clara", "Dieter"],
        "first_dealer": 3,
        "hands": [],
    }
    document, problems = parse(data | changes)
    assert problems == ()
    assert document
    return document


BUERGERMEISTER = {"contract": "eine", "declarer": 2, "points": 35}


def test_empty_session_has_totals_of_zero() -> None:
    sums = ledger(read())

    assert (sums.lines, sums.totals, sums.schnaps) == ((), (0, 0, 0, 0), (0, 0, 0, 0))


def test_lines_number_the_hands_that_pay_and_totals_add_them_up() -> None:
    document = read(
        hands=[
            {"contract": "solo", "declarer": 1, "points": 41},
            {"dead": "thrown_in"},
            {"contract": "bettel", "declarer": 0, "made": False, "stake_factor": 2},
        ],
        adjustments=[{"amounts": [0, 5, -5, 0], "why": "from the paper sheet"}],
    )

    sums = ledger(document)

    assert [(line.shown, line.entry.hand.dealer, line.amounts) for line in sums.lines] == [
        (1, 3, (-10, 30, -10, -10)),
        (2, 1, (-300, 100, 100, 100)),
    ]
    assert sums.totals == (-310, 135, 85, 90)


def test_schnaps_bought_is_taken_off_what_is_owed() -> None:
    notes = [{"after": 1, "kind": "schnaps_bought", "seat": 2}, {"after": 2, "kind": "text", "why": "a long pause"}]
    document = read(hands=[BUERGERMEISTER] * 3, notes=notes)

    sums = ledger(document)

    assert sums.schnaps == (0, 0, 2, 0)


def test_round_bought_in_advance_stands_below_zero() -> None:
    sums = ledger(read(notes=[{"after": 0, "kind": "schnaps_bought", "seat": 1}]))

    assert sums.schnaps == (0, -1, 0, 0)


def test_struck_hand_pays_and_owes_nothing() -> None:
    struck = BUERGERMEISTER | {"number": 1, "revision": 2, "void": True}
    sums = ledger(read(hands=[BUERGERMEISTER, struck]))

    assert (sums.lines, sums.totals, sums.schnaps) == ((), (0, 0, 0, 0), (0, 0, 0, 0))


def test_who_is_not_in_the_line_up_has_no_payment() -> None:
    document = read(
        players=["Anna", "Bernd", "Clara", "Dieter", "Emil"],
        lineup=[0, 1, 2, 3],
        hands=[
            {"contract": "ulti", "declarer": 0, "made": True},
            {"contract": "ulti", "declarer": 4, "made": True, "lineup": [1, 4, 2, 3]},
        ],
    )

    assert [line.amounts for line in ledger(document).lines] == [
        (210, -70, -70, -70, None),
        (None, -70, -70, -70, 210),
    ]


@pytest.mark.parametrize(
    ("totals", "transfers"),
    [
        ([], []),
        ([0, 0], []),
        ([-15, 15], [(0, 1, 15)]),
        ([-30, 10, 20], [(0, 2, 20), (0, 1, 10)]),
        # two pairs that are even: 2 transfers, where paying the largest first would need 3
        ([-70, 70, -30, 30], [(0, 1, 70), (2, 3, 30)]),
        ([-50, -40, 40, 30, 20], [(1, 2, 40), (0, 3, 30), (0, 4, 20)]),
    ],
)
def test_settlement(totals: list[int], transfers: list[tuple[int, int, int]]) -> None:
    assert sorted(settle(totals), key=lambda transfer: (transfer.payer, -transfer.amount)) == [
        Transfer(payer=payer, receiver=receiver, amount=amount)
        for payer, receiver, amount in sorted(transfers, key=lambda transfer: (transfer[0], -transfer[2]))
    ]


def test_settlement_of_what_is_no_zero_sum_is_refused() -> None:
    with pytest.raises(ValueError, match="zero"):
        settle([10, -9])


def apply(totals: Sequence[int], transfers: Iterable[Transfer]) -> list[int]:
    left = list(totals)
    for transfer in transfers:
        assert transfer.amount > 0
        left[transfer.payer] += transfer.amount
        left[transfer.receiver] -= transfer.amount
    return left


def fewest_transfers(totals: Sequence[int]) -> int:
    """By brute force: the people with a balance, less the most groups into which they split evenly."""
    balances = [total for total in totals if total]

    def most_groups(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, *others = left
        best = 0
        for size in range(1, len(left)):
            for group in itertools.combinations(range(len(others)), size):
                if first + sum(others[index] for index in group) == 0:
                    rest = tuple(amount for index, amount in enumerate(others) if index not in group)
                    best = max(best, 1 + most_groups(rest))
        return best

    return len(balances) - most_groups(tuple(balances))


@st.composite
def zero_sums(draw: st.DrawFn, most: int, size: int) -> list[int]:
    amounts = draw(st.lists(st.integers(-size, size), min_size=1, max_size=most))
    return [*amounts, -sum(amounts)]


@given(zero_sums(most=6, size=6))
@settings(max_examples=examples(150), deadline=None)
def test_settlement_needs_the_fewest_transfers(totals: list[int]) -> None:
    transfers = settle(totals)

    assert apply(totals, transfers) == [0] * len(totals)
    assert len(transfers) == fewest_transfers(totals)


@given(zero_sums(most=25, size=2000))
@settings(max_examples=examples(25), deadline=None)
def test_settlement_of_many_brings_all_to_zero(totals: list[int]) -> None:
    transfers = settle(totals)

    assert apply(totals, transfers) == [0] * len(totals)
    assert len(transfers) < len(totals)
