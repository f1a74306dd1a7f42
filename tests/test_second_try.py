"""A test that fails among others is tried once more, alone, and named if it passes then."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import thorough
from tools.second_try import MOST, may_try_again

ROOT = Path(__file__).parent.parent
CONFTEST = """
from pathlib import Path

from tests import second_try

def pytest_addoption(parser):
    second_try.add_options(parser)

def pytest_configure(config):
    second_try.register(config)

def pytest_collection_modifyitems(items):
    if Path("@sqlite").exists():
        items[:] = [item for item in items if item.name != "test_vanishes"]
"""
TESTS = """
import os
from pathlib import Path

import pytest

from tests.databases import chosen_database

def test_good():
    pass

@pytest.mark.parametrize("database", ["@sqlite", "@postgres"])
def test_once(database):
    seen = Path(database)
    if not seen.exists():
        seen.touch()
        raise AssertionError("no time")
    assert database == f"@{chosen_database()}"

def test_vanishes():
    assert "vanishes" not in os.environ["FAILING"]

def test_never():
    assert "never" not in os.environ["FAILING"]

def test_breaks_down():
    if os.environ["FAILING"] == "down" or os.environ["FAILING"] == "down once" and not Path("broken down").exists():
        Path("broken down").touch()
        os._exit(3)

@pytest.mark.parametrize("number", range(4))
def test_last(number):
    pass
"""
SEVERAL = ("--numprocesses", "2", "--max-worker-restart", "0")


def run(folder: Path, failing: str, *options: str) -> tuple[int, list[str]]:
    """Run the tests above: the exit status, and the lines that were written."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_it.py").write_text(TESTS)
    command = [sys.executable, "-m", "tools.second_try", sys.executable, "-m", "pytest", *options]
    ours = ("PYTEST", "COVERAGE", "TEST_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    environment |= plugins | {"FAILING": failing, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def tried_again(lines: list[str]) -> list[str]:
    return [line.removeprefix("SECOND TRY ") for line in lines if line.startswith("SECOND TRY")]


PASSED = [f"passed: test_it.py::test_once[@{database}]" for database in ("postgres", "sqlite")]


@thorough
@pytest.mark.parametrize("processes", [(), pytest.param(SEVERAL, marks=pytest.mark.heavy)])
def test_what_passes_alone_on_its_database_is_named_before_the_runners_last_line(
    tmp_path: Path, processes: tuple[str, ...]
) -> None:
    status, lines = run(tmp_path, "", *processes)
    assert (status, tried_again(lines)) == (0, PASSED), lines
    assert "1 passed" in lines[-1]


@pytest.mark.heavy
def test_what_fails_twice_has_failed(tmp_path: Path) -> None:
    status, lines = run(tmp_path, "never")
    assert (status, tried_again(lines)) == (1, [PASSED[0], "failed again: test_it.py::test_never", PASSED[1]])
    assert "1 failed, 1 passed" in lines[-1]


@pytest.mark.heavy
def test_what_is_not_run_again_has_failed(tmp_path: Path) -> None:
    status, lines = run(tmp_path, "vanishes")
    assert (status, tried_again(lines)) == (1, [*PASSED, "was not run: test_it.py::test_vanishes"])


@pytest.mark.heavy
def test_what_a_process_left_when_it_broke_down_is_tried_again(tmp_path: Path) -> None:
    status, lines = run(tmp_path, "down once", *SEVERAL)
    assert status == 0, lines
    assert "passed: test_it.py::test_breaks_down" in tried_again(lines)
    assert any(line.startswith("passed: test_it.py::test_last[") for line in tried_again(lines)), lines


@pytest.mark.heavy
def test_what_breaks_down_twice_has_failed(tmp_path: Path) -> None:
    status, lines = run(tmp_path, "down", *SEVERAL)
    assert status != 0, lines


@thorough
def test_run_that_could_not_start_has_failed(tmp_path: Path) -> None:
    assert run(tmp_path, "", "--no-such-option")[0] == pytest.ExitCode.USAGE_ERROR


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ({}, False),
        ({"complete": True, "tests": {}}, False),
        ({"complete": True, "tests": {"a": "sqlite"}}, True),
        ({"complete": False, "tests": {"a": "sqlite"}}, False),
        ({"complete": True, "tests": dict.fromkeys(map(str, range(MOST)), "sqlite")}, True),
        ({"complete": True, "tests": dict.fromkeys(map(str, range(MOST + 1)), "sqlite")}, False),
    ],
)
def test_second_try_is_for_a_few_tests_of_a_whole_run(run: dict[str, object], expected: bool) -> None:
    assert may_try_again(run) is expected
