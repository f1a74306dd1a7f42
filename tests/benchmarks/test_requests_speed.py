"""Budgets of single requests on both databases, as ratios to bare views measured in the same run."""

import pytest

from tests.benchmarks.measurement import Runs, cost_of, database_of, hold, ratios_of, runs_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def cpu(environment: dict[str, str]) -> Runs:
    """Median CPU microseconds a request, by workload; of our process, without what PostgreSQL does."""
    return runs_of("measure_requests", environment)


@pytest.mark.parametrize("name", ["poll", "sheet"])
def test_request_costs_at_most_so_many_answers_of_five_bytes(cpu: Runs, name: str, environment: dict[str, str]) -> None:
    hold(f"requests.{name}", ratios_of(cpu, name, "hello"), database_of(environment), cost=cost_of(cpu, name))


@pytest.mark.parametrize("name", ["record"])
def test_recording_a_hand_costs_at_most_so_many_bare_writes(cpu: Runs, name: str, environment: dict[str, str]) -> None:
    hold(f"recording.{name}", ratios_of(cpu, name, "write"), database_of(environment), cost=cost_of(cpu, name))
