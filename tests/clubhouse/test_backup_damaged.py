"""A document that is damaged, or contradicts itself, is refused with every reason, and changes nothing."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.clubs.models import Club, Device, Player
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Session
from tests.commands import called
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.worlds.copied import copied
from tests.worlds.lively_club import GOLDEN, LivelyClub, empty_database, restored, shown
from tests.worlds.tournament import World
from tournaments.clubhouse.backup import CannotRestore, parse_json, restore
from tournaments.clubhouse.backup.agreement import REFERENCES
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.models import Decision, Result, Round, Table

pytestmark = pytest.mark.django_db


def test_anything_else_is_refused_in_a_sentence() -> None:
    for text, problem in (
        ("", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
        ('{"format": NaN}', "is not valid JSON: NaN is no number"),
        ('{"format": 1e999}', "is not valid JSON: 1e999 is no number"),
        ("[]", "format: must be one of: cegoscore/backup@2"),
        ('{"format": "cegoscore/session@1"}', "format: must be one of: cegoscore/backup@2"),
        ('{"format": "cegoscore/backup@1"}', "format: cegoscore/backup@1 was written before version 0.1"),
        ('{"format": "cegoscore/backup@9"}', "format: cegoscore/backup@9 was written by a newer version"),
        ('{"format": "cegoscore/backup@2"}', "club: must have one row"),
        ('{"format": "cegoscore/backup@2", "devices": -1}', "devices: must be from 0 to 1000000"),
    ):
        backup, problems = parse_json(text)
        assert backup is None
        assert problems[0].text.startswith(problem)


def set_value(name: str, column: str, value: Any, row: int = 0) -> Callable[[dict[str, Any]], None]:
    def damage(document: dict[str, Any]) -> None:
        part = document[name]
        part["rows"][row][part["columns"].index(column)] = value

    return damage


def drop(name: str, key: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document[name].pop(key)


def drop_column(name: str, column: str) -> Callable[[dict[str, Any]], None]:
    def damage(document: dict[str, Any]) -> None:
        place = document[name]["columns"].index(column)
        for row in (document[name]["columns"], *document[name]["rows"]):
            row.pop(place)

    return damage


DAMAGES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda document: document.update(extra={}), "extra: is not known here"),
    (drop("people", "rows"), "people: must be an object with columns and rows"),
    (drop_column("hands", "number"), "hands.number: is missing"),
    (drop_column("prizes", "kind"), "prizes.kind: is missing"),
    (
        lambda document: document["people"]["columns"].append("age"),
        "people.age: is not known here",
    ),
    (lambda document: document["people"]["rows"][1].pop(), "people.2: must have one value"),
    (lambda document: document["club"].update(rows=[]), "club: must have one row"),
    (set_value("people", "name", "x" * 61), "people.1.name: "),
    (set_value("people", "name", 3), "people.1.name: must be text"),
    (set_value("people", "name", "\x00"), "has characters that are none"),
    (set_value("people", "name", "\ud800"), "has characters that are none"),
    (set_value("people", "name", None), "people.1.name: is missing"),
    (set_value("people", "merged_into", 99), "people.1.merged_into: points to no row"),
    (set_value("sheets", "started", "gestern"), "sheets.1.started: "),
    (set_value("notes", "kind", ""), "notes.1.kind: "),
    (set_value("sheets", "state", "lost"), "sheets.1.state: must be one of: open"),
    (set_value("sheets", "stake", "12345678.9"), "sheets.1.stake: "),
    (set_value("sheets", "lineup", "0123"), "sheets.1.lineup: does not look"),
    (set_value("sheets", "id", "1"), "sheets.1.id: "),
    (set_value("hands", "number", True), "hands.1.number: must be a whole number"),
    (set_value("hands", "number", -1), "hands.1.number: "),
    (set_value("hands", "void", 1), "hands.1.void: must be true or false"),
    (set_value("hands", "device", 99), "hands.1.device: points to no row"),
    (set_value("hands", "outcome", {"x": ["\x00"]}), "has characters"),
    (set_value("hands", "uuid", []), "hands.1.uuid: must be text"),
    (set_value("scores", "seat", "Bernd"), "scores.1.seat: "),
    (set_value("scores", "seat", [1]), "scores.1.seat: must be the key"),
    (set_value("entrants", "categories", [9]), "entrants.1.categories: points to no row"),
    (set_value("entrants", "categories", [1, 1]), "entrants.1.categories: must be the key"),
    (set_value("decisions", "data", {"left": 99}), "decisions.1.data.left: points to no"),
    (set_value("decisions", "data", {"left": []}), "decisions.1.data.left: points to no"),
    (set_value("entrants", "number", 2), "entrants.2.tournament number: stands here twice"),
    (set_value("results", "points", 10**16), "results.1.points: must be from"),
    (set_value("adjustments", "amounts", [10**16, -(10**16)]), "adjustments.1.amounts: does not look"),
    (set_value("rounds", "started", "0001-01-01T00:00:00+14:00"), "rounds.1.started: must be a date"),
    (set_value("rounds", "draw", {"seed": "x"}), "rounds.1.draw: does not look"),
    (set_value("rule_sets", "document", {}), "rule_sets.1."),
    (set_value("rule_sets", "digest", "0" * 64), "rule_sets.1.digest: does not belong to the document"),
]


@pytest.mark.parametrize(("damage", "problem"), DAMAGES, ids=[problem for _damage, problem in DAMAGES])
def test_damaged_document_is_refused_with_the_place(damage: Callable[[dict[str, Any]], Any], problem: str) -> None:
    document = json.loads(GOLDEN.read_text())
    damage(document)
    backup, problems = parse_json(json.dumps(document))
    assert backup is None
    assert [each for each in problems if each.text.startswith(problem)], problems


def test_everything_that_is_wrong_is_said_at_once() -> None:
    document = json.loads(GOLDEN.read_text())
    for damage, _problem in DAMAGES[6:8]:
        damage(document)
    set_value("hands", "void", 1)(document)
    set_value("hands", "number", 0.5)(document)
    _backup, problems = parse_json(json.dumps(document))
    assert [each.key for each in problems] == ["people.1.name", "hands.1.number", "hands.1.void"]


def test_long_list_of_problems_ends_with_their_number() -> None:
    document = json.loads(GOLDEN.read_text())
    document["scores"]["rows"] = [[]] * 130
    _backup, problems = parse_json(json.dumps(document))
    assert (len(problems), problems[-1].text) == (101, "and 30 more problems")


def withdrawn_without_number(document: dict[str, Any]) -> None:
    """Leave whoever comes first in the tournament with their results, but without a number."""
    for column, value in (("number", None), ("status", "withdrawn")):
        set_value("entrants", column, value)(document)


def contradicting_draw(document: dict[str, Any]) -> None:
    part = document["rounds"]
    part["rows"][0][part["columns"].index("draw")]["numbers"] = [1]


def stranger_in_the_draw(document: dict[str, Any]) -> None:
    draw = value_of(document, "rounds", "draw")
    one = draw["tables"][0][0]
    draw["numbers"][draw["numbers"].index(one)] = draw["tables"][0][0] = 77
    draw["dealers"][0] = draw["tables"][0][1]


def nobody_at(table: int) -> Callable[[dict[str, Any]], None]:
    """Take all results of a table out of the document."""

    def damage(document: dict[str, Any]) -> None:
        place = document["results"]["columns"].index("table")
        document["results"]["rows"] = [row for row in document["results"]["rows"] if row[place] != table]

    return damage


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (set_value("scores", "points", 7), r"stored .*7.*, the rule set pays"),
        (set_value("seats", "total", 7), r"total 7, the hands make"),
        (set_value("hands", "outcome", {"contract": "poker"}), r"cannot be read"),
        (set_value("hands", "lineup", [0, 1, 2, 9]), r"does not fit 4 seats"),
        (set_value("sheets", "dealer", 9), r"does not fit 4 seats"),
        (set_value("sheets", "lineup", [0, 0, 2, 3]), r"does not fit 4 seats"),
        (set_value("sheets", "confirmed_by", 9), r"4 seats are not counted from 0, or another one handed in"),
        (set_value("adjustments", "amounts", [1, 0, 0, 0]), r"does not sum to zero"),
        (set_value("adjustments", "strikes", 1), r"strikes none that stands before it"),
        (set_value("rounds", "draw", {}), r"round \d: draw: "),
        (contradicting_draw, r"round 1: draw: 1 players do not fill"),
        (stranger_in_the_draw, r"round 1: draw: nobody has number 77"),
        (set_value("hands", "revision", 0), r"the rows contradict each other"),
        (set_value("entrants", "number", None), r"the rows contradict each other"),
        (withdrawn_without_number, r"is of somebody without a start number"),
        (set_value("tournaments", "rounds", 1), r"round 2: only 1 are planned"),
        (nobody_at(1), r"round 1, table 1: nobody sits there"),
        (set_value("decisions", "data", {"tables": 5}), r"decision \d: cannot be read"),
        (set_value("decisions", "data", {"hands_missing": 5}), r"decision \d: cannot be read"),
    ],
)
def test_document_that_contradicts_itself_changes_nothing(
    damage: Callable[[dict[str, Any]], Any], problem: str
) -> None:
    document = json.loads(GOLDEN.read_text())
    damage(document)
    with pytest.raises(CannotRestore) as refused:
        restored(document)
    assert re.search(problem, str(refused.value))
    assert (Club.objects.count(), Session.objects.count(), Device.objects.count()) == (0, 0, 0)


def with_another_tournament(document: dict[str, Any]) -> None:
    """Add a tournament of the same club with a category, an entrant and a round, which stand last in their parts."""
    key = "11111111-1111-4111-8111-111111111111"
    for name, changes in (
        ("tournaments", {"id": key}),
        ("categories", {"tournament": key}),
        ("entrants", {"tournament": key, "uuid": str(uuid.uuid4()), "categories": []}),
        ("rounds", {"tournament": key, "draw": {}}),
    ):
        columns, rows = document[name]["columns"], document[name]["rows"]
        rows.append([changes.get(column, value) for column, value in zip(columns, rows[0], strict=True)])


ELSEWHERE: list[tuple[str, str, Callable[[dict[str, Any]], Any]]] = [
    ("results", "table", lambda document: len(document["tables"]["rows"])),
    ("results", "entrant", lambda document: len(document["entrants"]["rows"])),
    ("entrants", "categories", lambda document: [1, len(document["categories"]["rows"])]),
    ("prizes", "category", lambda document: len(document["categories"]["rows"])),
    ("apart", "one", lambda document: len(document["entrants"]["rows"])),
    ("apart", "other", lambda document: len(document["entrants"]["rows"])),
    ("decisions", "round", lambda document: len(document["rounds"]["rows"])),
    ("scores", "seat", lambda document: len(document["seats"]["rows"])),
    ("adjustments", "strikes", lambda document: len(document["adjustments"]["rows"])),
    ("tables", "sheet", lambda document: value_of(document, "adjustments", "sheet")),
    ("people", "merged_into", lambda document: 1 + people_merged(document)[0]),
]
"""Part, column, and the key of a row that is there and belongs to something else."""


def value_of(document: dict[str, Any], name: str, column: str, row: int = 0) -> Any:
    part = document[name]
    return part["rows"][row][part["columns"].index(column)]


def people_merged(document: dict[str, Any]) -> list[int]:
    merged = document["people"]["columns"].index("merged_into")
    return [place for place, row in enumerate(document["people"]["rows"]) if row[merged]]


@thorough
def test_rows_of_two_tournaments_are_restored_beside_each_other() -> None:
    document = json.loads(GOLDEN.read_text())
    with_another_tournament(document)
    club = restored(document)
    assert [line for line in faults_in(club) if "belongs elsewhere" in line] == []


@pytest.mark.parametrize(
    ("name", "column", "key"), ELSEWHERE, ids=[f"{name}.{column}" for name, column, _ in ELSEWHERE]
)
def test_row_that_points_into_another_tournament_round_or_sheet_is_refused(
    name: str, column: str, key: Callable[[dict[str, Any]], Any]
) -> None:
    document = json.loads(GOLDEN.read_text())
    with_another_tournament(document)
    set_value(name, column, key(document))(document)
    backup, problems = parse_json(json.dumps(document))
    assert backup is None
    assert (f"{name}.1.{column}", "row_elsewhere") in [(each.key, each.code) for each in problems]


def test_document_points_into_no_other_club() -> None:
    document = json.loads(GOLDEN.read_text())
    other = World().tournament
    set_value("sheets", "event", str(other.pk))(document)
    document["club"]["columns"].append("joined_to")
    for joined_to, problem in (
        (str(other.club_id), "club.1.joined_to: points to no row"),
        (value_of(document, "club", "id"), "sheets.1.event: points to no row"),
    ):
        document["club"]["rows"][0] = [*document["club"]["rows"][0][:3], joined_to]
        assert problem in [each.text for each in parse_json(json.dumps(document))[1]]
    set_value("sheets", "event", value_of(document, "tournaments", "id"))(document)
    problems = [each.text for each in parse_json(json.dumps(document))[1]]
    assert problems == ["club.1.joined_to: points to a row that belongs elsewhere"]


@thorough
def test_self_check_finds_rows_that_point_elsewhere() -> None:
    lively = copied(LivelyClub)
    other = World()
    other.register(4, categories=())
    other.draw()
    assert list(faults_in(lively.club)) == []
    first, second = lively.tournament.played_rounds.order_by("number")
    Result.objects.filter(pk=first.results.earliest("pk").pk).update(table=second.tables.earliest("pk"), seat=9)
    entrant = lively.tournament.entrants.earliest("pk")
    entrant.categories.add(other.tournament.categories.create(kind="juniors"))
    Table.objects.filter(pk=second.tables.latest("pk").pk).update(sheet=lively.evening)
    Decision.objects.filter(pk=lively.tournament.decisions.earliest("pk").pk).update(round=Round.objects.latest("pk"))
    Player.objects.filter(pk=lively.people[1].pk).update(merged_into=Player.objects.get(name="Anni"))
    found = [line for _name, faults in REFERENCES.things(lively.club) for line in faults]
    assert [line.split(" ")[0] + line.split(":")[1] for line in found] == [
        "people merged_into",
        "entrants categories",
        "tables sheet",
        "results table",
        "decisions round",
    ]
    assert called("selfcheck")[0] == 1


@thorough
def test_faulty_club_is_restored_only_if_that_is_wished() -> None:
    document = json.loads(GOLDEN.read_text())
    set_value("seats", "total", 7)(document)
    club = restored(document, faulty_too=True)
    assert list(faults_in(club)) != []


@thorough
def test_document_from_before_a_column_has_its_default() -> None:
    document = json.loads(GOLDEN.read_text())
    drop_column("sheets", "stake_factor")(document)
    document["apart"] = {"columns": [], "rows": []}
    del document["notes"]
    club = restored(document)
    assert {sheet.stake_factor for sheet in club.sessions.all()} == {1}


@settings(max_examples=examples(60), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(data=st.data())
def test_no_single_wrong_value_makes_reading_fail(db: None, data: st.DataObject) -> None:
    """It is refused, or it is a value that could have stood there; either way in a sentence."""
    document = json.loads(GOLDEN.read_text())
    name = data.draw(st.sampled_from([part.name for part in PARTS if part.name in document]))
    row = data.draw(st.integers(0, len(document[name]["rows"]) - 1))
    column = data.draw(st.sampled_from(document[name]["columns"]))
    wrong = data.draw(st.sampled_from([None, True, -1, 0, 1, 10**30, 1.5, "", "x", [], [0], {}, {"why": 1}]))
    set_value(name, column, wrong, row)(document)
    backup, problems = parse_json(json.dumps(document))
    assert (backup is None) == bool(problems)
    if backup is not None:
        try:
            club = restore(backup)
        except CannotRestore:
            assert not Club.objects.exists()
        else:
            assert list(faults_in(club)) == []
            shown(club)
            empty_database()
