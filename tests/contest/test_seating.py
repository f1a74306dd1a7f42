"""The search behind the draw, on weights of every kind, beside what trying everything gives."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.contest.balance import dealt_out, fewest_meetings, met
from cegoscore.contest.draw import Basis, draw_tables
from cegoscore.contest.lots import Lots
from cegoscore.contest.seating import Seating, SeatSearch, improve, prove
from tests.effort import examples

FEW = settings(max_examples=examples(60), deadline=None)
SIZES = st.sampled_from([(3, 3), (4, 3), (4, 4), (2, 3, 3), (3, 3, 3)])
LOTS = st.integers(0, 99).map(lambda seed: Lots(str(seed), 1, "seats"))

Weights = list[list[int]]
Tables = list[list[int]]


@st.composite
def weighted(draw_: st.DrawFn) -> tuple[Weights, tuple[int, ...], list[int]]:
    """Symmetric weights, tables, and someone in each seat."""
    sizes = draw_(SIZES)
    players = sum(sizes)
    weights = [[0] * players for _ in range(players)]
    for one, other in combinations(range(players), 2):
        weights[one][other] = weights[other][one] = draw_(st.sampled_from([0, 0, 1, 2, 5]))
    return weights, sizes, draw_(st.permutations(range(players)))


def tables_of(seats: Sequence[int], sizes: Sequence[int]) -> Tables:
    left = iter(seats)
    return [[next(left) for _ in range(size)] for size in sizes]


def cost_of(weights: Weights, tables: Tables) -> int:
    return sum(weights[one][other] for table in tables for one, other in combinations(table, 2))


def partitions(left: list[int], sizes: list[int]) -> Iterator[Tables]:
    """Every way to fill tables, whatever their order and that of their seats."""
    if not left:
        yield []
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(left[1:], size - 1):
            unseated = [player for player in left[1:] if player not in others]
            for tables in partitions(unseated, rest):
                yield [[left[0], *others], *tables]


@given(world=weighted(), data=st.data())
@FEW
def test_a_hall_knows_what_a_swap_changes(
    world: tuple[Weights, tuple[int, ...], list[int]], data: st.DataObject
) -> None:
    weights, sizes, seats = world
    search = SeatSearch(weights, sizes, seats)
    for _ in range(5):
        pairs = [(a, b) for a in seats for b in seats if search.table[a] != search.table[b]]
        one, other = data.draw(st.sampled_from(pairs))
        before, change = search.cost, search.change(one, other)
        search.swap(one, other)
        assert search.cost == before + change == cost_of(weights, tables_of(search.seats, sizes))
    tables = tables_of(search.seats, sizes)
    assert search.unhappy() == sorted(
        player for table in tables for player in table if any(weights[player][other] for other in table)
    )


@given(world=weighted(), lots=LOTS, pinned=st.sets(st.integers(0, 5), max_size=3))
@settings(max_examples=examples(20), deadline=None)
def test_improving_never_gets_worse_and_leaves_pinned_ones_where_they_are(
    world: tuple[Weights, tuple[int, ...], list[int]], lots: Lots, pinned: set[int]
) -> None:
    weights, sizes, seats = world
    found = improve(weights, sizes, seats, lots, pinned=pinned)
    assert sorted(found.seats) == sorted(seats)
    assert found.cost == cost_of(weights, tables_of(found.seats, sizes)) <= cost_of(weights, tables_of(seats, sizes))
    assert found.proven == (found.cost == 0)
    assert all(found.seats.index(player) == seats.index(player) for player in pinned)


@given(world=weighted(), lots=LOTS)
@FEW
def test_proving_finds_the_cheapest_of_all(world: tuple[Weights, tuple[int, ...], list[int]], lots: Lots) -> None:
    weights, sizes, seats = world
    start = Seating(seats=tuple(seats), cost=cost_of(weights, tables_of(seats, sizes)), proven=False)
    found = prove(weights, sizes, start, lots, bound=0)
    assert sorted(found.seats) == sorted(seats)
    assert found.proven
    assert found.cost == cost_of(weights, tables_of(found.seats, sizes))
    assert found.cost == min(cost_of(weights, tables) for tables in partitions(sorted(seats), list(sizes)))


def test_nothing_is_called_proven_when_patience_runs_out() -> None:
    weights = [[int(one != other) for other in range(24)] for one in range(24)]
    start = Seating(seats=tuple(range(24)), cost=36, proven=False)
    assert prove(weights, (4,) * 6, start, Lots("7", 1, "seats"), bound=0) == start


@given(
    sizes=st.sampled_from([(3, 3), (4, 3), (4, 4)]),
    orders=st.lists(st.permutations(range(8)), max_size=6),
    cut=st.integers(2, 6),
)
@FEW
def test_the_bound_is_never_more_than_what_is_possible(
    sizes: tuple[int, ...], orders: list[list[int]], cut: int
) -> None:
    players = sum(sizes)
    earlier = [[[one for one in part if one < players] for part in (order[:cut], order[cut:])] for order in orders]
    earlier = [[group for group in groups if group] for groups in earlier]
    counts = met(players, earlier)
    least = min(cost_of(counts, tables) for tables in partitions(list(range(players)), list(sizes)))
    assert fewest_meetings(players, earlier, sizes, counts) <= least


def test_the_bound_counts_strangers() -> None:
    """Six who have all met but 0 and 1: whatever the tables, at most that pair is new."""
    groups = [[[2, 3, 4, 5]], [[0, 2, 3]], [[0, 4, 5]], [[1, 2, 4]], [[1, 3, 5]], [[1, 2, 3]], [[1, 4, 5]]]
    counts = met(6, groups)
    assert fewest_meetings(6, [], (3, 3), counts) == 5


@st.composite
def after_one_round(draw_: st.DrawFn) -> tuple[list[list[int]], tuple[int, ...]]:
    """Earlier tables of any size, and sizes of tables that differ by one seat at most."""
    tables, size, larger = draw_(st.integers(2, 12)), draw_(st.integers(3, 4)), draw_(st.integers(0, 11))
    sizes = tuple(size + (table < larger) for table in range(tables))
    order = draw_(st.permutations(range(sum(sizes))))
    cuts = sorted(draw_(st.sets(st.integers(1, sum(sizes) - 1), min_size=1)))
    return [sorted(order[start:end]) for start, end in pairwise([0, *cuts])], sizes


@given(hall=after_one_round(), lots=LOTS)
@FEW
def test_dealing_out_the_earlier_tables_reaches_the_bound(
    hall: tuple[list[list[int]], tuple[int, ...]], lots: Lots
) -> None:
    """The proof for second rounds: it needs no search; newcomers and absentees included."""
    groups, sizes = hall
    counts = met(sum(sizes), [groups])
    tables = tables_of(dealt_out(sum(sizes), groups, sizes, lots), sizes)
    assert sorted(chain.from_iterable(tables)) == list(range(sum(sizes)))
    assert cost_of(counts, tables) == fewest_meetings(sum(sizes), [groups], sizes, counts)


def test_a_second_round_needs_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier tables are dealt out if the search finds nothing."""
    monkeypatch.setattr("cegoscore.contest.seating.STEPS", 0)
    monkeypatch.setattr("cegoscore.contest.seating.NODES", 0)
    basis = Basis(seed="7", numbers=tuple(range(1, 61)), sizes=(4,) * 15)
    second = draw_tables(
        Basis(seed="7", numbers=basis.numbers, sizes=basis.sizes, earlier=(draw_tables(basis).tables,))
    )
    assert (second.meetings, second.proven) == ((), True)
