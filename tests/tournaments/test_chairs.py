"""Points of a chair that somebody else takes."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import F

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.models import Seat
from tests.effort import thorough
from tests.worlds.copied import copied
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.tournament import World
from tests.worlds.tournament_file import document_of, drop_columns, problems_of, read_in, rows_of
from tournaments.clubhouse.people import services as people
from tournaments.course.access import EVERYTHING
from tournaments.desk import services as desk
from tournaments.door import announcing, services as door
from tournaments.drawing import services as drawing
from tournaments.models import Decision, Result
from tournaments.models.rounds import outside_ranking
from tournaments.selfcheck import faults_of
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("noted_with_the_seat", [True, False])
def test_points_of_a_closed_round_stay_the_house_players(*, noted_with_the_seat: bool) -> None:
    """Of who takes the chair later only what was open counts; so it does after the migration, and for hands."""
    world = copied(World)
    world.register(7)
    first = world.draw()
    (house,) = world.tournament.entrants.filter(is_house=True)
    named, number = house.player, house.number
    world.type_all(first)
    if not noted_with_the_seat:
        first.results.update(counts=True)
    desk.close_round(first)
    shown = {line.row.number: line.row.total for line in standings_of(world.tournament, EVERYTHING).lines}
    second = world.draw("zweite")
    door.substitute(house, door.Newcomer(name="Spät Kommer"), why="kam spät", device=None)
    now = {line.row.number: line.row.total for line in standings_of(world.tournament, EVERYTHING).lines}
    assert now == shown | {number: 0}
    late = Result.objects.filter(entrant__number=number)
    assert [result.round for result in late.that_count()] == [second]
    assert [*faults_of(world.tournament)] == []
    assert not Seat.objects.filter(player=named).exclude(outside_ranking()).exists()
    results = rows_of(document_of(world.tournament), "results")
    assert [result["counts"] for result in results if result["round"] == 1].count(False) == 1
    kept = list(Result.objects.order_by("pk").values_list("counts", flat=True))
    Decision.objects.update(at=F("at") + timedelta(seconds=1))  # before, times were no whole seconds
    Result.objects.update(counts=True)
    import_module("tournaments.migrations.0010_which_results_count").settle(apps, None)
    assert list(Result.objects.order_by("pk").values_list("counts", flat=True)) == kept


@thorough
def test_house_players_who_are_swapped_still_do_not_count() -> None:
    """In either order."""
    world = copied(World)
    world.register(7)
    round_ = world.draw(start=False)
    (house,) = world.tournament.entrants.filter(is_house=True)
    for one, other in ((house.number, 1), (2, house.number)):
        drawing.swap(round_, one or 0, other or 0, why="Wunsch", device=None)
        assert [result.entrant for result in round_.results.filter(counts=False)] == [house]
    assert [*faults_of(world.tournament)] == []


@thorough
@pytest.mark.parametrize("says", [True, False])
def test_house_players_read_back_do_not_count(*, says: bool) -> None:
    """From a document that says so, and from one of a version that did not."""
    world = copied(World)
    world.register(7)
    world.type_all(world.draw())
    document = document_of(world.tournament)
    backup = backup_of(world.tournament.club)
    if not says:
        for each in (document, backup):
            drop_columns(each, "results", ["counts", "penalty"])
    copy = read_in(document, world.stranger)
    outside = Result.objects.filter(round__tournament=copy, counts=False)
    assert [result.entrant.is_house for result in outside] == [True]
    empty_database()
    restored(backup)
    assert [result.entrant.is_house for result in Result.objects.filter(counts=False)] == [True]


@thorough
@pytest.mark.parametrize("first", ["present", "announced", "withdrawn"])
def test_a_person_has_one_number_whatever_name_they_announced_themselves_under(first: str) -> None:
    """With the fee and categories that were noted under either name; so it is in the tournament's document."""
    world = copied(World)
    women = world.tournament.categories.create(kind="women")
    tournament = world.tournament
    anna, other = announcing.announce_all(
        tournament, [door.Newcomer(name="Anna"), door.Newcomer(name="A. Kern", has_paid=True, categories=(women.pk,))]
    )
    if first != "announced":
        door.check_in(anna, has_paid=False)
    if first == "withdrawn":
        door.withdraw_entrant(anna, why="", device=None)
    people.merge_person(other.player, kept=anna.player.pk)
    assert problems_of(document_of(tournament)) == []
    for tap in [tournament.entrants.get(pk=other.pk) for _tap in range(2)]:
        came = door.check_in(tap, has_paid=False)
        assert (came.pk, came.number, came.status, came.has_paid) == (anna.pk, 1, "present", True)
    assert [*tournament.entrants.all()] == [anna]
    assert [*anna.categories.all()] == [women]
    assert [*faults_of(tournament)] == []
    twice = Player.objects.create(club=tournament.club, name="Anni", merged_into=anna.player)
    tournament.entrants.create(player=twice, number=2)
    assert len([*faults_of(tournament)]) == 1
