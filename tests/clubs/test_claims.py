"""Claims that a Solo was held back: offered where the source opens one, with its window in words."""

import pytest
from django.utils.translation import override

from cegoscore.clubs.house_rules.statements import claim_sentence, doubt_about_claim, window_of
from cegoscore.scoresheet.ledger.games import choices_of
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.hands import Schinden
from cegoscore.scoring.rules.play_rules import Window
from cegoscore.scoring.rules.rule_files import parse_house_rules, published


def claim(contract: Contract, *, over_solo: bool = False, declarer: int | None = 0) -> Schinden:
    return Schinden(contract=contract, declarer=declarer, culprits=(1,), over_solo=over_solo)


@pytest.mark.parametrize(
    ("identifier", "outcome", "is_open"),
    [
        ("braeunlingen-loewen-3", claim(Contract.CEGO), True),
        ("braeunlingen-loewen-3", claim(Contract.SOLO), False),
        ("braeunlingen-loewen-3", claim(Contract.CEGO, over_solo=True), False),
        ("braeunlingen-loewen-3", claim(Contract.ULTI), False),
        ("oberwolfach-4", claim(Contract.BETTEL), False),
        ("schweden", claim(Contract.SOLO), True),
        ("schweden", claim(Contract.RAEUBER, declarer=None), False),
        ("baumann-bluemle", claim(Contract.EINE), True),
    ],
)
def test_claim_outside_its_window_is_doubted_with_what_the_source_says(
    identifier: str, outcome: Schinden, *, is_open: bool
) -> None:
    with override("de"):
        doubt = doubt_about_claim(outcome, published(identifier))
    assert (doubt == "") is is_open
    assert is_open or ("behaupten" in doubt and doubt.endswith("Der Tisch entscheidet."))


@pytest.mark.parametrize(
    ("identifier", "offered"),
    [("braeunlingen-loewen-3", {"normal"}), ("oberwolfach-3", {"normal"}), ("schweden", {"normal", "target"})],
)
def test_claim_is_offered_only_where_the_source_opens_it(identifier: str, offered: set[str]) -> None:
    rules = published(identifier)
    (found,) = [each for each in choices_of(rules).other_results if each.value == "schinden"]
    assert {*found.kinds.split()} == offered
    for contract in NORMAL:
        assert (contract in found.never.split()) is bool(doubt_about_claim(claim(contract), rules)), contract


def test_panel_says_when_a_claim_is_open_and_what_a_solo_is() -> None:
    with override("de"):
        sentence = claim_sentence(published("schweden"))
    assert "Vor dem ersten Ausspielen." in sentence
    assert "Acht Trümpfe oder mehr" in sentence
    assert claim_sentence(published("grupp")) == ""


def test_own_rules_have_no_window() -> None:
    rules, _problems = parse_house_rules(dict(published("schweden").document) | {"id": "own-us"})
    assert rules is not None
    assert window_of(published("schweden")) is Window.BEFORE_FIRST_LEAD
    assert window_of(rules) is None
    with override("de"):
        assert claim_sentence(rules).startswith("Diese Hausregeln sagen nicht, bis wann")
    assert doubt_about_claim(claim(Contract.RAEUBER, declarer=None), rules) == ""
