"""Tests that `make test` leaves out."""

import ast
from pathlib import Path
from typing import Any
from unittest.mock import Mock

from tests import effort

TESTS = Path(__file__).parent


def cases_with(*marks: str) -> list[Any]:
    """The cases of one test, each with a mark or without; `given` draws examples."""
    return [
        Mock(
            nodeid=f"tests/a.py::test[{number}]",
            get_closest_marker=lambda name, mark=mark: name == mark or None,
            function=Mock(is_hypothesis_test=mark == "given"),
        )
        for number, mark in enumerate(marks)
    ]


def test_heavy_cases_take_no_place_from_the_others() -> None:
    tests = cases_with("heavy", "", "", "", "heavy", "thorough")
    assert sorted(tests.index(test) for test in effort.some_cases(tests)) == [0, 1, 3, 4]


def test_rest_is_what_is_not_tried_and_what_is_tried_less() -> None:
    tests = cases_with("", "heavy", "", "given", "sampled", "thorough", "")
    assert sorted(tests.index(test) for test in effort.rest(tests)) == [1, 2, 3, 4, 5]
    for mark in ("given", "sampled", "browser"):
        first, last = cases_with(mark, "")
        assert effort.rest([first, last]) == {first}


SPREADS = {"EVERY_CASE", "one_of_each", "sample", "spread", "walked"}
TESTED_WHOLE = ("given(", "pytest.mark.heavy", "sampled", "thorough")
"""Beginnings of the decorators of tests that `.ci/run` tries again, with everything."""


def names_from_here(module: ast.Module) -> set[str]:
    """Names that a module has from those of the effort, or of walks over all pages."""
    imports = [line for line in module.body if isinstance(line, ast.ImportFrom)]
    return {name.name for line in imports if (line.module or "").startswith("tests.") for name in line.names} & SPREADS


def test_what_tries_some_of_many_says_so_and_is_tried_whole_by_ci() -> None:
    modules = {path: ast.parse(path.read_text()) for path in TESTS.rglob("test_*.py") if path.parent.name != "browser"}
    forgotten = [
        f"{path}: {test.name}"
        for path, module in modules.items()
        if (spreads := names_from_here(module))
        for test in module.body
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_")
        if any(isinstance(node, ast.Name) and node.id in spreads for line in test.body for node in ast.walk(line))
        if not any(ast.unparse(decorator).startswith(TESTED_WHOLE) for decorator in test.decorator_list)
    ]
    assert forgotten == []
