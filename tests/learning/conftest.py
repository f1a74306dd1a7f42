"""The small world, ready made."""

import pytest

from tests.worlds.club import World
from tests.worlds.copied import copied


@pytest.fixture
def world(db: None, small_worlds: None) -> World:
    """A club and everybody who might learn by its house rules."""
    return copied(World)
