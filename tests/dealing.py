"""Distribution of the tests over the processes.

With several processes, a test that uses the database runs in one process of SQLite; on PostgreSQL runs what is marked
`both` or `postgres` and what tests/cover.txt lists, with `--whole` everything. What needs no database, and what drives
a browser, runs once, in whichever process has time. A process that is alone runs all that makes sense on its database.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from xdist.workermanage import parse_tx_spec_config

from tests.databases import DATABASES, chosen_database, database_of_process, process_of_several

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_serialized_rollback", "live_server", "server"}
ANY = ""
"""The queue of tests that any process may run."""
MOST_AT_ONCE = 16
SESSION = pytest.StashKey[pytest.Session]()
BOUND = re.compile(r"^([^\[]*\[)@(sqlite|postgres)-?")
"""The database is the first of a test's parameters; what others look like says nothing."""
BROWSER = f"{Path(__file__).parent / 'browser'}{os.sep}"
BROWSERS = "tests/browser/"
"""Beginning of the ids of the tests in that folder."""


def marks_of(item: pytest.Item) -> set[str]:
    """Names of all marks on a test, its class and its module."""
    return {mark.name for mark in item.iter_markers()}


def drives_browser(item: pytest.Item) -> bool:
    """Say whether a test lies in the folder of the browser's."""
    return str(item.path).startswith(BROWSER)


def needs_database(item: pytest.Item, fixtures: Collection[str]) -> bool:
    """Say whether a test with these fixtures, or its marks, asks for the database under test."""
    return not DATABASE_FIXTURES.isdisjoint(fixtures) or item.get_closest_marker("django_db") is not None


def name_database(metafunc: pytest.Metafunc) -> None:
    """Add the database to the id of a test that is bound to one: any process may run the others."""
    item = metafunc.definition
    bound = not drives_browser(item) and needs_database(item, metafunc.fixturenames)
    if bound or marks_of(item) & {"both", *DATABASES}:
        database = chosen_database()
        metafunc.parametrize("database_under_test", [database], ids=[f"@{database}"], indirect=True)


def database_of(test: str) -> str:
    """Read the database from the id of a test; empty if any process may run it."""
    found = BOUND.search(test)
    return found.group(2) if found else ANY


def without_database(test: str) -> str:
    """Give the id that the test has on both databases."""
    return BOUND.sub(r"\1", test).replace("[]", "")


def is_here(item: pytest.Item, *, cover: Collection[str], whole: bool = False) -> bool:
    """Say whether this process collects the test."""
    database, bound, marks = chosen_database(), database_of(item.nodeid), marks_of(item)
    if database not in (marks & set(DATABASES) or DATABASES):
        return False
    if process_of_several() is None:
        return database == "sqlite" or bool(bound) or drives_browser(item)
    chosen = whole or bool(marks & {"both", "postgres"}) or without_database(item.nodeid) in cover
    return not bound or database == "sqlite" or chosen


class Scheduler:
    """Gives every process the tests of its database, then those that any process may run.

    The interface is that of pytest-xdist's own schedulers (`xdist.scheduler.Scheduling`).
    """

    def __init__(self, config: pytest.Config) -> None:
        self.session = config.stash[SESSION]
        self.expected = len(parse_tx_spec_config(config))
        self.indices: dict[WorkerController, dict[str, int]] = {}
        self.pending: dict[WorkerController, list[int]] = {}
        self.queues: dict[tuple[bool, str], deque[str]] | None = None
        """By whether they drive a browser, and by database, the tests that no process has been given yet."""

    @property
    def nodes(self) -> list[WorkerController]:
        return list(self.pending)

    @property
    def collection_is_completed(self) -> bool:
        return len(self.indices) >= self.expected

    @property
    def has_pending(self) -> bool:
        return bool(self._left()) or any(self.pending.values())

    @property
    def tests_finished(self) -> bool:
        """A process runs the last test given to it when it is told to shut down."""
        waiting = self._left() or any(len(each) > 1 for each in self.pending.values())
        return self.queues is not None and not waiting

    def add_node(self, node: WorkerController) -> None:
        self.pending[node] = []

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        self.indices[node] = {test: index for index, test in enumerate(collection)}

    def schedule(self) -> None:
        tests = dict.fromkeys(test for indices in self.indices.values() for test in indices)
        self.session.testscollected = len(tests)  # for the share that is done
        self.queues = {(stage, name): deque() for stage in (False, True) for name in (*DATABASES, ANY)}
        for test in tests:
            self.queues[test.startswith(BROWSERS), database_of(test)].append(test)
        for node in self.nodes:
            self._feed(node)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        self.pending[node].remove(item_index)
        self._feed(node)

    def mark_test_pending(self, item: str) -> None:
        raise NotImplementedError

    def remove_pending_tests_from_node(self, node: WorkerController, indices: Sequence[int]) -> None:
        raise NotImplementedError

    def remove_node(self, node: WorkerController) -> str | None:
        """Name the test that was running if the process broke down."""
        pending = self.pending.pop(node)
        names = {index: test for test, index in self.indices.get(node, {}).items()}
        return names[pending[0]] if pending else None

    def _share(self, queue: deque[str], known: Mapping[str, int]) -> list[int]:
        """Take some tests that a process knows, fewer towards the end; ids made by chance are known to one only."""
        share = min(MOST_AT_ONCE, max(1, len(queue) // (4 * self.expected)))
        tests = list(islice((test for test in queue if test in known), share))
        for test in tests:
            queue.remove(test)
        return [known[test] for test in tests]

    def _left(self) -> int:
        """Count the tests that no process has been given yet."""
        return sum(len(queue) for queue in (self.queues or {}).values())

    def _feed(self, node: WorkerController) -> None:
        """Keep two tests waiting: a process starts one only when it knows the next one or that there is none."""
        assert self.queues is not None
        if node.shutting_down:
            return
        database = database_of_process(int(node.gateway.id.removeprefix("gw")))
        # Browsers come last: Playwright leaves an event loop in its process, in which not every test can run.
        order = [self.queues[browsers, name] for browsers in (False, True) for name in (database, ANY)]
        while len(self.pending[node]) < 2:
            given = next(filter(None, (self._share(queue, self.indices[node]) for queue in order)), None)
            if not given:
                node.shutdown()
                return
            self.pending[node].extend(given)
            node.send_runtest_some(given)
