"""Balance of odd tables: nobody sits at one twice while somebody else could.

An odd table has another size than most people's. At a larger one the dealer sits out and everybody plays fewer hands,
at a smaller one more; either is fair only if it is not always the same people's. Players are indices from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cegoscore.contest.lots import Lots
from cegoscore.contest.seating import Seating, Weights, improve

Tables = Sequence[Sequence[int]]


def usual_size(sizes: Sequence[int]) -> int:
    """The size of the tables at which most people sit; of two such sizes the larger."""
    return max(set(sizes), key=lambda size: (sizes.count(size) * size, size))


def odd_tables(sizes: Sequence[int]) -> list[int]:
    """The tables of another size than the usual one, from 0."""
    usual = usual_size(sizes)
    return [table for table, size in enumerate(sizes) if size != usual]


def times_odd(numbers: Iterable[int], earlier: Iterable[Tables]) -> list[int]:
    """The number of times that each number sat at an odd table in earlier rounds."""
    sat: dict[int, int] = {}
    for tables in earlier:
        for table in odd_tables([len(table) for table in tables]):
            for number in tables[table]:
                sat[number] = sat.get(number, 0) + 1
    return [sat.get(number, 0) for number in numbers]


def fewest_odd(times: Sequence[int], sizes: Sequence[int]) -> int:
    """The sum of earlier times below which the people at this round's odd tables cannot get."""
    seats = sum(sizes[table] for table in odd_tables(sizes))
    return sum(sorted(times)[:seats])


def repeats(times: Sequence[int], sizes: Sequence[int], seats: Sequence[int]) -> int:
    """The sum of earlier times of those who sit at odd tables."""
    odd, again, start = set(odd_tables(sizes)), 0, 0
    for table, size in enumerate(sizes):
        if table in odd:
            again += sum(times[player] for player in seats[start : start + size])
        start += size
    return again


def costs_at_tables(times: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The cost of each player at each table: at an odd one the earlier times, elsewhere nothing."""
    odd = set(odd_tables(sizes))
    return [[earlier if table in odd else 0 for table in range(len(sizes))] for earlier in times]


def balanced(plain: Seating, counts: Weights, sizes: Sequence[int], times: Sequence[int], lots: Lots) -> Seating:
    """A seating with no more repeated meetings, at whose odd tables sit as few as possible who sat at one before."""
    least = fewest_odd(times, sizes)
    if repeats(times, sizes, plain.seats) <= least:
        return plain
    scale = sum(times) + 1
    weights = [[count * scale for count in row] for row in counts]
    bound, extra = plain.cost * scale + least, costs_at_tables(times, sizes)
    improved = improve(weights, sizes, plain.seats, lots, bound=bound, extra=extra)
    return replace(plain, seats=improved.seats, cost=improved.cost // scale)
