"""Chairs of a table when people come from other tables and go to them."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def seated(
    lineup: Sequence[int], dealer: int, *, leaving: Collection[int], coming: Sequence[int]
) -> tuple[tuple[int, ...], int]:
    """Line-up and dealer of the next hand; whoever comes takes the chair of somebody who leaves, else a new one.

    The deal stays at its chair; from one that is empty now it goes on to the next. Somebody has to be left.
    """
    chairs: list[int | None] = [None if seat in leaving else seat for seat in lineup]
    for seat in coming:
        if None in chairs:
            chairs[chairs.index(None)] = seat
        else:
            chairs.append(seat)
    start = lineup.index(dealer)
    deals = next(seat for seat in (*chairs[start:], *chairs[:start]) if seat is not None)
    return tuple(seat for seat in chairs if seat is not None), deals
