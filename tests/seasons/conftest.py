"""The small world, ready made."""

import pytest

from tests.worlds.copied import copied
from tests.worlds.tournament import World
from tournaments.course import queries


@pytest.fixture(autouse=True)
def always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept here: tests write what no version says."""
    monkeypatch.setattr(queries, "OLDEST", -1)


@pytest.fixture
def world(db: None, small_worlds: None) -> World:
    """A tournament and everybody who might ask for it."""
    return copied(World)
