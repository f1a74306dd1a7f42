"""Budget of a Friday evening: processor time a table and hand, of all processes, on both databases."""

import pytest

from tests.benchmarks.measurement import figures_of

pytestmark = pytest.mark.benchmark

MINUTES, PHONES = 3.5, 4
"""Between two hands of a table, and the phones that look on meanwhile."""

MOST_HELLOS = 150
"""60 ms on a quiet machine, where a bare view of the server takes 0.4."""


def test_hand_on_a_friday_costs_at_most_a_hundred_and_fifty_hellos(environment: dict[str, str]) -> None:
    found = figures_of("measure_friday", environment)
    waiting = MINUTES * PHONES * found["view_minute"]
    whole, hello = found["hand"] + waiting, found["hello"]
    print(
        f"\na table and hand {whole:.1f} ms: {found['hand']:.1f} to write, show and keep it on {PHONES} phones,"
        f" {waiting:.1f} to wait {MINUTES} minutes; a hello {hello:.2f} ms: {whole / hello:.0f} hellos"
    )
    assert found["errors"] == 0
    assert whole <= MOST_HELLOS * hello
