"""Every published rule set against its source, number for number, written out by hand.

Amounts are what one defender pays the declarer; a player can check each line with the text that the rule file names.
"""

from collections.abc import Collection
from typing import Any

import pytest

from cegoscore.scoring.amounts import dresch_amount, normal_amount, raeuber_amount
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import TieWithVorhand
from cegoscore.scoring.rules.rule_files import published, published_identifiers

# players, with or without one who sits out, cards, counting, card points in all, hands of a round

TABLES: dict[str, tuple[int, tuple[int, ...], int, str, int, int | None]] = {
    "baumann-bluemle": (4, (4, 5), 54, "threes", 70, None),
    "baumann-bluemle-3": (3, (3,), 51, "threes", 70, None),
    "braeunlingen-loewen": (4, (4, 5), 54, "threes", 70, None),
    "braeunlingen-loewen-3": (3, (3,), 51, "threes", 70, None),
    "braeunlingen-ministranten": (4, (4, 5), 54, "threes", 70, None),
    "braeunlingen-ministranten-3": (3, (3,), 51, "threes", 70, None),
    "braeunlingen-turnier": (4, (4, 5), 54, "threes", 70, 24),
    "cego-online": (4, (4, 5), 54, "twos", 79, 24),
    "dorset": (2, (2,), 51, "threes", 70, None),
    "dreier": (3, (3,), 51, "threes", 70, None),
    "grupp": (4, (4, 5), 54, "twos", 79, None),
    "ichenheim": (3, (3, 4), 51, "threes", 70, 24),
    "kastner-folkvord": (4, (4, 5), 54, "threes", 70, None),
    "oberwolfach-3": (3, (3,), 51, "threes", 70, None),
    "oberwolfach-4": (4, (4, 5), 54, "threes", 70, None),
    "offiziers-cego": (2, (2,), 54, "twos", 79, None),
    "schmid": (4, (4, 5), 54, "threes", 70, None),
    "schmid-3": (3, (3,), 51, "threes", 70, None),
    "schwarzwaldmeisterschaft": (4, (4, 5), 54, "twos", 79, 24),
    "schweden": (4, (4, 5), 54, "threes", 70, None),
    "st-georgen": (4, (4, 5), 54, "twos", 79, None),
    "weissauer": (4, (4, 5), 54, "threes", 70, None),
}

# Base values, seen through a game with factor 1 (Cego): lowest and highest card points, amount.

UP_TO_FIVE = """
    won   36-40: 5   41-45: 10  46-50: 15  51-55: 20  56-60: 25  61-65: 30  66-70: 35
    lost  35-35: 5   30-34: 5   25-29: 10  20-24: 15  15-19: 20  10-14: 25  5-9: 30    0-4: 35
"""
NEAREST_FIVE = """
    won   36-42: 5   43-47: 10  48-52: 15  53-57: 20  58-62: 25  63-67: 30  68-70: 35
    lost  28-35: 5   23-27: 10  18-22: 15  13-17: 20  8-12: 25   3-7: 30    0-2: 35
"""
OBERWOLFACH = """
    won   36-39: 1   40-44: 2   45-49: 3   50-54: 4   55-59: 5   60-64: 6   65-69: 7   70-70: 8
    lost  31-35: 1   26-30: 2   21-25: 3   16-20: 4   11-15: 5   6-10: 6    1-5: 7     0-0: 8
"""
BAUMANN_BLUEMLE = """
    won   36-40: 1   41-45: 2   46-50: 3   51-55: 4   56-60: 5   61-65: 6   66-69: 7   70-70: 8
    lost  31-35: 1   26-30: 2   21-25: 3   16-20: 4   11-15: 5   6-10: 6    1-5: 7     0-0: 8
"""
GRUPP = """
    won   40-44: 1   45-49: 2   50-54: 3   55-59: 4   60-64: 5   65-69: 6   70-74: 7   75-79: 8
    lost  35-39: 1   30-34: 2   25-29: 3   20-24: 4   15-19: 5   10-14: 6   5-9: 7     0-4: 8
"""
# One to eight Fach of 5 points, at factor 1 up to the next 10; at factor 2 (Halbe) every Fach shows.
CHAMPIONSHIP = """
    won   40-44: 10  45-49: 10  50-54: 20  55-59: 20  60-64: 30  65-69: 30  70-74: 40  75-79: 40
    lost  35-39: 10  30-34: 10  25-29: 20  20-24: 20  15-19: 30  10-14: 30  5-9: 40    0-4: 40
"""
CHAMPIONSHIP_HALBE = """
    won   40-44: 10  45-49: 20  50-54: 30  55-59: 40  60-64: 50  65-69: 60  70-74: 70  75-79: 80
    lost  35-39: 10  30-34: 20  25-29: 30  20-24: 40  15-19: 50  10-14: 60  5-9: 70    0-4: 80
"""
BASES = [
    ("baumann-bluemle", "cego", BAUMANN_BLUEMLE),
    ("baumann-bluemle-3", "cego", BAUMANN_BLUEMLE),
    ("braeunlingen-loewen", "cego", UP_TO_FIVE),
    ("braeunlingen-loewen-3", "cego", UP_TO_FIVE),
    ("braeunlingen-ministranten", "cego", NEAREST_FIVE),
    ("braeunlingen-ministranten-3", "cego", NEAREST_FIVE),
    ("braeunlingen-turnier", "cego", UP_TO_FIVE),
    ("cego-online", "cego", CHAMPIONSHIP),
    ("cego-online", "halbe", CHAMPIONSHIP_HALBE),
    ("dorset", "cego", BAUMANN_BLUEMLE),
    ("dreier", "cego", UP_TO_FIVE),
    ("grupp", "cego", GRUPP),
    ("ichenheim", "cego", OBERWOLFACH),
    ("kastner-folkvord", "cego", UP_TO_FIVE),
    ("oberwolfach-3", "cego", OBERWOLFACH),
    ("oberwolfach-4", "cego", OBERWOLFACH),
    ("schmid", "cego", OBERWOLFACH),
    ("schmid-3", "cego", OBERWOLFACH),
    ("schwarzwaldmeisterschaft", "cego", CHAMPIONSHIP),
    ("schwarzwaldmeisterschaft", "halbe", CHAMPIONSHIP_HALBE),
    ("schweden", "cego", UP_TO_FIVE),
    ("st-georgen", "cego", GRUPP),
    ("weissauer", "cego", UP_TO_FIVE),
]

# Factors, "won/lost" where they differ: without a Solo, then over one.

BRAEUNLINGEN = (
    "solo 2/1  cego 1  eine 2  eine_leere 3  zwei_leere 4  zwei_verschiedene 5  kleiner_mann 6",
    "cego 2  eine 3  eine_leere 4  zwei_leere 5  zwei_verschiedene 6  kleiner_mann 7",
)
WITH_HALBE = (
    "solo 2/1  cego 1  halbe 2  eine 3  eine_leere 4  zwei_leere 5  zwei_verschiedene 6  kleiner_mann 7",
    "cego 2  halbe 3  eine 4  eine_leere 5  zwei_leere 6  zwei_verschiedene 7  kleiner_mann 8",
)
ONLY_GEGENSOLO = (BRAEUNLINGEN[0], "cego 4/2")
DEAR_SOLO = (BRAEUNLINGEN[0].replace("solo 2/1", "solo 1/2"), BRAEUNLINGEN[1])
# With the card points that show the factor unrounded, and the amount at factor 1.
FACTORS = {
    "baumann-bluemle": (ONLY_GEGENSOLO, 36, 35, 1),
    "baumann-bluemle-3": (ONLY_GEGENSOLO, 36, 35, 1),
    "braeunlingen-loewen": (BRAEUNLINGEN, 40, 30, 5),
    "braeunlingen-loewen-3": (BRAEUNLINGEN, 40, 30, 5),
    "braeunlingen-ministranten": (ONLY_GEGENSOLO, 40, 30, 5),
    "braeunlingen-ministranten-3": (ONLY_GEGENSOLO, 40, 30, 5),
    "braeunlingen-turnier": (BRAEUNLINGEN, 36, 34, 5),
    "cego-online": (WITH_HALBE, 45, 34, 10),
    "dorset": (ONLY_GEGENSOLO, 36, 35, 1),
    "dreier": (BRAEUNLINGEN, 40, 30, 5),
    "grupp": (BRAEUNLINGEN, 40, 39, 1),
    "ichenheim": (BRAEUNLINGEN, 36, 35, 1),
    "kastner-folkvord": (BRAEUNLINGEN, 40, 30, 5),
    "oberwolfach-3": (DEAR_SOLO, 36, 35, 1),
    "oberwolfach-4": (DEAR_SOLO, 36, 35, 1),
    "schmid": (BRAEUNLINGEN, 36, 35, 1),
    "schmid-3": (BRAEUNLINGEN, 36, 35, 1),
    "schwarzwaldmeisterschaft": (WITH_HALBE, 45, 34, 10),
    "schweden": (WITH_HALBE, 36, 34, 5),
    "st-georgen": (WITH_HALBE, 40, 39, 1),
    "weissauer": (BRAEUNLINGEN, 40, 30, 5),
}

# Hands as the sources work them out, and hands that show what is rounded first.

HANDS = [
    # pagat, The Scoring
    ("braeunlingen-loewen", "solo", False, 41, 15),
    ("braeunlingen-loewen", "solo", False, 29, -10),
    ("braeunlingen-loewen", "zwei_leere", False, 39, 20),
    ("braeunlingen-loewen", "cego", True, 27, -20),
    ("braeunlingen-loewen", "cego", True, 0, -70),
    # the factor before the rounding (1 x 6 = 6), the rounding before the factor (5 x 6)
    ("braeunlingen-loewen", "kleiner_mann", False, 36, 10),
    ("braeunlingen-loewen-3", "kleiner_mann", False, 36, 10),
    ("dreier", "kleiner_mann", False, 36, 10),
    ("braeunlingen-turnier", "kleiner_mann", False, 36, 30),
    ("schweden", "kleiner_mann", False, 36, 35),
    # the Ministranten: to the nearest 5, at least 5, the Gegensolo four- or twofold
    ("braeunlingen-ministranten", "solo", False, 41, 10),
    ("braeunlingen-ministranten", "eine_leere", False, 36, 5),
    ("braeunlingen-ministranten", "zwei_leere", False, 33, -10),
    ("braeunlingen-ministranten", "cego", True, 38, 10),
    ("braeunlingen-ministranten", "cego", True, 27, -15),
    ("braeunlingen-ministranten", "cego", True, 0, -70),
    # the Swedish text, Betalning
    ("schweden", "halbe", False, 43, 20),
    # Wikipedia, Normal games
    ("baumann-bluemle", "eine_leere", False, 47, 9),
    ("baumann-bluemle", "eine_leere", False, 27, -6),
    ("baumann-bluemle", "cego", True, 70, 32),
    ("baumann-bluemle", "cego", True, 0, -16),
    # the sheet of the championship: two Fach, and 15 points up to 20
    ("schwarzwaldmeisterschaft", "halbe", False, 34, -20),
    ("schwarzwaldmeisterschaft", "eine", False, 41, 20),
    ("schwarzwaldmeisterschaft", "solo", False, 39, -10),
    ("schwarzwaldmeisterschaft", "solo", False, 40, 10),
    ("cego-online", "kleiner_mann", True, 0, -320),
]

# 35 against 35: a flat amount, or base value 1 times the factor of a lost game.

FLAT_BUERGERMEISTER = [
    "braeunlingen-loewen",
    "braeunlingen-loewen-3",
    "braeunlingen-ministranten",
    "braeunlingen-ministranten-3",
    "braeunlingen-turnier",
    "dreier",
    "kastner-folkvord",
    "schweden",
    "weissauer",
]
BUERGERMEISTER_BY_FACTOR = [
    ("baumann-bluemle", "solo", False, -1),
    ("baumann-bluemle", "cego", True, -2),
    ("dorset", "eine_leere", False, -3),
    ("ichenheim", "solo", False, -1),
    ("oberwolfach-3", "solo", False, -2),
    ("oberwolfach-4", "kleiner_mann", True, -7),
    ("schmid", "zwei_leere", False, -4),
]

# Target games; "?" has no value, "o" may be played ouvert for double.

TARGETS = {
    "baumann-bluemle": "ulti 20  piccolo 10  bettel 15  solo_durch ?",
    "baumann-bluemle-3": "ulti 20",
    "braeunlingen-loewen": "ulti 80  piccolo 30  bettel 30",
    "braeunlingen-loewen-3": "ulti 80",
    "braeunlingen-ministranten": "ulti 70  piccolo 40  bettel 50",
    "braeunlingen-ministranten-3": "ulti 70  piccolo 40  bettel 50",
    "braeunlingen-turnier": "ulti 80  piccolo 40  bettel 40",
    "cego-online": "ulti 80  piccolo 40  bettel 30",
    "dorset": "ulti 20",
    "dreier": "ulti 70",
    "grupp": "piccolo 30  bettel 20",
    "ichenheim": "ulti 20  solo_durch 64",
    "kastner-folkvord": "ulti 80  piccolo 40  bettel 50",
    "oberwolfach-3": "",
    "oberwolfach-4": "piccolo 10  bettel 15",
    "offiziers-cego": "",
    "schmid": "piccolo 10  bettel 15",
    "schmid-3": "",
    "schwarzwaldmeisterschaft": "ulti 80  piccolo 40  bettel 30",
    "schweden": "ulti 80  piccolo 40  bettel 40",
    "st-georgen": "ulti 20o  piccolo 15o  bettel 20o  duo 15o  pascha 30o",
    "weissauer": "ulti 80  piccolo 70  bettel 80  duo ?  trio ?  quarto ?  quinto ?  pascha ?"
    "  solo_durch ?  solo_ulti ?  solo_ulti_durch ?",
}

# Räuber: what the loser pays by the number of players without a trick, the same for Vorhand, who loses a tie.

ALONE, ALL = TieWithVorhand.VORHAND_ALONE, TieWithVorhand.ALL
RAEUBER: dict[str, tuple[list[int], list[int], TieWithVorhand]] = {
    "baumann-bluemle": ([5, 10, 20, 40], [10, 20, 40, 80], ALONE),
    "baumann-bluemle-3": ([5, 10, 20], [10, 20, 40], ALONE),
    "braeunlingen-loewen": ([30, 30, 30, 30], [60, 60, 60, 60], ALONE),
    "braeunlingen-ministranten": ([30, 30, 30, 30], [60, 60, 60, 60], ALONE),
    "braeunlingen-turnier": ([30, 30, 30, 30], [60, 60, 60, 60], ALONE),
    "cego-online": ([40, 40, 40, 40], [80, 80, 80, 80], ALONE),
    "dorset": ([5, 10], [10, 20], ALONE),
    "grupp": ([10, 10, 10, 10], [10, 10, 10, 10], ALONE),
    "kastner-folkvord": ([30, 30, 30, 30], [30, 30, 30, 30], ALONE),
    "oberwolfach-4": ([5, 5, 5, 5], [10, 10, 10, 10], ALONE),
    "schmid": ([5, 5, 5, 5], [10, 10, 10, 10], ALONE),
    "schwarzwaldmeisterschaft": ([40, 40, 40, 40], [80, 80, 80, 80], ALONE),
    "schweden": ([30, 30, 30, 30], [60, 60, 60, 60], ALONE),
    "st-georgen": ([10, 20, 20, 20], [10, 20, 20, 20], ALL),
    "weissauer": ([40, 40, 40, 40], [40, 40, 40, 40], ALONE),
}
# card points of the loser: what anyone pays, what Vorhand pays
RAEUBER_OF_THE_MINISTRANTEN = [
    (20, 30, 60),
    (30, 30, 60),
    (31, 30, 60),
    (32, 30, 65),
    (33, 35, 65),
    (37, 35, 75),
    (38, 40, 75),
    (45, 45, 90),
]
DRESCH = {
    "baumann-bluemle": (10, 20),
    "baumann-bluemle-3": (10, 20),
    "braeunlingen-ministranten": (70, 70),
    "dorset": (10, 20),
    "weissauer": (80, 160),
}

# Claims, faults and customs: everything a set has of them.

CUSTOMS: dict[str, dict[str, Any]] = {
    "baumann-bluemle": {"schinden": ("eightfold", "anyone"), "fault": True},
    "baumann-bluemle-3": {"schinden": ("eightfold", "anyone"), "fault": True},
    "braeunlingen-loewen-3": {"schinden": ("game_without_trick", "declarer")},
    "braeunlingen-ministranten": {"penalty": 70, "schnaps_buergermeister": True},
    "braeunlingen-ministranten-3": {
        "schinden": ("game_without_trick", "declarer"),
        "penalty": 70,
        "schnaps_buergermeister": True,
    },
    "cego-online": {"fault": True},
    "dreier": {"pfeif_frei": "last_trick"},
    "ichenheim": {"schnaps_buergermeister": True},
    "oberwolfach-3": {"schinden": ("game_without_trick", "declarer"), "pfeif_frei": "last_trick"},
    "oberwolfach-4": {"schinden": ("game_without_trick", "declarer"), "pfeif_frei": "last_trick"},
    "offiziers-cego": {"partie": 1},
    "schmid": {"pfeif_frei": "a_trick"},
    "schmid-3": {"pfeif_frei": "a_trick"},
    "schwarzwaldmeisterschaft": {"fault": True},
    "schweden": {"schinden": ("solo_without_trick", "declarer")},
}
NO_CUSTOMS = {
    "schinden": None,
    "fault": False,
    "penalty": None,
    "pfeif_frei": None,
    "partie": None,
    "schnaps_buergermeister": False,
    "schnaps_no_trick": False,
}


def amounts_of(table: str) -> dict[int, int]:
    """The signed amount of every number of card points in a table of base values."""
    amounts: dict[int, int] = {}
    for line in table.strip().splitlines():
        side, *entries = line.replace(": ", ":").split()
        for entry in entries:
            bounds, amount = entry.split(":")
            lowest, highest = map(int, bounds.split("-"))
            sign = 1 if side == "won" else -1
            amounts |= dict.fromkeys(range(lowest, highest + 1), sign * int(amount))
    return amounts


def pairs(line: str) -> dict[Contract, str]:
    """The games of a line and what stands behind each."""
    words = line.split()
    return {Contract(name): value for name, value in zip(words[::2], words[1::2], strict=True)}


@pytest.mark.parametrize("identifier", sorted({*published_identifiers(), *TABLES, *TARGETS, *FACTORS}))
def test_published_set_is_written_down_here_from_its_source(identifier: str) -> None:
    lists: dict[str, Collection[str]] = {"TABLES": TABLES, "TARGETS": TARGETS}
    if identifier in published_identifiers() and published(identifier).normal:
        lists |= {"FACTORS": FACTORS, "BASES": {name for name, _, _ in BASES}}
    missing = [name for name, entries in lists.items() if identifier not in entries]

    assert identifier in published_identifiers(), f"{identifier} stands in this file, but there is no such rule set."
    assert not missing, f"Write down what the source of {identifier} says in {', '.join(missing)} of this file."


@pytest.mark.parametrize("identifier", TABLES)
def test_table_has_the_players_and_cards_of_the_source(identifier: str) -> None:
    rules = published(identifier)

    table = (rules.players, rules.sizes, rules.pack.cards, rules.counting, rules.total, rules.hands)
    assert table == TABLES[identifier]


@pytest.mark.parametrize(("identifier", "contract", "table"), BASES)
def test_base_value_of_every_number_of_card_points(identifier: str, contract: str, table: str) -> None:
    rules = published(identifier)

    amounts = {
        points: normal_amount(rules, Contract(contract), points, over_solo=False) for points in range(rules.total + 1)
    }

    assert amounts == amounts_of(table)


@pytest.mark.parametrize("over_solo", [False, True])
@pytest.mark.parametrize("identifier", FACTORS)
def test_factor_of_every_normal_game(identifier: str, over_solo: bool) -> None:
    rules = published(identifier)
    lines, won, lost, unit = FACTORS[identifier]
    expected = {}
    for contract, factor in pairs(lines[over_solo]).items():
        factor_won, _, factor_lost = factor.partition("/")
        expected[contract] = (unit * int(factor_won), -unit * int(factor_lost or factor_won))

    assert rules.normal
    games = rules.normal.over_solo if over_solo else rules.normal.factors
    paid = {
        contract: tuple(normal_amount(rules, contract, points, over_solo=over_solo) for points in (won, lost))
        for contract in games
    }

    assert paid == expected


@pytest.mark.parametrize(("identifier", "contract", "over_solo", "points", "amount"), HANDS)
def test_hand_pays_what_the_source_works_out(
    identifier: str, contract: str, over_solo: bool, points: int, amount: int
) -> None:
    assert normal_amount(published(identifier), Contract(contract), points, over_solo=over_solo) == amount


@pytest.mark.parametrize("identifier", FLAT_BUERGERMEISTER)
def test_buergermeister_costs_five_whatever_the_game(identifier: str) -> None:
    rules = published(identifier)
    assert rules.normal

    plain = {normal_amount(rules, contract, 35, over_solo=False) for contract in rules.normal.factors}
    over_solo = {normal_amount(rules, contract, 35, over_solo=True) for contract in rules.normal.over_solo}

    assert (plain, over_solo) == ({-5}, {-5})


@pytest.mark.parametrize(("identifier", "contract", "over_solo", "amount"), BUERGERMEISTER_BY_FACTOR)
def test_buergermeister_is_a_narrow_loss_where_a_table_gives_the_base(
    identifier: str, contract: str, over_solo: bool, amount: int
) -> None:
    assert normal_amount(published(identifier), Contract(contract), 35, over_solo=over_solo) == amount


@pytest.mark.parametrize("identifier", TARGETS)
def test_target_games_and_their_values(identifier: str) -> None:
    rules = published(identifier)
    written = {
        contract: f"{'?' if target.amount is None else target.amount}{'o' if target.ouvert == 2 else ''}"
        for contract, target in rules.targets.items()
    }

    assert written == pairs(TARGETS[identifier])


def test_last_trick_may_be_announced_with_other_trumps() -> None:
    trumps = {
        (identifier, contract): target.trumps
        for identifier in published_identifiers()
        for contract, target in published(identifier).targets.items()
        if target.trumps != (1,)
    }

    assert trumps == {
        ("baumann-bluemle", Contract.ULTI): (1, 2, 3),
        ("weissauer", Contract.SOLO_ULTI): (1, 2, 3),
        ("weissauer", Contract.SOLO_ULTI_DURCH): (1, 2, 3),
    }


@pytest.mark.parametrize("identifier", TABLES)
def test_raeuber_by_players_without_a_trick(identifier: str) -> None:
    raeuber = published(identifier).raeuber.get(Contract.RAEUBER)
    if raeuber is None:
        assert identifier not in RAEUBER
        return
    anyone, vorhand, tie = RAEUBER[identifier]

    def paid(*, vorhand: bool) -> list[int]:
        return [raeuber_amount(raeuber, points=20, without_trick=n, vorhand=vorhand) for n in range(len(anyone))]

    assert (paid(vorhand=False), paid(vorhand=True), raeuber.tie_with_vorhand) == (anyone, vorhand, tie)
    assert (raeuber.takes_all, raeuber.stake_factor_after) == (None, None)


@pytest.mark.parametrize(("points", "anyone", "vorhand"), RAEUBER_OF_THE_MINISTRANTEN)
def test_raeuber_of_the_ministranten_costs_the_points_above_thirty(points: int, anyone: int, vorhand: int) -> None:
    raeuber = published("braeunlingen-ministranten").raeuber[Contract.RAEUBER]

    assert raeuber_amount(raeuber, points=points, without_trick=0, vorhand=False) == anyone
    assert raeuber_amount(raeuber, points=points, without_trick=0, vorhand=True) == vorhand


def test_raeuber_costs_the_points_only_among_the_ministranten() -> None:
    by_points = {
        identifier
        for identifier in published_identifiers()
        for raeuber in published(identifier).raeuber.values()
        if raeuber.points_above is not None
    }

    assert by_points == {"braeunlingen-ministranten"}


def test_pflicht_raeuber_is_that_of_the_loewen() -> None:
    games = {
        identifier: published(identifier).raeuber[Contract.PFLICHT_RAEUBER]
        for identifier in published_identifiers()
        if Contract.PFLICHT_RAEUBER in published(identifier).raeuber
    }

    assert list(games) == ["braeunlingen-loewen"], "a rule set with a Pflicht-Räuber writes its numbers down here"
    raeuber = games["braeunlingen-loewen"]
    for vorhand in (False, True):
        paid = [raeuber_amount(raeuber, points=20, without_trick=n, vorhand=vorhand) for n in range(3)]
        assert paid == [30, 60, 120]
    assert (raeuber.takes_all, raeuber.stake_factor_after, raeuber.tie_with_vorhand) == (240, 10, ALL)


@pytest.mark.parametrize("identifier", TABLES)
def test_dresch_where_the_source_has_one(identifier: str) -> None:
    rules = published(identifier)
    if rules.dresch is None:
        assert identifier not in DRESCH
        return

    assert (dresch_amount(rules, vorhand=False), dresch_amount(rules, vorhand=True)) == DRESCH[identifier]


@pytest.mark.parametrize("identifier", TABLES)
def test_claims_faults_and_customs(identifier: str) -> None:
    rules = published(identifier)
    schinden = rules.schinden and (rules.schinden.pays, rules.schinden.claimant)

    customs = {name: getattr(rules, name) for name in NO_CUSTOMS} | {"schinden": schinden}

    assert customs == NO_CUSTOMS | CUSTOMS.get(identifier, {})


@pytest.mark.parametrize("identifier", TABLES)
def test_games_folded_away_are_the_rare_ones(identifier: str) -> None:
    rules = published(identifier)
    without_value = {contract for contract, target in rules.targets.items() if target.amount is None}
    seldom = {Contract.DRESCH, Contract.PFLICHT_RAEUBER} & set(rules.contracts)

    assert set(rules.rare) == without_value | seldom
    assert len(rules.rare) == len(set(rules.rare))


@pytest.mark.parametrize(
    ("identifier", "contract", "label"),
    [
        ("baumann-bluemle", "kleiner_mann", "Geiß"),
        ("baumann-bluemle", "dresch", "Drescher"),
        ("dreier", "kleiner_mann", "Pagat"),
        ("ichenheim", "solo_durch", "Solodu"),
        ("oberwolfach-3", "kleiner_mann", "Pfeif"),
        ("schweden", "halbe", "Eine Halbe"),
        ("st-georgen", "duo", "Grebsler"),
    ],
)
def test_set_has_its_own_names(identifier: str, contract: str, label: str) -> None:
    assert published(identifier).labels[Contract(contract)] == {"de": label, "en": label}


@pytest.mark.parametrize("identifier", TABLES)
def test_labels_are_short_and_name_games_of_the_set(identifier: str) -> None:
    rules = published(identifier)

    assert set(rules.labels) <= set(rules.contracts)
    assert [label for texts in rules.labels.values() for label in texts.values() if len(label) > 16] == []
