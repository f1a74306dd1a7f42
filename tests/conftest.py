"""What every test finds in place: collected static files, and only the tests of its database."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.databases import chosen_database
from tests.served import Server

HERE = Path(__file__).parent
# Need no database: once is enough.
PURE = {HERE / "scoring", HERE / "contest"}
BROWSER = HERE / "browser"


def pytest_report_header() -> str:
    return f"database: {chosen_database()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the browser tests, and drop what is not meant for this process's database."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker("browser")
    others = _dealt_to_the_other([item for item in items if "browser" in _marks(item) and "both" not in _marks(item)])
    dropped = {item for item in items if item in others or not _belongs_here(item)}
    config.hook.pytest_deselected(items=list(dropped))
    items[:] = [item for item in items if item not in dropped]


def _marks(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def _belongs_here(item: pytest.Item) -> bool:
    """Whether the test is for this process's database: what needs none is for SQLite's."""
    database = chosen_database()
    marks = _marks(item) & {"sqlite", "postgres"}
    return database in marks if marks else database == "sqlite" or PURE.isdisjoint(item.path.parents)


def _dealt_to_the_other(once: list[pytest.Item]) -> set[pytest.Item]:
    """Tests that run on one database only are dealt by turns, so that neither process waits long for the other.

    A process that is alone runs all of them.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return set()
    return set(once[1::2] if chosen_database() == "sqlite" else once[::2])


@pytest.fixture(scope="session", autouse=True)
def prepared() -> Iterator[None]:
    """Pages are tested with the hashed static files that they are served with.

    Their folder is read once: every client of Django's has middleware of its own, which would read it again.
    """
    call_command("collectstatic", interactive=False, verbosity=0)
    files = WhiteNoiseMiddleware(lambda request: HttpResponse()).files
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            WhiteNoiseMiddleware, "update_files_dictionary", lambda self, root, prefix: self.files.update(files)
        )
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Drop no test database: its whole folder disappears with this process (a thread may still hold a connection)."""
    return True


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The app in a process of its own that is gone after the test."""
    server = Server(tmp_path)
    yield server
    server.kill()
