"""The tariff and the panel: every row is what a hand of that result is paid."""

import gzip
import json
from collections import Counter
from itertools import product
from typing import Any

import pytest

from cegoscore.scoring.amounts import raeuber_amounts
from cegoscore.scoring.cards import CardKind, count
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import EVERYONE, NORMAL, TARGET, Contract
from cegoscore.scoring.documents.hand_document import take_outcome
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import payments
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.tariff import counting_table, panel, tariff
from tests.scoring.houses import house_document


def all_rules() -> list[HouseRules]:
    house, _ = parse_house_rules(house_document())
    assert house
    return [*(published(identifier) for identifier in published_identifiers()), house]


ALL = pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.id)


def test_claim_where_no_solo_is_played_costs_the_game_itself() -> None:
    """No editor takes such rules, but a document may bring them."""
    document = house_document()
    document["schinden"]["pays"] = "solo_without_trick"
    del document["normal"]["factors"]["solo"]
    rules, _problems = parse_house_rules(document)
    assert rules
    assert {len({*amounts}) for manners in panel(rules)["schinden"].values() for amounts in manners} == {1}


def paid(rules: HouseRules, outcome: dict[str, Any]) -> tuple[int, ...]:
    """Payments to everybody at a table without anyone sitting out; the last seat deals, seat 0 is Vorhand."""
    fields = Fields(outcome)
    read = take_outcome(fields)
    fields.done()
    assert fields.problems == []
    assert read is not None
    lineup = tuple(range(rules.players))
    hand = Hand(lineup=lineup, dealer=lineup[-1], outcome=read)
    assert check_hand(hand, rules, rules.players) == []
    return payments(hand, rules)


def hand_of_row(rules: HouseRules, row: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The outcome that a row is about, with seat 1 (or Vorhand) in the leading part, and that seat."""
    seat = 0 if row.get("vorhand_loses") else 1
    contract = Contract(row["contract"])
    if contract in (Contract.RAEUBER, Contract.PFLICHT_RAEUBER):
        without = row.get("without_trick", 0)
        piles = [0] * without + [0 if "points" in row else 5] * (rules.players - 1 - without)
        return {"contract": contract, "card_points": [*piles[:seat], row.get("points", 25), *piles[seat:]]}, seat
    if contract is Contract.DRESCH:
        return {"contract": contract, "last_trick": seat}, seat
    if contract is Contract.PARTIE:
        return {"contract": contract, "card_points": [rules.half + 1, rules.half]}, 1
    result = {key: row[key] for key in ("over_solo", "points", "made", "ouvert") if key in row}
    return {"contract": contract, "declarer": seat} | result, seat


@ALL
def test_every_row_is_what_a_hand_pays(rules: HouseRules) -> None:
    for row in tariff(rules):
        outcome, seat = hand_of_row(rules, row)
        amount = row["per_defender"] if "per_defender" in row else row["per_player"]

        expected = [-amount] * rules.players
        expected[seat] = amount * (rules.players - 1)
        assert paid(rules, outcome) == tuple(expected), row


@ALL
def test_normal_games_have_a_row_for_every_number_of_points(rules: HouseRules) -> None:
    rows = [(row["contract"], row["over_solo"], row["points"]) for row in tariff(rules) if row["contract"] in NORMAL]
    games = [(game, False) for game in (rules.normal.factors if rules.normal else ())]
    games += [(game, True) for game in (rules.normal.over_solo if rules.normal else ())]

    assert Counter(rows) == Counter((game, over, points) for game, over in games for points in range(rules.total + 1))


@ALL
def test_rows_are_plain_json_and_no_two_are_about_the_same(rules: HouseRules) -> None:
    rows = tariff(rules)
    keys = [tuple((key, value) for key, value in row.items() if not key.startswith("per_")) for row in rows]

    assert json.loads(json.dumps(rows)) == rows
    assert len(set(keys)) == len(keys)


def rows_of(identifier: str, contract: str) -> list[dict[str, Any]]:
    return [row for row in tariff(published(identifier)) if row["contract"] == contract]


def test_target_game_has_a_row_for_made_and_lost() -> None:
    assert rows_of("braeunlingen-loewen", "ulti") == [
        {"contract": "ulti", "made": True, "per_defender": 80},
        {"contract": "ulti", "made": False, "per_defender": -80},
    ]


def test_target_game_played_ouvert_has_rows_of_its_own() -> None:
    assert rows_of("st-georgen", "bettel") == [
        {"contract": "bettel", "made": True, "per_defender": 20},
        {"contract": "bettel", "made": False, "per_defender": -20},
        {"contract": "bettel", "made": True, "ouvert": True, "per_defender": 40},
        {"contract": "bettel", "made": False, "ouvert": True, "per_defender": -40},
    ]


def test_game_without_a_value_has_no_row() -> None:
    assert rows_of("weissauer", "quinto") == []


@pytest.mark.parametrize(
    ("identifier", "contract", "rows"),
    [
        ("grupp", "raeuber", [{"per_player": -10}]),
        (
            "braeunlingen-loewen",
            "raeuber",
            [{"vorhand_loses": False, "per_player": -30}, {"vorhand_loses": True, "per_player": -60}],
        ),
        (
            "braeunlingen-loewen",
            "pflicht_raeuber",
            [
                {"without_trick": 0, "per_player": -30},
                {"without_trick": 1, "per_player": -60},
                {"without_trick": 2, "per_player": -120},
                {"without_trick": 3, "per_player": 240},
            ],
        ),
        ("braeunlingen-ministranten", "dresch", [{"per_player": -70}]),
        (
            "weissauer",
            "dresch",
            [{"vorhand_loses": False, "per_player": -80}, {"vorhand_loses": True, "per_player": -160}],
        ),
        ("offiziers-cego", "partie", [{"per_player": -1}]),
    ],
)
def test_everyone_for_themselves_has_only_the_keys_that_count(
    identifier: str, contract: str, rows: list[dict[str, Any]]
) -> None:
    assert rows_of(identifier, contract) == [{"contract": contract} | row for row in rows]


@ALL
def test_panel_is_small_and_agrees_with_the_tariff(rules: HouseRules) -> None:
    text = json.dumps(panel(rules), separators=(",", ":"))
    small = json.loads(text)

    assert len(gzip.compress(text.encode(), mtime=0)) < 2000
    for row in tariff(rules):
        contract = row["contract"]
        if contract in NORMAL:
            table = small["over_solo" if row["over_solo"] else "normal"]
            assert table[contract][row["points"]] == row["per_defender"]
        elif "made" in row:
            amount = small["targets"][contract][1 if row.get("ouvert") else 0]
            assert row["per_defender"] == (amount if row["made"] else -amount)


@ALL
def test_panel_has_the_raeuber_and_dresch_of_the_tariff(rules: HouseRules) -> None:
    small = json.loads(json.dumps(panel(rules)))
    for row in tariff(rules):
        loses, without = int(row.get("vorhand_loses", False)), row.get("without_trick", 0)
        if row["contract"] in small["raeuber"]:
            game = small["raeuber"][row["contract"]]
            paid = game["amounts"][loses][without]
            if "points" in row:
                paid = max(paid, game["by_points"][loses][row["points"]])
            assert row["per_player"] == (-paid if row["per_player"] < 0 else game["takes_all"])
        elif row["contract"] == Contract.DRESCH:
            assert row["per_player"] == -small["dresch"][loses]


def test_panel_has_what_is_paid_where_more_players_without_a_trick_cost_less() -> None:
    """By house rules: points may then decide that do not where everybody has a trick."""
    points = {"points_above": 30, "points_rounded": {"to": 5, "how": "nearest"}}
    raeuber = {"amounts": [60, 30, 45], "vorhand_factor": 2, "tie_with_vorhand": "all"} | points
    rules, problems = parse_house_rules(house_document() | {"raeuber": raeuber})
    assert rules, problems
    game = panel(rules)["raeuber"][Contract.RAEUBER]
    for loses, without in product((False, True), range(rules.players)):
        paid = raeuber_amounts(rules, Contract.RAEUBER, without, vorhand=loses)
        flat = game["amounts"][loses][without]
        assert tuple(max(flat, by_points) for by_points in game["by_points"][loses]) == paid


def breaches(
    rules: HouseRules, table: dict[str, list[list[int]]]
) -> list[tuple[dict[str, Any], int | None, list[int]]]:
    """Every game of a panel's table in every manner, with its declarer (seat 1, if it has one) and its amounts."""
    found = []
    for contract, rows in table.items():
        leader = 1 if contract in (*NORMAL, *TARGET) else None
        game = {"contract": contract} | ({} if leader is None else {"declarer": leader})
        switch = "over_solo" if contract in NORMAL else "ouvert"
        found += [(game | manner, leader, row) for manner, row in zip(({}, {switch: True}), rows, strict=False)]
    return found


def one_pays(rules: HouseRules, seat: int, amount: int) -> tuple[int, ...]:
    """The seat pays so much to each of the others."""
    return tuple(-amount * (rules.players - 1) if other == seat else amount for other in range(rules.players))


@ALL
def test_panel_has_what_a_fault_costs(rules: HouseRules) -> None:
    table = json.loads(json.dumps(panel(rules)))["fault"]

    assert bool(table) == rules.fault
    for game, leader, (once, eightfold, won, won_eightfold) in breaches(rules, table):
        at_fault = {"offender": 1}
        assert paid(rules, game | {"fault": at_fault}) == one_pays(rules, 1, once)
        assert paid(rules, game | {"fault": at_fault | {"eightfold": True}}) == one_pays(rules, 1, eightfold)
        if leader is not None and game["contract"] not in EVERYONE:
            for amount, more in ((won, {}), (won_eightfold, {"eightfold": True})):
                whole = amount * (rules.players - 1)
                expected = tuple({0: -whole, 1: whole}.get(seat, 0) for seat in range(rules.players))
                assert paid(rules, game | {"fault": {"offender": 0} | more}) == expected


@ALL
def test_panel_has_what_a_solo_held_back_costs(rules: HouseRules) -> None:
    table = json.loads(json.dumps(panel(rules)))["schinden"]

    assert bool(table) == (rules.schinden is not None)
    for game, leader, (true, wrongly) in breaches(rules, table):
        assert paid(rules, game | {"schinden": {"culprits": [0]}}) == one_pays(rules, 0, true)
        claimant = 0 if leader is None else leader
        assert paid(rules, game | {"schinden": {"culprits": []}}) == one_pays(rules, claimant, wrongly)


@ALL
def test_counting_table_counts_as_the_table_does(rules: HouseRules) -> None:
    table = json.loads(json.dumps(counting_table(rules)))
    whole = rules.pack.kinds
    piles = [whole, {CardKind.KING: 3, CardKind.QUEEN: 1}, {CardKind.GSTIESS: 1, CardKind.OTHER: 12}]
    piles += [{CardKind.OTHER: number} for number in range(whole[CardKind.OTHER] + 1)]

    for pile in piles:
        values = sum(table["kinds"][kind] * number for kind, number in pile.items())
        assert values - table["off"][sum(pile.values())] == count(pile, rules.counting), pile
    assert count(whole, rules.counting) + table["bonus"] == table["total"]


@pytest.mark.parametrize(
    ("identifier", "cards", "others", "declarer"),
    [
        ("braeunlingen-loewen", 8, 0, 6),
        ("braeunlingen-loewen", 14, 2, 0),
        ("braeunlingen-loewen", 15, 1, 3),
        ("braeunlingen-loewen", 45, -1, 1),
        ("braeunlingen-loewen", 54, -10, 0),
        ("braeunlingen-loewen-3", 15, 0, 0),
        ("braeunlingen-loewen-3", 16, 2, 2),
        ("offiziers-cego", 7, 1, 1),
    ],
)
def test_counting_table_says_how_many_cards_are_missing(
    identifier: str, cards: int, others: int, declarer: int
) -> None:
    missing = counting_table(published(identifier))["missing"]
    assert (missing[0][cards], missing[1][cards]) == (others, declarer)
