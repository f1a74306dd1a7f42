"""A tournament from the door to the prize giving, by services alone."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from cegoscore.contest import moves
from cegoscore.scoresheet.evening.services import confirm, hand_in
from cegoscore.scoresheet.ledger.wording import REFUSALS as SHEET_REFUSALS, SheetClosed
from tests.effort import thorough
from tests.sources import ROOT
from tests.worlds.copied import copied
from tests.worlds.tournament import World, numbers, play_hands, type_table
from tournaments.course.access import EVERYTHING
from tournaments.course.decisions import decision_lines
from tournaments.course.entrants import people_by_initials
from tournaments.course.locks import Refused, current_round
from tournaments.course.wording import REFUSALS
from tournaments.desk import services as desk
from tournaments.desk.tiles import tiles_of
from tournaments.door import services as door
from tournaments.door.page import list_of
from tournaments.drawing import services as drawing
from tournaments.models import (
    EntrantStatus,
    ResultSource,
    Round,
    RoundState,
)
from tournaments.standings.queries import games_won, results_of, standings_of

pytestmark = pytest.mark.django_db


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.code == code)


# The door


def test_person_who_is_in_is_not_registered_again(world: World) -> None:
    door.register(world.tournament, door.Newcomer(name="Anna", village="Hüfingen"))
    with refused("already_registered"):
        door.register(world.tournament, door.Newcomer(name="anna", village="hüfingen"))
    assert door.register(world.tournament, door.Newcomer(name="Anna", village="Löffingen")).number == 2


def test_who_withdrew_comes_back_under_the_same_number(world: World) -> None:
    anna = world.register(2)[0]
    door.withdraw_entrant(anna, why="", device=None)
    assert door.register(world.tournament, door.Newcomer(name="", player=anna.player_id)).number == 1


# The draw


@thorough
@pytest.mark.parametrize(
    ("players", "house", "tables"), [(6, 2, 2), (7, 1, 2), (11, 1, 3), (13, 3, 4), (33, 3, 9), (145, 3, 37)]
)
def test_odd_fields_are_filled_up_by_house_players(world: World, players: int, house: int, tables: int) -> None:
    world.register(players)
    round_ = world.draw()
    assert round_.tables.count() == tables
    assert world.tournament.entrants.filter(is_house=True).count() == house
    assert round_.results.count() == players + house
    assert {table.results.count() for table in round_.tables.all()} == {4}


def assert_seated_as_stored(round_: Round) -> None:
    """Rows, sheets and the stored draw agree."""
    for row, table in enumerate(round_.tables.order_by("number")):
        assert table.sheet
        seated = [result.entrant for result in table.results.order_by("seat")]
        assert [entrant.number for entrant in seated] == round_.draw["tables"][row]
        assert [seat.player for seat in table.sheet.seats.order_by("number")] == [each.player for each in seated]
        assert seated[table.sheet.dealer].number == round_.draw["dealers"][row]


def test_everybody_sits_where_the_stored_draw_says_after_a_swap_too(world: World) -> None:
    world.register(12)
    round_ = world.draw(start=False)
    assert_seated_as_stored(round_)
    one, other = round_.draw["tables"][0][0], round_.draw["tables"][1][2]
    drawing.swap(round_, one, other, why="Ehepaar", device=None)
    round_.refresh_from_db()
    assert (round_.draw["tables"][0][0], round_.draw["tables"][1][2]) == (other, one)
    assert_seated_as_stored(round_)


def test_second_round_separates_those_who_met(world: World) -> None:
    world.register(16)
    world.play_round()
    round_ = world.draw("zweite")
    assert drawing.drawn_of(round_).repeats == 0
    assert round_.draw["earlier"] == [world.tournament.played_rounds.get(number=1).draw["tables"]]


def test_those_who_practise_sit_apart_and_count_nothing(world: World) -> None:
    world.register(8)
    door.register(world.tournament, door.Newcomer(name="Neuling", practises=True))
    round_ = world.draw()
    practice = round_.tables.get(is_practice=True)
    assert practice.number == 3
    type_table(round_.tables.get(number=1))
    type_table(round_.tables.get(number=2))
    desk.close_round(round_)
    assert 9 not in {line.row.number for line in standings_of(world.tournament, EVERYTHING).lines}


# At the tables


@thorough
def test_who_takes_a_house_players_chair_is_a_full_entrant_from_then_on(world: World) -> None:
    """Ranked with the points of the chair, drawn in the next round, found at the door."""
    world.register(7)
    round_ = world.draw()
    (house,) = world.tournament.entrants.filter(is_house=True)
    number, late = house.number, door.Newcomer(name="Spät Kommer", village="Hüfingen")
    door.substitute(house, late, why="kam nach dem Los", device=None)
    world.type_all(round_)
    desk.close_round(round_)
    came = world.tournament.entrants.get(number=number)
    assert (came.is_house, came.status, came.has_paid) == (False, EntrantStatus.PRESENT, False)
    lines = {line.row.number: line.person.name for line in standings_of(world.tournament, EVERYTHING).lines}
    assert (len(lines), lines[number or 0]) == (8, "Spät Kommer")
    world.draw("zweite")
    (house,) = world.tournament.entrants.filter(is_house=True)
    assert (house.number, house.status) == (None, EntrantStatus.WITHDRAWN)
    assert came.results.count() == 2


def test_what_is_noted_of_a_substitute_on_the_list_comes_along_and_nothing_of_who_left(world: World) -> None:
    """The fee of who came, their categories: else the women's prize is a man's, and a junior is named in public."""
    women, juniors = (world.tournament.categories.create(kind=kind) for kind in ("women", "juniors"))
    anna = world.register(8)[0]
    anna.categories.set([women])
    world.draw()
    late = door.Newcomer(name="Max Kind", has_paid=True, categories=(juniors.pk,))
    key = door.register(world.tournament, late).player.pk
    door.substitute(anna, door.Newcomer(name="", player=key), why="musste heim", device=None)
    max_ = world.tournament.entrants.get(number=1)
    assert (max_.name, max_.has_paid, list(max_.categories.all())) == ("Max Kind", True, [juniors])
    assert people_by_initials(world.tournament.club_id) == {key}
    assert list_of(world.tournament)["paid"] == 1


def test_the_fee_under_a_number_stays_paid_and_a_substitute_not_on_the_list_is_in_the_categories_named(
    world: World,
) -> None:
    women = world.tournament.categories.create(kind="women")
    anna, bernd = world.register(8, has_paid=True)[:2]
    anna.categories.set([women])
    world.draw()
    door.substitute(anna, door.Newcomer(name="Emil"), why="musste heim", device=None)
    door.substitute(bernd, door.Newcomer(name="Ida", categories=(women.pk,)), why="musste heim", device=None)
    found = {row.name: (row.has_paid, list(row.categories.all())) for row in world.tournament.entrants.all()}
    assert (found["Emil"], found["Ida"]) == ((True, []), (True, [women]))


def test_the_fee_and_categories_of_who_takes_a_house_players_chair_come_along(world: World) -> None:
    women = world.tournament.categories.create(kind="women")
    world.register(7)
    world.draw()
    key = door.register(world.tournament, door.Newcomer(name="Ida", has_paid=True, categories=(women.pk,))).player.pk
    (house,) = world.tournament.entrants.filter(is_house=True)
    number = house.number
    door.substitute(house, door.Newcomer(name="", player=key), why="kam spät", device=None)
    ida = world.tournament.entrants.get(number=number)
    assert (ida.name, ida.has_paid, list(ida.categories.all())) == ("Ida", True, [women])


@thorough
@pytest.mark.parametrize("language", ["de", "en"])
def test_after_a_house_players_chair_was_taken_house_players_are_added_whatever_they_are_called(
    world: World, language: str
) -> None:
    people = world.register(14)
    round_ = world.draw()
    first, second = world.tournament.entrants.filter(is_house=True).order_by("number")
    door.substitute(first, door.Newcomer(name="Zilli"), why="kam nach dem Los", device=None)
    world.type_all(round_)
    desk.close_round(round_)
    door.withdraw_entrant(people[0], why="krank", device=None)
    with translation.override(language):
        world.draw("zweite")
    houses = world.tournament.entrants.filter(is_house=True).order_by("number")
    assert numbers(list(houses)) == [second.number, 17]
    assert {house.status for house in houses} == {EntrantStatus.PRESENT}
    assert len({house.name for house in houses}) == 2


def test_totals_are_typed_for_every_seat(world: World) -> None:
    world.register(8)
    with refused("totals_missing"):
        desk.type_totals(world.draw().tables.get(number=1), {0: 10, 1: -10}, why="", device=None)


def test_void_table_counts_nothing_until_it_is_opened_again(world: World) -> None:
    world.register(8)
    round_ = world.draw()
    table = round_.tables.get(number=1)
    assert table.sheet
    play_hands(table.sheet, 3)
    desk.void_table(table, why="nicht mehr nachvollziehbar", device=None)
    assert set(table.results.values_list("points", "source")) == {(0, ResultSource.VOID)}
    voided = [line for line in standings_of(world.tournament, EVERYTHING).lines if line.row.voided_rounds]
    assert len(voided) == 4
    with pytest.raises(SheetClosed):
        play_hands(table.sheet, 1, first=4)
    desk.reopen_table(table, why="doch gefunden", device=None)
    play_hands(table.sheet, 1, first=4)
    assert set(table.results.values_list("points", flat=True)) == {None}


def test_confirmed_sheet_becomes_the_result_with_games_won() -> None:
    world = copied(World, hands=3)
    world.register(8)
    round_ = world.draw()
    one, other = round_.tables.order_by("number")
    assert one.sheet
    play_hands(one.sheet, 3, declarer=2)
    one.sheet.refresh_from_db()
    hand_in(one.sheet, seen=one.sheet.version, seat=0)
    one.sheet.refresh_from_db()
    confirm(one.sheet, seen=one.sheet.version, seat=1)
    provisional = {result.number for result in results_of(world.tournament, EVERYTHING) if result.provisional}
    assert provisional == set(round_.draw["tables"][1])
    type_table(other)
    desk.close_round(round_)
    results = one.results.order_by("seat")
    assert [result.points for result in results] == [seat.total for seat in one.sheet.seats.order_by("number")]
    assert [result.games_won for result in results] == [0, 0, 3, 0]
    assert set(other.results.values_list("games_won", flat=True)) == {None}


# The end


@thorough
def test_many_players_over_two_rounds(world: World) -> None:
    players = 200
    world.register(players)
    for seed in ("eins", "zwei"):
        world.play_round(seed)
    round_ = current_round(world.tournament)
    assert round_
    assert drawing.drawn_of(round_).repeats == 0
    table = standings_of(world.tournament, EVERYTHING)
    assert len(table.lines) == players
    assert sum(line.row.total for line in table.lines) == 0
    assert not table.provisional


@thorough
def test_tables_games_won_and_decisions_take_as_many_queries_as_they_say() -> None:
    world = copied(World)
    world.register(8)
    round_ = world.draw()
    table = round_.tables.get(number=1)
    assert table.sheet
    play_hands(table.sheet, 2)
    desk.dispute_table(table, disputed=True, device=None)

    def queries(ask: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            ask()
        return len(captured)

    assert queries(lambda: tiles_of(round_, EVERYTHING)) == 5
    assert queries(lambda: games_won(round_)) == 4
    assert queries(lambda: decision_lines(world.tournament, EVERYTHING)) == 3, "a fourth where somebody left or came"


def test_every_refusal_has_its_sentence_and_every_sentence_its_refusal() -> None:
    ours = "".join(path.read_text() for path in (ROOT / "tournaments").rglob("*.py") if path.name != "wording.py")
    below = "".join(path.read_text() for path in (ROOT / "cegoscore").rglob("*.py") if path.name != "wording.py")
    raised = set(re.findall(r'Refused\(\s*"(\w+)"', ours)) | set(moves.TEXTS)
    assert raised <= REFUSALS.keys() | SHEET_REFUSALS.keys()
    states = {f"round_is_{state}" for state in RoundState.values}
    assert [code for code in REFUSALS if f'"{code}"' not in ours + below and code not in states] == []
