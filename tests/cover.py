"""The tests that run on PostgreSQL for the SQL statements they send: tests/cover.txt, and a check that they suffice.

`make test` runs every test of the database on SQLite and notes which statements our own code sends; what a test asks by
itself is no part of the app. `.ci/run` adds those of the other cases and of what is `thorough`. A statement that no
listed test has our code send fails the run: it would have been tried on SQLite only. `make cover` brings the list up to
date.
"""

import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tests.databases import chosen_database
from tests.dealing import database_of, marks_of, without_database
from tests.effort import is_by_chance

LIST = Path(__file__).with_name("cover.txt")
NOTES = "cover/statements"
"""Name in pytest's cache of what the last whole run has noted, for `make cover`."""

Notes = dict[str, dict[str, Any]]
"""Of every test: `statements`, their shapes; `seconds` of processor time."""

ROOT = Path(__file__).parent.parent
APP = tuple(f"{ROOT / folder}/" for folder in ("cegoscore", "tournaments"))
TESTS = f"{ROOT / 'tests'}/"
FEATURES = "/features.py"
"""Name of the modules in which Django's backends ask what a database can do."""

LITERAL = re.compile(r"'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b|%s")
CASES = re.compile(r"(?:WHEN .+? THEN \S+ ?)+")
LISTS = re.compile(r"\(\?(?:, \?)*\)(?:, \(\?(?:, \?)*\))*")
UNCOUNTED = {"both", "browser", "heavy", "sqlite", "postgres"}
"""Marks of tests whose statements do not count: they run on both databases anyway, or send what others send, too."""
CONTROL = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "PRAGMA")


def listed() -> frozenset[str]:
    """Read the ids of the tests on the list."""
    return frozenset(line for line in LIST.read_text().splitlines() if line and not line.startswith("#"))


@cache
def shape_of(statement: str) -> str:
    """Replace literals and parameters by `?`, and lists of any length by one; empty for transaction control."""
    if statement.lstrip().upper().startswith(CONTROL):
        return ""
    shape = CASES.sub("WHEN ? ", LITERAL.sub("?", " ".join(statement.split())))
    return LISTS.sub("(?)", shape)


def is_from_app() -> bool:
    """Say whether our own code has asked for what runs now, and not a test by itself.

    Django asks a database once a process what it can do: that is sent by whichever test comes first.
    """
    frame = sys._getframe(2).f_back  # behind whoever asks
    while frame:
        file = frame.f_code.co_filename
        if file.endswith(FEATURES):
            return False
        if file.startswith(APP):
            return True
        if file.startswith(TESTS) and file != __file__:
            return False
        frame = frame.f_back
    return False


_is_making = ContextVar("is_making", default=False)


@contextmanager
def unnoted() -> Iterator[None]:
    """Note nothing: what is made here for many tests is sent by whichever comes first."""
    token = _is_making.set(True)
    try:
        yield
    finally:
        _is_making.reset(token)


def uncovered(notes: Mapping[str, Mapping[str, Any]], cover: frozenset[str]) -> dict[str, list[str]]:
    """Return the statements that no test of the cover sends, each with the tests that send it."""
    senders = defaultdict(list)
    for test, noted in notes.items():
        for shape in noted["statements"]:
            senders[shape].append(test)
    return {shape: tests for shape, tests in senders.items() if cover.isdisjoint(tests)}


def chosen(notes: Notes, cover: frozenset[str]) -> list[str]:
    """Choose tests that send every statement: those of the cover first, then the cheapest for what is missing."""
    kept = sorted(cover & notes.keys())
    missing = uncovered(notes, cover)
    while missing:
        gains: dict[str, int] = defaultdict(int)
        for tests in missing.values():
            for test in tests:
                gains[test] += 1
        best = max(sorted(gains), key=lambda test: gains[test] / (notes[test]["seconds"] + 0.02))
        kept.append(best)
        missing = {shape: tests for shape, tests in missing.items() if best not in tests}
    return sorted(_needed(kept, notes))


def _needed(tests: list[str], notes: Notes) -> list[str]:
    """Drop the tests whose statements the others send as well, the most expensive first."""
    senders: dict[str, int] = defaultdict(int)
    for test in tests:
        for shape in notes[test]["statements"]:
            senders[shape] += 1
    needed = set(tests)
    for test in sorted(tests, key=lambda test: (-notes[test]["seconds"], test)):
        shapes = notes[test]["statements"]
        if all(senders[shape] > 1 for shape in shapes):
            needed.remove(test)
            for shape in shapes:
                senders[shape] -= 1
    return sorted(needed)


def is_noted(item: pytest.Item) -> bool:
    """Say whether a test's statements count.

    Those of tests with chance, threads or a browser differ from run to run; most of them run on both databases anyway.
    """
    return bool(database_of(item.nodeid)) and not is_by_chance(item) and marks_of(item).isdisjoint(UNCOUNTED)


def together(before: Notes, after: Notes) -> Notes:
    """Return all that tests have sent in two runs: what a process keeps is asked for by whichever comes first."""
    both = {
        test: after[test] | {"statements": sorted({*before[test]["statements"], *after[test]["statements"]})}
        for test in before.keys() & after.keys()
    }
    return {**before, **after, **both}


class Noting:
    """Notes in a process of SQLite which statements each test sends; hand over at its end."""

    def __init__(self) -> None:
        self.notes: Notes = {}
        self.current: set[str] | None = None
        connection_created.connect(self._listen)

    def _listen(self, connection: BaseDatabaseWrapper, **_signal: Any) -> None:
        if self._execute not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._execute)

    def _execute(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.current is not None and not _is_making.get() and is_from_app():
            self.current.add(shape_of(str(sql)))
        return execute(sql, params, many, context)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        if not is_noted(item):
            return (yield)
        self.current, begin = set(), time.process_time()
        try:
            return (yield)
        finally:
            statements = sorted(self.current - {""})
            seconds = round(time.process_time() - begin, 2)
            self.notes[without_database(item.nodeid)] = {"statements": statements, "seconds": seconds}
            self.current = None

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        """Leave out what is made once for all tests, such as the tables."""
        noted = self.current
        if fixturedef.scope == "session":
            self.current = None
        try:
            return (yield)
        finally:
            self.current = noted

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        session.config.workeroutput["statements"] = self.notes  # type: ignore[attr-defined]


class Check:
    """Gathers in the main process what was noted, and fails the run if the list does not suffice."""

    def __init__(self, before: Notes) -> None:
        self.notes = before
        """With `--rest` what `make test` has noted stays."""

    def pytest_testnodedown(self, node: Any) -> None:
        self.notes = together(self.notes, getattr(node, "workeroutput", {}).get("statements", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        session.config.cache.set(NOTES, self.notes)
        broken = session.testsfailed or session.shouldfail or session.shouldstop
        complaint = "" if broken else complaint_about(self.notes, listed())  # a failed test sends less than it would
        if complaint:
            report = pytest.TestReport(
                nodeid="tests/cover.txt",
                location=("tests/cover.txt", 0, "tests/cover.txt"),
                keywords={},
                outcome="failed",
                longrepr=complaint,
                when="call",
            )
            session.config.hook.pytest_runtest_logreport(report=report)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def complaint_about(notes: Notes, cover: frozenset[str]) -> str:
    """Say which statements no test of the list sends; empty if there are none."""
    missing = uncovered(notes, cover)
    if not missing:
        return ""
    lines = [f"{len(missing)} SQL statements are tried on SQLite only. Type: make cover"]
    lines += [f"{shape}\n    sent by {tests[0]}" for shape, tests in sorted(missing.items())[:10]]
    lines += [f"listed, but no longer there: {test}" for test in sorted(cover - notes.keys())]
    return "\n".join(lines)


def register(config: pytest.Config) -> None:
    """Note and check if this process is one of several and the whole of the tests runs (option `--cover`)."""
    if not config.getoption("cover"):
        return
    if hasattr(config, "workerinput"):
        if chosen_database() == "sqlite":
            config.pluginmanager.register(Noting())
    elif config.getoption("numprocesses", None):
        config.pluginmanager.register(Check(config.cache.get(NOTES, {}) if config.getoption("rest") else {}))
