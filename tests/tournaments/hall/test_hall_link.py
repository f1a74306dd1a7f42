"""One QR code for every phone in the hall: where it stands, what it lets do, and whom it lets in."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import Settings

from cegoscore.clubs.models import Device, Link, Right
from cegoscore.clubs.rights.link_pages import qr_svg
from cegoscore.clubs.rights.links import accept_link, link_for, links_to, revoke, secret_of
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, text_of
from tests.worlds.tournament import World, client_of, drawn as just_drawn, play_hands
from tournaments.course.access import find_hall_link
from tournaments.desk import services as desk
from tournaments.drawing import services as drawing
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CARRIERS = ("beamer?show=code", "print/poster", "print/cards", "print/sheets")


@pytest.fixture
def drawn(db: None) -> World:
    """Eight players of a tournament that is not public, the first round drawn."""
    return copied(just_drawn, start=False)


def link_of(tournament: Tournament) -> Link:
    link = find_hall_link(tournament)
    assert link
    return link


def address_of(world: World) -> str:
    return f"http://testserver/t/{secret_of(link_of(world.tournament))}"


def url_of(world: World, path: str = "") -> str:
    return f"/tournaments/{world.tournament.pk}{path}"


def sheet_of(world: World, number: int) -> Session:
    """The sheet of the table at which a start number sits."""
    return Session.objects.get(table__results__entrant__number=number, event=world.tournament.pk)


@pytest.mark.parametrize("path", CARRIERS)
def test_no_code_carries_an_address_that_phones_cannot_reach(drawn: World, settings: Settings, path: str) -> None:
    secret = secret_of(link_of(drawn.tournament))
    for hosts, codes in ((["192.168.178.20"], [qr_svg(f"http://192.168.178.20/t/{secret}")]), ([], [])):
        settings.PHONE_HOSTS = hosts
        page = body_of(client_of(drawn.helper).get(url_of(drawn, f"/{path}"), headers={"host": "localhost"}))
        assert all(code in page for code in codes)
        assert ('class="qr"' in page) == bool(codes)


def test_phone_that_scans_it_finds_everything_and_writes_nothing(drawn: World) -> None:
    phone = Client()
    assert phone.get(url_of(drawn)).status_code == 404
    assert phone.get(address_of(drawn))["Location"] == url_of(drawn)
    for path in ("", "?me=3", "/standings", "/prizes"):
        assert phone.get(url_of(drawn, path)).status_code == 200
    sheet = sheet_of(drawn, 3)
    assert phone.get(f"/sheets/{sheet.pk}").status_code == 200
    assert phone.post(f"/sheets/{sheet.pk}/hands", {}).status_code == 403
    assert phone.get(url_of(drawn, "/desk")).status_code == 403


@thorough
def test_phone_of_a_table_gets_from_its_sheet_to_the_tournament(drawn: World) -> None:
    sheet, phone = sheet_of(drawn, 3), Device.objects.create()
    accept_link(phone, Link.objects.get(target=sheet.pk))
    client, way = client_of(phone), f"/tournaments/sheets/{sheet.pk}"
    assert client.get(url_of(drawn)).status_code == 404
    assert f'href="{way}"' in body_of(client.get(f"/sheets/{sheet.pk}"))
    assert client.get(way)["Location"] == url_of(drawn)
    assert client.get(url_of(drawn)).status_code == 200
    assert client.get(url_of(drawn, "/desk")).status_code == 403
    assert client_of(drawn.stranger).get(way).status_code == 404


@thorough
def test_way_from_a_closed_sheet_leads_to_the_tournament_too(drawn: World) -> None:
    round_ = drawn.tournament.played_rounds.get()
    drawing.start_round(round_)
    drawn.type_all(round_)
    desk.close_round(round_)
    sheet = sheet_of(drawn, 3)
    page = body_of(client_of(drawn.guest).get(f"/sheets/{sheet.pk}"))
    assert page.count(f'href="/tournaments/sheets/{sheet.pk}"') == 2


def test_sheet_of_an_evening_leads_to_no_tournament(world: World) -> None:
    evening = Session.objects.create(
        club=world.tournament.club, rule_set=world.tournament.rule_set, lineup=[], dealer=0
    )
    assert client_of(world.organiser).get(f"/tournaments/sheets/{evening.pk}").status_code == 404


def test_link_that_was_taken_back_is_not_made_again_unasked(drawn: World) -> None:
    revoke(link_of(drawn.tournament))
    sheet = sheet_of(drawn, 1)
    drawing.undraw(drawn.tournament.played_rounds.get(), why="x", device=None)
    round_ = drawn.draw(start=False)
    assert find_hall_link(drawn.tournament) is None
    for path in CARRIERS:
        assert "/t/" not in body_of(Browser(drawn).get(path))
    sheet = sheet_of(drawn, 1)
    phone = Device.objects.create()
    accept_link(phone, Link.objects.get(target=sheet.pk))
    assert client_of(phone).get(f"/tournaments/sheets/{sheet.pk}").status_code == 404
    Tournament.objects.update(is_public=True)
    assert client_of(phone).get(f"/tournaments/sheets/{sheet.pk}")["Location"] == url_of(drawn)
    assert round_.number == 1


@thorough
def test_tournament_from_before_gets_its_link_with_the_draw_and_a_copy_at_once(world: World) -> None:
    Link.objects.all().delete()
    world.register(8)
    world.draw(start=False)
    assert [link.right for link in links_to(world.tournament.club, world.tournament.pk)] == [Right.LOOK]
    again = world.hold_again(name="Nochmal", day=world.tournament.day)
    assert link_of(again).target == again.pk


def test_stranger_at_a_public_tournament_is_not_handed_the_link(drawn: World) -> None:
    Tournament.objects.update(is_public=True)
    page = body_of(Client().get(url_of(drawn, "/beamer?show=code")))
    assert qr_svg(address_of(drawn)) not in page
    assert qr_svg(f"http://testserver{url_of(drawn)}") in page


# My own evening


def mine(world: World, number: int, client: Client) -> str:
    page = body_of(client.get(url_of(world, f"?me={number}")))
    return page.partition('<section class="mine"')[2].partition("</section>")[0]


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


@thorough
def test_my_sheet_and_my_hands_are_there_for_who_has_the_link(drawn: World) -> None:
    drawing.start_round(drawn.tournament.played_rounds.get())
    sheet = sheet_of(drawn, 3)
    play_hands(sheet, 2)
    seat = drawn.tournament.played_rounds.get().results.get(entrant__number=3).seat
    total = sheet.seats.get(number=seat).total
    part = mine(drawn, 3, client_of(drawn.guest))
    assert f'href="/sheets/{sheet.pk}"' in part
    assert "Meine 2 Spiele in Durchgang 1" in words(part)
    signed = f"+{total}" if total > 0 else str(total).replace("-", "−")
    assert re.search(rf"2 Solo \S+ Summe {re.escape(signed)}", words(part)), words(part)
    play_hands(sheet, 1, first=3)
    assert "Meine 3 Spiele in Durchgang 1" in words(mine(drawn, 3, client_of(drawn.guest)))


def test_public_page_shows_strangers_neither_sheet_nor_hands(drawn: World) -> None:
    Tournament.objects.update(is_public=True)
    drawing.start_round(drawn.tournament.played_rounds.get())
    play_hands(sheet_of(drawn, 3), 2)
    part = mine(drawn, 3, Client())
    assert "/sheets/" not in part
    assert "Spiele in Durchgang" not in words(part)
    assert "own-hands" in mine(drawn, 3, client_of(drawn.guest))


def test_page_calls_to_the_table_when_a_seat_is_drawn_and_when_the_round_starts(drawn: World) -> None:
    round_ = drawn.tournament.played_rounds.get()
    result = round_.results.get(entrant__number=3)
    assert result.table
    place = f"{result.table.number}.{result.seat + 1}"
    client = client_of(drawn.guest)
    drawn_call = mine(drawn, 3, client)
    assert f'data-call="1.drawn.{place}"' in drawn_call
    assert f"bitte an Tisch {result.table.number}, Sitz {result.seat + 1}" in words(drawn_call)
    drawing.start_round(round_)
    assert f'data-call="1.playing.{place}"' in mine(drawn, 3, client)
    drawn.type_all(round_)
    desk.close_round(round_)
    assert "data-call=" not in mine(drawn, 3, client)


def test_calling_is_offered_to_who_is_remembered_on_this_phone(drawn: World) -> None:
    client = client_of(drawn.guest)
    assert "data-calls" not in mine(drawn, 3, client)
    client.post(url_of(drawn, "/me"), {"number": 3})
    page = body_of(client.get(url_of(drawn)))
    assert "data-calls hidden" in page
    assert "data-calls" not in mine(drawn, 4, client)


def test_link_of_the_hall_is_the_one_that_the_desk_hands_on(drawn: World) -> None:
    own = link_for(drawn.tournament.club, right=Right.LOOK, target=drawn.tournament.pk)
    assert own == link_of(drawn.tournament)
    assert qr_svg(address_of(drawn)) in body_of(Browser(drawn).get("links"))
    assert "Für jedes Handy" in text_of(Browser(drawn).get("print/cards"))


@thorough
def test_page_asks_nobody_where_they_sit_once_the_tournament_is_over(drawn: World) -> None:
    round_ = drawn.tournament.played_rounds.get()
    drawing.start_round(round_)
    drawn.type_all(round_)
    desk.close_round(round_)
    guest = client_of(drawn.guest)
    before, part = text_of(guest.get(url_of(drawn))), words(mine(drawn, 3, guest))
    assert ("Wo sitze ich?" in before, "Sitz" in part) == (True, True)
    drawn.play_round("zwei")
    desk.finish_tournament(drawn.tournament, why="x")
    after, part = text_of(guest.get(url_of(drawn))), words(mine(drawn, 3, guest))
    assert ("Wo sitze ich?" in after, "Wie habe ich abgeschnitten?" in after, "Sitz" in part) == (False, True, False)
    assert re.search(r"Platz \d von 8", part)
