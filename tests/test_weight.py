"""The sum of all code stays below its ceiling, and nothing hides beside it: see `make weight`."""

import pytest

from tests.effort import thorough
from tests.weight import code, rooms, tokens, tracked

CEILING = 388_100
"""Raised last for teams, money, waiting lists and a hall of fame; otherwise only lowered."""
TOOLS = 3_221
TESTS_FOR_CODE = 1.49
"""1.25 is the mark: repairs bring tests, and the mechanisms that other tests hold have still to go."""


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("", 0),
        ('"""What."""\n# Why.\n\nx = (\n    1\n)\n', 5),
        ('class A:\n    """What."""\n\n    x: int = "é"\n    """Why."""\n', 8),
        ("x = f'{x!r:>{y}} {f\"{z}\"}'", 3),
    ],
)
def test_what_does_something_is_counted(source: str, count: int) -> None:
    assert tokens(source) == count


@thorough
def test_code_is_not_heavier_than_its_ceiling() -> None:
    if not tracked():
        pytest.skip("a copy without git does not say which files are the repository's")
    assert code() <= CEILING
    assert rooms()["tools"] <= TOOLS
    assert round(rooms()["tests"] / code(), 2) <= TESTS_FOR_CODE
