"""Budgets of single requests on both databases, as ratios to bare views measured in the same run."""

import pytest

from tests.benchmarks.measurement import Runs, ratio_of, runs_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def cpu(environment: dict[str, str]) -> Runs:
    """Median CPU microseconds a request, by workload; of our process, without what PostgreSQL does."""
    return runs_of("measure_requests", environment)


def test_an_unchanged_poll_costs_little_more_than_nothing(cpu: Runs) -> None:
    assert ratio_of(cpu, "poll", "hello") <= 1.5


def test_a_page_of_the_sheet_costs_at_most_so_many_answers_of_five_bytes(
    cpu: Runs, environment: dict[str, str]
) -> None:
    assert ratio_of(cpu, "sheet", "hello") <= (18 if environment["DATABASE_URL"].startswith("postgres") else 16)


def test_recording_a_hand_costs_at_most_so_many_bare_writes(cpu: Runs, environment: dict[str, str]) -> None:
    ratio_of(cpu, "record by 0.2.0", "write")
    assert ratio_of(cpu, "record", "write") <= (3.0 if environment["DATABASE_URL"].startswith("postgres") else 2.2)
