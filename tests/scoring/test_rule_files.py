"""A rule set as a document: what is read, and every mistake named with its key."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cegoscore.scoring.cards import FOUR_HANDS, THREE_HANDS, TWO_HANDS, Counting, Pack
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import Brackets, Factor, Rounded, Rounding, Target
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.rule_documents import RULE_SETS
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers, read_rule_file

FILES = sorted(RULE_SETS.glob("*.toml"))

HOUSE = """
id = "our-house"
name = { de = "Unser Haus", en = "Our house" }
source = "The slate behind the bar."

[table]
players = 4
counting = "threes"
one_sits_out = true

[normal]
base_up_to = 5
buergermeister = 5

[normal.rounded]
to = 10
how = "up"
at_least = 10

[normal.factors]
solo = { won = 2, lost = 1 }
cego = 1

[normal.over_solo]
cego = 2

[targets.ulti]
amount = 80
ouvert = 2
trumps = [1, 2]

[raeuber]
amounts = [30, 60]
vorhand_factor = 2
tie_with_vorhand = "vorhand_alone"
points_above = 30

[raeuber.points_rounded]
to = 5
how = "nearest"

[dresch]
amount = 70
vorhand_factor = 1

[schinden]
pays = "eightfold"
claimant = "anyone"
strong_hand = { de = "Acht Trümpfe.", en = "Eight trumps." }

[labels]
ulti = { de = "Ultimo", en = "Ultimo" }
"""
BRACKETS = {"won": [36, 41, 70], "lost": [31, 1, 0]}
REMOVED = object()


def document(**changes: Any) -> dict[str, Any]:
    """The house above, with values changed or removed at keys such as `normal__factors__cego`."""
    changed = tomllib.loads(HOUSE)
    for path, value in changes.items():
        *parents, key = path.split("__")
        inner = changed
        for parent in parents:
            inner = inner.setdefault(parent, {})
        if value is REMOVED:
            del inner[key]
        else:
            inner[key] = copy.deepcopy(value)
    return changed


def with_brackets(**changes: Any) -> dict[str, Any]:
    """The house with a table of base values, parts of it changed."""
    return document(normal__base_up_to=REMOVED, normal__brackets=BRACKETS | changes)


def problems(changed: dict[str, Any]) -> list[tuple[str, str]]:
    """Key and code of every problem of a document."""
    rules, found = parse_house_rules(changed)
    assert (rules is None) == bool(found)
    return [(problem.key, problem.code) for problem in found]


def test_house_is_read_as_it_is_written() -> None:
    rules, found = parse_house_rules(document())

    assert found == ()
    assert rules
    assert rules.normal
    assert (rules.id, rules.name, rules.players, rules.sizes) == (
        "our-house",
        {"de": "Unser Haus", "en": "Our house"},
        4,
        (4, 5),
    )
    assert (rules.pack, rules.counting, rules.total, rules.half) == (FOUR_HANDS, Counting.THREES, 70, 35)
    assert rules.normal.rounded == Rounded(to=10, how=Rounding.UP, at_least=10)
    assert rules.normal.factors == {Contract.SOLO: Factor(won=2, lost=1), Contract.CEGO: Factor(won=1, lost=1)}
    assert rules.normal.over_solo == {Contract.CEGO: Factor(won=2, lost=2)}
    assert rules.targets == {Contract.ULTI: Target(amount=80, ouvert=2, trumps=(1, 2))}
    assert rules.contracts == (Contract.SOLO, Contract.CEGO, Contract.ULTI, Contract.RAEUBER, Contract.DRESCH)


def test_table_of_base_values_is_read() -> None:
    rules, _ = parse_house_rules(with_brackets(worth=5))

    assert rules
    assert rules.normal
    assert rules.normal.brackets == Brackets(won=(36, 41, 70), lost=(31, 1, 0), worth=5)
    assert [rules.normal.brackets.base(points, won=True) for points in (36, 40, 41, 69, 70)] == [5, 5, 10, 10, 15]
    assert [rules.normal.brackets.base(points, won=False) for points in (35, 31, 30, 1, 0)] == [5, 5, 10, 10, 15]


def test_game_that_the_house_sets_needs_no_amount() -> None:
    rules, _ = parse_house_rules(document(targets__pascha={"house_sets_it": True}))

    assert rules
    assert rules.targets[Contract.PASCHA] == Target(amount=None, ouvert=None, trumps=(1,))


@pytest.mark.parametrize(
    ("table", "pack"),
    [
        ({"players": 4}, FOUR_HANDS),
        ({"players": 4, "cards": 54}, FOUR_HANDS),
        ({"players": 3}, THREE_HANDS),
        ({"players": 2}, TWO_HANDS),
        ({"players": 2, "cards": 51}, THREE_HANDS),
    ],
)
def test_pack_follows_from_the_players_unless_cards_say_otherwise(table: dict[str, int], pack: Pack) -> None:
    rules, _ = parse_house_rules(document(table=table | {"counting": "threes"}))

    assert rules
    assert rules.pack == pack


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        # keys that nobody knows
        (document(colour="red"), [("colour", "unknown_key")]),
        (
            document(normal__factors__solo={"won": 2, "lost": 1, "tied": 1}),
            [("normal.factors.solo.tied", "unknown_key")],
        ),
        (document(normal__over_solo__solo=2), [("normal.over_solo.solo", "unknown_key")]),
        # missing
        (document(id=REMOVED), [("id", "missing")]),
        (document(normal__factors=REMOVED, normal__over_solo=REMOVED), [("normal.factors", "missing")]),
        (document(normal__factors__solo={"won": 2}), [("normal.factors.solo.lost", "missing")]),
        (document(raeuber__points_rounded=REMOVED), [("raeuber.points_rounded", "missing")]),
        # wrong types; true is no number, and a number no yes
        (document(normal__factors__cego=True), [("normal.factors.cego", "not_whole")]),
        (document(fault=1), [("fault", "not_bool")]),
        (document(name={"de": " ", "en": "Our house"}), [("name.de", "empty_text")]),
        # nonsense
        (document(id="Our House!"), [("id", "bad_identifier")]),
        (document(table__players=3, table__cards=54, raeuber__amounts=[30]), [("table.cards", "pack_players")]),
        (document(normal__over_solo__eine=3), [("normal.over_solo.eine", "factor_without_game")]),
        (document(raeuber__amounts=[]), [("raeuber.amounts", "points_per_player")]),
        (document(raeuber__amounts=[1, 2, 3, 4, 5]), [("raeuber.amounts", "points_per_player")]),
        (document(rare=["dresch", "ramsch"]), [("rare", "not_one_of")]),
        # the base value
        (document(normal__base_up_to=REMOVED), [("normal", "base_unclear")]),
        (document(normal__brackets=BRACKETS), [("normal", "base_unclear")]),
        (with_brackets(won=[35, 41]), [("normal.brackets.won", "bracket_start")]),
        (with_brackets(won=[36, 46, 41]), [("normal.brackets.won", "not_ascending")]),
        (with_brackets(won=[36, 41, 41]), [("normal.brackets.won", "not_ascending")]),
        (with_brackets(lost=[31, 1]), [("normal.brackets.lost", "bracket_end")]),
        (with_brackets(lost=[21, 26, 0]), [("normal.brackets.lost", "not_descending")]),
    ],
)
def test_mistake_is_a_problem_with_its_key(changed: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert problems(changed) == found


@pytest.mark.parametrize(
    ("won", "lost", "key"),
    [
        ([36, 71], BRACKETS["lost"], "normal.brackets.won"),
        (["36"], BRACKETS["lost"], "normal.brackets.won"),
        (BRACKETS["won"], [31, False], "normal.brackets.lost"),
        (BRACKETS["won"], [31, -1, 0], "normal.brackets.lost"),
    ],
)
def test_brackets_hold_card_points_of_the_pack(won: list[Any], lost: list[Any], key: str) -> None:
    assert key in {found for found, _ in problems(with_brackets(won=won, lost=lost))}


def test_brackets_in_twos_start_at_forty() -> None:
    changed = with_brackets(won=[40, 79], lost=[35, 0])
    changed["table"]["counting"] = "twos"

    assert problems(changed) == []


def test_house_without_any_game_is_refused() -> None:
    nothing = document(normal=REMOVED, targets=REMOVED, raeuber=REMOVED, dresch=REMOVED, labels=REMOVED)

    assert problems(nothing) == [("", "no_game")]


def test_all_mistakes_are_named_at_once() -> None:
    changed = document(colour="red", source=REMOVED, normal__factors__cego=0, targets__ulti__amount=True)

    assert set(problems(changed)) == {
        ("colour", "unknown_key"),
        ("source", "missing"),
        ("normal.factors.cego", "out_of_range"),
        ("targets.ulti.amount", "not_whole"),
    }


def test_same_content_is_the_same_rule_set_whatever_the_order() -> None:
    first, _ = parse_house_rules(document())
    second, _ = parse_house_rules(dict(reversed(document().items())))
    other, _ = parse_house_rules(document(targets__ulti__amount=70))

    assert (first == second, first == other) == (True, False)


def test_unknown_identifier_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        published("../rule_sets/grupp")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_published_file_opens_with_whose_rules_these_are_has_its_own_name_and_its_source_in_both_languages(
    path: Path,
) -> None:
    rules = read_rule_file(path)
    text = path.read_text("utf-8")
    assert text.startswith("# "), f"the first line of {path.name} is a comment: '# ' and whose rules these are"
    assert rules.id == path.stem
    assert set(rules.document["source"]) == {"de", "en"}


def test_source_in_one_language_stands_for_both() -> None:
    one, _problems = parse_house_rules(document())
    two, _problems = parse_house_rules(document(source={"de": "Die Tafel.", "en": "The slate."}))
    assert one is not None
    assert two is not None
    assert dict(one.source) == {"de": "The slate behind the bar.", "en": "The slate behind the bar."}
    assert dict(two.source) == {"de": "Die Tafel.", "en": "The slate."}


CITED = """
[[cited]]
keys = ["table", "normal", "targets", "raeuber", "dresch", "labels", "schinden"]
status = "stated"
at = "pagat: The Scoring"
de = "So steht es auf der Tafel."
en = "So says the slate."
"""
OWN_FILE = (
    HOUSE.replace("our-house", "furtwangen").replace(
        'source = "The slate behind the bar."', 'source = { de = "Die Tafel.", en = "The slate." }'
    )
    + CITED
)


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ('id = "furtwangen"', "", ["furtwangen.toml: id: is missing"]),
        ('de = "Die Tafel.", ', "", ["furtwangen.toml: source.de: is missing"]),
        ("cego = 1", "cego = 0", ["furtwangen.toml: normal.factors.cego: must be from 1 to 100000"]),
        ("cego = 1", "cego = one", ["furtwangen.toml: is not valid TOML: Invalid value (at line 22, column 8)"]),
        (
            OWN_FILE,
            'id = "ochsen"\nsource = ""\n',
            [
                "furtwangen.toml: table: is missing",
                "furtwangen.toml: name: is missing",
                "furtwangen.toml: source: must not be empty",
            ],
        ),
    ],
)
def test_mistake_in_a_rule_file_is_named_with_file_and_key(
    tmp_path: Path, right: str, wrong: str, expected: list[str]
) -> None:
    path = tmp_path / "furtwangen.toml"
    path.write_text(OWN_FILE.replace(right, wrong), encoding="utf-8")

    with pytest.raises(InvalidInput) as caught:
        read_rule_file(path)

    assert str(caught.value).splitlines() == expected


def with_factors(said: str, folder: Path) -> Path:
    """The own file, which says its factors in lines of `[normal]`."""
    first, rest = OWN_FILE.index("[normal.factors]"), OWN_FILE.index("[targets.ulti]")
    text = OWN_FILE[:first] + OWN_FILE[rest:]
    path = folder / "furtwangen.toml"
    path.write_text(text.replace("[normal]\n", f"[normal]\n{said}\n"), encoding="utf-8")
    return path


def test_factors_are_a_ladder_by_its_name_and_one_more_over_a_solo(tmp_path: Path) -> None:
    normal = read_rule_file(with_factors('factors = "usual"\nover_solo = "+1"', tmp_path)).document["normal"]
    usual = published("grupp").document["normal"]
    assert [normal[key] for key in ("factors", "over_solo")] == [usual[key] for key in ("factors", "over_solo")]
    assert usual["factors"]["solo"] == {"won": 2, "lost": 1}
    assert (usual["factors"]["eine"], usual["over_solo"]["eine"]) == (2, 3)


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        ('factors = "steep"\nover_solo = "+1"', ["normal.factors", "normal.over_solo"]),
        ('factors = "usual"\nover_solo = "+2"', ["normal.over_solo"]),
        ('over_solo = "+1"', ["normal.factors", "normal.over_solo"]),
    ],
)
def test_ladder_that_there_is_not_is_named(tmp_path: Path, said: str, faults: list[str]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_rule_file(with_factors(said, tmp_path))
    assert [problem.key for problem in refused.value.problems] == faults


def test_published_names_are_all_different() -> None:
    names = [
        published(identifier).name[language] for identifier in published_identifiers() for language in ("de", "en")
    ]

    assert len(set(names[::2])) == len(set(names[1::2])) == len(published_identifiers())
