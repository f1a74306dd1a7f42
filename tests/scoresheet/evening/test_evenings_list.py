"""Evenings found again by name, title and date; deleted, brought back, and purged."""

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.clubs.models import Club, Device, Grant, Link, Player, Right
from cegoscore.clubs.purging import purge_clubs
from cegoscore.clubs.rights.access import has_some_right_in
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.scoresheet.evening.evenings import find_evenings
from cegoscore.scoresheet.evening.services import purge
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import purge_sheets
from cegoscore.scoresheet.models import Hand, Score, Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import NAMES, World, another_evening, client_of, open_table, writing


def one_more(device: Device, *names: str, title: str = "", day: int = 1) -> Session:
    """An evening of May 2026 that the device opened."""
    names = names or ("Vroni", "Karl", "Leni", "Josef")
    rules = published("braeunlingen-ministranten")
    sheet = open_table(device, names=names, rules=rules, first_dealer=0, title=title)
    sheet.started_at = datetime(2026, 5, day, 18, tzinfo=UTC)
    sheet.save()
    return sheet


def listed(device: Device, **query: Any) -> list[str]:
    """Titles of the evenings on the page, in its order."""
    response = client_of(device).get(reverse("evenings"), query)
    assert response.status_code == 200
    return [evening.sheet.title for evening in response.context["evenings"]]


@pytest.fixture
def device(db: None) -> Device:
    """A device that knows three evenings; nobody else does."""
    device = Device.objects.create()
    one_more(device, title="Stammtisch", day=1)
    one_more(device, "Özlem", "Anna", "Bernd", "Clara", title="Ostern", day=20)
    one_more(device, "Anna", "Karl", "Maria", "Jörg", title="Preiscego Üb", day=10)
    one_more(Device.objects.create(), title="fremd", day=5)
    return device


# Finding


def test_evenings_are_listed_newest_first_with_their_totals(device: Device) -> None:
    sheet = Session.objects.get(title="Stammtisch")
    write_hand(sheet, writing(1, dealer=0), device=device)
    response = client_of(device).get(reverse("evenings"))
    assert [evening.sheet.title for evening in response.context["evenings"]] == ["Ostern", "Preiscego Üb", "Stammtisch"]
    oldest = response.context["evenings"][2]
    assert (oldest.hands, oldest.results) == (1, [("Karl", 30), ("Vroni", -10), ("Leni", -10), ("Josef", -10)])


def test_struck_hands_are_no_hands_of_a_list(device: Device) -> None:
    sheet = Session.objects.get(title="Stammtisch")
    for number in (1, 2):
        write_hand(sheet, writing(number, dealer=number - 1), device=device)
    client_of(device).post(
        reverse("strike_hand", args=[sheet.id, 2]), {"uuid": uuid.uuid4(), "revision": 2, "reason": "twice"}
    )
    assert Hand.objects.filter(session=sheet, void=True).exists()
    assert client_of(device).get(reverse("evenings")).context["evenings"][2].hands == 1


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ({"q": "anna"}, ["Ostern", "Preiscego Üb"]),
        ({"q": "anna karl"}, ["Preiscego Üb"]),
        ({"q": "karl, anna"}, ["Preiscego Üb"]),
        ({"q": "özlem"}, ["Ostern"]),
        ({"q": "üb"}, ["Preiscego Üb"]),
        ({"q": "o\u0308zlem"}, ["Ostern"]),  # as some keyboards write it: the letter, then its dots
        ({"q": "stamm"}, ["Stammtisch"]),
        ({"q": "stamm anna"}, []),
        ({"q": "%"}, []),
        ({"q": "fremd"}, []),
        ({"since": "2026-05-10"}, ["Ostern", "Preiscego Üb"]),
        ({"until": "2026-05-10"}, ["Preiscego Üb", "Stammtisch"]),
        ({"since": "2026-05-10", "until": "2026-05-10", "q": "Karl"}, ["Preiscego Üb"]),
        ({"page": "9"}, ["Ostern", "Preiscego Üb", "Stammtisch"]),
        ({"page": "x"}, ["Ostern", "Preiscego Üb", "Stammtisch"]),
    ],
)
def test_evenings_are_found_by_name_title_and_date(device: Device, query: dict[str, str], titles: list[str]) -> None:
    assert listed(device, **query) == titles


@thorough
def test_capitals_throughout_are_found_by_small_letters(device: Device) -> None:
    Session.objects.filter(title="Ostern").update(title="DIE JÄNNERRUNDE")
    assert listed(device, q="jänner") == ["DIE JÄNNERRUNDE"]


def test_who_was_merged_is_found_under_the_name_that_is_left(device: Device) -> None:
    old = Player.objects.get(name="Özlem")
    old.merged_into = Player.objects.create(club=old.club, name="Özi")
    old.save()
    assert (listed(device, q="Özi"), listed(device, q="Özlem")) == (["Ostern"], [])


def test_namesakes_are_told_apart_as_on_the_sheet(world: World) -> None:
    for name, village in {"Clara": "Bräunlingen", "Dieter": "Hüfingen"}.items():
        Player.objects.filter(name=name).update(name="Karl", village=village)
    _page, [evening] = find_evenings(world.owner.pk)
    assert evening.names == "Anna, Bernd, Karl (Bräunlingen), Karl (Hüfingen)"


def test_dates_are_those_of_the_table_not_of_greenwich(device: Device) -> None:
    Session.objects.filter(title="Ostern").update(started_at=datetime(2026, 5, 20, 22, 30, tzinfo=UTC))
    _page, found = find_evenings(device.id, since=date(2026, 5, 21))
    assert [evening.sheet.title for evening in found] == ["Ostern"]


@pytest.mark.parametrize("query", [{"since": "yesterday"}, {"until": "2026-13-01"}, {"q": "x" * 500}])
def test_what_cannot_be_searched_for_is_said(device: Device, query: dict[str, str]) -> None:
    response = client_of(device).get(reverse("evenings"), query)
    assert response.status_code == 422
    assert 'role="alert"' in body_of(response)


def test_stranger_and_newcomer_find_nothing(device: Device) -> None:
    for client in (Client(), client_of(Device.objects.create())):
        assert client.get(reverse("evenings")).context["evenings"] == []


def test_guest_of_one_sheet_finds_just_that(world: World) -> None:
    one_more(world.owner, title="andere")
    Session.objects.filter(pk=world.sheet.pk).update(title="geteilt")
    assert listed(world.guest) == ["geteilt"]


def test_long_lists_have_pages_that_keep_the_search(device: Device) -> None:
    for day in range(1, 24):
        one_more(device, title=f"Runde {day:02}", day=day)
    client = client_of(device)
    first = client.get(reverse("evenings"), {"q": "runde"})
    assert [evening.sheet.title for evening in first.context["evenings"]] == [
        f"Runde {day:02}" for day in range(23, 3, -1)
    ]
    assert 'href="?q=runde&amp;page=2"' in body_of(first)
    assert listed(device, q="runde", page=2) == ["Runde 03", "Runde 02", "Runde 01"]


@thorough
@pytest.mark.parametrize("count", [1, 3, 12])
def test_queries_do_not_grow_with_evenings(db: None, django_assert_num_queries: Any, count: int) -> None:
    device = Device.objects.create()
    for day in range(1, count + 1):
        one_more(device, title="Runde", day=day)
    client = client_of(device)
    with django_assert_num_queries(6):
        assert len(client.get(reverse("evenings"), {"q": "runde"}).context["evenings"]) == count
    with django_assert_num_queries(12):
        client.get(reverse("home"))


# Deleting


def act(world: World, name: str, who: str = "owner") -> Any:
    return client_of(getattr(world, who)).post(reverse(name, args=[world.sheet.id]))


def test_question_names_the_evening(world: World) -> None:
    Session.objects.update(title="Stammtisch", started_at=datetime(2026, 5, 1, 18, tzinfo=UTC))
    html = body_of(client_of(world.owner).get(reverse("delete_sheet", args=[world.sheet.id])))
    assert all(text in html for text in ("Stammtisch", "1. Mai 2026", *NAMES))


def test_deleted_evening_is_gone_for_everybody_until_it_is_brought_back(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    link = link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.id)
    act(world, "delete_sheet")
    for device in (world.owner, world.mate, world.guest):
        assert client_of(device).get(world.sheet.get_absolute_url()).status_code == 404
        assert listed(device) == []
    assert Client().get(reverse("open_link", args=[secret_of(link)]), follow=True).status_code == 404
    assert act(world, "restore_sheet")["Location"] == world.sheet.get_absolute_url()
    assert client_of(world.mate).get(world.sheet.get_absolute_url()).status_code == 200
    assert world.totals() == [-10, 30, -10, -10]


@pytest.mark.parametrize("who", ["mate", "guest", "stranger"])
def test_only_who_manages_the_club_brings_an_evening_back(world: World, who: str) -> None:
    act(world, "delete_sheet")
    assert act(world, "restore_sheet", who).status_code == 404
    assert client_of(getattr(world, who)).get(reverse("deleted_sheets")).context["evenings"] == []
    assert len(client_of(world.owner).get(reverse("deleted_sheets")).context["evenings"]) == 1


def test_evening_that_was_not_deleted_is_not_brought_back(world: World) -> None:
    assert act(world, "restore_sheet").status_code == 404


def test_after_thirty_days_an_evening_is_gone_for_good(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    young = one_more(world.owner, title="neulich")
    now = timezone.now()
    Session.objects.filter(pk=young.pk).update(deleted_at=now - timedelta(days=29))
    Session.objects.filter(pk=world.sheet.pk).update(deleted_at=now - timedelta(days=31))
    assert act(world, "restore_sheet").status_code == 404
    assert ", 1 sheets removed, 0 late hands removed, 0 empty clubs removed" in purge()
    assert [sheet.title for sheet in Session.objects.all()] == ["neulich"]
    assert (Hand.objects.count(), Score.objects.count()) == (0, 0)


def test_whoever_came_by_a_link_to_a_purged_evening_is_a_stranger_to_its_club(world: World) -> None:
    one_more_there = another_evening(world.sheet)
    assert has_some_right_in(world.sheet.club, world.mate.pk)
    Session.objects.filter(pk=world.sheet.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    assert purge_sheets() == 1
    assert not has_some_right_in(one_more_there.club, world.mate.pk)
    assert set(Link.objects.values_list("target", flat=True)) == {one_more_there.pk}
    assert has_some_right_in(one_more_there.club, world.owner.pk)


def emptied(club: Club) -> Club:
    """A club, old by now, whose only evening was purged."""
    Club.objects.filter(pk=club.pk).update(created_at=timezone.now() - timedelta(days=31))
    club.sessions.all().delete()
    return club


def test_purge_removes_a_club_of_which_nothing_is_left(world: World) -> None:
    emptied(world.sheet.club)
    assert purge_clubs() == 1
    assert not Club.objects.exists()
    assert not Player.objects.exists()
    assert not Grant.objects.filter(device=world.owner).exists()


@pytest.mark.parametrize(
    "kept_by", ["sheet", "name", "link", "house rules", "youth", "a player at another table", "a club that it joined"]
)
def test_purge_keeps_a_club_that_something_is_left_of(world: World, kept_by: str) -> None:
    club = world.sheet.club
    if kept_by != "sheet":
        emptied(club)
    Club.objects.filter(pk=club.pk).update(created_at=timezone.now() - timedelta(days=29 if kept_by == "youth" else 31))
    match kept_by:
        case "name":
            Club.objects.filter(pk=club.pk).update(name="Stammtisch")
        case "link":
            link_for(club, right=Right.MANAGE, target=club.pk)
        case "house rules":
            rules = published("braeunlingen-ministranten")
            add_house_rules(world.owner, rules, name="Unsere", copied_from=rules.id)
        case "a player at another table":
            other = one_more(Device.objects.create())
            other.seats.filter(number=0).update(player=club.players.first())
        case "a club that it joined":
            Club.objects.filter(pk=club.pk).update(joined_to=Club.objects.create(name="Löwen"))
    assert purge_clubs() == 0
    assert Club.objects.filter(pk=club.pk).exists()
    assert club.players.count() == len(NAMES)
