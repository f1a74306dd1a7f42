"""A new table belongs to a circle: what is offered, what is filled in, and whose it is then."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club, Device, LogEntry, LogKind, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.evening.circles import MOST
from cegoscore.scoresheet.evening.services import open_circle_table
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.ledger.test_races import at_once
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, writing

DAY = datetime(2026, 11, 21, 19, tzinfo=UTC)


def one_hand() -> World:
    """A table of four of a club without a name, one hand played: Anna deals next."""
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    return world


@pytest.fixture
def world(db: None) -> World:
    return copied(one_hand)


def new_table(client: Client, query: str = "") -> Any:
    """The page of a new table."""
    return client.get(reverse("new_table") + query)


def filled_in(response: Any) -> dict[str, str]:
    """Fields as a browser sends them if the page's button was tapped and nothing else."""
    form = response.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def start(client: Client, query: str = "", **changes: str) -> Session:
    """Tap the button of the page of a new table, with some fields typed over."""
    response = client.post(reverse("new_table"), filled_in(new_table(client, query)) | changes)
    assert response.status_code == 302, response.context["form"].errors
    return Session.objects.get(pk=response["Location"].rsplit("/", 1)[-1])


def names(sheet: Session) -> list[str]:
    """Names by seat."""
    return [seat.name for seat in sheet.seats.select_related("player__merged_into").order_by("number")]


def table(*people: str, title: str = "") -> NewTable:
    """A table by the Ministranten rules."""
    return NewTable(names=people, rules=published("braeunlingen-ministranten"), first_dealer=0, title=title)


@thorough
def test_usual_circle_is_two_taps_from_the_start_page(world: World) -> None:
    client = client_of(world.owner)
    Session.objects.update(stake="0.05", currency="CHF")
    close_sheet(world.sheet)
    address = f"{reverse('new_table')}?circle={world.sheet.club_id}"
    assert f'<div class="start"> <a class="button" href="{address}">' in " ".join(
        body_of(client.get(reverse("home"))).split()
    )
    new = start(client, query=f"?circle={world.sheet.club_id}")
    assert (new.club_id, new.rule_set_id) == (world.sheet.club_id, world.sheet.rule_set_id)
    assert (str(new.stake), new.currency) == ("0.0500", "CHF")
    assert (names(new), new.dealer) == (["Anna", "Bernd", "Clara", "Dieter"], 0)
    assert Player.objects.count() == 4


@thorough
def test_next_dealer_of_the_last_evening_deals_first(world: World) -> None:
    write_hand(world.sheet, writing(2), device=None)
    assert names(start(client_of(world.owner))) == ["Bernd", "Clara", "Dieter", "Anna"]


@thorough
def test_table_of_nobody_in_particular_has_a_club_of_its_own(world: World) -> None:
    client = client_of(world.owner)
    page = new_table(client, "?circle=none")
    assert [filled_in(page)[name] for name in ("circle", "name_0", "stake")] == ["", "", ""]
    data = filled_in(page) | {"name_0": "Anna", "name_1": "Eva", "name_2": "Fritz", "name_3": "Georg"}
    assert client.post(reverse("new_table"), data).status_code == 302
    new = Session.objects.exclude(pk=world.sheet.pk).get()
    assert new.club_id != world.sheet.club_id
    assert Player.objects.filter(name="Anna").count() == 2


def test_circle_of_somebody_else_is_nobodys(world: World) -> None:
    client = client_of(world.mate)
    page = new_table(client, f"?circle={world.sheet.club_id}")
    assert filled_in(page)["circle"] == ""
    sheet = start(client, circle=str(world.sheet.club_id), name_0="Eva", name_1="Fritz", name_2="Ida", name_3="Jan")
    assert sheet.club_id != world.sheet.club_id


@thorough
def test_another_person_of_the_circle_is_found_by_name_and_a_new_one_is_added(world: World) -> None:
    Player.objects.create(club=world.sheet.club, name="Özlem", village="Furtwangen")
    client = client_of(world.owner)
    page = body_of(new_table(client))
    shown = page[page.index('id="known-people"') :]
    offered = re.findall(r'<option value="([^"]*)">', shown[: shown.index("</datalist>")])
    assert offered == ["Anna", "Bernd", "Clara", "Dieter", "Özlem"]
    new = start(client, name_1="özlem", name_2="Uwe, Hüfingen")
    assert names(new) == ["Anna", "Özlem", "Uwe", "Dieter"]
    assert set(Player.objects.values_list("name", "village")) >= {("Özlem", "Furtwangen"), ("Uwe", "Hüfingen")}
    assert Player.objects.count() == 6


@thorough
def test_people_of_one_name_are_told_apart_by_their_village(world: World) -> None:
    one, other = (
        Player.objects.create(club=world.sheet.club, name="Hans Müller", village=village)
        for village in ("Schonach", "Triberg")
    )
    sheet = start(client_of(world.owner), name_0="Hans Müller, Triberg", name_1="Hans Müller, Schonach")
    assert [seat.player for seat in sheet.seats.order_by("number")][:2] == [other, one]
    page = filled_in(new_table(client_of(world.owner)))
    assert (page["name_0"], page["name_1"]) == ("Hans Müller, Triberg", "Hans Müller, Schonach")


@thorough
def test_name_of_the_circle_names_the_club_and_its_tables(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: DAY)
    client = client_of(world.owner)
    client.cookies["django_language"] = "de"
    titles = [start(client, title="Mittwochsrunde").title, start(client).title, start(client, title="Finale").title]
    assert titles == ["Mittwochsrunde, 21. November", "Mittwochsrunde, 21. November, Tisch 2", "Finale"]
    assert Club.objects.get(pk=world.sheet.club_id).name == "Mittwochsrunde"
    entry = LogEntry.objects.get(club=world.sheet.club_id, kind=LogKind.CLUB_NAMED)
    assert (entry.before, entry.after, entry.device_id) == ("", "Mittwochsrunde", world.owner.pk)


@thorough
def test_next_evening_of_a_circle_has_a_title_of_its_own(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    device = Device.objects.create()
    club = open_club(device, name="Mittwochsrunde")
    monkeypatch.setattr("django.utils.timezone.now", lambda: DAY)
    first = open_circle_table(device, table("Anna", "Bernd", "Clara", "Dieter"), circle=club.pk)
    monkeypatch.setattr("django.utils.timezone.now", lambda: DAY.replace(day=28))
    client = client_of(device)
    address = f"?circle={first.club_id}"
    assert client.post(reverse("new_table"), filled_in(new_table(client, address))).status_code == 302
    assert {sheet.title for sheet in Session.objects.all()} == {
        "Mittwochsrunde, 21. November",
        "Mittwochsrunde, 28. November",
    }


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_two_tables_opened_at_once_have_two_titles_and_one_person_each() -> None:
    device = Device.objects.create()
    club = open_club(device, name="Mittwochsrunde")
    open_one = partial(open_circle_table, device, circle=club.pk)
    at_once([partial(open_one, table("Anna", "Bernd", "Clara", name)) for name in ("Dieter", "Eva", "Fritz")])
    titles = sorted(Session.objects.values_list("title", flat=True))
    assert [title.split(", ")[2:] for title in titles] == [[], ["Tisch 2"], ["Tisch 3"]]
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Bernd", "Clara", "Dieter", "Eva", "Fritz"]
    assert Seat.objects.count() == 12


@thorough
def test_no_two_circles_look_alike(world: World) -> None:
    client = client_of(world.owner)
    for _again in range(2):
        data = filled_in(new_table(client, "?circle=none"))
        people = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bernd", "Clara", "Dieter"))}
        assert client.post(reverse("new_table"), data | people).status_code == 302
    Club.objects.filter(pk=world.sheet.club_id).update(created_at=DAY)
    labels = [circle["label"] for circle in new_table(client).context["circles"]["circles"]]
    assert len(labels) == 3
    assert len(set(labels)) == 3


@thorough
def test_rules_that_are_not_offered_any_more_can_be_played_by_again(world: World) -> None:
    rules = published("braeunlingen-ministranten")
    row = world.sheet.rule_set
    row.digest, row.document = "f" * 64, {**row.document, "name": {"de": "Von früher", "en": "Of old"}}
    row.save()
    old = rules_of(row)
    type(row).objects.filter(pk=row.pk).update(digest=old.digest)
    assert old.digest != rules.digest
    assert start(client_of(world.owner)).rule_set_id == row.pk


def test_club_that_has_not_played_yet_is_offered(db: None) -> None:
    device = Device.objects.create()
    club = open_club(device, name="Cegofreunde Bregtal")
    page = new_table(client_of(device))
    assert [circle["label"] for circle in page.context["circles"]["circles"]] == ["Cegofreunde Bregtal"]
    assert filled_in(page)["circle"] == str(club.pk)


def test_next_evening_begins_as_this_one_was_played_whatever_was_played_since(world: World) -> None:
    client, club = client_of(world.owner), world.sheet.club_id
    for circle in (club, *[None] * MOST):  # a second table of the club, and more circles than are offered
        open_circle_table(world.owner, table("Eva", "Fritz", "Ida", "Jan"), circle=circle)
    evening = reverse("evening", args=[world.sheet.id])
    query = f"?after={world.sheet.id}"
    assert f'href="{reverse("new_table")}{query}"' in body_of(client.get(evening))
    assert query not in body_of(client_of(world.mate).get(evening))
    assert [filled_in(new_table(client, query))[f"name_{seat}"] for seat in range(5)] == [
        "Anna",
        "Bernd",
        "Clara",
        "Dieter",
        "",
    ]
    assert start(client, query).club_id == club


@pytest.mark.parametrize("asked", ["", "x", "00000000-0000-4000-8000-000000000000"])
def test_evening_that_is_not_there_is_not_gone_on_from(world: World, asked: str) -> None:
    assert filled_in(new_table(client_of(world.owner), f"?after={asked}"))["circle"] == str(world.sheet.club_id)
    assert filled_in(new_table(Client(), f"?after={world.sheet.id}"))["circle"] == ""


@pytest.mark.parametrize(("language", "written"), [("de", "0,10"), ("en", "0.10")])
def test_stake_stands_there_as_the_language_writes_it(world: World, language: str, written: str) -> None:
    Session.objects.update(stake="0.1000")
    client = client_of(world.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert filled_in(new_table(client))["stake"] == written
    assert start(client).stake == Decimal("0.1")


@thorough
def test_queries_do_not_grow_with_circles(world: World, django_assert_max_num_queries: Any) -> None:
    for number in range(5):
        open_circle_table(world.owner, table("Anna", "Bernd", "Clara", f"Nr. {number}"), circle=None)
    client = client_of(world.owner)
    with django_assert_max_num_queries(10):
        new_table(client)
