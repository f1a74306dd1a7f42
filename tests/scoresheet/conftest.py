"""The small world, ready made."""

import pytest

from tests.worlds.sheet import World


@pytest.fixture
def world(db: None) -> World:
    """A sheet and everybody who might ask for it."""
    return World()
