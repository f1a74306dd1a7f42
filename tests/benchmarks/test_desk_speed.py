"""Budgets of the pages of the desk, the door and the hall with 200 players, in bare answers of five bytes."""

import pytest

from tests.benchmarks.measurement import Runs, ratio_of, runs_of

pytestmark = pytest.mark.benchmark

MOST, MOST_OF_A_TABLE = 40, 20
MOST_OF = {"all_totals": 45, "settings": 45}
"""Pages with more on them than the others: the totals of fifty tables, every setting with its help."""


@pytest.fixture(scope="module")
def measured(environment: dict[str, str]) -> Runs:
    """Median CPU microseconds a request, by page."""
    return runs_of("measure_desk", environment)


def test_page_costs_at_most_so_many_hellos(measured: Runs) -> None:
    ratios = {name: ratio_of(measured, name, "hello") for name in measured[0]}
    tables = {name: ratio for name, ratio in ratios.items() if "table" in name and "wall" not in name}
    assert max(tables.values()) <= MOST_OF_A_TABLE, tables
    assert {name: ratio for name, ratio in ratios.items() if ratio > MOST_OF.get(name, MOST)} == {}


def test_table_costs_as_much_in_a_small_hall(measured: Runs) -> None:
    assert ratio_of(measured, "table", "table_of_few") <= 1.3
