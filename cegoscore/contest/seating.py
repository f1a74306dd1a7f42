"""The search behind the draw: seat players so that those who should not meet do so as rarely as possible.

Players are indices from 0, and `weights[a][b]` says what it costs if a and b sit at the same table. Seats run through
all tables. Chance comes only from the `Lots` handed in.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cegoscore.contest.lots import Lots

Weights = Sequence[Sequence[int]]

STEPS = 60_000
"""So many players are looked at, all steps together, before the search gives up: about a tenth of a second."""

NODES = 40_000
"""So many ways of filling seats are tried to prove that nothing better exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A seating: player by seat through all tables, its cost, and whether a lower cost is proven impossible."""

    seats: tuple[int, ...]
    cost: int
    proven: bool


class SeatSearch:
    """A seating that changes by swaps; it knows what every player would cost at every table."""

    def __init__(
        self, weights: Weights, sizes: Sequence[int], seats: Sequence[int], extra: Weights | None = None
    ) -> None:
        self.weights = weights
        self.extra = extra
        self.seats = list(seats)
        table_of_seat = [table for table, size in enumerate(sizes) for _ in range(size)]
        self.seat = sorted(range(len(seats)), key=seats.__getitem__)
        self.table = [table_of_seat[place] for place in self.seat]
        self.load = [[0] * len(sizes) for _ in seats] if extra is None else [list(row) for row in extra]
        for player, loads in enumerate(self.load):
            for other, weight in enumerate(weights[player]):
                if weight:
                    loads[self.table[other]] += weight

    @property
    def cost(self) -> int:
        """Cost of all tables together; a pair counts once, and so does what a table costs a player by itself."""
        loads = sum(loads[table] for loads, table in zip(self.load, self.table, strict=True))
        if self.extra is not None:
            loads += sum(costs[table] for costs, table in zip(self.extra, self.table, strict=True))
        return loads // 2

    def unhappy(self) -> list[int]:
        """Everyone who sits with somebody he should not meet."""
        return [player for player, table in enumerate(self.table) if self.load[player][table]]

    def change(self, one: int, other: int) -> int:
        """Change of the cost if these two, from different tables, swap seats."""
        here, there = self.table[one], self.table[other]
        mine, yours = self.load[one], self.load[other]
        return mine[there] - mine[here] + yours[here] - yours[there] - 2 * self.weights[one][other]

    def swap(self, one: int, other: int) -> None:
        """Let two players swap seats."""
        here, there = self.table[one], self.table[other]
        for loads, first, second in zip(self.load, self.weights[one], self.weights[other], strict=True):
            if first != second:
                loads[here] += second - first
                loads[there] += first - second
        self.table[one], self.table[other] = there, here
        self.seat[one], self.seat[other] = self.seat[other], self.seat[one]
        self.seats[self.seat[one]], self.seats[self.seat[other]] = one, other


def improve(
    weights: Weights,
    sizes: Sequence[int],
    seats: Sequence[int],
    lots: Lots,
    *,
    bound: int = 0,
    pinned: Collection[int] = (),
    extra: Weights | None = None,
) -> Seating:
    """Swap players of unhappy tables until the cost is at the bound, or the steps are used up; the best one seen.

    Each step takes one unhappy player by lot and swaps him where it helps most, by lot among equals, even if nothing
    helps; who was just moved stays for a while, so that the search does not go back and forth. `extra[a][t]` is what
    it costs besides if a sits at table t.
    """
    search = SeatSearch(weights, sizes, seats, extra)
    cost = search.cost
    best, least = tuple(seats), cost
    free = [player for player in range(len(seats)) if player not in set(pinned)]
    moved = [0] * len(seats)
    for step in range(1, STEPS // max(1, len(seats)) + 1):
        if least <= bound:
            break
        swap = _best_swap(search, free, lots, [until >= step for until in moved], enough=least - cost)
        if swap is None:
            continue
        search.swap(*swap)
        cost = search.cost
        for player in swap:
            moved[player] = step + 1 + lots.below(len(seats) // 4 + 1)
        if cost < least:
            best, least = tuple(search.seats), cost
    return Seating(seats=best, cost=least, proven=least <= bound)


def _best_swap(
    search: SeatSearch, free: Sequence[int], lots: Lots, resting: Sequence[bool], *, enough: int
) -> tuple[int, int] | None:
    """A swap for one unhappy player; who rests is only swapped if the cost changes by less than `enough`."""
    unhappy = set(search.unhappy())
    candidates = [player for player in free if player in unhappy]
    if not candidates:
        return None
    one = lots.one_of([player for player in candidates if not resting[player]] or candidates)
    changes = [(search.change(one, other), other) for other in free if search.table[other] != search.table[one]]
    changes = [(change, other) for change, other in changes if change < enough or not (resting[one] or resting[other])]
    if not changes:
        return None
    least = min(change for change, _ in changes)
    return one, lots.one_of([other for change, other in changes if change == least])


class _OutOfPatience(Exception):
    """The tree of possibilities is too large."""


class _Tree:
    """All seatings, table by table: the first player without a seat always opens the next table."""

    def __init__(self, weights: Weights, sizes: Sequence[int], best: Seating, bound: int) -> None:
        self.weights, self.sizes, self.bound = weights, sizes, bound
        self.cost = best.cost
        self.found: list[list[int]] = []
        self.nodes = NODES
        self.tables: list[list[int]] = []

    def fill(self, left: list[int], sizes: list[int], cost: int) -> None:
        """Try every table for the first of those left."""
        if not left:
            self.cost, self.found = cost, [list(table) for table in self.tables]
            return
        for size in sorted(set(sizes)):
            rest = list(sizes)
            rest.remove(size)
            self.tables.append([left[0]])
            self._join(left[1:], [], size - 1, rest, cost)
            self.tables.pop()

    def _join(self, left: list[int], passed: list[int], missing: int, sizes: list[int], cost: int) -> None:
        """Take each of those left as the next at the open table; `passed` were not taken."""
        self.nodes -= 1
        if self.nodes < 0:
            raise _OutOfPatience
        if not missing:
            self.fill(passed + left, sizes, cost)
            return
        table = self.tables[-1]
        for place in range(len(left) - missing + 1):
            row = self.weights[left[place]]
            more = cost + sum(row[other] for other in table)
            if more < self.cost and self.cost > self.bound:
                table.append(left[place])
                self._join(left[place + 1 :], passed + left[:place], missing - 1, sizes, more)
                table.pop()


def prove(weights: Weights, sizes: Sequence[int], best: Seating, lots: Lots, *, bound: int) -> Seating:
    """Search all seatings for a cheaper one, as far as patience goes: small fields are settled by that."""
    tree = _Tree(weights, sizes, best, bound)
    proven = True
    try:
        tree.fill(lots.shuffled(range(len(best.seats))), list(sizes), 0)
    except _OutOfPatience:
        proven = tree.cost <= bound
    if not tree.found:
        return Seating(seats=best.seats, cost=best.cost, proven=proven)
    tables = lots.shuffled(tree.found)
    seats: list[int] = []
    for size in sizes:
        table = next(table for table in tables if len(table) == size)
        tables.remove(table)
        seats += lots.shuffled(table)
    return Seating(seats=tuple(seats), cost=tree.cost, proven=proven)
