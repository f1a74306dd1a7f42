"""The chain of a tournament's decisions: every act in it, none can disappear, and a forged one is found."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db.models import F

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.tournament import World, client_of
from tests.worlds.tournament_file import change, document_of, drop_columns, problems_of, read_in, rows_of
from tournaments.chaining import chain_unnumbered, faults_of_chain, head_of, mark_of_chain
from tournaments.clubhouse.backup import CannotRestore
from tournaments.course.locks import Refused
from tournaments.desk import exchange, services as desk
from tournaments.door import services as door
from tournaments.drawing import services as drawing
from tournaments.models import Decision, DecisionKind, Prize, PrizeKind, Result, Round, Tournament
from tournaments.setup import services as setup
from tournaments.setup.plans import PrizePlan

pytestmark = pytest.mark.django_db


def kinds(world: World) -> list[str]:
    return list(world.tournament.decisions.order_by("number").values_list("kind", flat=True))


def played_round() -> World:
    """A round with a draw taken back, a dispute, a substitute and a void table."""
    world = copied(World)
    people = world.register(8)
    who = world.organiser
    drawing.undraw(world.draw("eins", start=False), why="Karl kam noch", device=who)
    round_ = world.draw("zwei", start=False)
    drawing.start_round(round_, device=who)
    table = round_.tables.get(number=1)
    desk.dispute_table(table, disputed=True, device=world.helper)
    desk.dispute_table(table, disputed=False, device=world.helper)
    door.substitute(people[0], door.Newcomer(name="Paula"), why="Anna ist krank", device=who)
    world.type_all(round_)
    desk.void_table(table, why="zwei Blätter", device=who)
    desk.close_round(round_, device=who)
    return world


@pytest.fixture
def played(db: None) -> World:
    return copied(played_round)


def test_every_act_is_in_the_chain_with_role_and_round(played: World) -> None:
    rows = played.tournament.decisions.order_by("number").values_list("kind", "by", "data__round")
    assert list(rows) == [
        ("draw", "", 1),
        ("undraw", "manage", 1),
        ("draw", "", 1),
        ("start", "manage", 1),
        ("dispute", "desk", 1),
        ("settled", "desk", 1),
        ("substitute", "manage", None),
        ("void", "manage", 1),
        ("close", "manage", 1),
    ]
    assert list(faults_of_chain(played.tournament)) == []


@thorough
def test_a_draw_taken_back_is_counted_and_needs_a_reason(world: World) -> None:
    world.register(8)
    for turn in range(1, 4):
        round_ = world.draw(f"Saat {turn}", start=False)
        assert round_.draws == turn
        with pytest.RaisesExc(Refused, check=lambda error: error.code == "reason_missing"):
            drawing.undraw(round_, why=" ", device=None)
        drawing.undraw(round_, why="gefiel nicht", device=None)
    assert kinds(world) == ["draw", "undraw"] * 3
    seeds = [row.data["seed"] for row in world.tournament.decisions.order_by("number")]
    assert seeds == ["Saat 1", "Saat 1", "Saat 2", "Saat 2", "Saat 3", "Saat 3"]


def test_names_and_keys_are_in_no_decision(played: World) -> None:
    """People of a substitution stand beside the chain; the reason enters it as a salted hash."""
    row = played.tournament.decisions.get(kind=DecisionKind.SUBSTITUTE)
    assert row.data == {"number": 1, "house": False, "house_players": []}
    assert (row.left and row.left.name, row.came and row.came.name) == ("Anna 1", "Paula")
    assert (len(row.reason_hash), len(row.salt), row.why) == (64, 32, "Anna ist krank")


def test_tie_breaks_and_prizes_change_after_the_first_draw_only_with_a_reason(world: World) -> None:
    def change(why: str, **changes: Any) -> None:
        stands: dict[str, Any] = {"rules": rules_of(world.tournament.rule_set), "small_rules": None}
        setup.change_settings(
            world.tournament,
            **stands | {"categories": (), "prizes": ()} | changes,
            why=why,
            device=world.organiser,
        )

    change("", tie_breaks=[TieBreak.LOT.value])
    assert kinds(world) == []
    world.register(8)
    world.draw()
    with pytest.RaisesExc(Refused, check=lambda error: error.code == "reason_missing"):
        change("", tie_breaks=[TieBreak.CARD.value])
    change("", venue="Adler")
    change("So steht es in der Ausschreibung", tie_breaks=[TieBreak.CARD.value])
    row = world.tournament.decisions.get(kind=DecisionKind.SETTINGS)
    stands = {"tie_breaks": ["card"], "one_prize_each": True, "prizes_for_present": False, "rounds": 2}
    assert row.data == {"settings": ["tie_breaks"], "before": ["lot"]} | stands
    assert row.by == "manage"


FORGERIES: dict[str, Callable[[], Any]] = {
    "a decision deleted": lambda: Decision.objects.filter(kind="undraw").delete(),
    "the last but one deleted": lambda: Decision.objects.filter(kind="void").delete(),
    "points changed": lambda: Decision.objects.filter(kind="close").update(data={"points": {"1": 500}}),
    "a reason changed": lambda: Decision.objects.filter(kind="undraw").update(why="höhere Gewalt"),
    "a role changed": lambda: Decision.objects.filter(kind="draw").update(by="desk"),
    "one moved": lambda: Decision.objects.filter(kind="close").update(number=F("number") + 1),
    "one without a place": lambda: Decision.objects.filter(kind="close").update(number=None),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_decision_is_found_by_the_self_check(played: World, forge: Callable[[], Any]) -> None:
    assert list(faults_in(played.tournament.club)) == []
    forge()
    assert len([fault for fault in faults_in(played.tournament.club) if "decision" in fault]) >= 1


def test_a_chain_computed_anew_has_another_head(played: World) -> None:
    before = mark_of_chain(played.tournament)
    Decision.objects.filter(kind="undraw").delete()
    Decision.objects.update(number=None)
    chain_unnumbered(played.tournament)
    assert list(faults_of_chain(played.tournament)) == []
    assert mark_of_chain(played.tournament) != before


@thorough
def test_the_chain_survives_backup_document_and_merging(played: World) -> None:
    head = head_of(played.tournament)
    assert head
    document = document_of(played.tournament)
    backup = backup_of(played.tournament.club)
    copy = read_in(document, played.stranger)
    assert [row.hash for row in copy.decisions.order_by("number")][-1] == head.hash
    assert document_of(copy)["decisions"] == document["decisions"]
    empty_database()
    tournament = Tournament.objects.get(club=restored(backup))
    assert head_of(tournament).hash == head.hash  # type: ignore[union-attr]
    assert list(faults_of_chain(tournament)) == []


def test_a_document_with_a_forged_decision_is_refused(played: World) -> None:
    document = document_of(played.tournament)
    del document["decisions"]["rows"][1]
    assert problems_of(document) == [("decisions.2", "chain_broken")]


@thorough
def test_decisions_of_version_0_1_are_chained_in_their_order(played: World) -> None:
    document = document_of(played.tournament)
    for place, row in enumerate(rows_of(document, "decisions"), 1):
        data = {key: value for key, value in row["data"].items() if key != "round"}
        change(document, "decisions", place, number=None, data=data)
    drop_columns(document, "decisions", ["by", "what", "salt", "reason", "hash"])
    copy = read_in(document, played.stranger)
    assert kinds(played) == list(copy.decisions.order_by("number").values_list("kind", flat=True))
    assert list(faults_of_chain(copy)) == []


def test_the_draw_in_the_chain_is_the_one_that_is_published(world: World) -> None:
    world.register(8)
    round_ = world.draw()
    assert Round.objects.get().draw == round_.draw
    drawn = [row.data["draw"] for row in world.tournament.decisions.filter(kind__in=("draw", "start"))]
    assert len(set(drawn)) == 1


@thorough
def test_a_draw_that_was_changed_by_hand_in_the_database_is_found(world: World) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    drawing.swap(round_, 1, 2 if _table_of(round_, 1) != _table_of(round_, 2) else 8, why="Ehepaar", device=None)
    assert list(faults_in(world.tournament.club)) == []
    fresh = Round.objects.get()
    fresh.draw["tables"].reverse()
    fresh.save()
    assert any("rounds.1.draw: is not what decision 2 says" in fault for fault in faults_in(world.tournament.club))


def move_points() -> None:
    """100 points from one typed result of a closed round to another."""
    for seat, points in ((0, F("points") - 100), (1, F("points") + 100)):
        Result.objects.filter(table__number=1, seat=seat).update(points=points)


STANDING: dict[str, tuple[Callable[[], Any], str]] = {
    "points moved between typed results": (move_points, "rounds.1.points."),
    "tie-breaks replaced": (lambda: Tournament.objects.update(tie_breaks=["lot"]), "tie_breaks: is not what decision"),
    "a prize replaced": (lambda: Prize.objects.update(what="Wurst"), "prizes: is not what decision"),
    "a round opened": (lambda: Round.objects.update(state="playing"), "rounds.1.state: is not what decision"),
    "results no longer held back": (lambda: Tournament.objects.update(held_from=None), "held_from: is not what"),
}


@thorough
@pytest.mark.parametrize(("change", "fault"), STANDING.values(), ids=STANDING.keys())
def test_what_no_longer_is_as_it_was_decided_is_found(change: Callable[[], Any], fault: str) -> None:
    world = copied(World, prizes=(PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),))
    world.register(8)
    world.play_round()
    exchange.hold_results(world.tournament, first=2, device=world.organiser)
    assert list(faults_in(world.tournament.club)) == []
    change()
    assert any(fault in line for line in faults_in(world.tournament.club))


def test_a_backup_with_moved_points_is_refused(played: World) -> None:
    move_points()
    backup = backup_of(played.tournament.club)
    empty_database()
    with pytest.RaisesExc(CannotRestore, match=r"rounds\.1\.points\."):
        restored(backup)


def _table_of(round_: Round, number: int) -> int:
    return next(place for place, table in enumerate(round_.draw["tables"]) if number in table)


def test_the_head_stands_on_the_public_page_and_on_every_print(played: World) -> None:
    head = mark_of_chain(played.tournament)
    assert len(head) == 19
    client = client_of(played.organiser)
    address = played.tournament.get_absolute_url()
    for path in ("", "/print/names", "/print/tables", "/print/cards", "/print/sheets", "/print/standings"):
        assert head in body_of(client.get(address + path)), path
    page = body_of(client.get(address))
    assert "Auslosung zurückgenommen" in page
    assert "Turnierleitung" in page


def test_the_migration_chains_what_a_server_of_version_0_1_had_decided(played: World) -> None:
    """People leave the data for columns of their own, the round enters it."""
    row = played.tournament.decisions.get(kind=DecisionKind.SUBSTITUTE)
    data = {"number": 1, "left": row.left_id, "came": row.came_id}
    Decision.objects.filter(pk=row.pk).update(data=data, left=None, came=None)
    Decision.objects.update(number=None, hash="", salt="", reason_hash="", by="")
    migration = importlib.import_module("tournaments.migrations.0003_chain_old_decisions")
    migration.chain_old_decisions(apps, None)
    assert list(faults_of_chain(played.tournament)) == []
    again = played.tournament.decisions.get(pk=row.pk)
    assert (again.data, again.left_id, again.came_id) == ({"number": 1}, row.left_id, row.came_id)
    assert kinds(played)[:3] == ["draw", "undraw", "draw"]
