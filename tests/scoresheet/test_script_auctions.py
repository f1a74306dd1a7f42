"""Auctions for the tests of the scripts, with what `manage.py auction` answers after each word.

After a change: `WRITE_SCRIPT_TABLES=1 .venv/bin/pytest tests/scoresheet/test_script_auctions.py`.
"""

from __future__ import annotations

import json
import os
import random
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

from cegoscore.scoring.auction_table import auction_table
from cegoscore.scoring.rule_files import published_auction

AUCTIONS = Path(__file__).parent.parent / "scripts" / "auctions.json"
RULES = (
    "baumann-bluemle",
    "braeunlingen-loewen",
    "braeunlingen-ministranten",
    "dorset",
    "oberwolfach-4",
    "schwarzwaldmeisterschaft",
)
AUCTIONS_EACH = 4


def answer(rules: str, words: str) -> dict[str, Any]:
    out = StringIO()
    call_command("auction", rules, words, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def auction_by_chance(rules: str, chance: random.Random) -> list[tuple[str, dict[str, Any]]]:
    """Words said so far, and the command's answer to them, from the beginning to the end."""
    steps, words = [("", answer(rules, ""))], ""
    while not (last := steps[-1][1])["ended"]:
        own = [f"{last['turn']}:{word}" for word in last["options"]]
        others = [f"{seat}:{word}" for seat, said in last.get("interrupt", {}).items() for word in said]
        words = f"{words} {chance.choice(own if chance.random() < 0.9 else own + others)}".strip()
        steps.append((words, answer(rules, words)))
    return steps


def test_auctions_of_the_script_tests_are_those_of_the_command() -> None:
    found = {}
    for rules in RULES:
        chance = random.Random(rules)
        auctions = [auction_by_chance(rules, chance) for _ in range(AUCTIONS_EACH)]
        bidding = published_auction(rules)
        assert bidding
        found[rules] = {"table": auction_table(bidding), "auctions": auctions}
    text = json.dumps(found, separators=(",", ":"))
    if "WRITE_SCRIPT_TABLES" in os.environ:
        AUCTIONS.write_text(text.replace('],["A:', '],\n["A:') + "\n", encoding="utf-8")
    assert json.loads(AUCTIONS.read_text(encoding="utf-8")) == json.loads(text)
