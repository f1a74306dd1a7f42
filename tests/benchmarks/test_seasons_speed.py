"""The pages over ten seasons of 13 tournaments with 150 players, against bare views of the same rows."""

import pytest

from tests.benchmarks.budgets import SEASONS
from tests.benchmarks.measurement import Runs, cost_of, database_of, hold, ratios_of, runs_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def found(environment: dict[str, str]) -> Runs:
    """Milliseconds of each page and of its bare sister."""
    return runs_of("measure_seasons", environment)


def test_every_hand_of_the_decade_is_there(found: Runs) -> None:
    assert min(run["scores"] for run in found) >= 900_000


@pytest.mark.parametrize("page", SEASONS)
def test_page_costs_at_most_twice_a_bare_one(found: Runs, page: str, environment: dict[str, str]) -> None:
    hold(
        f"seasons.{page}",
        ratios_of(found, page, f"bare_{page}"),
        database_of(environment),
        cost=cost_of(found, page, 1),
    )
