"""The whole plan of prizes is named by the chain of decisions, however long it is."""

import json
from typing import Any

import pytest

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.contest.replay import MOST_IN_WORDS
from tests.effort import thorough
from tests.golden import text_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World
from tests.worlds.tournament_file import change, document_of, drop_columns, problems_of, read_in, rows_of
from tournaments.clubhouse.people.mentions import take_out
from tournaments.clubhouse.people.naming import Names
from tournaments.models import CategoryKind, Decision, DecisionKind, PrizeKind, Tournament
from tournaments.papers.reading import parse_json
from tournaments.selfcheck import faults_of
from tournaments.setup.plans import PrizePlan
from tournaments.setup.services import change_settings, plan_of

pytestmark = pytest.mark.django_db

COUNT = 60
CATEGORIES = [(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Wirte")]


def long_plan(goods: str = "Flaschen vom Kaiserstuhl, weiß und rot") -> list[PrizePlan]:
    """More than a decision keeps in words; the last one is a team's."""
    prizes = [
        PrizePlan(kind=PrizeKind.RANK, rank=rank, what=f"{500 - rank} € und {goods}", cents=50_000 - rank, goods=goods)
        for rank in range(1, COUNT)
    ]
    return [
        *prizes,
        PrizePlan(kind=PrizeKind.CATEGORY, rank=1, category=0, what=f"5 € und {goods}", cents=500, goods=goods),
    ]


def drawn_with(prizes: list[PrizePlan]) -> Tournament:
    world = World(prizes=prizes, categories=CATEGORIES)
    world.register(8)
    world.draw()
    return world.tournament


@pytest.fixture
def document(db: None) -> Any:
    return document_of(copied(drawn_with, long_plan()))


@pytest.mark.parametrize(
    "forged",
    [
        *({"cents": cents} for cents in (500_000, None)),
        *({"goods": goods} for goods in ("Wasser", "")),
        {"what": "5000 Euro"},
        {"is_each": True},
        {"kind": "team", "category": None},
        {"rank": 2},
        {"category": 2},
    ],
    ids=str,
)
def test_prize_behind_the_letters_that_a_decision_keeps_is_proved(document: Any, forged: dict[str, Any]) -> None:
    assert len("\n".join(row["what"] for row in rows_of(document, "prizes"))) > MOST_IN_WORDS
    change(document, "prizes", COUNT, **forged)
    assert problems_of(document) == [("plan", "not_as_decided")]


def test_first_prize_is_proved_by_words_and_amount(document: Any) -> None:
    change(document, "prizes", 1, cents=500_000)
    assert problems_of(document) == [("plan", "not_as_decided")]


def test_plan_comes_back_as_it_was(document: Any) -> None:
    again = read_in(document, beside=True)
    assert plan_of(again)[1] == long_plan()
    assert list(faults_of(again)) == []


def test_changed_plan_is_named_as_a_whole(document: Any) -> None:
    tournament = Tournament.objects.get()
    plan: dict[str, Any] = {"categories": CATEGORIES, "prizes": long_plan("Bier")}
    change_settings(tournament, rules=rules_of(tournament.rule_set), small_rules=None, why="mehr Gäste", **plan)
    assert list(faults_of(tournament)) == []
    told = Decision.objects.get(kind=DecisionKind.SETTINGS)
    assert len(told.what) <= (Decision._meta.get_field("what").max_length or 0)
    tournament.prizes.filter(rank=COUNT - 1).update(cents=1)
    assert [fault for fault in faults_of(tournament) if "plan" in fault]


@thorough
def test_erased_name_in_a_prize_leaves_the_plan_unproved(db: None) -> None:
    tournament = drawn_with(long_plan("Pokal von Hans Meier"))
    take_out(tournament.club, Names(["Hans Meier"]), "N. N.")
    assert {"Pokal von N. N."} == set(tournament.prizes.values_list("goods", flat=True))
    reading, problems = parse_json(json.dumps(document_of(tournament)))
    assert problems == ()
    assert reading
    assert {"prizes", "plan"} <= set(reading.replayed.unproved)


OLD = [PrizePlan(kind=PrizeKind.RANK, rank=1, what="200 € bar"), PrizePlan(kind=PrizeKind.RANK, rank=2, what="50 €")]


def test_document_of_the_version_before_is_read_with_every_amount_and_its_words_proved(db: None) -> None:
    """Its chain has the words only, its rows too: what they are is read from them, and said to be unproved."""
    tournament = drawn_with(OLD)
    first = tournament.decisions.get(kind=DecisionKind.DRAW)
    document = document_of(tournament)
    drop_columns(document, "prizes", ("cents", "goods", "is_each", "to_look_at"))
    assert [prize.cents for prize in plan_of(read_in(document, beside=True))[1]] == [20_000, 5000]
    assert first.what.startswith("1: 200 € bar\n2: 50 €\nsha256:")


def test_file_of_version_0_1_comes_over_with_every_amount(db: None) -> None:
    document = json.loads(text_of("0.1", "tournament.json"))
    document["prizes"] += [
        {"kind": "rank", "rank": rank, "category": None, "what": f"{rank}00,50 €"} for rank in (1, 2)
    ]
    flowers, *money = plan_of(read_in(document))[1]
    assert (flowers.goods, [prize.cents for prize in money]) == ("Blumen", [10_050, 20_050])


def test_chain_of_version_0_2_proves_the_words_and_says_what_it_does_not(db: None) -> None:
    reading, problems = parse_json(text_of("0.2", "tournament.json"))
    assert problems == ()
    assert reading
    assert "prizes" not in reading.replayed.unproved
    assert "plan" in reading.replayed.unproved
