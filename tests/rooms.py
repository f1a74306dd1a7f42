"""The tests that a change in one room can break: its own, and those of every room above it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PACKAGES = ("", "cegoscore.", "tournaments.")
"""Prefix of a folder of tests in the name of its room."""


def room_of(test: Path, floors: Mapping[str, int]) -> str | None:
    """Name the room whose tests a file holds; None for those of the whole house and of the browser."""
    parts = test.relative_to(HERE).parent.parts
    for length in range(len(parts), 0, -1):
        for package in PACKAGES:
            if (name := package + ".".join(parts[:length])) in floors:
                return name
    return None


def is_affected(test: Path, *, changed: str) -> bool:
    """Say whether a change in a room may break the tests of a file; those of the browser are left to the whole run."""
    from tests.test_house import FLOORS  # noqa: PLC0415  # not before pytest has collected it

    if changed not in FLOORS:
        raise pytest.UsageError(f"--room: {changed} is none of {', '.join(FLOORS)}")
    room = room_of(test, FLOORS)
    if room is None:
        return test.parent == HERE
    related = room == changed or room.startswith(f"{changed}.") or changed.startswith(f"{room}.")
    return related or FLOORS[room] > FLOORS[changed]
