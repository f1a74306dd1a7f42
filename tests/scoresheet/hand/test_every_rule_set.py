"""An evening under every published rule set, sent through the panel's form, ends with the totals of `score`."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.scoresheet.ledger.panel_fields import fields_of
from cegoscore.scoresheet.ledger.seats import next_turn
from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.documents.document import parse
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.effort import EVERY_CASE, sampled
from tests.scoresheet.acting import faults_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Emil")
WORN = {2: [30, 9], 3: [30, 9, 0], 4: [20, 9, 14, 0]}
"""Card points of a Raeuber by number of players, with somebody without a trick where that can be."""


def outcomes(rules: HouseRules) -> Iterator[dict[str, Any]]:
    """Every kind of result that the rule set knows, as a document says it."""
    for contract in rules.contracts:
        if contract in NORMAL:
            yield from normal(rules, contract)
        elif contract in rules.targets:
            yield from target(rules, contract)
        elif contract in rules.raeuber:
            yield {"contract": contract, "card_points": WORN[rules.players]}
            yield {"contract": contract, "card_points": WORN[rules.players], "declarer": 1}
        elif contract is Contract.DRESCH:
            yield {"contract": contract, "last_trick": 0}
        else:
            yield {"contract": contract, "card_points": [41, 38]}
    yield from without_contract(rules)


def normal(rules: HouseRules, contract: Contract) -> Iterator[dict[str, Any]]:
    """Won, lost, half and half, no trick; over a Solo; by amount; claims and faults."""
    game = {"contract": contract, "declarer": 1}
    yield from (game | {"points": points} for points in (rules.half + 6, rules.half, rules.half - 9))
    yield game | {"no_trick": True}
    yield game | {"per_defender": -15}
    if rules.normal and contract in rules.normal.over_solo:
        yield game | {"over_solo": True, "points": rules.half + 9}
    if contract is Contract.KLEINER_MANN and rules.pfeif_frei:
        yield game | {"pfeif_frei": True, "made": True, "points": rules.half + 3}
        yield game | {"pfeif_frei": True, "made": False}
    if rules.schinden:
        yield game | {"schinden": {"culprits": [0]}}
        yield game | {"schinden": {"culprits": []}}
        if rules.schinden.claimant is Claimant.ANYONE:
            yield game | {"schinden": {"culprits": [], "challenger": 0}}
    if rules.fault:
        yield game | {"fault": {"offender": 1, "eightfold": False}}
        yield game | {"fault": {"offender": 0, "eightfold": True}}


def target(rules: HouseRules, contract: Contract) -> Iterator[dict[str, Any]]:
    """Made and lost, ouvert and with its trumps where allowed; by amount where the house sets the value."""
    game, known = {"contract": contract, "declarer": 0}, rules.targets[contract]
    if known.amount is None:
        yield game | {"per_defender": 25}
        return
    yield game | {"made": True}
    yield game | {"made": False}
    if known.ouvert:
        yield game | {"made": True, "ouvert": True}
    if len(known.trumps) > 1:
        yield game | {"made": True, "trumps": [known.trumps[-1]]}


def without_contract(rules: HouseRules) -> Iterator[dict[str, Any]]:
    """Entries without a game."""
    if rules.penalty is not None:
        yield {"penalty": "wrong_discard", "offender": 0}
    yield {"dead": "thrown_in"}
    yield {"dead": "misdeal", "next_dealer": False}
    yield {"free": [30, -30] + [0] * (rules.players - 2), "why": "Wette"}


def one_of_a_kind(outcomes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first outcome of each kind of game and each set of fields: the others differ in their numbers."""
    kinds: dict[Any, dict[str, Any]] = {}
    for outcome in outcomes:
        contract = outcome.get("contract")
        kinds.setdefault((contract in NORMAL or contract, *outcome), outcome)
    return list(kinds.values())


def post_data(hand: Any, outcome: dict[str, Any]) -> dict[str, Any]:
    """The panel's fields for an outcome, at the place and with the dealer of a fresh panel."""
    blank = {"game": None, "declarer": None, "points": None, "next_dealer": None}
    fields = dict(fields_of(outcome).lists())
    return posted(hand.number, **(blank | fields), dealer=hand.dealer, lineup=",".join(map(str, hand.lineup)))


@sampled
@pytest.mark.parametrize("identifier", published_identifiers())
def test_evening_through_the_form_ends_with_the_totals_of_score(db: None, identifier: str) -> None:
    rules = published(identifier)
    world = copied(World, identifier, NAMES[: rules.players])
    client = client_of(world.owner)
    written = [
        {**outcome, "contract": str(outcome["contract"])} if "contract" in outcome else outcome
        for outcome in (outcomes(rules) if EVERY_CASE else one_of_a_kind(outcomes(rules)))
    ]
    for outcome in written:
        turn = next_turn(world.sheet, list(world.sheet.hands.order_by("place", "revision")), rules)
        response = client.post(reverse("record_hand", args=[world.sheet.id]), post_data(turn, outcome))
        assert response.status_code == 302, (outcome, response.context["panel"].problems)
    assert [row.outcome for row in Hand.objects.order_by("number")] == [
        {key: value for key, value in outcome.items() if value is not None} for outcome in map(canonical, written)
    ]
    document, problems = parse(
        {
            "format": "cegoscore/session@1",
            "rules": identifier,
            "players": list(NAMES[: rules.players]),
            "first_dealer": rules.players - 1,
            "hands": written,
        }
    )
    assert document is not None, problems
    assert world.totals() == list(ledger(document).totals)
    assert list(faults_of(world.sheet)) == []


def canonical(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome as the ledger keeps it: what is false is left out."""
    fault = outcome.get("fault")
    return outcome | ({"fault": {k: v for k, v in fault.items() if v is not False}} if fault else {})
