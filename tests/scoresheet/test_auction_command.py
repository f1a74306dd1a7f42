"""`auction` as others call it: its answers, and what it refuses."""

import json

import pytest
from django.core.management import call_command

FORT = "A:fort B:fort C:fort D:fort "


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of one call."""
    try:
        call_command("auction", *arguments)
    except SystemExit as stop:
        return (int(stop.code or 0), *capsys.readouterr())
    return (0, *capsys.readouterr())


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("", {"ended": False, "turn": "A", "options": ["solo", "ulti", "fort"]}),
        ("A:fort B:solo A:gut C:gegensolo", {"ended": False, "turn": "B", "options": ["selbst", "gut"]}),
        (
            "A:fort B:solo A:gut C:gegensolo B:gut D:gut",
            {"ended": True, "declarer": "C", "contract": "cego", "over_solo": True, "leads": "C"},
        ),
        (
            FORT + "A:cego B:eine",
            {
                "ended": False,
                "turn": "A",
                "options": ["selbst", "gut"],
                "interrupt": {"C": ["piccolo", "bettel"], "D": ["piccolo", "bettel"]},
            },
        ),
        (FORT + "A:cego B:gut C:gut D:gut", {"ended": False, "turn": "A", "options": ["cego", "raeuber"]}),
    ],
)
def test_answer_is_json(capsys: pytest.CaptureFixture[str], words: str, answer: dict[str, object]) -> None:
    status, out, err = asked(capsys, "braeunlingen-loewen", words)
    assert (status, json.loads(out), err) == (0, answer, "")


def test_kind_of_raeuber_is_the_word_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = FORT + "A:cego B:gut C:gut D:gut A:wilder_raeuber"
    _status, out, _err = asked(capsys, "braeunlingen-ministranten", words)
    assert json.loads(out)["contract"] == "wilder_raeuber"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (FORT + "A:cego B:gut C:gut", "D says eine, piccolo, bettel, gut\n"),
        (FORT + "A:cego B:gut", "C says eine, piccolo, bettel, gut; D may call piccolo, bettel\n"),
        ("A:solo B:gegensolo A:gut C:gut D:gut", "B plays cego over a Solo; B leads\n"),
    ],
)
def test_answer_as_text(capsys: pytest.CaptureFixture[str], words: str, text: str) -> None:
    assert asked(capsys, "braeunlingen-loewen", words, "--format", "text") == (0, text, "")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("braeunlingen-loewen", "A:fort A:solo"), "A:solo is not possible here; possible: B:solo, B:ulti, B:fort\n"),
        (("braeunlingen-loewen", "A:ulti B:solo"), "B:solo is not possible here; possible: nothing, it has ended\n"),
        (
            ("braeunlingen-loewen", "E:fort"),
            "E:fort is no word of an auction: a seat (A, B, C, D), a colon, and what was said\n",
        ),
        (("nirgends", ""), "nirgends is not a published rule set; tariff --list prints them all\n"),
        (("offiziers-cego", ""), "offiziers-cego is played without an auction\n"),
        (("dreier", "", "--players", "4"), "dreier is bid by 3 players, not by 4\n"),
    ],
)
def test_impossible_input_ends_with_2_and_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str
) -> None:
    assert asked(capsys, *arguments) == (2, "", line)
