"""Budgets of the standings of 200 players, as ratios to bare views measured in the same run."""

import pytest

from tests.benchmarks.measurement import environment_of, figures_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """Median CPU microseconds a request, by workload; and the page's size."""
    return figures_of("measure_standings", environment_of(tmp_path_factory.mktemp("data")))


def test_crowd_reads_at_the_price_of_a_hello(measured: dict[str, float]) -> None:
    """600 requests a second on one worker are 1,667 microseconds each; a hello takes a fraction of that."""
    ratio = measured["crowd"] / measured["hello"]
    print(f"\nkept page {measured['crowd']:.0f} us, hello {measured['hello']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 1.5
    assert measured["crowd"] < 1e6 / 600


def test_fresh_page_costs_little_more_than_a_bare_query_and_render(measured: dict[str, float]) -> None:
    ratio = measured["fresh"] / measured["bare"]
    print(f"\nfresh page {measured['fresh']:.0f} us, bare {measured['bare']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 1.2


def test_public_page_costs_a_fraction_of_what_it_is_made_of(measured: dict[str, float]) -> None:
    for name in ("home", "mine"):
        ratio = measured[name] / measured["home_fresh"]
        print(f"\n{name} {measured[name]:.0f} us, made anew {measured['home_fresh']:.0f} us: ratio {ratio:.2f}")
        assert ratio <= 0.2


def test_unchanged_look_of_the_desk_costs_at_most_two_of_a_sheet(measured: dict[str, float]) -> None:
    ratio = measured["desk_look"] / measured["sheet_look"]
    print(f"\ndesk {measured['desk_look']:.0f} us, sheet {measured['sheet_look']:.0f} us: ratio {ratio:.2f}")
    assert ratio <= 2
