"""Notes of the tests that failed, and a word about those that passed alone: for tools/second_try.py, see there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.databases import chosen_database, database_of_process


def add_options(parser: pytest.Parser) -> None:
    """Offer both options to `tools/second_try.py`."""
    parser.addoption("--note-failed", type=Path, help="write into this file which tests fail, for a second try")
    parser.addoption("--second-try", action="store_true", help="name the tests that pass: they failed at first")


def register(config: pytest.Config) -> None:
    """Note or name the tests in the main process if an option asks for it."""
    if hasattr(config, "workerinput"):
        return
    if path := config.getoption("note_failed"):
        config.pluginmanager.register(Failed(path))
    if config.getoption("second_try"):
        config.pluginmanager.register(Naming())


class Failed:
    """Writes at the end which tests failed, each with its database; whether all the others ran is `complete`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tests: dict[str, str] = {}
        self.complete = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tests[report.nodeid] = _database(report)
            self.complete &= "::" in report.nodeid  # else it is a complaint about the whole run

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.complete &= not report.failed

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Give up if a process broke down: nobody ran the tests that it still had."""
        self.complete &= not error

    def pytest_sessionfinish(self) -> None:
        self.path.write_text(json.dumps({"complete": self.complete, "tests": self.tests}))


def _database(report: pytest.TestReport) -> str:
    """Name the database of the process that ran a test."""
    process = getattr(report, "node", None)
    return database_of_process(int(process.gateway.id.removeprefix("gw"))) if process else chosen_database()


class Naming:
    """Names the tests that failed at first and have passed now, right before pytest's closing line."""

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        stats = terminalreporter.stats
        bad = {report.nodeid for outcome in ("failed", "error") for report in stats.get(outcome, [])}
        passed = [report.nodeid for report in stats.get("passed", []) if report.nodeid not in bad]
        if passed:
            terminalreporter.section("failed at first, passed alone")
            for test in passed:
                terminalreporter.line(f"SECOND TRY {test}")
