"""Speed of drawing 200 players in a third round, as a ratio to a bare shuffle by the same lots."""

import time
from collections.abc import Callable
from functools import partial

import pytest

from cegoscore.contest.draw import Basis, Wish, draw_tables
from cegoscore.contest.lots import Lots
from tests.benchmarks.measurement import hold

pytestmark = pytest.mark.benchmark

PLAYERS = 200
SEEDS = [str(seed) for seed in range(20)]
COUPLES = [Wish(one=number, other=number + 1) for number in range(1, 101, 2)]


@pytest.fixture(scope="module")
def third_rounds() -> list[Basis]:
    """Evenings of which two rounds are played."""
    bases = []
    for seed in SEEDS:
        basis = Basis(seed=seed, numbers=tuple(range(1, PLAYERS + 1)), sizes=(4,) * (PLAYERS // 4))
        first = draw_tables(basis)
        second = draw_tables(Basis(seed=seed, numbers=basis.numbers, sizes=basis.sizes, earlier=(first.tables,)))
        earlier = (first.tables, second.tables)
        bases.append(Basis(seed=seed, numbers=basis.numbers, sizes=basis.sizes, earlier=earlier))
    return bases


def slowest(work: list[Callable[[], object]]) -> float:
    """Seconds of CPU for the slowest of all, each the best of three runs."""
    return max(min(_seconds(one) for _ in range(3)) for one in work)


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def test_a_third_round_of_200_costs_some_bare_shuffles(third_rounds: list[Basis]) -> None:
    floor = slowest([partial(Lots(seed, 3, "seats").shuffled, range(PLAYERS)) for seed in SEEDS])
    wishes = slowest([partial(draw_tables, basis, apart=COUPLES) for basis in third_rounds])
    hold("alone.draw", [wishes / floor], cost=wishes * 1000)
    assert all(draw_tables(basis, apart=COUPLES).meetings == () for basis in third_rounds)
