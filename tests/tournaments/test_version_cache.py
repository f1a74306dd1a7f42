"""A value that many look at is made once for a version, and not for every write of a rush."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tournaments.course import version_cache
from tournaments.course.version_cache import OLDEST, YOUNG, VersionCache

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
    return lambda now, known="": cache.fetch("key", lambda: f"making {next(makings)}", now=now, known=known)


def test_value_is_made_once_for_a_version_but_not_for_ever(made: Callable[..., str], clock: list[float]) -> None:
    assert [made("1.0"), made("1.0"), made("1.0", "1.0")] == ["making 1"] * 3
    clock[0] += OLDEST - MOMENT
    assert made("1.0") == "making 1"
    clock[0] += MOMENT
    assert made("1.0") == "making 2"


def test_young_value_is_good_enough_for_whom_knows_of_nothing_newer(
    made: Callable[..., str], clock: list[float]
) -> None:
    assert [made("1.9"), made("1.10"), made("1.10", "1.8"), made("1.10", "x.y")] == ["making 1"] * 4
    assert made("1.11", "1.10") == "making 2", "which shows 1.11"
    assert [made("1.12", "1.9"), made("2.0", "1.11")] == ["making 2"] * 2
    assert made("2.0", "2.0") == "making 3"
    clock[0] += YOUNG + MOMENT
    assert made("2.1") == "making 4"


def test_version_that_nobody_has_yet_makes_a_value_anew_once_only(made: Callable[..., str]) -> None:
    assert made("1.0") == "making 1"
    assert [made("1.1", "999.0"), made("1.1", "999.0")] == ["making 2"] * 2


def test_version_that_fell_is_news_for_whom_knows_of_it(made: Callable[..., str]) -> None:
    assert [made("3.5.1"), made("3.2.0"), made("3.2.0", "3.2.0")] == ["making 1", "making 1", "making 2"]


def test_others_get_the_old_value_while_one_makes_it_anew(clock: list[float]) -> None:
    cache, meanwhile = VersionCache[str](), list[str]()
    cache.fetch("key", lambda: "old", now="1")
    clock[0] += YOUNG + MOMENT

    def make() -> str:
        """Somebody else asks while the value is being made."""
        meanwhile.append(cache.fetch("key", lambda: pytest.fail("made twice"), now="2"))
        return "new"

    assert cache.fetch("key", make, now="2") == "new"
    assert meanwhile == ["old"]
    assert cache.fetch("key", lambda: "newer", now="2") == "new"


def test_making_that_fails_leaves_nothing_behind() -> None:
    cache = VersionCache[str]()

    def fail() -> str:
        raise LookupError

    with pytest.raises(LookupError):
        cache.fetch("key", fail, now="1")
    assert not cache._kept
    assert cache.fetch("key", lambda: "value", now="1") == "value"


def test_many_values_are_not_kept_for_ever() -> None:
    cache = VersionCache[int]()
    for number in range(3 * version_cache.MOST):
        cache.fetch(number, lambda: 0, now="1")
    assert list(cache._kept) == list(range(2 * version_cache.MOST, 3 * version_cache.MOST))
    assert len(cache._making) == version_cache.LOCKS
