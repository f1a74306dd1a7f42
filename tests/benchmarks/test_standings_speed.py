"""Budgets of the standings of 200 players, as ratios to bare views measured in the same run."""

import pytest

from tests.benchmarks.budgets import STANDINGS
from tests.benchmarks.measurement import Runs, cost_of, environment_of, hold, ratios_of, runs_of

pytestmark = pytest.mark.benchmark

AGAINST = {"crowd": "hello", "fresh": "bare", "home": "home_fresh", "mine": "home_fresh", "desk_look": "sheet_look"}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Median CPU microseconds a request, by workload."""
    return runs_of("measure_standings", environment_of(tmp_path_factory.mktemp("data")))


@pytest.mark.parametrize("page", STANDINGS)
def test_standings_cost_at_most_so_much(measured: Runs, page: str) -> None:
    hold(f"standings.{page}", ratios_of(measured, page, AGAINST[page]), cost=cost_of(measured, page))


def test_a_worker_answers_600_of_a_crowd_in_a_second(measured: Runs) -> None:
    assert min(run["crowd"] for run in measured) < 1e6 / 600
