"""A value that many look at is made once for a version."""

import time
from collections.abc import Callable

import pytest

from tournaments.course import queries
from tournaments.course.queries import OLDEST, VersionCache

MOMENT = 0.01


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The monotonic clock, as a list of its one value."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def made(clock: list[float]) -> Callable[..., str]:
    """Ask a cache for its one value: says with the how manyeth making it came about."""
    cache, makings = VersionCache[str](), iter(range(1, 100))
    return lambda now: cache.fetch("key", lambda: f"making {next(makings)}", now=now)


def test_value_is_made_once_for_a_version_but_not_for_ever(made: Callable[..., str], clock: list[float]) -> None:
    assert [made("1.0"), made("1.0"), made("1.1"), made("1.1")] == ["making 1"] * 2 + ["making 2"] * 2
    clock[0] += OLDEST - MOMENT
    assert made("1.1") == "making 2"
    clock[0] += MOMENT
    assert made("1.1") == "making 3"


def test_making_that_fails_leaves_nothing_behind() -> None:
    cache = VersionCache[str]()

    def fail() -> str:
        raise LookupError

    with pytest.raises(LookupError):
        cache.fetch("key", fail, now="1")
    assert cache.fetch("key", lambda: "value", now="1") == "value"


def test_many_values_are_not_kept_for_ever() -> None:
    cache = VersionCache[int]()
    for number in range(3 * queries.MOST_CACHED):
        cache.fetch(number, lambda: 0, now="1")
    assert list(cache._values) == list(range(2 * queries.MOST_CACHED, 3 * queries.MOST_CACHED))
