"""Budget of a Friday evening: processor time of a hand, of all processes, on both databases."""

import pytest

from tests.benchmarks.measurement import database_of, figures_of, hold

pytestmark = pytest.mark.benchmark


def test_hand_on_a_friday_costs_at_most_so_many_hellos(environment: dict[str, str]) -> None:
    found = figures_of("measure_friday", environment)
    assert found["errors"] == 0
    hold("friday.hand", [found["hand"] / found["hello"]], database_of(environment), cost=found["hand"])
