"""Speed of saying who can still win, for 250 entrants, as a ratio to 10,000 values of the error function."""

import random
import time
from collections.abc import Callable
from math import erfc

import pytest

from cegoscore.contest.outlook import first_places, open_total, within_first
from tests.benchmarks.measurement import hold

pytestmark = pytest.mark.benchmark


def quickest(work: Callable[[], object]) -> float:
    """Seconds of CPU, the best of five runs."""
    seconds = []
    for _run in range(5):
        began_at = time.process_time()
        work()
        seconds.append(time.process_time() - began_at)
    return min(seconds)


def test_shares_of_a_full_hall_cost_little() -> None:
    draws = random.Random(3)
    field = {number: open_total(round(draws.gauss(0, 336)), 56, 12) for number in range(250)}

    def bare() -> float:
        return sum(erfc((number % 100) / 50) / 2 for number in range(10_000))

    seconds = quickest(lambda: (first_places(field), within_first(field, 125)))
    hold("alone.outlook", [seconds / quickest(bare)], cost=seconds * 1000)
