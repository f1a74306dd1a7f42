"""Meetings of earlier rounds, and the fewest repeated ones that a round can have at all.

Players are indices from 0 as in `seating`; `earlier` holds the rounds before, each as groups of those who sat
together. Whoever was not there is in no group.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from cegoscore.contest.lots import Lots
from cegoscore.contest.seating import Weights

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
