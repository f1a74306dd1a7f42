"""Budgets of those who wait: what one process computes and keeps by itself, and for each view that it holds."""

import pytest

from tests.benchmarks.budgets import WAITING
from tests.benchmarks.measurement import database_of, figures_of, hold

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def found(environment: dict[str, str]) -> dict[str, float]:
    """Milliseconds of a core in a minute, and kilobytes."""
    return figures_of("measure_waiting", environment)


def test_nothing_that_was_written_meanwhile_failed(found: dict[str, float]) -> None:
    assert found["errors"] == 0


@pytest.mark.parametrize("what", WAITING)
def test_waiting_costs_at_most_so_much(found: dict[str, float], what: str, environment: dict[str, str]) -> None:
    hold(f"waiting.{what}", [found[what]], database_of(environment))
