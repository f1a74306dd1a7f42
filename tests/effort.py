"""Effort of the tests: `.ci/run` sets THOROUGH and tries all examples of a property, the same each time.

`make test` tries a quarter of them, others each time, and keeps what fails for the next run.
"""

import os

from hypothesis import HealthCheck

THOROUGH = bool(os.environ.get("THOROUGH"))
SLOW = float(os.environ.get("SLOW") or 0)
"""Seconds by which every answer to a form is late in the tests of the browser, to find who does not wait for it."""
BY_CLOCK = [HealthCheck.too_slow]
"""Complaints of properties that say how busy the machine is, and nothing about our code."""
WITH_FIXTURES = [*BY_CLOCK, HealthCheck.function_scoped_fixture]
"""The same for properties that share a fixture, the database, between their examples."""


def sample(everything: int, some: int) -> int:
    """Give the number of cases that prove what the others prove, too: `some` in `make test`."""
    return everything if THOROUGH else some


def examples(count: int) -> int:
    """Examples to try of `count` that prove something."""
    return count if THOROUGH else max(5, count // 4)
