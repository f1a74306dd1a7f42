"""Tests of a room that stay warm for `tools/mutants.py`: run once with coverage, then those asked for in forks.

A plugin of pytest. In a fork the functions of one file get the code that they have in a changed source, so that
neither Python nor the database starts anew. What cannot be seen so (code of modules and classes, values kept from
before) is for a process of its own: only a failure is an answer.
"""

import gc
import inspect
import multiprocessing
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest
from coverage import Coverage

PIPE, ROOM = "MUTANTS_PIPE", "MUTANTS_ROOM"
"""Variables that name the pipe by which is asked, and the room."""
TIMES, SECONDS = 10, 20
"""A fork may take so many times as long as its tests took before, and so many seconds more: else it has failed."""
ByLine = dict[Path, dict[int, list[str]]]
"""The tests that run each line of a room, by file; none for what runs before any test."""

Swap = tuple[FunctionType, CodeType]
"""A living function, and the code that it gets."""


class Question(NamedTuple):
    """Tests to try with the functions of a file as they are in another source."""

    path: Path
    source: str
    tests: Sequence[str]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Say which tests run each line, or None if one fails; then answer for each question whether one fails by it."""
    pipe = Connection(int(os.environ[PIPE]))
    tests = RoomTests(session)
    pipe.send(tests.measured(os.environ[ROOM].replace(".", "/")))
    while question := pipe.recv():
        pipe.send(tests.notice(question))
    return True


class RoomTests:
    """The collected tests, how long each took, and what failed in this process."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.took: dict[str, float] = {}
        self.failed: list[str] = []
        session.config.pluginmanager.register(self)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test has failed, or what is set up for it."""
        if report.failed:
            self.failed.append(report.nodeid)

    def measured(self, room: str) -> ByLine | None:
        """Run every test; None if one fails."""
        coverage = Coverage(
            include=[f"{room}.py", f"{room}/*"], omit=["*/migrations/*"], data_file=None, config_file=False
        )
        coverage.set_option("run:core", "ctrace")
        coverage.start()
        for test in self.items:
            coverage.switch_context(test)
            begin = monotonic()
            self._run(test)
            self.took[test] = monotonic() - begin
        coverage.stop()
        gc.unfreeze()  # what is frozen is not found below
        self.folder = Folder()
        data = coverage.get_data()
        by_line = {
            Path(name).relative_to(Path.cwd()): {
                line: sorted(filter(None, contexts)) for line, contexts in data.contexts_by_lineno(name).items()
            }
            for name in data.measured_files()
        }
        return None if self.failed else by_line

    def notice(self, question: Question) -> bool:
        """True if a test fails with the changed functions, and passes in a fork with them as they are."""
        swaps = list(swaps_of(question.path.resolve(), question.source))
        failed = self._first_failed(sorted(question.tests, key=self.took.__getitem__), swaps) if swaps else None
        return failed is not None and self._first_failed([failed], ()) is None

    def _run(self, test: str) -> None:
        """Run one test, and end all that was set up for it but for what the session keeps."""
        self.session.config.hook.pytest_runtest_protocol(item=self.items[test], nextitem=self.session)

    def _first_failed(self, tests: Sequence[str], swaps: Sequence[Swap]) -> str | None:
        """Run tests in a fork until one fails: that one, or the one that takes too long, or None."""
        self.folder.restore()
        told, telling = multiprocessing.Pipe(duplex=False)
        fork = multiprocessing.get_context("fork").Process(target=self._tried, args=(tests, swaps, telling))
        fork.start()
        telling.close()
        fork.join(TIMES * sum(self.took[test] for test in tests) + SECONDS)
        fork.kill()
        fork.join()
        begun: str | None = tests[0]
        with suppress(EOFError):
            while told.poll():
                begun = told.recv()
        return begun

    def _tried(self, tests: Sequence[str], swaps: Sequence[Swap], telling: Connection) -> None:
        """Tell the name of each test before it is run, and None after the last if all have passed."""
        for function, code in swaps:
            function.__code__ = code
        for test in tests:
            telling.send(test)
            self._run(test)
            if self.failed:
                return
        telling.send(None)


def swaps_of(path: Path, source: str) -> Iterator[Swap]:
    """Living functions of a file that are otherwise in a changed source, each with its code there."""
    before = list(_functions(compile(path.read_text(), str(path), "exec")))
    after = list(_functions(compile(source, str(path), "exec")))
    if [code.co_qualname for code in before] != [code.co_qualname for code in after]:
        return
    new = {old: code for old, code in zip(before, after, strict=True) if old != code}
    for living in gc.get_objects():
        if type(living) is FunctionType and living.__code__.co_filename == str(path):
            code = new.get(living.__code__)
            if code and code.co_freevars == living.__code__.co_freevars:
                yield living, code


def _functions(code: CodeType) -> Iterator[CodeType]:
    """Functions of a module and its classes; what is within a function is made anew each time that it runs."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from [const] if const.co_flags & inspect.CO_OPTIMIZED else _functions(const)


class Folder:
    """The data of the tests as their first run left them, with the database in it; none where Django is not used."""

    def __init__(self) -> None:
        from django.conf import settings  # noqa: PLC0415 - Django is set up by then, if at all

        self.data = Path(settings.DATA_DIR) if settings.configured else None
        if self.data:
            self.kept = self.data.with_name(f"{self.data.name}-kept")
            self._close()
            shutil.copytree(self.data, self.kept)

    def restore(self) -> None:
        """Undo what forks have written."""
        if self.data:
            self._close()
            shutil.rmtree(self.data)
            shutil.copytree(self.kept, self.data)

    def _close(self) -> None:
        """Leave no connection to a fork."""
        sys.modules["django.db"].connections.close_all()
