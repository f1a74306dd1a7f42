"""Budgets of the standings of 200 players, as ratios to bare views measured in the same run."""

import pytest

from tests.benchmarks.measurement import Runs, environment_of, ratio_of, runs_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """Median CPU microseconds a request, by workload; and the page's size."""
    return runs_of("measure_standings", environment_of(tmp_path_factory.mktemp("data")))


def test_crowd_reads_at_the_price_of_a_hello(measured: Runs) -> None:
    """600 requests a second on one worker are 1,667 microseconds each; a hello takes a fraction of that."""
    assert ratio_of(measured, "crowd", "hello") <= 1.5
    assert min(run["crowd"] for run in measured) < 1e6 / 600


def test_fresh_page_costs_little_more_than_a_bare_query_and_render(measured: Runs) -> None:
    assert ratio_of(measured, "fresh", "bare") <= 1.2


@pytest.mark.parametrize("page", ["home", "mine"])
def test_public_page_costs_a_fraction_of_what_it_is_made_of(measured: Runs, page: str) -> None:
    assert ratio_of(measured, page, "home_fresh") <= 0.2


def test_unchanged_look_of_the_desk_costs_at_most_two_of_a_sheet(measured: Runs) -> None:
    assert ratio_of(measured, "desk_look", "sheet_look") <= 2
