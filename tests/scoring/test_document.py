"""The session document: what is read and written, and how line-up, dealer and numbers count on."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import (
    Adjustment,
    Document,
    Note,
    NoteKind,
    current_entries,
    parse,
    parse_json,
    warnings,
    write,
)
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.hands import Free, Hand, Points
from cegoscore.scoring.rules.rule_files import published
from tests.scoring.houses import house_document
from tests.scoring.sessions import CUT, SOLO, data, read, refused

EVENING = """
{
  "format": "cegoscore/session@1",
  "rules": "braeunlingen-ministranten",
  "players": ["Anna", "Bernd", "Clara", "Dieter", "Emil"],
  "lineup": [0, 1, 2, 3],
  "first_dealer": 3,
  "hands": [
    {"contract": "solo", "declarer": 1, "points": 41},
    {"contract": "cego", "declarer": 2, "over_solo": true, "points": 27},
    {"contract": "cego", "declarer": 2, "no_trick": true},
    {"contract": "eine", "declarer": 0, "per_defender": 20},
    {"contract": "piccolo", "declarer": 0, "made": true},
    {"contract": "raeuber", "card_points": [20, 9, 14, 7, null]},
    {"contract": "dresch", "last_trick": 3},
    {"penalty": "revoke", "offender": 2},
    {"dead": "thrown_in"},
    {"contract": "eine_leere", "declarer": 1, "points": 52, "lineup": [0, 1, 4, 2, 3], "dealer": 3, "stake_factor": 10},
    {"free": [40, -10, -10, -10, -10], "why": "agreed at the table"}
  ],
  "adjustments": [{"amounts": [50, -50, 0, 0, 0], "why": "from the paper sheet before hand 1"}],
  "notes": [{"after": 11, "kind": "gstiess", "seat": 2}]
}
"""


def tables(document: Document) -> list[tuple[tuple[int, ...], int]]:
    """Line-up and dealer of every entry."""
    return [(entry.hand.lineup, entry.hand.dealer) for entry in document.entries]


def dealers(*hands: Any, **changes: Any) -> list[int]:
    return [dealer for _, dealer in tables(read(*hands, **changes))]


def numbers(document: Document) -> list[int | None]:
    return [entry.number for entry in document.entries]


# The whole


def test_evening_pays_hand_by_hand() -> None:
    document, problems = parse_json(EVENING)
    assert problems == ()
    assert document

    sums = ledger(document)

    assert [(line.entry.number, line.entry.hand.dealer, line.amounts) for line in sums.lines] == [
        (1, 3, (-10, 30, -10, -10, None)),
        (2, 0, (15, 15, -45, 15, None)),
        (3, 1, (35, 35, -105, 35, None)),
        (4, 2, (60, -20, -20, -20, None)),
        (5, 3, (120, -40, -40, -40, None)),
        (6, 0, (-90, 30, 30, 30, None)),
        (7, 1, (70, 70, 70, -210, None)),
        (8, 2, (70, 70, -210, 70, None)),
        (9, 3, (-500, 2000, -500, -500, -500)),
        (10, 0, (40, -10, -10, -10, -10)),
    ]
    assert sums.totals == (-140, 2130, -840, -640, -510)
    assert sums.schnaps == (0, 0, 0, 0, 0)
    assert warnings(document) == []


def test_evening_is_written_and_read_again_without_loss() -> None:
    document, _ = parse_json(EVENING)
    assert document

    assert parse_json(json.dumps(write(document))) == (document, ())


def test_session_with_only_what_must_be_there() -> None:
    document = read(players=["Anna", "Bernd", "Clara", "Dieter"], lineup=CUT)

    assert document == Document(
        rules=published("braeunlingen-loewen"),
        players=("Anna", "Bernd", "Clara", "Dieter"),
        lineup=(0, 1, 2, 3),
        first_dealer=3,
    )


def test_heading_and_remarks_are_kept() -> None:
    document = read(
        title="Wednesday",
        stake="0.05",
        currency="EUR",
        started="2026-11-21T20:15:00+01:00",
        ended="2026-11-22",
        adjustments=[{"amounts": [50, -50, 0, 0, 0], "why": "paper"}],
        notes=[
            {"after": 0, "kind": "gstiess", "seat": None},
            {"after": 0, "kind": "schnaps_bought", "seat": 4},
            {"after": 0, "kind": "text", "why": "new pack"},
        ],
    )

    assert (document.title, document.stake, document.currency) == ("Wednesday", Decimal("0.05"), "EUR")
    assert (document.started, document.ended) == ("2026-11-21T20:15:00+01:00", "2026-11-22")
    assert document.adjustments == (Adjustment(amounts=(50, -50, 0, 0, 0), why="paper"),)
    assert document.notes == (
        Note(after=0, kind=NoteKind.GSTIESS),
        Note(after=0, kind=NoteKind.SCHNAPS_BOUGHT, seat=4),
        Note(after=0, kind=NoteKind.TEXT, why="new pack"),
    )
    assert parse(write(document)) == (document, ())


def test_entry_keeps_its_history() -> None:
    uuid = "7f4c0a52-31a4-4c38-9d6e-0a1b2c3d4e5f"
    document = read(SOLO | {"uuid": uuid, "at": "2026-11-21T20:20:00", "by": "Anna's phone", "why": "miscounted"})

    assert document.entries == (
        Entry(
            hand=Hand(
                lineup=(0, 1, 2, 3),
                dealer=3,
                outcome=Points(contract=Contract.SOLO, declarer=1, points=41),
            ),
            number=1,
            uuid=UUID(uuid),
            at="2026-11-21T20:20:00",
            by="Anna's phone",
            why="miscounted",
        ),
    )
    assert parse(write(document)) == (document, ())


@pytest.mark.parametrize(
    ("rules", "outcome"),
    [
        ("st-georgen", {"contract": "bettel", "declarer": 0, "made": False, "ouvert": True}),
        ("baumann-bluemle", {"contract": "ulti", "declarer": 0, "made": True, "trumps": [1, 3]}),
        ("baumann-bluemle", {"contract": "ulti", "declarer": 0, "trumps": [2], "fault": {"offender": 1}}),
        ("baumann-bluemle", {"contract": "cego", "declarer": 0, "fault": {"offender": 1, "eightfold": True}}),
        ("baumann-bluemle", {"contract": "eine", "declarer": 0, "schinden": {"culprits": [1, 2], "challenger": 3}}),
        ("baumann-bluemle", {"contract": "raeuber", "fault": {"offender": 1}}),
        ("schweden", {"contract": "eine", "declarer": 0, "over_solo": True, "schinden": {"culprits": []}}),
        ("cego-online", {"contract": "raeuber", "declarer": 2, "card_points": [20, 10, 5, 7, None]}),
        ("weissauer", {"contract": "dresch", "declarer": 2, "last_trick": 0}),
        ("weissauer", {"contract": "solo_ulti", "declarer": 2, "per_defender": 100, "trumps": [1, 2]}),
        ("oberwolfach-4", {"contract": "kleiner_mann", "declarer": 0, "pfeif_frei": True, "made": True, "points": 40}),
        ("oberwolfach-4", {"contract": "kleiner_mann", "declarer": 0, "pfeif_frei": True, "made": False}),
        ("grupp", {"dead": "misdeal", "next_dealer": False}),
        ("grupp", {"free": [10, 0, 0, -10, 0], "why": "a bet"}),
    ],
)
def test_every_kind_of_hand_is_written_as_it_was_read(rules: str, outcome: dict[str, Any]) -> None:
    document = read(outcome, rules=rules)

    [hand] = write(document)["hands"]

    assert {key: value for key, value in hand.items() if key not in ("lineup", "dealer", "number")} == outcome
    assert parse(write(document)) == (document, ())


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        (SOLO | {"no_trick": False}, SOLO),
        (SOLO | {"over_solo": False, "ouvert": False, "pfeif_frei": False, "trumps": []}, SOLO),
        (
            {"contract": "raeuber", "card_points": [20, 10, 5, 7, None], "over_solo": False, "ouvert": False},
            {"contract": "raeuber", "card_points": [20, 10, 5, 7, None]},
        ),
        ({"contract": "solo", "declarer": 1, "points": 0}, {"contract": "solo", "declarer": 1, "no_trick": True}),
        ({"free": [5, -5, 0, 0, None], "why": "bet"}, {"free": [5, -5, 0, 0, 0], "why": "bet"}),
        ({"dead": "thrown_in", "next_dealer": True}, {"dead": "thrown_in"}),
    ],
)
def test_what_goes_without_saying_may_be_said(longer: dict[str, Any], shorter: dict[str, Any]) -> None:
    assert read(longer) == read(shorter)


def test_example_of_the_documentation_pays_what_stands_below_it() -> None:
    text = (Path(__file__).parents[2] / "docs/formats/session.md").read_text(encoding="utf-8")
    example, table, *_rest = text.split("```json\n")[1].split("```\n")
    document, problems = parse_json(example)
    assert problems == ()
    assert document
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("| ") and "--" not in line
    ][1:8]

    paid = [
        [str(line.entry.number), document.players[line.entry.hand.dealer]]
        + ["-" if amount is None else f"{amount:+d}" if amount else "0" for amount in line.amounts]
        for line in ledger(document).lines
    ]

    assert paid == rows
    assert warnings(document) == []


# Rule sets


def test_house_rule_set_travels_as_a_whole_and_a_published_one_by_name() -> None:
    house = read(rules=house_document())
    copy_of_published = read(rules=dict(published("grupp").document))

    assert write(house)["rules"] == house_document()
    assert write(copy_of_published)["rules"] == "grupp"
    assert parse(write(house)) == (house, ())


def test_changed_copy_of_a_published_set_is_not_that_set() -> None:
    changed = dict(published("grupp").document) | {"penalty": 50}
    document = read(rules=changed)

    assert write(document)["rules"] == changed


def test_written_rule_set_may_be_changed_without_changing_the_document() -> None:
    document = read(rules=house_document())

    write(document)["rules"]["table"]["players"] = 3

    assert write(document)["rules"] == house_document()


def test_faulty_rule_set_names_its_keys() -> None:
    rules = house_document() | {"penalty": True, "colour": "red"}

    assert refused(rules=rules) == [("rules.penalty", "not_whole"), ("rules.colour", "unknown_key")]


# Who deals, who sits there


def test_deal_passes_along_the_line_up() -> None:
    assert dealers(SOLO, SOLO, SOLO, SOLO, SOLO) == [3, 0, 1, 2, 3]
    assert dealers(SOLO, SOLO, SOLO, lineup=[0, 2, 1, 4], first_dealer=2) == [2, 1, 4]


def test_dead_hand_passes_the_deal_on_unless_it_says_not() -> None:
    assert dealers({"dead": "thrown_in"}, SOLO) == [3, 0]
    assert dealers({"dead": "misdeal", "next_dealer": False}, SOLO, SOLO) == [3, 3, 0]


def test_dealer_on_a_hand_counts_on_from_there() -> None:
    assert dealers(SOLO, SOLO | {"dealer": 2}, SOLO, SOLO) == [3, 2, 3, 0]


def test_line_up_on_a_hand_holds_from_there_on() -> None:
    bettel = {"contract": "bettel", "declarer": 2, "made": True}
    document = read(bettel, bettel | {"lineup": [0, 1, 2, 4, 3]}, bettel, bettel | {"lineup": [1, 2, 4, 3]})

    assert tables(document) == [
        ((0, 1, 2, 3), 3),
        ((0, 1, 2, 4, 3), 0),
        ((0, 1, 2, 4, 3), 1),
        ((1, 2, 4, 3), 2),
    ]


def test_who_would_deal_but_left_is_passed_over() -> None:
    # after hand 1 it is seat 0's turn, who has left: seat 1 deals
    assert dealers(SOLO, {"contract": "solo", "declarer": 2, "points": 41, "lineup": [1, 2, 3, 4]}) == [3, 1]
    # after hand 2 it is seat 1's turn, who is still there in a new order
    assert dealers(SOLO, SOLO, SOLO | {"lineup": [4, 3, 1, 2]}, SOLO) == [3, 0, 1, 2]


def test_dealer_who_sits_out_is_not_the_declarer() -> None:
    five = [0, 1, 2, 3, 4]

    assert refused(SOLO | {"dealer": 1}, lineup=five) == [("hand 1: declarer", "sits_out")]
    assert dealers(SOLO, SOLO, lineup=five) == [3, 4]
    assert refused(SOLO, SOLO, SOLO, SOLO, lineup=five) == [("hand 4: declarer", "sits_out")]


def test_faulty_hand_does_not_disturb_the_deal_of_the_next() -> None:
    five = [0, 1, 2, 3, 4]
    hands = [SOLO, SOLO | {"points": 99}, SOLO | {"points": "41"}, SOLO]

    # hand 4 is dealt by seat 1, the declarer
    assert refused(*hands, lineup=five) == [
        ("hand 2: points", "points_too_many"),
        ("hand 3: points", "not_whole"),
        ("hand 4: declarer", "sits_out"),
    ]


# Numbers, corrections, struck hands


def test_hands_are_numbered_as_they_come_but_dead_ones_are_not() -> None:
    assert numbers(read(SOLO, {"dead": "thrown_in"}, SOLO, SOLO | {"number": 7}, SOLO)) == [1, None, 2, 7, 8]


def test_highest_revision_counts_in_the_place_of_the_hand() -> None:
    document = read(
        SOLO | {"points": 41},
        {"dead": "thrown_in"},
        SOLO | {"points": 51},
        SOLO | {"points": 61, "number": 1, "revision": 3},
        SOLO | {"points": 66, "number": 1, "revision": 2},
    )

    current = current_entries(document)

    assert [(entry.number, entry.revision) for entry in current] == [(1, 3), (None, 1), (2, 1)]
    assert [line.amounts[1] for line in ledger(document).lines] == [165, 105]


def test_struck_hand_leaves_its_number_and_may_come_back() -> None:
    hands = [SOLO, SOLO, SOLO | {"number": 1, "revision": 2, "void": True}]

    assert [entry.number for entry in current_entries(read(*hands))] == [2]
    assert [entry.number for entry in current_entries(read(*hands, SOLO | {"number": 1, "revision": 3}))] == [1, 2]
    assert numbers(read(*hands, SOLO)) == [1, 2, 1, 3]


def test_hand_may_be_corrected_to_a_dead_one() -> None:
    document = read(SOLO, SOLO, {"dead": "misdeal", "number": 1, "revision": 2})

    assert [line.entry.number for line in ledger(document).lines] == [2]
    assert parse(write(document)) == (document, ())


def test_struck_hand_does_not_pass_the_deal_on() -> None:
    assert dealers(SOLO, SOLO | {"void": True}, SOLO) == [3, 0, 0]
    assert dealers(SOLO, SOLO, SOLO | {"number": 1, "revision": 2, "void": True}) == [3, 3, 3]


def test_correction_starts_from_line_up_and_dealer_of_what_it_corrects() -> None:
    first = SOLO | {"lineup": [0, 1, 2, 4], "dealer": 2}
    document = read(first, SOLO, SOLO | {"number": 1, "revision": 2, "points": 42})

    assert tables(document) == [((0, 1, 2, 4), 2), ((0, 1, 2, 4), 4), ((0, 1, 2, 4), 2)]


def test_corrected_dealer_and_line_up_hold_for_the_hands_after_it() -> None:
    correction = SOLO | {"number": 1, "revision": 2, "lineup": [0, 1, 2, 4], "dealer": 1}

    assert dealers(SOLO, SOLO, correction) == [3, 2, 1]
    assert tables(read(SOLO, correction, SOLO))[2] == ((0, 1, 2, 4), 2)


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"contract": "halbe", "points": 90, "over_solo": True, "lineup": [0, 1, 2], "dealer": 0}, []),
        ({"lineup": [0, 1, 2], "dealer": 0, "declarer": 4}, ["not_at_table"]),
        ({"lineup": [0, 1, 2, 5]}, ["unknown_seat"]),
    ],
)
def test_what_is_not_in_force_need_be_possible_under_no_rules_of_now(changes: dict[str, Any], codes: list[str]) -> None:
    hand, second = SOLO | changes | {"number": 1}, {"number": 1, "revision": 2}
    replaced = [hand, SOLO | second | {"lineup": [0, 1, 2, 3], "dealer": 3}]
    for hands in ([SOLO, hand | second | {"void": True}], replaced):
        assert [problem.code for problem in parse(data(*hands))[1]] == codes


def test_same_number_and_revision_twice_is_refused() -> None:
    assert refused(SOLO, SOLO | {"number": 1}) == [("hand 2: revision", "same_revision")]
    assert refused(SOLO | {"number": 2}, {"dead": "misdeal", "number": 2}) == [("hand 2: revision", "same_revision")]


def test_number_after_the_highest_is_refused() -> None:
    assert refused(SOLO | {"number": 10_000}, SOLO) == [("hand 2: number", "out_of_range")]


def test_number_of_a_note_may_be_that_of_a_hand() -> None:
    note = {"after": 12, "kind": "text", "why": "pause"}

    assert read(SOLO | {"number": 12}, notes=[note]).notes[0].after == 12
    assert refused(SOLO, notes=[note]) == [("notes[0].after", "out_of_range")]


def test_warnings_are_those_of_the_hands_that_count() -> None:
    few = SOLO | {"points": 3}
    document = read(few, few, SOLO | {"number": 1, "revision": 2})

    assert [problem.text for problem in warnings(document)] == [
        "hand 2: points: with a trick, 3 card points are hardly possible (at least 5)"
    ]


def test_reason_of_a_free_hand_is_not_lost_to_the_reason_of_a_correction() -> None:
    free = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=Free(amounts=(0, 0, 0, 0, 0), why="agreed"))
    document = Document(
        rules=published("grupp"),
        players=("A", "B", "C", "D", "E"),
        lineup=(0, 1, 2, 3),
        first_dealer=3,
        entries=(Entry(hand=free, number=1, why="typed wrongly"),),
    )

    assert write(document)["hands"][0]["why"] == "agreed"
    assert write(document)["hands"][0]["reason"] == "typed wrongly"
    assert parse(write(document)) == (document, ())


def test_reason_belongs_to_free_entries_only() -> None:
    free = {"free": [30, -10, -10, -10, 0], "why": "a bet", "reason": "typed wrongly", "by": "B"}
    assert [(entry.why, entry.by) for entry in read(free).entries] == [("typed wrongly", "B")]
    assert refused(SOLO | {"reason": "typed wrongly"}) == [("hand 1: reason", "unknown_key")]
    assert refused(free | {"reason": 3}) == [("hand 1: reason", "not_text")]


def test_stake_and_compulsory_round_to_come_are_kept() -> None:
    document = read(SOLO, SOLO, stake_factor=10, compulsory_after=1)

    assert (document.stake_factor, document.compulsory_after) == (10, 1)
    assert parse(write(document)) == (document, ())
    assert {"stake_factor", "compulsory_after"} & write(read(SOLO)).keys() == set()
    assert refused(SOLO, stake_factor=0, compulsory_after=2) == [
        ("compulsory_after", "out_of_range"),
        ("stake_factor", "out_of_range"),
    ]


def test_adjustment_takes_an_earlier_one_back() -> None:
    given = {"amounts": [50, -50, 0, 0, 0], "why": "from paper"}
    back = {"amounts": [-50, 50, 0, 0, 0], "why": "it was the other sheet", "strikes": 1}
    document = read(adjustments=[given, back])

    assert [entry.strikes for entry in document.adjustments] == [None, 1]
    assert parse(write(document)) == (document, ())
    assert ledger(document).totals == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("place", "changes", "code"),
    [
        (1, {"amounts": [-50, 0, 50, 0, 0]}, "strikes_nothing"),
        (1, {"strikes": 2}, "out_of_range"),
        (1, {"strikes": 0}, "out_of_range"),
        (2, {}, "strikes_nothing"),
    ],
)
def test_adjustment_takes_back_nothing_that_is_not_there(place: int, changes: dict[str, Any], code: str) -> None:
    given = {"amounts": [50, -50, 0, 0, 0], "why": "from paper"}
    back = {"amounts": [-50, 50, 0, 0, 0], "why": "wrong", "strikes": 1}
    wrong = {1: [given, back | changes], 2: [given, back, back]}[place]
    assert refused(adjustments=wrong) == [(f"adjustments[{place}].strikes", code)]


def test_first_adjustment_takes_nothing_back() -> None:
    even = {"amounts": [0, 0, 0, 0, 0], "why": "nothing", "strikes": 1}
    assert refused(adjustments=[even]) == [("adjustments[0].strikes", "strikes_nothing")]


def test_rounds_that_were_brought_along_are_owed() -> None:
    owed = {"after": 0, "kind": "schnaps_owed", "seat": 2}
    document = read(notes=[owed, owed, owed | {"kind": "schnaps_bought"}, {"after": 0, "kind": "gstiess_off"}])

    assert ledger(document).schnaps == (0, 0, 1, 0, 0)
    assert parse(write(document)) == (document, ())
