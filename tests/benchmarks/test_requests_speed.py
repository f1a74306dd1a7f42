"""Budgets of single requests on both databases, as ratios to bare views measured in the same run."""

import pytest

from tests.benchmarks.measurement import figures_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def cpu(environment: dict[str, str]) -> dict[str, float]:
    """Median CPU microseconds a request, by workload; of our process, without what PostgreSQL does."""
    return figures_of("measure_requests", environment)


def test_an_unchanged_poll_costs_little_more_than_nothing(cpu: dict[str, float]) -> None:
    ratio = cpu["poll"] / cpu["hello"]
    print(f"\npoll {cpu['poll']:.0f} us, hello {cpu['hello']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 1.5


def test_a_page_of_the_sheet_costs_at_most_so_many_answers_of_five_bytes(
    cpu: dict[str, float], environment: dict[str, str]
) -> None:
    ratio = cpu["sheet"] / cpu["hello"]
    print(f"\nsheet {cpu['sheet']:.0f} us, hello {cpu['hello']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= (18 if environment["DATABASE_URL"].startswith("postgres") else 16)


def test_recording_a_hand_costs_at_most_so_many_bare_writes(cpu: dict[str, float], environment: dict[str, str]) -> None:
    ratio = cpu["record"] / cpu["write"]
    older = cpu["record by 0.2.0"] / cpu["write"]
    print(f"\nrecord {cpu['record']:.0f} us, bare write {cpu['write']:.0f} us: ratio {ratio:.2f}, by 0.2.0 {older:.2f}")
    assert ratio <= (3.0 if environment["DATABASE_URL"].startswith("postgres") else 2.2)
