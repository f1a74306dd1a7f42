"""The tables of docs/scale.md are those that the budgets and what was measured make; nothing is left out."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from django.test import Client
from django.urls import get_resolver, resolve, reverse

from tests.benchmarks import measurement
from tests.benchmarks.budgets import GROUPS
from tests.benchmarks.pages_of_200 import LEFT_OUT, PAGES
from tests.test_house import routes
from tools.scale import DOCUMENT, wanted, with_tables

KEPT = json.loads(measurement.MEASURED.read_text())


def test_tables_are_those_that_the_script_writes() -> None:
    assert with_tables(DOCUMENT.read_text(), KEPT) == DOCUMENT.read_text(), "python -m tools.scale"


def test_nothing_is_kept_that_has_no_budget() -> None:
    assert {(name, database) for name, found in KEPT.items() for database in found} <= set(wanted())


def test_each_budget_is_held_by_a_benchmark() -> None:
    code = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*_speed.py"))
    held = set(re.findall(r'hold\(\s*f?"([\w.{}-]+)"', code))
    one_by_one = {name for name in held if "{" not in name}
    all_of = {name.partition(".")[0] for name in held - one_by_one}
    names = {f"{group}.{key}" for group, each in GROUPS.items() if group not in all_of for key in each.budgets}
    assert (one_by_one, all_of - GROUPS.keys()) == (names, set())


def test_each_benchmark_holds_a_budget_or_counts_errors() -> None:
    code = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*_speed.py"))
    tests = re.split(r"(?m)^def (?=test_)", code)[1:]
    assert {test.partition("(")[0] for test in tests if "hold(" not in test} == {
        "test_a_worker_answers_600_of_a_crowd_in_a_second",
        "test_every_hand_of_a_rush_is_written_once",
        "test_every_hand_of_the_decade_is_there",
        "test_nothing_that_was_written_meanwhile_failed",
    }


def test_what_is_over_its_budget_is_kept_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "measured.json"
    file.write_text("{}")
    monkeypatch.setattr(measurement, "MEASURED", file)
    with pytest.raises(AssertionError):
        measurement.hold("halls.table", [1.2, 1.31, 1.5], "postgres")
    measurement.hold("halls.table", [1.2, 1.31, 1.3])
    kept = json.loads(file.read_text())["halls.table"]
    assert {database: found["median"] for database, found in kept.items()} == {"postgres": 1.31, "sqlite": 1.3}


VALUES = {"UUIDConverter": UUID(int=1), "IntConverter": 1, "SlugConverter": "x", "StringConverter": "x"}
OF_A_CLUB = {"tournament_id", "season_id", "club_id", "offer_id"}


def _pages_of_a_club() -> Iterator[str]:
    """The names of all addresses of a tournament, season or club that may be asked for with GET."""
    for route in routes(get_resolver()):
        parameters = {name: VALUES[type(value).__name__] for name, value in route.pattern.converters.items()}
        if parameters.keys() & OF_A_CLUB:
            assert route.name
            if Client().get(reverse(route.name, kwargs=parameters)).status_code != 405:
                yield route.name


@pytest.mark.django_db
def test_no_page_with_200_people_is_left_out_without_a_word() -> None:
    keys = {"tournament": UUID(int=1), "season": UUID(int=2), "club": UUID(int=3), "entrant": 4, "player": 5}
    measured = {str(resolve(page.format(**keys).partition("?")[0]).url_name) for page in PAGES.values()}
    left_out = [name for names in LEFT_OUT.values() for name in names]
    assert sorted({*measured, *left_out}) == sorted(set(_pages_of_a_club()))
    assert sorted(left_out) == sorted(set(left_out) - measured), "measured or named twice"
