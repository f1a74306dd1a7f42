"""Chairs of a table when people come and go."""

import pytest

from cegoscore.nights.services import seated


@pytest.mark.parametrize(
    ("lineup", "dealer", "leaving", "coming", "expected"),
    [
        ((0, 1, 2, 3), 2, set(), [4], ((0, 1, 2, 3, 4), 2)),
        ((0, 1, 2, 3), 2, {0}, [4], ((4, 1, 2, 3), 2)),
        ((0, 1, 2, 3), 2, {2}, [4], ((0, 1, 4, 3), 4)),
        ((0, 1, 2, 3, 4), 2, {2}, [], ((0, 1, 3, 4), 3)),
        ((0, 1, 2, 3, 4), 4, {4}, [], ((0, 1, 2, 3), 0)),
        ((3, 1, 0, 2), 1, {3, 0}, [5, 4], ((5, 1, 4, 2), 1)),
    ],
    ids=["joins", "takes a chair", "takes the dealer's chair", "dealer leaves", "last chair leaves", "two for two"],
)
def test_who_sits_and_deals_after_a_move(
    lineup: tuple[int, ...], dealer: int, leaving: set[int], coming: list[int], expected: tuple[tuple[int, ...], int]
) -> None:
    assert seated(lineup, dealer, leaving=leaving, coming=coming) == expected
