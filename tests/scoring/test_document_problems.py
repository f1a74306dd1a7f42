"""Mistakes in session documents, each named with its hand and key."""

from typing import Any

import pytest

from cegoscore.scoring.documents.document import parse, parse_json
from tests.scoring.sessions import CUT, SOLO, data, refused

FOUR = ["Anna", "Bernd", "Clara", "Dieter"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": "cegoscore/session@2"}, [("format", "not_one_of")]),
        ({"rules": None}, [("rules", "not_text")]),
        ({"rules": "../grupp"}, [("rules", "unknown_rules")]),
        ({"players": [*FOUR, 5]}, [("players[4]", "not_text")]),
        ({"players": [*FOUR, " Anna "]}, [("players", "same_name")]),
        ({"lineup": CUT, "players": list("ABCDEF")}, [("lineup", "lineup_size")]),
        ({"lineup": []}, [("lineup", "lineup_size"), ("first_dealer", "not_at_table")]),
        ({"lineup": [0, 1, 2, 2]}, [("lineup", "seat_twice"), ("first_dealer", "not_at_table")]),
        ({"lineup": [0, 1, 3, 7]}, [("lineup", "unknown_seat")]),
        ({"first_dealer": 4}, [("first_dealer", "not_at_table")]),
        ({"adjustments": [{"amounts": [5, -5], "why": "bet"}]}, [("adjustments[0].amounts", "points_per_player")]),
        (
            {"adjustments": [{"amounts": [5, 0, 0, 0, 0], "why": "bet"}]},
            [("adjustments[0].amounts", "amounts_not_zero")],
        ),
        ({"notes": [{"after": 0, "kind": "schnaps_bought", "seat": None}]}, [("notes[0].seat", "not_whole")]),
        ({"notes": [{"after": 0, "kind": "text", "why": "x", "seat": 1}]}, [("notes[0].seat", "unknown_key")]),
        ({"notes": [{"after": 1, "kind": "text", "why": "x"}]}, [("notes[0].after", "out_of_range")]),
        ({"stake": 0.05}, [("stake", "not_decimal")]),
        ({"started": "2026-02-30"}, [("started", "not_time")]),
        ({"started": "2026-11-21T20:15:00+01:00:00.5"}, [("started", "not_time")]),
        ({"colour": "red"}, [("colour", "unknown_key")]),
    ],
)
def test_faulty_top_of_a_document(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert refused(**changes) == expected


NORMAL_GAMES: list[tuple[Any, list[tuple[str, str]]]] = [
    ({"contract": "sollo", "declarer": 1, "points": 41}, [("contract", "not_one_of")]),
    ({"contract": "solo", "declarer": 1, "points": 41, "no_trick": True}, [("", "several_results")]),
    ({"contract": "solo", "declarer": 1, "no_trick": False}, [("", "no_result")]),
    ({"contract": "solo", "declarer": 1, "points": 71}, [("points", "points_too_many")]),
    ({"contract": "solo", "declarer": 1, "points": 10**30}, [("points", "out_of_range")]),
    ({"contract": "solo", "declarer": 1, "made": True}, [("made", "result_does_not_fit"), ("", "no_result")]),
    ({"contract": "solo", "declarer": 1, "points": 41, "ouvert": True}, [("ouvert", "no_ouvert")]),
    (
        {"contract": "cego", "declarer": 1, "pfeif_frei": True, "made": True, "points": 40},
        [("pfeif_frei", "result_does_not_fit")],
    ),
    (
        {"contract": "kleiner_mann", "declarer": 1, "pfeif_frei": True, "made": True, "points": 0},
        [("points", "pfeif_without_trick")],
    ),
    (
        {"contract": "kleiner_mann", "declarer": 1, "pfeif_frei": True, "made": False, "points": 30},
        [("points", "result_does_not_fit")],
    ),
]

OTHER_KINDS: list[tuple[Any, list[tuple[str, str]]]] = [
    (5, [("", "not_a_mapping")]),
    ({}, [("", "no_kind")]),
    ({"contract": "solo", "penalty": "revoke", "offender": 1}, [("", "several_kinds")]),
    ({"contract": "ulti", "declarer": 1, "made": True, "over_solo": True}, [("over_solo", "no_over_solo")]),
    ({"contract": "bettel", "declarer": 1, "made": True, "trumps": [1]}, [("trumps", "trumps_not_allowed")]),
    ({"contract": "ulti", "declarer": 1, "made": True, "trumps": [1, 1]}, [("trumps", "trumps_not_allowed")]),
    ({"contract": "raeuber", "card_points": [20, 10, 5, 7]}, [("card_points", "points_per_player")]),
    ({"free": [5, -5, 0, 0, 1], "why": "bet"}, [("free", "amounts_not_zero"), ("free", "not_at_table")]),
]

WHAT_ALL_HAVE: list[tuple[Any, list[tuple[str, str]]]] = [
    (SOLO | {"colour": "red"}, [("colour", "unknown_key")]),
    (SOLO | {"next_dealer": False}, [("next_dealer", "unknown_key")]),
    (SOLO | {"lineup": []}, [("lineup", "lineup_size"), ("dealer", "not_at_table")]),
    (SOLO | {"lineup": [0, 1]}, [("lineup", "lineup_size")]),
    (SOLO | {"dealer": 4}, [("dealer", "not_at_table")]),
    (SOLO | {"at": "2026-11-21\x0020:15"}, [("at", "not_time")]),
]


@pytest.mark.parametrize(("hand", "expected"), NORMAL_GAMES + OTHER_KINDS + WHAT_ALL_HAVE)
def test_faulty_hand(hand: Any, expected: list[tuple[str, str]]) -> None:
    places = [(f"hand 2: {key}" if key else "hand 2", code) for key, code in expected]

    assert refused(SOLO, hand) == places


def test_all_mistakes_are_named_at_once_each_with_its_hand() -> None:
    hands = [
        SOLO | {"points": 71},
        SOLO,
        {"contract": "halbe", "declarer": 9, "points": 40},
        {"contract": "ulti", "declarer": 0, "made": "yes", "colour": "red"},
    ]
    document, problems = parse(data(*hands, title=5))

    assert document is None
    assert [problem.text for problem in problems] == [
        "title: must be text",
        "hand 1: points: that is more than the pack holds (70)",
        "hand 3: declarer: seat 9 is not in the line-up",
        "hand 3: contract: halbe is not played under this rule set",
        "hand 4: made: must be true or false",
        "hand 4: colour: is not known here",
    ]


def test_hands_are_looked_at_even_if_the_rule_set_is_unknown() -> None:
    assert refused(SOLO | {"points": "41"}, rules="nobody") == [
        ("rules", "unknown_rules"),
        ("hand 1: points", "not_whole"),
    ]


@pytest.mark.parametrize("junk", [[], "solo", 5, None, True])
def test_document_that_is_no_object_is_refused(junk: Any) -> None:
    assert [problem.code for problem in parse(junk)[1]] == ["not_a_mapping"]


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"a": ' + "9" * 5000 + "}", "\ufeff{}"])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    assert [problem.code for problem in parse_json(text)[1]] == ["not_json"]


@pytest.mark.parametrize("text", ['{"hands": [], "hands": []}', '{"hands": [{"points": 41, "a": 1, "points": 60}]}'])
def test_key_that_stands_twice_is_refused_and_named(text: str) -> None:
    twice = "points" if "points" in text else "hands"
    assert [problem.text for problem in parse_json(text)[1]] == [
        f"is not valid JSON: {twice} stands twice in one object"
    ]


def test_problem_echoes_foreign_text_on_one_printable_line() -> None:
    _, problems = parse(data(**{"rules": "a\nb\ud800", "x\n\ud800": 1}))

    assert [problem.text for problem in problems] == [
        "rules: a?b? is not a published rule set",
        "x??: is not known here",
    ]
