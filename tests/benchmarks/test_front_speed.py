"""Budgets of following, and the price of the front, as ratios to the server without one."""

from typing import Any

import pytest

from tests.benchmarks.budgets import FRONT
from tests.benchmarks.measurement import environment_of, figures_of, hold

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return figures_of("measure_front", environment_of(tmp_path_factory.mktemp("data")))


@pytest.mark.parametrize("what", FRONT)
def test_front_costs_little(found: dict[str, Any], what: str) -> None:
    hold(f"front.{what}", [found["ours"][what] / found["before"][what]])


def test_every_view_shows_a_hand_at_once(found: dict[str, Any]) -> None:
    views = found["seen_seconds"]
    assert set(views) == {"bell", "sheet", "desk", "table", "standings", "wall", "public"}
    hold("seen.median", [max(half for half, _most in views.values())])
    hold("seen.most", [max(most for _half, most in views.values())])
