"""The list of tests that run on PostgreSQL notices a statement that none of them sends."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import HouseRuleSet
from cegoscore.command import execute
from cegoscore.scoring.rules.rule_files import published
from tests.cover import chosen, complaint_about, is_from_app, shape_of, together, uncovered

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


def test_what_a_test_has_sent_once_stays_when_it_runs_again() -> None:
    again = {"b": {"statements": ["SELECT 4"], "seconds": 0.3}, "d": {"statements": [], "seconds": 0}}
    notes = together(NOTES, again)
    assert notes.keys() == {*NOTES, "d"}
    assert (notes["a"], notes["b"]) == (NOTES["a"], {"statements": ["SELECT 2", "SELECT 4"], "seconds": 0.3})


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


@pytest.mark.sqlite
@pytest.mark.django_db
def test_what_django_asks_a_database_once_a_process_does_not_count() -> None:
    """It is sent by whichever test comes first, and never on PostgreSQL."""
    counted: dict[str, bool] = {}

    def note(execute: Callable[..., Any], sql: str, *parameters: Any) -> Any:
        counted[shape_of(sql)] = is_from_app()
        return execute(sql, *parameters)

    vars(connection.features).pop("supports_json_field", None)
    with connection.execute_wrapper(note):
        execute(["cegoscore", "check", "--database", "default"])
    assert counted["SELECT JSON(?)"] is False
