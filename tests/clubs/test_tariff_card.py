"""The tariff card holds every amount of the core, once, and nothing else."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override

from cegoscore.clubs.house_rules.facts import characteristics, facts_of
from cegoscore.clubs.house_rules.tariff_card import (
    MOST_COLUMNS,
    NormalTable,
    card_of,
    games_of,
    label_of,
    normal_tables,
)
from cegoscore.scoring.amounts import EIGHTFOLD, game_value, normal_amount
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.tariff import tariff

EVERY = pytest.mark.parametrize("identifier", published_identifiers())


def points_in(text: str) -> range:
    """`36–40` as a table says it."""
    first, _, last = text.partition("–")
    return range(int(first), int(last or first) + 1)


def said(rules: HouseRules, table: NormalTable) -> Iterator[tuple[str, int, int]]:
    """Every amount of a table as (game, card points, what each defender pays), read as a player would."""
    both = table.has_won and table.has_lost
    for row in table.rows:
        if row.name:
            continue
        for games, amount in zip(table.columns, row.amounts, strict=True):
            for game in games:
                if row.won and not game.endswith(" lost"):
                    name = game.removesuffix(" won") if both else game
                    yield from ((name, points, amount) for points in points_in(row.won))
                if row.lost and not game.endswith(" won"):
                    name = game.removesuffix(" lost") if both else game
                    yield from ((name, points, -amount) for points in points_in(row.lost))


def expected(rules: HouseRules) -> list[tuple[str, int, int]]:
    """The same from the core; a flat Bürgermeister has a line of its own."""
    flat = rules.normal is not None and rules.normal.buergermeister is not None
    return sorted(
        (label_of(rules, game), points, normal_amount(rules, game.contract, points, over_solo=game.over_solo))
        for game in games_of(rules)
        for points in range(rules.total + 1)
        if not (flat and 2 * points == rules.total)
    )


@EVERY
def test_card_says_every_amount_of_a_normal_game_exactly_once(identifier: str) -> None:
    rules = published(identifier)
    with override("en"):
        tables = normal_tables(rules)
        assert sorted(entry for table in tables for entry in said(rules, table)) == expected(rules)


@EVERY
def test_card_of_a_published_set_is_one_table_that_a_phone_can_show(identifier: str) -> None:
    tables = normal_tables(published(identifier))
    assert len(tables) == bool(published(identifier).normal)
    assert [table for table in tables if len(table.columns) > MOST_COLUMNS] == []


def test_card_splits_where_won_and_lost_do_not_go_together() -> None:
    document = published("grupp").document
    brackets = {"won": [40, 60], "lost": [30, 20, 10, 0]}
    rules, problems = parse_house_rules({**document, "normal": {**document["normal"], "brackets": brackets}})
    assert rules, problems
    with override("en"):
        won, lost = normal_tables(rules)
        assert (won.has_won, won.has_lost, lost.has_won, lost.has_lost) == (True, False, False, True)
        assert sorted([*said(rules, won), *said(rules, lost)]) == expected(rules)


@pytest.mark.parametrize("identifier", ["schwarzwaldmeisterschaft", "cego-online", "baumann-bluemle"])
def test_card_says_what_faults_cost_once_and_eightfold(identifier: str) -> None:
    rules = published(identifier)
    with override("en"):
        (table,) = normal_tables(rules)
        values = {row.name: row.amounts for row in table.rows if row.name}
    assert list(values) == ["Fault, once", "Eightfold"]
    for times, amounts in zip((1, EIGHTFOLD), values.values(), strict=True):
        for names, amount in zip(table.columns, amounts, strict=True):
            for game in games_of(rules):
                for won, suffix in ((True, " won"), (False, " lost")):
                    with override("en"):
                        label = label_of(rules, game)
                    if label in names or label + suffix in names:
                        assert amount == game_value(rules, game.contract, times, won=won, over_solo=game.over_solo)


@EVERY
def test_card_says_every_amount_of_the_special_games(identifier: str) -> None:
    rules = published(identifier)
    card = card_of(rules)
    rows = [row for row in tariff(rules) if "made" in row or "per_player" in row]
    made = [row["per_defender"] for row in rows if row.get("made")]
    shown = [amount for row in card.targets for amount in (row.amount, row.ouvert) if amount is not None]
    assert shown == made
    paid = {-row["per_player"] for row in rows if "per_player" in row and row["per_player"] < 0}
    losers = {amount for game in card.everyone for row in game.rows for amount in (row.anyone, row.vorhand)}
    by_points = {amount for game in card.everyone for _, ranges in game.by_points for _, amount, _points in ranges}
    assert (losers | by_points | {card.partie}) - {None} == paid


def test_raeuber_by_card_points_is_listed_for_every_number() -> None:
    (raeuber, _) = card_of(published("braeunlingen-ministranten")).everyone
    for heading, ranges in raeuber.by_points:
        listed = [points for text, _amount, _points in ranges for points in points_in(text)]
        assert (heading, listed) == (heading, list(range(1, 71)))
    (_, anyone), (_, vorhand) = raeuber.by_points
    assert ("33–37", 35, range(33, 38)) in anyone
    assert ("32–33", 65, range(32, 34)) in vorhand


@EVERY
@pytest.mark.parametrize("language", ["de", "en"])
def test_facts_are_sentences_without_gaps(identifier: str, language: str) -> None:
    with override(language):
        rules = published(identifier)
        texts = [characteristics(rules), *(fact.label + fact.text for fact in facts_of(rules))]
    assert [text for text in texts if "%(" in text or "None" in text or not text] == []
