"""The JSON Schemas in `docs/schemas`: what is read and written agrees with them, what is refused mostly does not."""

import copy
import json
import random
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from hypothesis import given

from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoring.documents import document as sessions
from tests.effort import thorough
from tests.scoring.strategies import documents
from tests.worlds.copied import copied
from tests.worlds.lively_club import GOLDEN, LivelyClub, backup_of
from tournaments.clubhouse.backup import reading
from tournaments.clubhouse.backup.scopes import CLUB, TOURNAMENT, Scope
from tournaments.papers import first_format
from tournaments.papers.reading import parse as parse_tournament

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
EVENINGS = (
    GOLDEN.with_name("session.json"),
    SCHEMAS.parents[1] / "cegoscore" / "scoresheet" / "evening" / "demo_evening.json",
    SCHEMAS.parents[1] / "tests" / "browser" / "evening.json",
)


def validator(kind: str) -> Any:
    schema = json.loads((SCHEMAS / f"{kind}.json").read_text())
    checker = jsonschema.Draft202012Validator
    checker.check_schema(schema)
    return checker(schema, format_checker=checker.FORMAT_CHECKER)


def faults(kind: str, document: Any) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(kind).iter_errors(document)]


@pytest.mark.parametrize("kind", ["club", "tournament"])
def test_schema_lies_there_as_the_command_prints_it(kind: str) -> None:
    out = StringIO()
    call_command("schema", kind, stdout=out)
    assert out.getvalue() == (SCHEMAS / f"{kind}.json").read_text()


@thorough
@pytest.mark.django_db
def test_files_of_clubs_and_tournaments_agree() -> None:
    lively = copied(LivelyClub)
    first, _ledgers, problems = first_format.rows_of(json.loads(GOLDEN.with_name("tournament.json").read_text()))
    assert problems == ()
    assert faults("club", json.loads(GOLDEN.read_text())) == []
    assert faults("club", backup_of(lively.club)) == []
    assert faults("tournament", first) == []
    assert faults("tournament", backup_of(lively.tournament)) == []


@pytest.mark.django_db
def test_sessions_agree() -> None:
    for path in EVENINGS:
        assert faults("session", json.loads(path.read_text())) == []
    for sheet in copied(LivelyClub).club.sessions.all():
        assert faults("session", sessions.write(document_of(sheet))) == []


@thorough
@given(documents())
def test_any_session_agrees(document: Any) -> None:
    assert faults("session", document) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": {}},
        {"rules": ""},
        {"hands": [{"contract": "eine", "declarer": 0, "schinden": {}}]},
        {"hands": [{"contract": "eine", "declarer": 0, "fault": {}}]},
    ],
)
def test_session_with_an_empty_part_is_refused_by_reader_and_schema(wrong: dict[str, Any]) -> None:
    session = json.loads(EVENINGS[0].read_text())
    assert faults("session", session | wrong) != []
    assert sessions.parse(session | wrong)[0] is None


SEEN_ONLY_TOGETHER = {
    "row_missing": "a key is of the right kind, but no row has it",
    "row_twice": "each row is sound, but two of them cannot be there together",
    "row_elsewhere": "the rows that it points to belong to two tournaments",
    "chain_broken": "a decision is sound, but not the one that the next one's hash goes on from",
    "not_as_drawn": "a seat is sound, but the draw had somebody else there",
    "not_as_decided": "a row is not what the decisions say of it",
    "no_digest": "a rule set's digest is text of the right length, but not that of its content",
}
"""Faults that only several rows, or a row and its content, show, by code."""
TIMES = 200
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 3.5, 10**12, 10**17, "", "nein", "x" * 5000, "2026-02-30", "1800-01-01", [], {}, [None], [{}]),
)


def spoilt(document: dict[str, Any], scope: Scope, chance: random.Random) -> dict[str, Any]:
    """A document with one fault, or with something that is none."""
    spoilt = copy.deepcopy(document)
    part = spoilt[chance.choice([part.name for part in scope.parts if document[part.name]["rows"]])]
    row = chance.choice(part["rows"])
    what = chance.randrange(12)
    if what == 0:
        row.append(1)
    elif what == 1:
        row.pop()
    elif what == 2:
        part["columns"][chance.randrange(len(row))] = chance.choice(["", "nein", None, 1])
    elif what == 3:
        spoilt[chance.choice(["nein", "format", "devices"])] = chance.choice(VALUES)
    elif what == 4:
        part[chance.choice(["rows", "nein"])] = chance.choice([None, {}, 1, "nein", [1]])
    else:
        row[chance.randrange(len(row))] = chance.choice(VALUES)
    return spoilt


@thorough
@pytest.mark.django_db
def test_what_the_reader_refuses_the_schema_refuses_but_what_only_several_rows_show() -> None:
    lively, chance = copied(LivelyClub), random.Random(1)
    missed, refused = [], 0
    for kind, scope, whole in (("club", CLUB, lively.club), ("tournament", TOURNAMENT, lively.tournament)):
        document, checker = backup_of(whole), validator(kind)
        for _time in range(TIMES // 2):
            wrong = spoilt(document, scope, chance)
            problems = parse_tournament(wrong)[1] if scope is TOURNAMENT else reading.parse(wrong, scope)[1]
            refused += bool(problems)
            if problems and checker.is_valid(wrong):
                missed.append(problems[0])
    assert refused > TIMES * 3 // 4
    assert len(missed) <= TIMES // 5
    assert [found for found in missed if found.code not in SEEN_ONLY_TOGETHER] == []
