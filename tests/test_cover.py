"""The list of tests that run on PostgreSQL notices a statement that none of them sends."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import HouseRuleSet
from cegoscore.scoring.rules.rule_files import published
from tests.cover import chosen, complaint_about, is_from_app, is_noted, shape_of, uncovered
from tests.databases import database_of_process
from tests.dealing import database_of, is_here, without_database

NOTES = {
    "a": {"statements": ["SELECT 1", "SELECT 2"], "seconds": 0.5},
    "b": {"statements": ["SELECT 2"], "seconds": 0.1},
    "c": {"statements": ["SELECT 2", "SELECT 3"], "seconds": 0.2},
}


@pytest.mark.parametrize(
    ("statement", "shape"),
    [
        ("SELECT a FROM b WHERE c IN (%s, %s, %s) LIMIT 21", "SELECT a FROM b WHERE c IN (?) LIMIT ?"),
        ("INSERT INTO b (c, d) VALUES (%s, %s), (%s, %s)", "INSERT INTO b (c, d) VALUES (?)"),
        ("SELECT 'it''s',\n  a2 FROM b", "SELECT ?, a2 FROM b"),
        ("SAVEPOINT s1_x2", ""),
    ],
)
def test_shape_leaves_out_values_and_how_many_there_are(statement: str, shape: str) -> None:
    assert shape_of(statement) == shape


def test_statement_that_no_listed_test_sends_is_named_with_its_test_and_the_command() -> None:
    assert uncovered(NOTES, frozenset({"c"})) == {"SELECT 1": ["a"]}
    complaint = complaint_about(NOTES, frozenset({"c", "gone"}))
    assert complaint.splitlines() == [
        "1 SQL statements are tried on SQLite only. Type: make cover",
        "SELECT 1",
        "    sent by a",
        "listed, but no longer there: gone",
    ]
    assert complaint_about(NOTES, frozenset({"a", "c", "gone"})) == ""


def test_chosen_tests_send_everything_and_none_is_there_for_nothing() -> None:
    assert chosen(NOTES, frozenset()) == ["a", "c"]
    assert chosen(NOTES, frozenset({"b", "gone"})) == ["a", "c"]


@pytest.mark.django_db
def test_statements_that_a_test_sends_by_itself_do_not_count() -> None:
    counted: list[bool] = []

    def note(execute: Callable[..., Any], *statement: Any) -> Any:
        counted.append(is_from_app())
        return execute(*statement)

    with connection.execute_wrapper(note):
        assert not HouseRuleSet.objects.exists()
        assert counted == [False]
        stored(published("braeunlingen-ministranten"))
    assert len(counted) > 1
    assert all(counted[1:])


@pytest.mark.parametrize(
    ("test", "marks", "counts"),
    [
        ("tests/a.py::test_plain[@sqlite]", [], True),
        ("tests/a.py::test_of_no_database", [], False),
        ("tests/a.py::test_race[@sqlite]", ["both"], False),
        ("tests/a.py::test_not_in_every_run[@sqlite]", ["thorough"], False),
    ],
)
def test_list_is_the_same_for_every_run(test: str, marks: list[str], counts: bool) -> None:
    """Tests that run only now and then would be wanted by one run, and dropped by the next `make cover`."""
    item: Any = Mock(nodeid=test, function=test_list_is_the_same_for_every_run)
    item.iter_markers.return_value = [getattr(pytest.mark, name).mark for name in marks]
    assert is_noted(item) is counts


@pytest.mark.parametrize(
    ("test", "database", "bare"),
    [
        ("t.py::x[@sqlite]", "sqlite", "t.py::x"),
        ("t.py::x[@postgres-[a]-b]", "postgres", "t.py::x[[a]-b]"),
        ("t.py::x[sqlite]", "", "t.py::x[sqlite]"),
        ("t.py::x[y[@sqlite]-1]", "", "t.py::x[y[@sqlite]-1]"),
    ],
)
def test_database_is_read_from_the_id(test: str, database: str, bare: str) -> None:
    assert (database_of(test), without_database(test)) == (database, bare)


@pytest.mark.parametrize(
    ("test", "marks", "here"),
    [
        ("tests/a.py::test_of_no_database", [], False),
        ("tests/a.py::test_unlisted[@sqlite-1]", [], False),
        ("tests/a.py::test_listed[@sqlite-1]", [], True),
        ("tests/a.py::test_race[@sqlite]", ["both"], True),
        ("tests/a.py::test_of_its_own[@sqlite]", ["sqlite"], True),
        ("tests/a.py::test_of_the_other[@sqlite]", ["postgres"], False),
    ],
)
def test_sqlite_runs_the_list_races_and_its_own_if_no_more_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, test: str, marks: list[str], here: bool
) -> None:
    monkeypatch.setenv("TEST_DATABASE", "sqlite")
    item: Any = Mock(nodeid=test)
    item.iter_markers.return_value = [getattr(pytest.mark, name).mark for name in marks]
    assert is_here(item, cover={"tests/a.py::test_listed[1]"}, listed=True) is here


@pytest.mark.parametrize(
    ("wanted", "databases"),
    [("", ["sqlite", "postgres", "sqlite"]), ("postgres", ["postgres"] * 3), ("sqlite", ["sqlite"] * 3)],
)
def test_processes_test_in_pairs_unless_a_database_is_chosen(
    monkeypatch: pytest.MonkeyPatch, wanted: str, databases: list[str]
) -> None:
    monkeypatch.setenv("TEST_DATABASE", wanted)
    assert [database_of_process(number) for number in range(3)] == databases
