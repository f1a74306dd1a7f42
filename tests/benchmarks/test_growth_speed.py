"""A circle's pages after 1,000 evenings, against those of a circle that met ten times, in one database."""

import pytest

from tests.benchmarks.measure_growth import ADDED_UP
from tests.benchmarks.measurement import figures_of

pytestmark = pytest.mark.benchmark

MOST = 1.5


@pytest.fixture(scope="module")
def found(environment: dict[str, str]) -> dict[str, float]:
    """Milliseconds by page and number of evenings."""
    return figures_of("measure_growth", environment)


PAGES = (
    "start",
    "evenings",
    "search",
    "club",
    "player",
    "people",
    "records",
    "records_of_evenings",
    "records_of_hands",
    "sheet",
    "end_newest",
    "end_oldest",
)


@pytest.mark.parametrize("page", PAGES)
def test_thousand_evenings_cost_little_more_than_ten(found: dict[str, float], page: str) -> None:
    few, many = found[f"{page}_few"], found[f"{page}_many"]
    print(f"\n{page}: {few:.1f} ms after 10 evenings, {many:.1f} ms after 1,000: ratio {many / few:.2f}")
    assert many <= MOST * few


@pytest.mark.parametrize("page", ADDED_UP)
def test_first_look_after_an_old_evening_changed_costs_little_more_than_with_ten(
    found: dict[str, float], page: str
) -> None:
    few, many = found[f"first_{page}_few"], found[f"first_{page}_many"]
    print(f"\n{page}: {few:.1f} ms with 10 evenings, {many:.1f} ms with 1,000: ratio {many / few:.2f}")
    assert many <= MOST * few
