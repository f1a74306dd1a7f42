"""Things that the sheet of a tournament's table leaves to the desk: who sits there, their names, and its end."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device, Link, LogEntry, Player, Right
from cegoscore.clubs.rights.links import accept_link, let_end, revoke, secret_of
from cegoscore.scoresheet.evening import services as going_on
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services import sheets
from cegoscore.scoresheet.models import Seat, Session, State
from cegoscore.scoresheet.table import services
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.tournaments.desk.test_rounds import hand_in
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.sheet import posted
from tests.worlds.tournament import World, client_of, drawn, play_hands
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.models import Result, Table
from tournaments.setup.services import delete_tournament

pytestmark = pytest.mark.django_db

WHERE = "Das ist ein Turniertisch: Was mit ihm wird, entscheidet die Turnierleitung"
LEFT_TO_THE_DESK = (
    "reseat",
    "join_table",
    "go_on",
    "close_sheet",
    "reopen_sheet",
    "delete_sheet",
)


@pytest.fixture
def world(db: None) -> World:
    """Two tables; the first has written two of four hands."""
    world = copied(drawn, hands=4)
    play_hands(sheet_of(world), 2)
    return world


def table_of(world: World) -> Table:
    return Table.objects.select_related("sheet", "round").get(round__tournament=world.tournament, number=1)


def sheet_of(world: World) -> Session:
    sheet = table_of(world).sheet
    assert sheet
    return sheet


def state_of(sheet: Session) -> Any:
    """Everything that one of the forms would change."""
    columns = Session.objects.values_list("state", "version", "deleted_at", "lineup").get(pk=sheet.pk)
    names = list(sheet.seats.order_by("number").values_list("player__name", "player__merged_into"))
    return columns, names, LogEntry.objects.count(), Session.objects.count()


def typed(sheet: Session, name: str) -> dict[str, Any]:
    """The fields that an older page would send."""
    one, two, three, four = sheet.seats.order_by("number").values_list("player", flat=True)
    forms: dict[str, dict[str, Any]] = {
        "reseat": {"seat_0": two, "seat_1": one, "seat_2": three, "seat_3": four},
        "join_table": {"name": "Neuer Mann", "where": "instead-0"},
        "go_on": {f"place_{seat}": seat for seat in range(4)} | {"dealer": 0, "rules": "grupp"},
    }
    return forms.get(name, {}) | {"version": sheet.version}


@pytest.mark.parametrize("who", ["helper", "organiser"])
@pytest.mark.parametrize("name", LEFT_TO_THE_DESK)
def test_sheet_of_a_table_says_that_it_is_done_at_the_desk(world: World, name: str, who: str) -> None:
    sheet = sheet_of(world)
    before = state_of(sheet)
    response = client_of(getattr(world, who)).post(reverse(name, args=[sheet.pk]), typed(sheet, name))
    assert response.status_code == 403
    assert WHERE in text_of(response)
    assert state_of(sheet) == before


@pytest.mark.parametrize("who", ["helper", "organiser"])
def test_pages_of_a_table_lead_to_the_desk_and_offer_nothing_that_is_refused(world: World, who: str) -> None:
    sheet, client = sheet_of(world), client_of(getattr(world, who))
    for state in (State.OPEN, State.CLOSED):
        Session.objects.filter(pk=sheet.pk).update(state=state, ended_at=timezone.now())
        for page in ("table", "evening"):
            html = body_of(client.get(reverse(page, args=[sheet.pk])))
            assert [name for name in LEFT_TO_THE_DESK if f'"{reverse(name, args=[sheet.pk])}"' in html] == []
            assert f'"{reverse("desk", args=[world.tournament.pk])}"' in html


@pytest.mark.parametrize(
    "write",
    [
        lambda sheet: services.join(sheet, seen=sheet.version, name="Neu", lineup=(0, 1, 2, 4), dealer=0),
        lambda sheet: services.reseat(sheet, seen=sheet.version, players={}),
        lambda sheet: going_on.go_on(
            sheet, seen=sheet.version, staying=[0, 1, 2, 3], dealer=0, rules=published("grupp"), why="", device=None
        ),
        sheets.close_sheet,
        sheets.reopen_sheet,
        sheets.delete_sheet,
    ],
)
def test_services_of_the_sheet_refuse_what_is_the_desks(world: World, write: Callable[[Session], Any]) -> None:
    with pytest.raises(Refused, match="done_at_the_desk"):
        write(sheet_of(world))


@thorough
def test_rules_of_a_table_are_the_organisers_as_those_of_the_tournament(world: World) -> None:
    address = reverse("change_rules", args=[sheet_of(world).pk])
    page = reverse("table", args=[sheet_of(world).pk])
    for who, status in ((world.helper, 403), (world.organiser, 200)):
        assert client_of(who).get(address).status_code == status
        assert (f'"{address}"' in body_of(client_of(who).get(page))) == (status == 200)


# Tables that an earlier version closed or deleted


def test_table_that_is_opened_again_can_be_written_by_its_card_though_its_link_had_ended(world: World) -> None:
    sheet, phone = sheet_of(world), Device.objects.create()
    link = Link.objects.get(target=sheet.pk, right=Right.WRITE)
    accept_link(phone, link)
    let_end(sheet.pk, right=Right.WRITE, at=timezone.now())
    Session.objects.filter(pk=sheet.pk).update(state=State.CLOSED, ended_at=timezone.now())
    assert client_of(phone).post(reverse("record_hand", args=[sheet.pk]), posted(3)).status_code != 204
    desk.reopen_table(table_of(world), why="zu früh", device=None)
    assert client_of(phone).post(reverse("record_hand", args=[sheet.pk]), posted(3)).status_code < 400
    assert sheet.hands.count() == 3
    assert Client().get(reverse("open_link", args=[secret_of(link)])).status_code == 302


def test_link_that_was_taken_back_stays_so_when_the_table_is_opened_again(world: World) -> None:
    link = Link.objects.get(target=sheet_of(world).pk, right=Right.WRITE)
    revoke(link)
    desk.void_table(table_of(world), why="so", device=None)
    desk.reopen_table(table_of(world), why="doch", device=None)
    assert not Link.objects.valid().filter(pk=link.pk).exists()


@thorough
def test_table_that_was_deleted_alone_is_brought_back_by_whoever_manages(world: World) -> None:
    sheet = sheet_of(world)
    Session.objects.filter(pk=sheet.pk).update(deleted_at=timezone.now())
    address, organiser = reverse("restore_sheet", args=[sheet.pk]), client_of(world.organiser)
    assert f'"{address}"' in body_of(organiser.get(reverse("deleted_sheets")))
    assert client_of(world.helper).post(address).status_code == 404
    assert organiser.post(address).status_code == 302
    assert organiser.get(reverse("sheet", args=[sheet.pk])).status_code == 200


def test_tables_of_a_deleted_tournament_come_back_with_it_only(world: World) -> None:
    sheet, organiser = sheet_of(world), client_of(world.organiser)
    Session.objects.filter(pk=sheet.pk).update(deleted_at=timezone.now())
    delete_tournament(world.tournament)
    assert "undelete" not in body_of(organiser.get(reverse("deleted_sheets")))
    assert organiser.post(reverse("restore_sheet", args=[sheet.pk])).status_code == 404


# The self-check


def swap_columns(sheet: Session) -> None:
    one, two = sheet.seats.filter(number__in=(0, 1)).order_by("number")
    for seat, other in ((one, two.player), (two, one.player)):
        Seat.objects.filter(pk=seat.pk).update(player=other)


def one_more_column(sheet: Session) -> None:
    sheet.seats.create(number=4, player=Player.objects.create(club_id=sheet.club_id, name="Neuer Mann"))


@thorough
@pytest.mark.parametrize(("damage", "named"), [(swap_columns, [0, 1]), (one_more_column, [4])])
def test_selfcheck_names_columns_whose_points_go_to_somebody_else(
    world: World, damage: Callable[[Session], None], named: list[int]
) -> None:
    damage(sheet_of(world))
    said = "round 1, table 1, seat {}: its points do not go to whom the sheet names"
    assert list(faults_in(world.tournament.club)) == [f"{world.tournament.pk}: {said.format(seat)}" for seat in named]


@thorough
def test_selfcheck_takes_typed_totals_for_what_they_are(world: World) -> None:
    swap_columns(sheet_of(world))
    desk.type_totals(table_of(world), {0: 30, 1: 10, 2: -10, 3: -30}, why="Papier", device=None)
    assert list(faults_in(world.tournament.club)) == []


@thorough
def test_selfcheck_knows_who_left_a_start_number_and_who_is_one_person(world: World) -> None:
    sheet, club = sheet_of(world), world.tournament.club
    play_hands(sheet, 2, first=3)
    hand_in(sheet)
    entrant = Result.objects.select_related("entrant").get(table=table_of(world), seat=0).entrant
    door.substitute(entrant, door.Newcomer(name="Xaver"), why="heim", device=None)
    desk.reopen_table(table_of(world), why="Spiel 3 fehlt", device=None)
    came = Result.objects.select_related("entrant").get(table=table_of(world), seat=0).entrant
    assert sheet.seats.get(number=0).player_id not in (came.player_id, None)
    person = sheet.seats.get(number=1).player
    twice = Player.objects.create(club=club, name="Doppelt", merged_into=person)
    sheet.seats.filter(number=1).update(player=twice)
    assert list(faults_in(club)) == []
