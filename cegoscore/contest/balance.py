"""Meetings of earlier rounds with the fewest that a round can repeat, and the balance of odd tables.

Players are indices from 0 as in `seating`; `earlier` holds the rounds before, each as groups of those who sat together.
Whoever was not there is in no group.

An odd table has another size than most people's. At a larger one the dealer sits out and everybody plays fewer hands,
at a smaller one more; either is fair only if it is not always the same people's. So nobody sits at one twice while
somebody else could.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations

from cegoscore.contest.lots import Lots
from cegoscore.contest.seating import Seating, Weights, improve

Groups = Sequence[Sequence[int]]


def met(players: int, earlier: Sequence[Groups]) -> list[list[int]]:
    """Number of earlier meetings of each pair."""
    counts = [[0] * players for _ in range(players)]
    for one, other in chain.from_iterable(combinations(group, 2) for groups in earlier for group in groups):
        counts[one][other] += 1
        counts[other][one] += 1
    return counts


def fewest_meetings(players: int, earlier: Sequence[Groups], sizes: Sequence[int], counts: Weights) -> int:
    """A number of repeated meetings below which nobody can get (a pair that met twice before counts twice)."""
    by_round = sum(_fewest_after(players, groups, sizes) for groups in earlier)
    return max(by_round, _fewest_by_strangers(sizes, counts))


def _fewest_after(players: int, groups: Groups, sizes: Sequence[int]) -> int:
    """Pigeonholes, both ways: a group over too few new tables, a new table out of too few groups."""
    newcomers = players - sum(len(group) for group in groups)
    out_of_groups = sum(_pairs_left(len(group), len(sizes)) for group in groups)
    at_tables = sum(_pairs_left(size, len(groups) + newcomers) for size in sizes)
    return max(out_of_groups, at_tables)


def _pairs_left(people: int, holes: int) -> int:
    """Number of pairs that share a hole if people are spread over holes as evenly as possible."""
    smallest, more = divmod(people, holes)
    return more * smallest * (smallest + 1) // 2 + (holes - more) * smallest * (smallest - 1) // 2


def _fewest_by_strangers(sizes: Sequence[int], counts: Weights) -> int:
    """Everyone needs company; whoever has too few strangers left meets somebody again."""
    company = min(sizes) - 1
    lacking = sum(max(0, company - (row.count(0) - 1)) for row in counts)
    return (lacking + 1) // 2


def dealt_out(players: int, groups: Groups, sizes: Sequence[int], lots: Lots) -> list[int]:
    """Seats for a second round with the fewest meetings that are possible.

    Groups one after the other are dealt round the tables, so the players of a group are spread as evenly as can be,
    and that is what `_fewest_after` counts for groups. Needs tables that differ by one seat at most, the larger ones
    first; the order of groups, of the players in them and of the tables of one size is by lot.
    """
    newcomers = sorted(set(range(players)) - set(chain.from_iterable(groups)))
    in_order = lots.shuffled([*groups, *([player] for player in newcomers)])
    row = [player for group in in_order for player in lots.shuffled(group)]
    dealt = [row[start :: len(sizes)] for start in range(len(sizes))]
    by_size = {size: lots.shuffled([table for table in dealt if len(table) == size]) for size in set(sizes)}
    return [player for size in sizes for player in lots.shuffled(by_size[size].pop())]


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
    if repeats(times, sizes, plain.seats) == least:
        return plain
    scale = sum(times) + 1
    weights = [[count * scale for count in row] for row in counts]
    bound, extra = plain.cost * scale + least, costs_at_tables(times, sizes)
    improved = improve(weights, sizes, plain.seats, lots, bound=bound, extra=extra)
    return replace(plain, seats=improved.seats, cost=improved.cost // scale)
