"""Notes of the tests that failed, and what became of them alone: for tools/second_try.py, see there."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.databases import database_of_process
from tests.dealing import BROWSERS, database_of


def add_options(parser: pytest.Parser) -> None:
    """Offer both options to `tools/second_try.py`."""
    parser.addoption("--note-failed", type=Path, help="write into this file which tests fail, for a second try")
    parser.addoption("--second-try", type=Path, help="the tests of this file failed: name those that pass")


def register(config: pytest.Config) -> None:
    """Note or name the tests in the main process if an option asks for it."""
    if hasattr(config, "workerinput"):
        return
    if path := config.getoption("note_failed"):
        config.pluginmanager.register(Failed(path))
    if path := config.getoption("second_try"):
        config.pluginmanager.register(Again(path))


class Failed:
    """Writes at the end which tests failed or were left by a process that broke down, each with its database.

    What is more than a failed test, such as one that cannot be collected, makes `complete` false.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, str] = {}
        self.waiting: dict[str, str] = {}
        """Tests that a process has collected and nobody has run yet."""
        self.complete = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.waiting.pop(report.nodeid, None)
        if report.failed:
            self.tests[report.nodeid] = _database(report.nodeid, getattr(report, "node", None))
            self.complete &= "::" in report.nodeid  # else it is a complaint about the whole run

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.complete &= not report.failed

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        self.waiting |= {test: _database(test, node) for test in ids}

    def pytest_sessionfinish(self) -> None:
        tests = self.waiting | self.tests
        self.path.write_text(json.dumps({"complete": self.complete, "tests": tests}))


def _database(test: str, process: Any) -> str:
    """Name the database that a test is bound to; for one of the browser that of the process it ran in."""
    if test.startswith(BROWSERS) and process:
        return database_of_process(int(process.gateway.id.removeprefix("gw")))
    return database_of(test) or "sqlite"


class Again:
    """Names the tests that have passed now, right before pytest's closing line; all that were asked for must."""

    def __init__(self, path: Path) -> None:
        self.asked = path.read_text().splitlines()
        self.passed: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.failed:
            self.passed[report.nodeid] = report.passed and self.passed.get(report.nodeid, True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not all(self.passed.get(test) for test in self.asked):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("once more, alone")
        for test in self.asked:
            outcome = {True: "passed", False: "failed again", None: "was not run"}[self.passed.get(test)]
            terminalreporter.line(f"SECOND TRY {outcome}: {test}")
