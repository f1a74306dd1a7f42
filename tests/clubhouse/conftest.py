"""The small world, ready made."""

import pytest

from tests.worlds.copied import copied
from tests.worlds.tournament import World


@pytest.fixture
def world(db: None, small_worlds: None) -> World:
    """A tournament and everybody who might ask for it."""
    return copied(World)
