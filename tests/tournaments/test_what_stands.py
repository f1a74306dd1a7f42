"""Everything that stood at a moment stands later: seats, points, shares in prizes, results held back."""

import json
import uuid
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.outings.models import Outing
from cegoscore.scoresheet.models import Session, State
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, text_of
from tests.worlds.tournament import World, drawn, play_hands, type_table
from tests.worlds.tournament_file import document_of, problems_of, read_in
from tournaments.course.access import EVERYTHING
from tournaments.desk import exchange, services as desk
from tournaments.desk.tiles import early_end, tiles_of
from tournaments.door import services as door
from tournaments.drawing import seating, services as drawing
from tournaments.models import DecisionKind, Entrant, Result, Round, Table
from tournaments.selfcheck import faults_of
from tournaments.setup import services as setup
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def sound(world: World) -> bool:
    world.tournament.refresh_from_db()
    return [*faults_of(world.tournament), *problems_of(document_of(world.tournament))] == []


def code_of(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.code


def table_of(round_: Round, number: int = 1) -> Table:
    return round_.tables.select_related("round__tournament", "sheet").get(number=number)


def test_house_player_in_a_guests_chair_takes_no_closed_round_out_of_the_ranking() -> None:
    """Not while the house sits there, not when the guest comes back; the points are his who won them."""
    world = copied(World)
    world.register(7)
    first = world.draw(start=False)
    (house,) = world.tournament.entrants.filter(is_house=True)
    door.substitute(house, door.Newcomer(name="Spät"), why="kam spät", device=None)
    late = world.tournament.entrants.get(player__name="Spät")
    drawing.start_round(first)
    world.type_all(first)
    desk.close_round(first)
    assert Result.objects.final().count() == 8
    before = [line.row for line in standings_of(world.tournament, EVERYTHING).lines]
    for leaves, name in ((late, house.player.name), (house, "Spät")):
        leaves.refresh_from_db()
        door.substitute(leaves, door.Newcomer(name=name), why="muss weg", device=None)
        assert [line.row for line in standings_of(world.tournament, EVERYTHING).lines] == before
        assert Result.objects.final().count() == 8
        assert sound(world)


@pytest.mark.parametrize("tie_breaks", [[], ["last_round"]])
def test_points_that_a_guest_won_before_the_house_took_over_stay_the_guests(tie_breaks: list[str]) -> None:
    world = copied(World, rounds=1, tie_breaks=tie_breaks)
    world.register(7)
    first = world.draw(start=False)
    (house,) = world.tournament.entrants.filter(is_house=True)
    door.substitute(house, door.Newcomer(name="Spät"), why="kam spät", device=None)
    drawing.start_round(first)
    world.type_all(first)
    desk.close_round(first)
    late = world.tournament.entrants.get(player__name="Spät")
    door.substitute(late, door.Newcomer(name=house.player.name), why="muss weg", device=None)
    desk.finish_tournament(world.tournament, why="Ende")
    assert Outing.objects.filter(player=late.player).count() == 1
    assert not Outing.objects.filter(player=house.player).exists()


def test_database_that_took_closed_rounds_from_a_guest_gives_them_back() -> None:
    world = copied(World)
    world.register(7)
    first = world.draw(start=False)
    (house,) = world.tournament.entrants.filter(is_house=True)
    number = house.number
    door.substitute(house, door.Newcomer(name="Spät"), why="kam spät", device=None)
    drawing.start_round(first)
    world.type_all(first)
    desk.close_round(first)
    late = world.tournament.entrants.get(player__name="Spät")
    door.substitute(late, door.Newcomer(name=house.player.name), why="muss weg", device=None)
    moved = world.tournament.decisions.filter(kind=DecisionKind.SUBSTITUTE).order_by("number")
    moved.filter(pk=moved[1].pk).update(at=moved[1].at + timedelta(seconds=9))  # decisions have no parts of a second
    lost = Result.objects.filter(entrant__number=number)
    assert lost.update(counts=False) == 1
    import_module("tournaments.migrations.0017_what_counted_at_the_end").settle(apps, None)
    assert lost.get().counts
    house.refresh_from_db()
    door.substitute(house, door.Newcomer(name="Neu"), why="kommt", device=None)
    newest = world.tournament.decisions.latest("number")
    world.tournament.decisions.filter(pk=newest.pk).update(at=newest.at + timedelta(seconds=20))
    second = world.draw("zweite")
    second.results.filter(entrant__number=1).update(counts=True)
    import_module("tournaments.migrations.0017_what_counted_at_the_end").settle(apps, None)
    assert not Result.objects.filter(counts=False).exists()


@pytest.mark.parametrize("how", ["hand", "typed once"])
def test_seat_at_a_table_that_has_begun_is_not_swapped_and_taken_by_no_late_comer(how: str) -> None:
    world = copied(World, hands=4, types_twice=True, remainder="larger")
    world.register(8)
    round_ = world.draw(start=how != "hand")
    if how == "hand":
        sheet = table_of(round_).sheet
        assert sheet
        play_hands(sheet, 1)
        tables = round_.draw["tables"]
        with pytest.raises(Refused) as refused:
            drawing.swap(round_, tables[0][0], tables[1][0], why="Wunsch", device=None)
        assert code_of(refused) == "hands_at_table"
    else:
        type_table(table_of(round_))
    for name in ("Spät", "Später"):
        late = door.register(world.tournament, door.Newcomer(name=name), uuid=uuid.uuid4())
        if name == "Spät":
            assert seating.seat_late(late, device=None) == 2
    with pytest.raises(Refused) as refused:
        seating.seat_late(late, device=None)
    assert code_of(refused) == "no_seat_left"
    assert sound(world)


def test_totals_that_were_typed_before_a_fifth_sat_down_break_no_page() -> None:
    """As a version before left them."""
    world = copied(drawn, 8, types_twice=True)
    table = table_of(world.tournament.played_rounds.get())
    Table.objects.filter(pk=table.pk).update(typings=[[str(uuid.uuid4()), [n, -n, 0, 0, 0]] for n in (1, 2)])
    assert Browser(world).get("rounds/1/tables/1").status_code == 200
    for device in (world.organiser, world.helper):
        desk.type_totals(table, {0: 3, 1: 1, 2: -1, 3: -3}, why="", device=device)
        assert Browser(world).get("rounds/1/tables/1").status_code == 200
    assert table.results.exclude(points=None).count() == 4


@pytest.mark.parametrize("state", ["confirmed", "written", "calls"])
def test_early_end_counts_a_table_that_has_a_result_whatever_else_waits_there(state: str) -> None:
    world = copied(drawn, 8, hands=2, types_twice=True)
    round_ = world.tournament.played_rounds.get()
    table = table_of(round_)
    assert table.sheet
    play_hands(table.sheet, 2)
    type_table(table)
    if state != "written":
        Session.objects.filter(table=table).update(state=State.CONFIRMED)
    if state == "calls":
        Session.objects.filter(table=table).update(called_at=world.tournament.created_at)
    (tile, _other) = tiles_of(round_, EVERYTHING)
    assert (tile.state, tile.is_settled) == (state, state != "written")
    assert [tile.number for tile in early_end(round_)[1]] == [2]
    desk.end_after(round_, why="Stromausfall", device=None)
    assert dict(table.results.values_list("seat", "points")) == {0: 60, 1: -20, 2: -20, 3: -20}
    assert sound(world)


def test_share_in_prizes_ends_with_a_number_that_is_given_up_and_comes_back_with_it() -> None:
    world = copied(World)
    world.register(9)
    tournament = world.tournament
    last, fifth = (tournament.entrants.get(number=number) for number in (9, 5))
    door.decide_takes(last, takes="rank", why="spielt mit", device=None)
    door.withdraw_entrant(last, why="", device=None)
    world.draw()
    name, village = last.player.name, last.player.village
    door.substitute(fifth, door.Newcomer(name=name, village=village), why="muss weg", device=None)
    told = tournament.decisions.filter(kind=DecisionKind.TAKES).order_by("number").values_list("data", flat=True)
    assert [*told] == [{"number": 9, "takes": "rank"}, {"number": 9, "takes": "prizes"}]
    assert sound(world)
    last.refresh_from_db()
    door.substitute(last, door.Newcomer(name=fifth.player.name, village=village), why="doch nicht", device=None)
    assert sound(world)


def test_tournament_whose_chain_speaks_of_a_number_that_was_given_up_is_sound() -> None:
    """As a version before left it."""
    world = copied(World)
    world.register(9)
    last = world.tournament.entrants.get(number=9)
    door.decide_takes(last, takes="rank", why="spielt mit", device=None)
    Entrant.objects.filter(pk=last.pk).update(number=None, status="withdrawn", takes="prizes")
    assert sound(world)


@pytest.mark.parametrize("by", ["end early", "settings"])
def test_results_held_back_from_a_round_that_never_comes_are_released_by_the_same_act(by: str) -> None:
    world = copied(World, rounds=3)
    world.register(8)
    exchange.hold_results(world.tournament, first=3)
    for seed in ("eins", "zwei"):
        round_ = world.play_round(seed)
    if by == "end early":
        desk.end_after(round_, why="zu spät", device=None)
    else:
        same: dict[str, Any] = {"categories": (), "prizes": (), "small_rules": None}
        rules = rules_of(world.tournament.rule_set)
        setup.change_settings(world.tournament, rules=rules, rounds=2, why="zu spät", device=None, **same)
    assert sound(world)
    assert world.tournament.held_from is None
    assert world.tournament.decisions.filter(kind=DecisionKind.RELEASED).count() == 1


def test_tournament_that_holds_back_from_a_round_that_never_came_holds_nothing() -> None:
    """As a version before left it."""
    world = copied(World, rounds=1, is_public=True)
    world.register(8)
    world.play_round()
    desk.finish_tournament(world.tournament, why="Ende")
    type(world.tournament).objects.update(held_from=2)
    world.tournament.refresh_from_db()
    assert not world.tournament.is_running
    for path in ("", "/standings"):
        assert "zurückgehalten" not in text_of(
            Browser(world, world.stranger).client.get(f"{Browser(world).home}{path}")
        )


def test_round_too_many_breaks_no_page_and_is_taken_back() -> None:
    """As a version before left it."""
    world = copied(World, rounds=2)
    world.register(8)
    world.play_round()
    world.draw("zwei", start=False)
    type(world.tournament).objects.update(rounds=1)
    desk_ = Browser(world)
    paths = (
        "desk",
        "door",
        "ceremony",
        "results",
        "desk/decisions",
        "settings",
        "rounds/1",
        "rounds/2/draw",
        "rounds/1/draw",
    )
    assert [path for path in paths if desk_.get(path).status_code not in (200, 302)] == []
    drawing.undraw(world.tournament.played_rounds.get(number=2), why="zu viel", device=None)
    assert desk_.get("desk").url.endswith("/ceremony")


def test_late_comer_gets_the_table_at_which_they_always_sit_or_is_told() -> None:
    for place, seed in enumerate(("eins", "zwei", "drei", "vier")):
        world = World(remainder="larger")
        world.register(12)
        world.draw(seed)
        tables = []
        for name in ("Rolli", "Voll"):
            late = door.register(world.tournament, door.Newcomer(name=f"{name} {place}"), uuid=uuid.uuid4())
            seating.fix_table(world.tournament, late.number or 0, 3)
            if name == "Rolli":
                tables.append(seating.seat_late(late, device=None))
        assert tables == [3]
        with pytest.raises(Refused) as refused:
            seating.seat_late(late, device=None)
        assert code_of(refused) == "fixed_table_taken"


@pytest.mark.parametrize("act", ["swap", "substitute"])
def test_phone_at_the_table_learns_who_sits_there(act: str) -> None:
    world = copied(drawn, 8, start=False)
    round_ = world.tournament.played_rounds.get()
    sheet = table_of(round_).sheet
    assert sheet
    one, other = (table[0] for table in round_.draw["tables"])
    if act == "swap":
        drawing.swap(round_, one, other, why="Wunsch", device=None)
    else:
        leaves = world.tournament.entrants.get(number=one)
        door.substitute(leaves, door.Newcomer(name="Ersatz"), why="muss weg", device=None)
    assert Session.objects.get(pk=sheet.pk).version > sheet.version


def test_tournament_that_is_here_already_is_read_in_once_more_only_if_it_is_meant() -> None:
    world = copied(World)
    world.register(8)
    world.play_round()
    document = document_of(world.tournament)
    with pytest.raises(Refused) as refused:
        read_in(document, world.organiser)
    assert code_of(refused) == "document_here_already"
    assert world.tournament.club.tournaments.count() == 1
    read_in(document, world.stranger)
    desk_ = Browser(world)

    def post(**more: str) -> Any:
        file = SimpleUploadedFile("t.json", json.dumps(document).encode())
        return desk_.client.post("/tournaments/import", {"file": file, "key": str(uuid.uuid4()), **more})

    asked = post()
    assert (asked.status_code, 'name="beside"' in asked.content.decode()) == (422, True)
    assert post(beside="on").status_code == 302
    assert world.tournament.club.tournaments.count() == 2


def test_wish_noted_again_after_a_substitution_is_one() -> None:
    world = copied(drawn, 9)
    tournament = world.tournament
    seating.keep_apart(tournament, 2, 5)
    nine = tournament.entrants.get(number=9)
    two = tournament.entrants.get(number=2)
    door.substitute(two, door.Newcomer(name="Ersatz"), why="muss weg", device=None)
    tournament.wishes.create(one=tournament.entrants.get(number=5), other=nine)
    seating.keep_apart(tournament, 5, 9, weight=3)
    wish = tournament.wishes.get(other=nine)
    assert wish.weight == 3
    tournament.wishes.create(one=nine, other=tournament.entrants.get(number=5))
    seating.keep_apart(tournament, 9, 5, weight=2)
    assert tournament.wishes.filter(one__number__in=(5, 9), other__number__in=(5, 9)).get().weight == 2
