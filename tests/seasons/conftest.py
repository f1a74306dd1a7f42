"""A season, ready made."""

import pytest

from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld
from tournaments.course import queries


@pytest.fixture(autouse=True)
def always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept here: tests write what no version says."""
    monkeypatch.setattr(queries, "OLDEST", -1)


@pytest.fixture
def world(db: None) -> SeasonWorld:
    """A season without an event, and everybody who might ask for it."""
    return copied(SeasonWorld)
