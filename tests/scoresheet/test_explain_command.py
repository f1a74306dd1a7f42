"""`explain` as others call it: steps in both languages, the cells and their sources, and what it refuses."""

import json
from typing import Any

from hypothesis import given, settings

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.documents.ledger import ledger
from tests.commands import called
from tests.effort import examples
from tests.scoring.strategies import documents

DOCUMENT = {
    "format": "cegoscore/session@1",
    "rules": "braeunlingen-loewen",
    "players": ["Anna", "Bernd", "Clara", "Dieter"],
    "first_dealer": 3,
    "hands": [
        {"contract": "cego", "declarer": 1, "points": 36, "stake_factor": 10},
        {"dead": "thrown_in"},
        {"contract": "solo", "declarer": 0, "points": 29},
        {"contract": "pflicht_raeuber", "card_points": [20, 20, 16, 0]},
    ],
}


def explained(document: dict[str, Any], *arguments: str) -> tuple[int, str, str]:
    return called("explain", "-", *arguments, stdin=json.dumps(document).encode())


def test_every_hand_with_steps_in_both_languages_and_sources() -> None:
    status, out, err = explained(DOCUMENT)
    assert (status, err) == (0, "")
    first, second, third = json.loads(out)["hands"]
    assert [hand["number"] for hand in (first, second, third)] == [1, 2, 3]
    assert first["payments"] == [-50, 150, -50, -50]
    assert [(step["code"], step["params"], step["amount"]) for step in first["steps"]] == [
        ("difference", {"points": 36, "half": 35}, 1),
        ("factor", {"factor": 1, "contract": "cego"}, 1),
        ("rounded_up", {"to": 5}, 5),
        ("stake_factor", {"factor": 10}, 50),
    ]
    assert [step["de"] for step in first["steps"]] == [
        "36 Augen, 1 über 35",
        "mal 1 für Cego: 1",
        "auf den nächsten 5er: 5",
        "Einsatz mal 10: 50",
    ]
    assert first["steps"][3]["en"] == "stake times 10: 50"
    assert [(source["rule"], source["status"]) for source in first["sources"]] == [
        ("normal.base_up_to", "stated"),
        ("normal.factors.cego", "stated"),
        ("normal.rounded", "stated"),
    ]
    assert first["sources"][0]["source"].startswith("John McLeod, pagat.com, Cego: The Scoring")
    assert second["steps"][0]["de"] == "die anderen haben 41, 6 über 35"
    assert third["sources"][0]["status"] == "inferred"


def test_one_hand_alone_and_as_text() -> None:
    status, out, _err = explained(DOCUMENT, "--hand", "2", "--format", "text")
    assert status == 0
    assert out.splitlines()[0] == "2: Anna -30, Bernd +10, Clara +10, Dieter +10"
    assert "    mal 1 für Solo: 6 | times 1 for Solo: 6" in out


def test_what_is_no_document_or_no_hand_ends_with_2() -> None:
    assert explained(DOCUMENT, "--hand", "9") == (2, "", "hand 9: there is no such hand that pays\n")
    status, out, err = explained({**DOCUMENT, "rules": "poker"})
    assert (status, out, err) == (2, "", "rules: poker is not a published rule set\n")
    assert called("explain", "/nowhere")[0] == 2


def test_own_rules_are_their_own_source() -> None:
    """A rule set that stands in the document has no citations: what it says is stated by its own source."""
    house = {
        "id": "own-hirschen",
        "name": {"de": "Hirschen", "en": "Hirschen"},
        "source": "The slate at the Hirschen.",
        "table": {"players": 4, "counting": "threes", "one_sits_out": True},
        "targets": {"ulti": {"amount": 30}},
    }
    hands = [{"contract": Contract.ULTI, "declarer": 0, "made": True}]
    _status, out, _err = explained({**DOCUMENT, "rules": house, "hands": hands})
    assert json.loads(out)["hands"][0]["sources"] == [
        {"rule": "targets.ulti.amount", "status": "stated", "source": "The slate at the Hirschen."}
    ]


@settings(max_examples=examples(40))
@given(data=documents())
def test_any_hand_of_any_rule_set_adds_up_and_has_words(data: dict[str, Any]) -> None:
    document, problems = parse(data)
    assert document is not None, problems
    status, out, err = explained(data)
    assert (status, err) == (0, "")
    hands = json.loads(out)["hands"]
    assert [hand["payments"] for hand in hands] == [list(line.amounts) for line in ledger(document).lines]
    for hand in hands:
        assert hand["steps"][-1]["amount"] in {abs(amount or 0) for amount in hand["payments"]}
        assert all(step["de"] and step["en"] for step in hand["steps"])
        assert {source["status"] for source in hand["sources"]} <= {"stated", "inferred", "unclear"}
