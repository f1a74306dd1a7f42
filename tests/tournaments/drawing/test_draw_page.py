"""The page of a draw: the field before it, the report after it, and what the next round waits for."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Link
from cegoscore.clubs.rights.codes import code_of
from cegoscore.contest.draw import Remainder
from tests.tournaments.test_services import refused
from tests.worlds.tournament import World, client_of
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.drawing import seating, services as drawing
from tournaments.models import Entrant, EntrantStatus, Result, Tournament

pytestmark = pytest.mark.django_db


def page(world: World, number: int) -> Any:
    """Values that the page of a round is made of."""
    return client_of(world.organiser).get(reverse("draw", args=[world.tournament.pk, number])).context


def test_the_field_is_counted_before_the_draw(world: World) -> None:
    people = world.register(11)
    Tournament.objects.update(entry_fee=5)
    for person, changes in (
        (people[0], {"practises": True}),
        (people[1], {"status": EntrantStatus.ANNOUNCED}),
        (people[2], {"has_paid": True}),
    ):
        Entrant.objects.filter(pk=person.pk).update(**changes)
    field = page(world, 1)["field"]
    said = {name: field[name] for name in ("present", "practising", "announced", "unpaid", "house", "sizes", "offers")}
    assert said == {
        "present": 9,
        "practising": 1,
        "announced": 1,
        "unpaid": 9,
        "house": 3,
        "sizes": [(3, 4)],
        "offers": [(4, Remainder.LARGER, 0, [(1, 4), (1, 5)])],
    }
    Tournament.objects.update(entry_fee=None)
    assert page(world, 1)["field"]["unpaid"] == 0


def test_a_round_waits_for_the_one_before(world: World) -> None:
    world.register(8)
    assert page(world, 1)["waits_for"] is None
    first = world.draw()
    assert page(world, 2)["waits_for"] == first
    world.type_all(first)
    desk.close_round(first)
    assert page(world, 2)["waits_for"] is None


def test_who_cannot_but_meet_again_is_named_with_the_table_and_no_draw_would_be_better(world: World) -> None:
    world.register(4)
    world.play_round()
    assert page(world, 1)["report"]["is_least"], "nobody has met before"
    world.draw(start=False)
    report = page(world, 2)["report"]
    assert [table for table, _one, _other, _before in report["again"]] == [1] * 6
    assert report["is_least"]


def test_draws_of_one_round_are_counted(world: World) -> None:
    world.register(8)
    drawing.undraw(world.draw(start=False), why="noch einer", device=None)
    assert world.play_round().draws == 2
    assert world.draw().draws == 1


def test_mates_of_two_are_kept_apart_and_who_practises_sits_in_order(world: World) -> None:
    people = world.register(10)
    Tournament.objects.update(team_size=2)
    for person, changes in (
        (people[0], {"team": "Bären"}),
        (people[1], {"team": "Bären"}),
        (people[2], {"practises": True, "number": 11}),
        (people[3], {"practises": True}),
    ):
        Entrant.objects.filter(pk=person.pk).update(**changes)
    round_ = world.draw()
    assert round_.draw["teams"] == [[1, 2]]
    practice = Result.objects.filter(table__is_practice=True).order_by("seat")
    assert list(practice.values_list("entrant__number", "table__sheet__dealer")) == [(4, 0), (11, 0)]


def test_codes_that_ran_out_before_the_start_are_given_anew(world: World) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    Link.objects.update(code_expires_at=timezone.now())
    drawing.start_round(round_)
    assert all(map(code_of, drawing.links_of(round_)))


@pytest.mark.parametrize(
    "changes", [{"status": EntrantStatus.ANNOUNCED}, {"status": EntrantStatus.WITHDRAWN}, {"practises": True}]
)
def test_only_who_is_there_to_play_is_seated_late(world: World, changes: dict[str, Any]) -> None:
    world.register(8)
    world.draw(start=False)
    late = door.register(world.tournament, door.Newcomer(name="Spät Kommer"))
    Entrant.objects.filter(pk=late.pk).update(**changes)
    with refused("not_to_be_seated"):
        seating.seat_late(late, device=None)
