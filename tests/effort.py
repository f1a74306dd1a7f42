"""Effort of the tests: EVERY_CASE tries all cases, and THOROUGH all examples of a property, too.

`make test` tries an eighth of the examples, others each time, and keeps what fails for the next run; two if each is an
evening. Of the cases of a test it tries the first and the last, of rules and draws all, and nothing that is marked
`thorough`: what goes further than the first test of its behaviour, or takes long where others send the same statements.
`.ci/run` tries the rest with THOROUGH, the same examples each time.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck

Case = TypeVar("Case")

THOROUGH = bool(os.environ.get("THOROUGH"))
EVERY_CASE = THOROUGH or bool(os.environ.get("EVERY_CASE"))
"""True if all cases are tried, and what is marked `thorough`."""
CASES = 2
"""Cases that `make test` tries of a test with more: the first and the last."""
HEART = ("tests/scoring/", "tests/contest/", "tests/benchmarks/")
"""Tests of rules and draws: cheap, and every case counts; and what is measured, because a budget has one case."""
thorough = pytest.mark.thorough
sampled = pytest.mark.sampled
MORE_OF = {"browser", "heavy", "hypothesis", "sampled"}
"""Marks of tests of which `make test` tries less."""
SLOW = float(os.environ.get("SLOW") or 0)
"""Seconds by which every answer to a form is late in the tests of the browser, to find who does not wait for it."""
BY_CLOCK = [HealthCheck.too_slow]
"""Complaints of properties that say how busy the machine is, and nothing about our code."""
WITH_FIXTURES = [*BY_CLOCK, HealthCheck.function_scoped_fixture]
"""The same for properties that share a fixture, the database, between their examples."""


def sample(everything: int, some: int) -> int:
    """Number, or distance, of the cases that are tried of many like each other: `some` in `make test`."""
    return everything if EVERY_CASE else some


def spread(cases: Sequence[Case], count: int) -> list[Case]:
    """So many of the cases, from the first to the last; all of them in `.ci/run`."""
    return list(cases) if EVERY_CASE else _some(cases, count)


def _some(cases: Sequence[Case], count: int) -> list[Case]:
    if len(cases) <= count:
        return list(cases)
    return [cases[number * (len(cases) - 1) // (count - 1)] for number in range(count)]


def some_cases(tests: Iterable[pytest.Item]) -> list[pytest.Item]:
    """A spread of the cases of each test, of the heart all, without `thorough` ones; what is heavy is for itself."""
    cases = defaultdict(list)
    for test in tests:
        if test.get_closest_marker("thorough") is None:
            cases[test.nodeid.partition("[")[0], test.get_closest_marker("heavy") is None].append(test)
    return [
        test
        for (name, _light), of_one in cases.items()
        for test in (of_one if name.startswith(HEART) else _some(of_one, CASES))
    ]


def is_by_chance(test: pytest.Item) -> bool:
    """Say whether a test draws examples; its mark comes from a plugin, after the tests are chosen."""
    return getattr(getattr(test, "function", None), "is_hypothesis_test", False)


def rest(tests: Sequence[pytest.Item]) -> set[pytest.Item]:
    """The tests that `make test` does not try, and those of which it tries less."""
    tried = set(some_cases(tests))
    return {
        test for test in tests if test not in tried or is_by_chance(test) or any(map(test.get_closest_marker, MORE_OF))
    }


def examples(count: int, least: int = 5) -> int:
    """Examples to try of `count` that prove something, and how many must be tried to meet every kind.

    By its mark `hypothesis` `.ci/run` finds a test that draws them; one that does so without `@given` bears it itself.
    """
    return count if THOROUGH else max(least, count // 8)


def evenings(count: int) -> int:
    """The same if an example is an evening, or all that happens to a club: each costs as much as fifty others."""
    return count if THOROUGH else 2
