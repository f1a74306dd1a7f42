"""Budgets of following, and the price of the front, as ratios to the server without one."""

from typing import Any

import pytest

from tests.benchmarks.measurement import environment_of, figures_of

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return figures_of("measure_front", environment_of(tmp_path_factory.mktemp("data")))


@pytest.mark.parametrize("what", ["hello", "write", "record", "look", "page"])
def test_front_costs_little(found: dict[str, Any], what: str) -> None:
    ours, before = found["ours"][what], found["before"][what]
    print(f"\n{what}: {ours} us, without a front {before} us: ratio {ours / before:.2f}")
    assert ours / before <= 1.5


def test_held_view_costs_at_most_three_milliseconds_a_minute(found: dict[str, Any]) -> None:
    print(f"\n{found['view_minute_ms']} ms")
    assert found["view_minute_ms"] <= 3


def test_hand_is_seen_at_once(found: dict[str, Any]) -> None:
    print(f"\n{found['seen_seconds']}")
    assert found["seen_seconds"]["median"] <= 0.3
    assert found["seen_seconds"]["most"] <= 1


def test_every_view_shows_a_hand_at_once(found: dict[str, Any]) -> None:
    print(f"\n{found['views_seen_seconds']}")
    assert set(found["views_seen_seconds"]) == {"sheet", "desk", "table", "standings", "wall", "public"}
    for half, most in found["views_seen_seconds"].values():
        assert half <= 0.3
        assert most <= 1
