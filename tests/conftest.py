"""Fixtures of every test: collected static files, the app in a process of its own; and the tests of this process."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import hypothesis
import pytest
from django.conf import settings
from django.db import connections
from django.http import HttpResponse
from django.utils import translation
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from cegoscore import registry
from tests import collected, cover, dealing, migrated, rooms, second_try
from tests.databases import chosen_database
from tests.effort import BY_CLOCK, EVERY_CASE, examples, rest, some_cases
from tests.served import Server
from tests.worlds import club, sheet, tournament
from tests.worlds.copied import keep

MOST_SECONDS = 600
"""For one test with all that is set up for it; a measure may take longer."""

gc.disable()  # nothing of what is imported and collected goes away again: see pytest_collection_finish


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="run every test on PostgreSQL, too")
    parser.addoption("--rest", action="store_true", help="run what `make test` does not try, or tries less of")
    parser.addoption("--room", help="run the tests of a room, such as tournaments.door, and of all rooms above it")
    parser.addoption("--cover", action="store_true", help="check that tests/cover.txt covers every SQL statement")
    second_try.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    # With every case the examples are the same each time: what turns red there was turned red by the change.
    hypothesis.settings.register_profile(
        "ours", max_examples=examples(100), deadline=None, suppress_health_check=BY_CLOCK, derandomize=EVERY_CASE
    )
    hypothesis.settings.load_profile("ours")
    cover.register(config)
    second_try.register(config)


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.stash[dealing.SESSION] = session


def pytest_report_header() -> str:
    return f"database: {chosen_database()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the browser tests, and drop the tests that are not for this process."""
    cover_list, whole, changed = cover.listed(), config.getoption("whole"), config.getoption("room")
    for item in items:
        if dealing.drives_browser(item):
            item.add_marker("browser")
    some = set(items)
    if not EVERY_CASE:
        some = {item for item in items if dealing.without_database(item.nodeid) in cover_list} | set(some_cases(items))
    if config.getoption("rest"):
        some = rest(items)
    kept = {item for item in some if dealing.is_here(item, cover=cover_list, whole=whole)}
    if changed:
        kept = {item for item in kept if rooms.is_affected(item.path, changed=changed)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_collection_finish() -> None:
    """Look for cycles only among what tests make: modules and thousands of collected tests stay to the end anyway."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 10)
    gc.enable()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    dealing.name_database(metafunc)


@pytest.fixture(autouse=True)
def database_under_test() -> str:
    """Name of the database of this process; in the ids of the tests that are bound to it."""
    return chosen_database()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let a test fail that waits for ever, so that the others go on and it has a second try.

    What does not even answer to a signal is ended by `faulthandler_timeout` in pyproject.toml.
    """

    def give_up(_signal: int, _frame: object) -> NoReturn:
        pytest.fail(f"{item.nodeid} has not ended within {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(0 if item.get_closest_marker("benchmark") else MOST_SECONDS)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pytest_xdist_make_scheduler(config: pytest.Config) -> dealing.Scheduler:
    return dealing.Scheduler(config)


@pytest.fixture(autouse=True)
def default_language() -> None:
    """Begin in the site's own language: a page that another test asked for in English would leave English behind."""
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def prepared() -> Iterator[None]:
    """Pages are tested with the hashed static files that they are served with.

    Their folder is read once: every client of Django's has middleware of its own, which would read it again.
    """
    registry.fill()  # with nothing that a test has put in a function's place
    collected.prepare()
    collected.give(settings.DATA_DIR)
    files = WhiteNoiseMiddleware(lambda request: HttpResponse()).files
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            WhiteNoiseMiddleware, "update_files_dictionary", lambda self, root, prefix: self.files.update(files)
        )
        yield
    connections.close_all()  # an open one is a warning from Python 3.13 on


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Make the tables from what an earlier run has kept, right before Django looks for them."""
    migrated.give_test_database()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keep the tables for later runs, and for the servers of the tests."""
    with django_db_blocker.unblock():
        migrated.keep_test_database()


@pytest.fixture(scope="session")
def small_worlds(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Keep the worlds of the fixture `world`: most tests ask for one."""
    with django_db_blocker.unblock():
        keep(club.World, sheet.World, tournament.World)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Drop no test database: its whole folder disappears with this process (a thread may still hold a connection)."""
    return True


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The app in two processes of its own that are gone after the test."""
    server = Server(tmp_path, processes=2)
    yield server
    server.kill()
