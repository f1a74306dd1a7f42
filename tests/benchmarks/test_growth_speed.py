"""A circle's pages after 1,000 evenings, against those of a circle that met ten times, in one database."""

import pytest

from tests.benchmarks.budgets import GROWTH
from tests.benchmarks.measurement import Runs, cost_of, database_of, hold, ratios_of, runs_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def found(environment: dict[str, str]) -> Runs:
    """Milliseconds by page and number of evenings, those that are first looks after an old evening changed, too."""
    return runs_of("measure_growth", environment)


@pytest.mark.parametrize("page", GROWTH)
def test_thousand_evenings_cost_little_more_than_ten(found: Runs, page: str, environment: dict[str, str]) -> None:
    many = f"{page}_many"
    hold(
        f"growth.{page}", ratios_of(found, many, f"{page}_few"), database_of(environment), cost=cost_of(found, many, 1)
    )
