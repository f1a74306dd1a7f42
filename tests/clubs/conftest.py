"""The small world, ready made."""

import pytest

from tests.worlds.club import World


@pytest.fixture
def world(db: None) -> World:
    """A club and everybody who might ask for its house rules."""
    return World()
