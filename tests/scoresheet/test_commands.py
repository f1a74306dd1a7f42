"""`score` and `tariff` as others call them: what is printed where, and the exit status."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from cegoscore.scoresheet.evening.evenings import DEMO
from cegoscore.scoring.rules.rule_files import published_identifiers
from tests.commands import called
from tests.worlds.rule_files import one_rule_file


def test_score_prints_json_that_follows_the_players() -> None:
    document = {
        "format": "cegoscore/session@1",
        "rules": "braeunlingen-ministranten",
        "players": ["Anna", "Bernd", "Clara", "Dieter", "Emil"],
        "lineup": [0, 1, 2, 3],
        "first_dealer": 3,
        "hands": [
            {"contract": "solo", "declarer": 1, "points": 41},
            {"dead": "thrown_in"},
            {"contract": "cego", "declarer": 2, "points": 35},
            {"contract": "eine", "declarer": 0, "points": 3},
        ],
        "adjustments": [{"amounts": [50, -50, 0, 0, 0], "why": "paper"}],
    }
    status, out, err = called("score", "-", stdin=json.dumps(document).encode())
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "players": ["Anna", "Bernd", "Clara", "Dieter", "Emil"],
        "hands": [
            {"number": 1, "dealer": 3, "payments": [-10, 30, -10, -10, None], "schnaps": []},
            {"number": 2, "dealer": 1, "payments": [5, 5, -15, 5, None], "schnaps": [2]},
            {"number": 3, "dealer": 2, "payments": [-195, 65, 65, 65, None], "schnaps": []},
        ],
        "totals": [-150, 50, 40, 60, 0],
        "schnaps": [0, 0, 1, 0, 0],
        "warnings": ["hand 4: points: with a trick, 3 card points are hardly possible (at least 5)"],
    }


def test_score_of_a_bad_document_says_everything_on_stderr_and_ends_with_2(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"format": "cegoscore/session@1", "rules": "x", "players": ["A", "A"], "extra": 1}')
    status, out, err = called("score", str(file))
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        "rules: x is not a published rule set",
        "players: A stands here twice",
        "first_dealer: is missing",
        "hands: is missing",
        "extra: is not known here",
    ]


@pytest.mark.parametrize("content", [b"", b"[", b"\xff\xfe", b"[" * 100_000, b'"text"', b"NaN", b'{"a": 1e999}'])
def test_score_of_anything_else_ends_with_2_and_no_traceback(content: bytes) -> None:
    status, out, err = called("score", "-", stdin=content)
    assert (status, out) == (2, "")
    assert err


def test_score_of_a_missing_file_says_so() -> None:
    assert called("score", "nowhere.json") == (2, "", "nowhere.json: No such file or directory\n")


def test_score_as_text_has_a_column_a_player() -> None:
    lines = called("score", str(DEMO), "--format", "text")[1].splitlines()
    assert lines[0].split() == ["Vroni", "Karl", "Leni", "Josef"]
    assert lines[-2].split()[0] == "="
    assert lines[-1] == "Schnaps: Leni: 1"


def test_tariff_lists_every_rule_set() -> None:
    assert called("tariff", "--list")[1].split() == list(published_identifiers())


def test_tariff_prints_the_results_a_rule_set_pays() -> None:
    rows = json.loads(called("tariff", "braeunlingen-loewen")[1])
    assert {"contract": "solo", "over_solo": False, "points": 41, "per_defender": 15} in rows
    assert {"contract": "ulti", "made": True, "per_defender": 80} in rows
    assert {"contract": "raeuber", "vorhand_loses": True, "per_player": -60} in rows
    csv = called("tariff", "grupp", "--format", "csv")[1].splitlines()
    assert csv[0].split(",")[:2] == ["contract", "over_solo"]


def test_tariff_of_an_unknown_rule_set_ends_with_2() -> None:
    status, out, err = called("tariff", "poker")
    assert (status, out) == (2, "")
    assert err.startswith("poker is not a published rule set")


def test_tariff_of_a_faulty_rule_file_names_file_and_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faulty = '# Furtwangen, as the slate says.\n\nid = "furtwangen"\nsource = "The slate."\n'
    with one_rule_file(tmp_path, "furtwangen.toml", faulty), pytest.raises(SystemExit) as end:
        call_command("tariff", "furtwangen")
    assert end.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == ["furtwangen.toml: table: is missing", "furtwangen.toml: name: is missing"]
