"""A tournament that is finished or cancelled: no page calls for or offers what nobody can do any more."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, text_of
from tests.worlds.tournament import World, client_of
from tournaments.desk import services as desk
from tournaments.door import announcing, services as door
from tournaments.models import PrizeKind, RoundState, Tournament
from tournaments.setup import services as setup
from tournaments.setup.plans import PrizePlan

pytestmark = pytest.mark.django_db

TO_DRAW = "es wird noch gelost|losen darum|hier wird gezogen"


def cancelled_when(state: str, **settings: Any) -> World:
    """A tournament of one round with a fee, cancelled before its draw, after it, or while it is played."""
    world = copied(
        World, rounds=1, entry_fee=Decimal(10), minutes=90, is_public=True, takes_announcements=True, **settings
    )
    world.register(8)
    announcing.announce_all(world.tournament, [door.Newcomer(name="Später", village="Ort")])
    if state != "new":
        world.draw(start=state == RoundState.PLAYING)
        door.register(world.tournament, door.Newcomer(name="Spät", village="Ort"))
    setup.cancel_tournament(world.tournament, why="Wasserschaden", device=world.organiser)
    return world


def phone(world: World) -> Client:
    """The phone of number 3, who found themselves on it."""
    client = client_of(world.guest)
    client.post(reverse("remember_me", args=[world.tournament.pk]), {"number": 3})
    return client


def forms_of(response: Any) -> list[str]:
    """The addresses to which a page sends something, but for the choice of the language."""
    page = re.sub(r"(?s)<form.*?<fieldset[^>]* disabled>.*?</form>", "", body_of(response))
    buttons = re.findall(r'(?s)<form[^>]*method="post"[^>]*action="([^"]*)"(.*?)</form>', page)
    enabled = [address for address, inside in buttons if re.search(r"<button(?![^>]*\bdisabled\b)", inside)]
    return [address.rpartition("/")[2] for address in enabled if "/language" not in address]


@thorough
@pytest.mark.parametrize("state", ["new", RoundState.DRAWN, RoundState.PLAYING])
def test_phone_is_neither_called_nor_sent_to_a_seat_once_it_is_cancelled(state: str) -> None:
    world = copied(cancelled_when, state)
    response = phone(world).get(world.tournament.get_absolute_url())
    page = text_of(response)
    assert "Dieses Turnier wurde abgesagt" in page
    for gone in ("Wo sitze ich?", "Voranmelden", "Sitz 3", "Mit Ton rufen", "Tischen fertig"):
        assert gone not in page
    for gone in ("data-call=", "data-clock"):
        assert gone not in body_of(response)


@thorough
@pytest.mark.parametrize("state", ["new", RoundState.DRAWN, RoundState.PLAYING])
def test_wall_says_that_it_is_cancelled_instead_of_seats_and_clock(state: str) -> None:
    world = copied(cancelled_when, state)
    response = client_of(world.stranger).get(reverse("wall", args=[world.tournament.pk]))
    page = text_of(response)
    assert "Dieses Turnier wurde abgesagt" in page
    assert "Anna 1" not in page
    assert "data-clock" not in body_of(response)


@thorough
def test_table_is_told_that_it_is_cancelled_and_that_it_goes_on() -> None:
    """Also on a phone that has the sheet open: it asks for what changed since its version."""
    world = copied(World, rounds=1)
    world.register(8)
    world.draw(start=True)
    sheet = Session.objects.filter(event=world.tournament.pk).earliest("title")
    client = client_of(world.organiser)

    def asked(version: int) -> Any:
        return client.get(reverse("sheet_changes", args=[sheet.pk]), {"v": version})

    assert asked(sheet.version).status_code == 204
    setup.cancel_tournament(world.tournament, why="Wasserschaden", device=world.organiser)
    for response in (client.get(sheet.get_absolute_url()), asked(sheet.version)):
        assert "Dieses Turnier wurde abgesagt" in text_of(response)
        assert "Turnierleitung rufen" not in text_of(response)
    cancelled = Session.objects.get(pk=sheet.pk).version
    assert asked(cancelled).status_code == 204
    desk.open_again(world.tournament, why="doch nicht", device=world.organiser)
    for response in (client.get(sheet.get_absolute_url()), asked(cancelled)):
        assert response.status_code == 200
        assert "abgesagt" not in text_of(response)


PAGES_OF_THE_DESK = [
    (state, path)
    for path in ("door", "rounds/1/draw", "rounds/1", "ceremony", "settings", "door/{entrant}")
    for state in ("new", RoundState.DRAWN, RoundState.PLAYING)
]


@pytest.mark.parametrize(("state", "path"), PAGES_OF_THE_DESK)
def test_desk_offers_nothing_but_to_open_it_again(state: str, path: str) -> None:
    world = copied(cancelled_when, state)
    entrant = world.tournament.entrants.get(number=3)
    response = Browser(world).get(path.format(entrant=entrant.pk), follow=True)
    assert response.status_code == 200
    assert set(forms_of(response)) <= {"again", "delete"}
    assert not re.search("nimm unten|Liste einlesen", text_of(response))


def test_helpers_are_let_do_nothing_more_once_it_is_over() -> None:
    world = copied(cancelled_when, RoundState.DRAWN)
    browser = Browser(world)
    assert "helpers" not in forms_of(browser.get("links"))
    answer = browser.post("links/helpers", {"run": "1"})
    assert (answer.status_code, "Dieses Turnier wurde abgesagt." in text_of(answer)) == (409, True)
    assert not Tournament.objects.get().helpers_run


@thorough
def test_fees_are_given_back_while_it_is_cancelled_and_nothing_else_changes() -> None:
    """By whoever came, left or only announced themselves; once it is finished, the cash box stays."""
    world = copied(World, rounds=1, entry_fee=Decimal(10), currency="EUR", takes_announcements=True)
    world.register(8)
    paid = door.Newcomer(name="Vorher", village="Ort", has_paid=True)
    (announced,) = announcing.announce_all(world.tournament, [paid])
    here, gone, unpaid = (world.tournament.entrants.get(number=number) for number in (1, 2, 3))
    for entrant in (here, gone):
        door.set_paid(entrant, has_paid=True)
    door.withdraw_entrant(gone, why="", device=None)
    setup.cancel_tournament(world.tournament, why="Wasserschaden", device=world.organiser)
    browser, box = Browser(world), "Kasse"
    page = browser.get("door")
    assert "Startgeld kann hier zurückgegeben werden" in text_of(page)
    assert text_of(page).count("Startgeld zurückgeben") == 3
    assert "30 EUR" in text_of(page).partition(box)[2]
    assert set(forms_of(page)) == {"paid"}
    for entrant in (here, gone, announced):
        assert browser.post("door/paid", {"unpaid": entrant.pk}).status_code in (200, 302)
    assert not world.tournament.entrants.filter(has_paid=True, is_house=False).exists()
    assert browser.post("door/paid", {"paid": unpaid.pk}).status_code == 409
    assert forms_of(browser.get("door")) == []


def test_cash_box_of_a_finished_tournament_stays() -> None:
    world = copied(World, rounds=1, entry_fee=Decimal(10))
    world.register(8)
    entrant = world.tournament.entrants.get(number=1)
    door.set_paid(entrant, has_paid=True)
    world.play_round()
    desk.finish_tournament(world.tournament, why="die Plätze bleiben geteilt")
    assert Browser(world).post("door/paid", {"unpaid": entrant.pk}).status_code == 409
    entrant.refresh_from_db()
    assert entrant.has_paid


def test_door_follows_when_another_desk_cancels() -> None:
    world = copied(cancelled_when, "new")
    changes = Browser(world).get("door/changes?v=0")
    assert changes.status_code == 200
    assert forms_of(changes) == []


@thorough
def test_nobody_is_told_to_draw_once_it_is_finished() -> None:
    world = copied(World, rounds=1, is_public=True, prizes=[PrizePlan(kind=PrizeKind.RANK, rank=1, what="Schinken")])
    world.register(8)
    world.play_round()
    browser = Browser(world)
    for path in ("standings", "prizes", "beamer", "print/standings", "ceremony"):
        assert re.search(TO_DRAW, text_of(browser.get(path))), path
    desk.finish_tournament(world.tournament, why="die Plätze bleiben geteilt")
    for path in ("standings", "prizes", "beamer", "print/standings", "ceremony"):
        assert not re.search(TO_DRAW, text_of(browser.get(path))), path
    assert "gleichauf mit Nr." in text_of(browser.get("standings"))
    assert "niemand hat gelost: Sie teilen sich" in text_of(browser.get("prizes"))
    page = text_of(phone(world).get(f"{world.tournament.get_absolute_url()}?me=3"))
    assert ("gleichauf mit Nr. 8" in page, "noch gelost" in page, "Mit Ton rufen" in page) == (True, False, False)


@thorough
def test_calendars_say_that_it_is_cancelled() -> None:
    world = World(is_public=True, day=timezone.localdate() + timedelta(days=9))
    address = reverse("club_calendar", args=[world.tournament.club_id])
    stranger = client_of(world.stranger)
    assert "STATUS" not in body_of(stranger.get(address))
    setup.cancel_tournament(world.tournament, why="Wasserschaden", device=world.organiser)
    assert "STATUS:CANCELLED\r\n" in body_of(stranger.get(address))
    assert "Abgesagt" in text_of(stranger.get(reverse("club", args=[world.tournament.club_id])))
    assert Tournament.objects.get().is_over
