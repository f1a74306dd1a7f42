"""The amount on a tariff card that a hand rests on: the one that was paid, for every game of every rule set."""

import pytest

from cegoscore.clubs.house_rules.card_page import card_page, lit_cell
from cegoscore.clubs.house_rules.tariff_card import Card, LoserRow, NormalRow, TargetRow, card_of, games_of
from cegoscore.scoring.contracts import Contract, PenaltyKind
from cegoscore.scoring.hands import Aim, Hand, Outcome, Penalty, Points, Raeuber, UncountedRaeuber
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import explain
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tests.scoring.houses import house_document

EVERY = pytest.mark.parametrize("identifier", published_identifiers())


def hand_of(rules: HouseRules, outcome: Outcome) -> Hand:
    return Hand(lineup=tuple(range(rules.players)), dealer=rules.players - 1, outcome=outcome)


def lit(rules: HouseRules, outcome: Outcome) -> int | None:
    """The amount at the lit place."""
    place = lit_cell(hand_of(rules, outcome), card_of(rules), rules)
    match place.row:
        case NormalRow(amounts=amounts):
            return amounts[place.column]
        case TargetRow(amount=amount, ouvert=ouvert):
            return ouvert if place.column else amount
        case LoserRow(anyone=anyone, vorhand=vorhand):
            return vorhand if place.column and vorhand is not None else anyone
        case Card(buergermeister=amount):
            return amount
        case (str(), int(amount), range()):
            return amount
    return None


def derived(rules: HouseRules, outcome: Outcome) -> int:
    return explain(hand_of(rules, outcome), rules)[-1].amount


@EVERY
def test_lit_amount_is_the_one_that_is_paid(identifier: str) -> None:
    rules = published(identifier)
    outcomes: list[Outcome] = [
        Points(contract=game.contract, declarer=0, points=points, over_solo=game.over_solo)
        for game in games_of(rules)
        for points in (rules.total, 50, rules.half + 1, rules.half, rules.half - 1, 20, 0)
    ]
    outcomes += [
        Aim(contract=contract, declarer=0, made=True, ouvert=ouvert)
        for contract, target in rules.targets.items()
        for ouvert in (False, True)
        if target.amount is not None and (target.ouvert or not ouvert)
    ]
    if Contract.RAEUBER in rules.raeuber:
        most = [UncountedRaeuber(contract=Contract.RAEUBER, most=(seat,)) for seat in (0, 1)]
        outcomes += most if rules.raeuber[Contract.RAEUBER].points_above is None else []
        piles = [rules.total - 30, 20, 10] + [0] * (rules.players - 3)
        outcomes += [
            Raeuber(contract=Contract.RAEUBER, card_points=tuple(piles)),
            Raeuber(contract=Contract.RAEUBER, card_points=tuple(reversed(piles))),
        ]
    found = {outcome: (lit(rules, outcome), derived(rules, outcome)) for outcome in outcomes}
    assert {outcome: both for outcome, both in found.items() if both[0] != both[1]} == {}


def test_card_points_light_their_amount_where_more_players_without_a_trick_cost_less() -> None:
    points = {"points_above": 30, "points_rounded": {"to": 5, "how": "nearest"}}
    raeuber = {"amounts": [60, 30], "vorhand_factor": 1, "tie_with_vorhand": "all"} | points
    rules, problems = parse_house_rules(house_document() | {"raeuber": raeuber})
    assert rules, problems
    by_points = Raeuber(contract=Contract.RAEUBER, card_points=(40, 20, 10, 0))
    assert (lit(rules, by_points), derived(rules, by_points)) == (40, 40)


def test_penalty_lights_its_custom_and_a_game_does_not() -> None:
    rules = published("braeunlingen-ministranten")
    penalty = card_page(rules, hand=hand_of(rules, Penalty(kind=PenaltyKind.MISDEAL, offender=1)))
    solo = card_page(rules, hand=hand_of(rules, Points(contract=Contract.SOLO, declarer=0, points=41)))
    customs = [page["lit_custom"].key if page["lit_custom"] else "" for page in (penalty, solo, card_page(rules))]
    assert customs == ["penalty", "", ""]
