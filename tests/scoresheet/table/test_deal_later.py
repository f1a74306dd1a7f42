"""A forgotten hand that was put in: whether everybody dealt one later since."""

from typing import Any

import pytest
from django.urls import reverse

from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from tests.pages import body_of
from tests.scoresheet.acting import faults_of, send
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db


def url_of(world: World, name: str, *more: Any) -> str:
    return reverse(name, args=[world.sheet.id, *more])


def with_forgotten_hand(world: World) -> str:
    """A Solo, then a Räuber of Clara's, and in between a hand that had been forgotten; the address after it."""
    raeuber = hands.Raeuber(contract=Contract.RAEUBER, card_points=(10, 11, 20, 12))
    write_hand(Session.objects.get(), writing(1), device=None)
    write_hand(Session.objects.get(), writing(2, raeuber), device=None)
    write_hand(Session.objects.get(), writing(3), device=None)
    return str(send(world, "insert_hand", posted(4, dealer=0, points=45), 2)["Location"])


def test_forgotten_hand_asks_whether_everybody_dealt_one_later_and_does_it() -> None:
    world = copied(World, "braeunlingen-loewen")
    address = with_forgotten_hand(world)
    assert address == url_of(world, "deal_later", 4)
    page = client_of(world.owner).get(address, headers={"Accept-Language": "de"})
    change = page.context["change"]
    assert [(hand["text"], hand["old"], hand["new"]) for hand in change["hands"] if not hand["same"]] == [
        ("Clara 20, als Vorhand doppelt; Bernd hat gegeben", [30, 30, -90, 30], [60, 60, -180, 60])
    ]
    version = Session.objects.get().version
    assert send(world, "deal_later", {"version": version}, 4)["Location"] == world.sheet.get_absolute_url()
    again = send(world, "deal_later", {"version": version}, 4)
    assert again["Location"] == world.sheet.get_absolute_url(), "a second tap changes nothing"
    shown = sheet_page(Session.objects.get())
    assert [line.dealer for line in shown.lines] == ["Clara", "Bernd", "Anna", "Dieter"]
    assert [line.shown for line in shown.lines] == [4, 3, 2, 1]
    assert [line.corrected for line in shown.lines] == [False, True, False, False], "no other amount changes"
    assert (shown.dealer, shown.lines[1].amounts) == ("Dieter", (60, 60, -180, 60))
    assert list(faults_of(Session.objects.get())) == []


def test_nothing_is_asked_where_the_deal_goes_on_as_it_should() -> None:
    world = copied(World, "braeunlingen-loewen")
    write_hand(Session.objects.get(), writing(1), device=None)
    write_hand(Session.objects.get(), writing(2, dealer=1), device=None)
    response = send(world, "insert_hand", posted(3, dealer=0, points=45), 2)
    assert response["Location"] == world.sheet.get_absolute_url()
    assert client_of(world.owner).get(url_of(world, "deal_later", 3)).status_code == 302


def test_deal_that_was_set_by_hand_stays(world: World) -> None:
    for number, dealer in ((1, 3), (2, 0), (3, 2)):
        write_hand(Session.objects.get(), writing(number, dealer=dealer), device=None)
    send(world, "insert_hand", posted(4, dealer=0, points=45), 2)
    asked = client_of(world.owner).get(url_of(world, "deal_later", 4), headers={"Accept-Language": "en"})
    assert "No hand is paid differently" in body_of(asked)
    assert "<table" not in body_of(asked), "equal old and new amounts say nothing"
    send(world, "deal_later", {"version": Session.objects.get().version}, 4)
    page = sheet_page(Session.objects.get())
    assert [line.dealer for line in page.lines] == ["Clara", "Bernd", "Anna", "Dieter"]
