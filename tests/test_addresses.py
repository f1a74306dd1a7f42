"""Addresses that are put together once are those that Django would give."""

from uuid import UUID, uuid4

import pytest
from django.urls import NoReverseMatch, reverse

from cegoscore.addresses import MARKS, address

SHEET, TOURNAMENT = (uuid4() for _ in range(2))


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        ("home", ()),
        ("sheet", (SHEET,)),
        ("hand", (SHEET, 3)),
        ("hand", (TOURNAMENT, 12)),
        ("strike_hand", (SHEET, MARKS[int][0])),
        ("sheet_changes", (MARKS[UUID][0],)),
    ],
)
def test_address_is_the_one_of_django(view: str, keys: tuple[UUID | int, ...]) -> None:
    assert address(view, *keys) == reverse(view, args=keys)


def test_view_that_is_not_there_has_no_address() -> None:
    with pytest.raises(NoReverseMatch):
        address("no_such_view", SHEET)
