"""Tests that `make test` leaves out."""

from typing import Any
from unittest.mock import Mock

import pytest

from tests import effort


def test_heavy_cases_take_no_place_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "EVERY_CASE", False)
    marks = ("heavy", "", "", "", "heavy", "thorough")
    tests: list[Any] = [
        Mock(nodeid=f"tests/a.py::test[{number}]", get_closest_marker=lambda name, mark=mark: name == mark or None)
        for number, mark in enumerate(marks)
    ]
    assert sorted(tests.index(test) for test in effort.some_cases(tests)) == [0, 1, 3, 4]
