"""Budgets of the pages of a club and its tournament with 200 players, in bare answers of five bytes."""

import pytest

from tests.benchmarks.budgets import DESK
from tests.benchmarks.measurement import Runs, cost_of, database_of, hold, ratios_of, runs_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def measured(environment: dict[str, str]) -> Runs:
    """Median CPU microseconds a request, by page."""
    return runs_of("measure_desk", environment)


@pytest.mark.parametrize("page", DESK)
def test_page_costs_at_most_so_many_hellos(measured: Runs, page: str, environment: dict[str, str]) -> None:
    hold(f"desk.{page}", ratios_of(measured, page, "hello"), database_of(environment), cost=cost_of(measured, page))


def test_table_costs_as_much_in_a_small_hall(measured: Runs, environment: dict[str, str]) -> None:
    hold("halls.table", ratios_of(measured, "table", "table_of_few"), database_of(environment))
