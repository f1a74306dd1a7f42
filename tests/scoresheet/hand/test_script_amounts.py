"""The panel looks amounts up and never computes them: what it shows is what `payments` pays, by every rule set."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from cegoscore.scoring.contracts import NORMAL
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.tariff import panel
from tests.effort import examples
from tests.scoring.strategies import hands, rule_sets

ROOT = Path(__file__).parents[3]
NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Emil")

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


def kind_of(rules: HouseRules, game: str) -> str:
    """The kind of a game, as the panel has it."""
    if game in NORMAL:
        return "normal"
    return "target" if game in rules.targets else "raeuber" if game in rules.raeuber else game


def entry_of(rules: HouseRules, hand: dict[str, Any]) -> dict[str, Any]:
    """A hand of a document as what the panel's fields would say."""
    lineup, dealer = hand["lineup"], hand["dealer"]
    playing = [seat for seat in lineup if len(lineup) == rules.players or seat != dealer]
    game = hand.get("contract") or next(kind for kind in ("penalty", "dead", "free") if kind in hand)
    kind, declarer = kind_of(rules, game), hand.get("declarer")
    vorhand = lineup[(lineup.index(dealer) + 1) % len(lineup)]
    table = panel(rules) | {"penalty": rules.penalty, "names": NAMES, "lineup": lineup, "playing": playing}
    entry = {
        "table": table,
        "game": game,
        "kind": kind,
        "declarer": declarer if kind in ("normal", "target") else None,
        "announcedBy": declarer,
        "announcer": vorhand if declarer is None else declarer,
        "overSolo": hand.get("over_solo", False),
        "ouvert": hand.get("ouvert", False),
        "pfeif": hand.get("pfeif_frei", False),
        "made": hand.get("made"),
        "points": 0 if hand.get("no_trick") else hand.get("points"),
        "piles": [hand["card_points"][seat] for seat in playing] if "card_points" in hand else [],
        "counted": "card_points" in hand,
        "most": hand.get("most", []),
        "withoutTrick": hand.get("without_trick", []),
        "free": [hand["free"][seat] for seat in lineup] if "free" in hand else [],
        "why": hand.get("why", ""),
        "dead": hand.get("dead"),
        "lastTrick": hand.get("last_trick"),
        "offender": hand.get("offender"),
        "times": hand.get("stake_factor", 1),
    }
    return entry | ending_of(rules, hand)


def ending_of(rules: HouseRules, hand: dict[str, Any]) -> dict[str, Any]:
    """The ending of a game that was not played out."""
    if "per_defender" in hand:
        return {"result": "per_defender", "perDefender": hand["per_defender"]}
    if "schinden" in hand:
        culprits, challenger = hand["schinden"]["culprits"], hand["schinden"].get("challenger")
        anyone = rules.schinden is not None and rules.schinden.claimant is Claimant.ANYONE
        said = {"culprits": culprits, "nobody": not culprits, "challenger": challenger, "anyoneClaims": anyone}
        return {"result": "schinden"} | said
    return {"result": "fault"} | hand["fault"] if "fault" in hand else {}


def paid_by(rules: HouseRules, hand: dict[str, Any]) -> list[int]:
    """The payments of the core, in the order of the line-up."""
    named = dict(rules.document) if rules.id.startswith("our-") else rules.id
    players = NAMES[: rules.players + 1]
    heading = {"format": "cegoscore/session@1", "rules": named, "players": players, "first_dealer": hand["dealer"]}
    document, problems = parse(heading | {"lineup": hand["lineup"], "hands": [hand]})
    assert document, problems
    return list(payments(document.entries[0].hand, document.rules))


@pytest.mark.hypothesis
def test_panel_shows_what_the_core_pays_for_every_kind_of_hand() -> None:
    entries: list[dict[str, Any]] = []
    expected: list[list[int]] = []

    @settings(
        max_examples=examples(1500, least=375),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rule_sets().flatmap(lambda rules: hands(rules, rules.players + 1).map(lambda hand: (rules, hand))))
    def collect(drawn: tuple[HouseRules, dict[str, Any]]) -> None:
        entries.append(entry_of(*drawn))
        expected.append(paid_by(*drawn))

    collect()
    command = ["tools/node.sh", "tests/scripts/amounts.js"]
    run = subprocess.run(command, cwd=ROOT, input=json.dumps(entries), capture_output=True, text=True, check=True)
    wrong = [
        ({key: value for key, value in entry.items() if key != "table"}, core, shown)
        for entry, core, shown in zip(entries, expected, json.loads(run.stdout), strict=True)
        if core != shown
    ]
    assert wrong == []
    kinds = Counter(entry.get("result") or entry["kind"] for entry in entries)
    every = {"normal", "target", "raeuber", "dresch", "partie", "penalty", "dead", "free"}
    assert set(kinds) >= every | {"per_defender", "schinden", "fault"}, kinds
