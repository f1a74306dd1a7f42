"""A line that waits on the phone says of its hand what the server will say of it, word by word, by every rule set."""

import json
import re
import subprocess
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from hypothesis import HealthCheck, given, settings

from cegoscore.clubs.wording import game_label
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.wording import DEADS, PENALTIES
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules
from tests.effort import examples
from tests.scoresheet.hand.test_script_amounts import NAMES, entry_of
from tests.scoring.strategies import hands, rule_sets

ROOT = Path(__file__).parents[3]
TITLES = {"penalty": "Penalty", "dead": "No result", "free": "Free entry"}

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


def hand_of(rules: HouseRules, hand: dict[str, Any]) -> Hand:
    """The hand of a document's entry."""
    named = dict(rules.document) if rules.id.startswith("our-") else rules.id
    players = NAMES[: rules.players + 1]
    heading = {"format": "cegoscore/session@1", "rules": named, "players": players, "first_dealer": hand["dealer"]}
    document, problems = parse(heading | {"lineup": hand["lineup"], "hands": [hand]})
    assert document, problems
    return document.entries[0].hand


def full_entry(rules: HouseRules, hand: dict[str, Any]) -> dict[str, Any]:
    """A hand as the panel has it: also the labels that were tapped, and who is Vorhand."""
    entry = entry_of(rules, hand)
    game, lineup = entry["game"], hand["lineup"]
    chosen = PENALTIES[hand["penalty"]] if game == "penalty" else DEADS[hand["dead"]] if game == "dead" else ""
    label = _(TITLES[game]) if game in TITLES else game_label(rules, Contract(game))
    vorhand = lineup[(lineup.index(hand["dealer"]) + 1) % len(lineup)]
    said = {"label": label, "chosen": str(chosen), "vorhand": vorhand, "byDefenders": False}
    return {"eightfold": False} | entry | said


def words() -> dict[str, str]:
    """The words of the page with the outbox, and of the panel."""
    page = render_to_string("scoresheet/evening/outbox.html", {"version": ""})
    (template,) = re.findall(r'<template\s+id="unsent"([^>]*)>', page)
    found = {name: unescape(text) for name, text in re.findall(r'data-([a-z-]+)="([^"]*)"', template)}
    camel = {re.sub(r"-(.)", lambda letter: letter[1].upper(), name): text for name, text in found.items()}
    panel = {"and": _("and"), "lost": _("lost"), "made": _("made"), "falseClaim": _("false claim of a Solo")}
    return camel | panel | {"noTrick": _("no trick"), "buergermeister": _("Bürgermeister")}


@pytest.mark.hypothesis
def test_lines_that_wait_say_what_the_server_says_of_every_kind_of_hand() -> None:
    entries: list[dict[str, Any]] = []
    expected: list[list[str]] = []

    @settings(
        max_examples=examples(1500, least=450),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rule_sets().flatmap(lambda rules: hands(rules, rules.players + 1).map(lambda hand: (rules, hand))))
    def collect(drawn: tuple[HouseRules, dict[str, Any]]) -> None:
        rules, hand = drawn[0], hand_of(*drawn)
        entries.append(full_entry(*drawn))
        expected.append([title_of(hand.outcome, rules), text_of(hand, rules, NAMES)])

    collect()
    command = ["tools/node.sh", "tests/scripts/lines.js"]
    told = json.dumps({"words": words(), "entries": entries})
    run = subprocess.run(command, cwd=ROOT, input=told, capture_output=True, text=True, check=True)
    wrong = [
        (said, core, {key: value for key, value in entry.items() if key != "table"})
        for entry, core, said in zip(entries, expected, json.loads(run.stdout), strict=True)
        if core != said
    ]
    assert wrong == []
    kinds = Counter(entry.get("result") or entry["kind"] for entry in entries)
    every = {"normal", "target", "raeuber", "dresch", "partie", "penalty", "dead", "free"}
    assert set(kinds) >= every | {"per_defender", "schinden", "fault"}, kinds
