"""Undo at the door goes back to what was: whole rows, and the money in the box."""

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from cegoscore.scoresheet.models import Seat
from tests.effort import thorough
from tests.worlds.copied import copied
from tests.worlds.desk import Browser
from tests.worlds.tournament import World, drawn
from tournaments.clubhouse.people import services as people
from tournaments.course.access import EVERYTHING, Shown
from tournaments.course.locks import Refused
from tournaments.desk.tiles import tiles_of
from tournaments.door import announcing, corrections, services as door
from tournaments.door.page import find_people, list_of
from tournaments.drawing import seating
from tournaments.models import Apart, Entrant, Result
from tournaments.selfcheck import faults_of
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

IDA = door.Newcomer(name="Ida", village="Urach")


def rows(world: World) -> list[Any]:
    """Every row that an act at the door may change, and what lies in the box."""
    kept = [list(model.objects.order_by("pk").values()) for model in (Entrant, Result, Seat, Apart)]
    belongings = Entrant.categories.through.objects.order_by("entrant", "category")
    return [*kept, list(belongings.values_list("entrant", "category")), list_of(world.tournament)["paid"]]


def announced(world: World, **more: Any) -> Entrant:
    (ida,) = announcing.announce_all(world.tournament, [door.Newcomer(name="Ida", village="Urach", **more)])
    return ida


def nobody(world: World) -> None:
    pass


def announced_unpaid(world: World) -> None:
    announced(world)


def announced_paid(world: World) -> None:
    announced(world, has_paid=True)


def practising(world: World) -> None:
    announced(world, practises=True)


def withdrawn(world: World) -> None:
    door.withdraw_entrant(door.check_in(announced(world), has_paid=True), why="", device=None)


def with_a_number(world: World) -> None:
    door.register(world.tournament, IDA)


BEFORE = [nobody, announced_unpaid, announced_paid, practising, withdrawn]


@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize("was", BEFORE)
def test_a_registration_taken_back_leaves_what_was_before(was: Callable[[World], None], *, pays: bool) -> None:
    """Whoever was on no list is on none again; a second tap changes nothing."""
    world = copied(World)
    world.register(2, has_paid=True)
    was(world)
    before = rows(world)
    came = door.register(world.tournament, door.Newcomer(name="Ida", village="Urach", has_paid=pays, practises=pays))
    for _tap in range(2):
        door.take_back(came)
        assert rows(world) == before


@pytest.mark.parametrize("pays", [True, False])
@pytest.mark.parametrize("paid", [True, False])
def test_a_check_in_taken_back_is_announced_again(*, paid: bool, pays: bool) -> None:
    world = copied(World)
    ida = announced(world, has_paid=paid)
    before = rows(world)
    door.take_back(door.check_in(ida, has_paid=pays))
    assert rows(world) == before


def test_of_a_row_of_the_version_before_nothing_is_known_so_it_stays_on_the_list() -> None:
    """Withdrawn and unpaid, under its number."""
    world = copied(World)
    (anna,) = world.register(1, has_paid=True)
    Entrant.objects.update(before=[])
    door.take_back(anna)
    anna.refresh_from_db()
    assert (anna.number, anna.status, anna.has_paid) == (1, "withdrawn", False)


def test_a_state_of_a_forged_backup_changes_nothing_but_the_entrants_own() -> None:
    """It may name any column: neither key nor tournament is a part of a state."""
    world = copied(World)
    anna, bernd = world.register(2)
    forged = {
        "status": "announced",
        "number": None,
        "id": bernd.pk,
        "tournament_id": None,
        "player_id": bernd.player_id,
    }
    Entrant.objects.filter(pk=anna.pk).update(before=[forged])
    door.take_back(anna)
    rows = Entrant.objects.order_by("pk").values_list("pk", "player", "number", "status")
    assert list(rows) == [
        (anna.pk, anna.player_id, None, "announced"),
        (bernd.pk, bernd.player_id, 2, "present"),
    ]


def test_a_substitute_is_no_mistaken_registration() -> None:
    """Taken back before the draw the number would be nobody's."""
    world = copied(World)
    (anna,) = world.register(1)
    door.substitute(anna, IDA, why="krank", device=None)
    with pytest.raises(Refused, match="drawn_already"):
        door.take_back(world.tournament.entrants.get(number=1))


def test_who_was_registered_by_mistake_is_on_a_list_read_again() -> None:
    world = copied(World)
    door.take_back(door.register(world.tournament, IDA))
    announcing.announce_all(world.tournament, [IDA])
    assert [row["name"] for row in list_of(world.tournament)["announced"]] == ["Ida"]


@pytest.mark.parametrize(
    ("starts", "was", "paid", "leaves"),
    [*product([True, False], [*BEFORE, with_a_number], [True, False], ["guest", "house"])],
)
def test_replaced_and_back_again_is_as_before(
    leaves: str, was: Callable[[World], None], *, paid: bool, starts: bool
) -> None:
    """With category, wishes, fixed table and fee; both ways at the same seat."""
    world = copied(World)
    tournament = world.tournament
    anna = world.register(7, has_paid=paid)[0]
    anna.categories.add(tournament.categories.create(kind="women"))
    seating.keep_apart(tournament, 1, 2)
    seating.fix_table(tournament, 1, 1)
    world.draw(start=starts)
    was(world)
    left = anna if leaves == "guest" else tournament.entrants.get(is_house=True)
    number, box, before = left.number, list_of(tournament)["paid"], rows(world)
    door.substitute(left, IDA, why="Telefon", device=None)
    assert list_of(tournament)["paid"] == box
    came = tournament.entrants.get(number=number)
    assert came.name == "Ida"
    assert [*faults_of(tournament)] == []
    door.substitute(came, door.Newcomer(name=left.name, village=left.village), why="da", device=None)
    assert rows(world) == before
    assert [*faults_of(tournament)] == []


@thorough
def test_who_left_keeps_what_was_noted_and_comes_back_after_two_others() -> None:
    """Each time it is said, the number goes to whom it is said of; nobody is lost."""
    world = copied(World)
    tournament = world.tournament
    anna = world.register(8)[0]
    anna.categories.add(tournament.categories.create(kind="women"))
    world.draw()
    for name in ("Ida", "Emil", "Anna 1", "Emil", "Ida", "Anna 1"):
        holder = tournament.entrants.get(number=1)
        village = "Bräunlingen" if name == "Anna 1" else ""
        door.substitute(holder, door.Newcomer(name=name, village=village), why="wechselt", device=None)
        assert tournament.entrants.get(number=1).name == name
        assert [*faults_of(tournament)] == []
    anna.refresh_from_db()
    assert (anna.number, anna.status, anna.categories.count()) == (1, "present", 1)
    assert tournament.entrants.filter(status="present").count() == 8


def closed(world: World) -> list[Any]:
    """Results of the first round as stored and as ranked."""
    stored = Result.objects.filter(round__number=1).order_by("pk").values_list("pk", "points", "counts", "seat")
    seats = Seat.objects.filter(session__table__round__number=1).order_by("pk").values_list("pk", "player")
    lines = standings_of(world.tournament, EVERYTHING, only_round=1).lines
    return [list(stored), list(seats), [line.row for line in lines]]


@pytest.mark.parametrize("drawn", [True, False])
def test_nothing_at_the_door_changes_what_counted_in_a_closed_round(*, drawn: bool) -> None:
    world = copied(World)
    tournament = world.tournament
    guests = world.register(7)
    world.play_round()
    house = tournament.entrants.get(is_house=True)
    if drawn:
        world.draw("zweite")
    before = closed(world)
    acts: list[Callable[[], Any]] = [
        lambda: door.substitute(house, IDA, why="kam spät", device=None),
        lambda: door.substitute(guests[0], door.Newcomer(name="Emil"), why="heim", device=None),
        lambda: door.substitute(
            tournament.entrants.get(number=1), door.Newcomer(name="Anna 1", village="Bräunlingen"), why="", device=None
        ),
        lambda: door.withdraw_entrant(guests[1], why="krank", device=None),
        lambda: door.check_in(guests[1], has_paid=True),
        lambda: door.take_back(guests[2]),
        lambda: door.register(tournament, door.Newcomer(name="Zilli", practises=True)),
        lambda: Entrant.objects.filter(number=4).update(practises=True),
    ]
    for act in acts:
        with suppress(Refused):
            act()
        assert closed(world) == before


@thorough
def test_tiles_of_a_closed_round_name_who_sat_there_and_of_an_open_one_who_sits_there() -> None:
    """Also to strangers, and in the standings the number is the substitute's."""
    world = copied(World)
    tournament = world.tournament
    anna = world.register(8)[0]
    first = world.play_round()
    second = world.draw("zweite")
    door.substitute(anna, IDA, why="heim", device=None)
    names = [
        {place.person.name for tile in tiles_of(round_, shown) for place in tile.places if place.person.number == 1}
        for round_ in (first, second)
        for shown in (EVERYTHING, Shown(to_strangers=True))
    ]
    assert names == [{"Anna 1"}, {"Anna 1"}, {"Ida"}, {"Ida"}]
    lines = standings_of(tournament, EVERYTHING).lines
    assert {line.person.name for line in lines if line.row.number == 1} == {"Ida"}


def test_who_announced_themselves_again_under_another_name_stands_on_the_list_once() -> None:
    """With wishes and fixed table of either row; the desk has said who they are."""
    world = copied(World)
    tournament = world.tournament
    (anna,) = world.register(1)
    announced(world)
    ida = tournament.entrants.get(number=None)
    bernd = door.register(tournament, door.Newcomer(name="Bernd"))
    Apart.objects.create(tournament=tournament, one=ida, other=bernd)
    Apart.objects.create(tournament=tournament, one=anna, other=ida)
    Entrant.objects.filter(pk=ida.pk).update(fixed_table=2)
    people.merge_person(ida.player, kept=anna.player.pk)
    assert list_of(tournament)["announced"] == []
    assert [found.number for found in find_people(tournament, "Anna 1")] == [1]
    door.check_in(tournament.entrants.get(pk=ida.pk), has_paid=True)
    anna.refresh_from_db()
    assert (anna.fixed_table, anna.has_paid) == (2, True)
    assert list(Apart.objects.values_list("one", "other")) == [(anna.pk, bernd.pk)]


@thorough
@pytest.mark.parametrize(
    "page", ["door", "desk/wishes", "rounds/1", "rounds/1/tables/1", "rounds/2/draw", "print/everything"]
)
def test_pages_are_shown_when_somebody_left_a_number_with_wishes_and_table(page: str) -> None:
    """Wishes of who left are not about who came; they are there again when the number goes back."""
    world = copied(World)
    anna = world.register(8)[0]
    seating.keep_apart(world.tournament, 1, 2)
    seating.fix_table(world.tournament, 1, 2)
    world.play_round()
    door.substitute(anna, IDA, why="heim", device=None)
    response = Browser(world).get(page)
    assert response.status_code == 200
    if page == "desk/wishes":
        assert (list(response.context["apart"]), list(response.context["fixed"])) == ([], [])


def acts(world: World) -> dict[str, Callable[[Entrant], object]]:
    """Everything that may be done with an entrant by somebody whose page is a second old."""
    names = {"name": "Ida", "village": "Urach", "has_paid": True, "practises": False, "fixed_table": None}
    return {
        "withdraw": lambda ida: door.withdraw_entrant(ida, why="", device=None),
        "decide": lambda ida: door.decide_takes(ida, takes="rank", why="zum Spaß", device=None),
        "substitute": lambda ida: door.substitute(ida, door.Newcomer(name="Eva"), why="heim", device=None),
        "change": lambda ida: corrections.change_entrant(ida, categories=(), **names),  # type: ignore[arg-type]
        "seat": lambda ida: seating.seat_late(ida, device=None),
        "empty": lambda ida: seating.empty_seat(ida, device=None),
    }


@pytest.mark.parametrize("act", ["withdraw", "decide", "substitute", "change", "seat", "empty"])
def test_act_on_somebody_who_was_taken_back_a_moment_ago_is_refused_with_a_sentence(act: str) -> None:
    world = drawn(8, start=False)
    ida = door.register(world.tournament, IDA)
    door.take_back(Entrant.objects.get(pk=ida.pk))
    with pytest.raises(Refused, match="player_unknown"):
        acts(world)[act](ida)
