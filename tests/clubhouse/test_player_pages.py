"""A player's page and a club's: who may see how much, what the numbers are, and in how many queries."""

import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from tests.effort import sampled, spread, thorough
from tests.pages import body_of
from tests.worlds.club import rows_of
from tests.worlds.copied import copied
from tests.worlds.season import BY, SeasonWorld, client_of, figures_of, small_winter
from tests.worlds.tournament import World, play_hands
from tournaments.models import Table, Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.services import close_season

pytestmark = pytest.mark.django_db

PEOPLE = ("Anna", "Bernd", "Clara", "Dieter")


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(small_winter)


def page_of(world: SeasonWorld, device: Device, name: str = "Anna") -> Any:
    return client_of(device).get(reverse("player", args=[world.club.pk, world.player(name).pk]))


def club_of(world: SeasonWorld, device: Device) -> Any:
    return client_of(device).get(reverse("club", args=[world.club.pk]))


def text_of(response: Any) -> str:
    return unescape(body_of(response))


def results_of(response: Any) -> list[list[str]]:
    rows = rows_of(text_of(response), "results-table")[1:]
    return [[" ".join(cell.split()) for cell in row] for row in rows]


def with_look_on_the_club(world: SeasonWorld) -> Device:
    device = Device.objects.create()
    accept_link(device, link_for(world.club, right=Right.LOOK, target=world.club.pk))
    return device


# Who sees how much


def names_on(response: Any) -> list[str]:
    if response.status_code != 200:
        return [str(response.status_code)]
    return re.findall(r"(?:Preiscego \d|Mittwoch)", " ".join(row[0] for row in results_of(response)))


def test_everybody_sees_as_much_as_is_theirs(world: SeasonWorld) -> None:
    everything = ["Mittwoch", "Preiscego 3", "Preiscego 2", "Preiscego 1"]
    assert names_on(page_of(world, world.organiser)) == everything
    assert names_on(page_of(world, with_look_on_the_club(world))) == everything
    assert names_on(page_of(world, world.guest)) == ["Preiscego 2", "Preiscego 1"], "of the season by link"
    assert names_on(page_of(world, world.stranger)) == ["404"]
    Tournament.objects.filter(name="Preiscego 3").update(is_public=True)
    assert names_on(page_of(world, world.stranger)) == ["Preiscego 3"]
    Season.objects.update(is_public=True)
    assert names_on(page_of(world, world.stranger)) == ["Preiscego 3", "Preiscego 2", "Preiscego 1"]


def test_who_was_at_nothing_public_has_no_page_for_strangers(world: SeasonWorld) -> None:
    Tournament.objects.filter(name="Preiscego 3").update(is_public=True)
    assert page_of(world, world.stranger, "Bernd").status_code == 200
    assert page_of(world, world.stranger, "Clara").status_code == 404
    other = SeasonWorld()
    address = reverse("player", args=[world.club.pk, other.player("Anna").pk])
    assert client_of(world.organiser).get(address).status_code == 404
    assert client_of(world.organiser).get(reverse("player", args=[uuid4(), 1])).status_code == 404


def test_who_only_announced_themselves_is_not_shown(world: SeasonWorld) -> None:
    Tournament.objects.update(is_public=True)
    tournament = Tournament.objects.earliest("day")
    tournament.entrants.create(player=world.player("Zita"), status="announced")
    assert page_of(world, world.stranger, "Zita").status_code == 404


@thorough
def test_links_lead_only_where_the_reader_may_go(world: SeasonWorld) -> None:
    first = Tournament.objects.earliest("day")
    standings = reverse("standings", args=[first.pk])
    assert standings in text_of(page_of(world, world.organiser))
    assert standings not in text_of(page_of(world, world.guest))
    first.is_public = True
    first.save()
    assert standings in text_of(page_of(world, world.guest))
    for address in re.findall(r'<th scope="row"><a href="([^"]+)"', text_of(page_of(world, world.guest))):
        assert client_of(world.guest).get(address).status_code == 200


@thorough
def test_league_table_leads_to_pages_that_are_there(world: SeasonWorld) -> None:
    world.evening({"Nur": 5, "Abends": -5})
    Season.objects.update(is_public=True)
    prefix = reverse("player", args=[world.club.pk, 0]).removesuffix("0")
    for device, count in ((world.organiser, 7), (world.stranger, 5)):
        page = text_of(client_of(device).get(world.season.get_absolute_url()))
        addresses = set(re.findall(rf'href="({prefix}\d+)"', page))
        assert len(addresses) == count
        assert {client_of(device).get(address).status_code for address in addresses} == {200}


@sampled
def test_standings_lead_to_pages_that_are_there(db: None) -> None:
    world = copied(World, is_public=True)
    world.register(8)
    world.type_all(world.draw())
    address = reverse("standings", args=[world.tournament.pk])
    pages = set(re.findall(r'href="(/clubs/[^"]+/players/\d+)"', text_of(client_of(world.stranger).get(address))))
    assert len(pages) == 8
    assert {client_of(world.stranger).get(page).status_code for page in spread(sorted(pages), 3)} == {200}


# What the numbers are


def test_results_have_ranks_and_are_added_up(world: SeasonWorld) -> None:
    page = page_of(world, world.organiser)
    assert [row[1:] for row in results_of(page)] == [
        ["1. von 3", "+12", "+69"],
        ["1. von 2", "+7", "+57"],
        ["4. von 4", "−50", "+50"],
        ["1. von 4", "+100", "+100"],
    ]
    chart = page.context["page"]["chart"]
    assert chart["totals"] == [[100, 50, 57, 69]]
    assert chart["hands"] == sorted(chart["hands"])


@thorough
def test_who_was_put_together_is_one_person(world: SeasonWorld) -> None:
    world.tournament({"Anni": 9, "Bernd": -9}, add=False)
    twice, kept = world.player("Anni"), world.player("Anna")
    Player.objects.filter(pk=twice.pk).update(merged_into=kept)
    address, anna = (reverse("player", args=[world.club.pk, each.pk]) for each in (twice, kept))
    for query in ("", f"?season={world.season.pk}"):
        assert client_of(world.organiser).get(f"{address}{query}")["Location"] == f"{anna}{query}"
    assert [row[2] for row in results_of(page_of(world, world.organiser))] == ["+12", "+9", "+7", "−50", "+100"]
    assert page_of(world, world.stranger, "Anni").status_code == 404


def played_evening(world: SeasonWorld) -> Session:
    """Four hands by the Ministranten rules: Anna wins a Solo and is Bürgermeister, Bernd loses, Anna loses a Räuber."""
    sheet = world.evening(dict.fromkeys(PEOPLE, 0), add=False, title="Stammtisch")
    outcomes: list[hands.Outcome] = [
        hands.Points(contract=Contract.SOLO, declarer=0, points=41),
        hands.Points(contract=Contract.SOLO, declarer=0, points=35),
        hands.Points(contract=Contract.SOLO, declarer=1, points=30),
        hands.Raeuber(contract=Contract.RAEUBER, card_points=(40, 20, 10, 0)),
    ]
    for number, outcome in enumerate(outcomes, 1):
        write(sheet, number, outcome)
    return sheet


def write(sheet: Session, number: int, outcome: hands.Outcome, *, revision: int = 1) -> None:
    hand = hands.Hand(lineup=(0, 1, 2, 3), dealer=(3 + number) % 4, outcome=outcome)
    writing = Writing(uuid=uuid4(), number=number, revision=revision, hand=hand, why="so" * (revision > 1))
    write_hand(sheet, writing, device=None)


def test_hands_are_for_those_of_the_club(world: SeasonWorld) -> None:
    played_evening(world)
    Tournament.objects.update(is_public=True)
    Season.objects.update(is_public=True)
    assert "Alleinspiele" in text_of(page_of(world, world.organiser))
    assert "Alleinspiele" in text_of(page_of(world, with_look_on_the_club(world)))
    for device in (world.guest, world.stranger):
        page = text_of(page_of(world, device))
        assert ("Alleinspiele" in page, "Stammtisch" in page, "Mittwoch" in page) == (False, False, False)


@thorough
def test_hands_of_a_tournament_name_the_table_and_void_and_practice_are_left_out(db: None) -> None:
    world = copied(World, hands=3)
    world.register(8)
    round_ = world.draw()
    table = round_.tables.select_related("sheet").get(number=2)
    assert table.sheet
    play_hands(table.sheet, 3)
    person = table.results.get(seat=0).entrant.player
    play = figures_of(person)
    assert play["hands"] == 3
    assert (play["best"]["where"], play["best"]["day"]) == ("Preiscego, Durchgang 1, Tisch 2", world.tournament.day)
    Table.objects.filter(pk=table.pk).update(is_practice=True)
    assert figures_of(person)["hands"] == 0
    Table.objects.filter(pk=table.pk).update(is_practice=False, voided_at=timezone.now())
    assert figures_of(person)["hands"] == 0


@thorough
def test_erased_people_are_numbers_without_a_name(world: SeasonWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.clubhouse.players.compared.FEWEST_HANDS", 1)
    played_evening(world)
    Player.objects.filter(name__in=["Anna", "Bernd"]).update(name="", village="")
    page = text_of(client_of(world.organiser).get(reverse("player", args=[world.club.pk, world.player("Clara").pk])))
    assert ("Bernd" in page, "(gelöscht)" in page) == (False, True)
    assert "<h1>(gelöscht)</h1>" in text_of(page_of(world, world.organiser))


# The club


def planned(world: SeasonWorld, name: str, **more: Any) -> Tournament:
    tournament = world.tournament({}, finished=False, add=False)
    tournament.played_rounds.all().delete()
    Tournament.objects.filter(pk=tournament.pk).update(
        **{"name": name, "day": timezone.localdate() + timedelta(days=9)} | more
    )
    return tournament


def test_club_is_shown_to_who_knows_it_and_its_public_part_to_everybody(world: SeasonWorld) -> None:
    planned(world, "Geheim")
    seen = [club_of(world, device).status_code for device in (world.organiser, world.guest, world.stranger)]
    assert seen == [200, 200, 404]
    planned(world, "Offen", is_public=True, takes_announcements=True)
    for device, hidden in ((world.organiser, True), (world.guest, False), (world.stranger, False)):
        page = text_of(club_of(world, device))
        assert ("Offen" in page, "Geheim" in page, "Mittwoch" in page) == (True, hidden, hidden)
        assert (reverse("people", args=[world.club.pk]) in page) is hidden
        assert (world.season.get_absolute_url() in page) is (device != world.stranger)
        for address in set(re.findall(r'href="(/(?:tournaments|seasons|clubs|sheets)/[^"#?]+)"', page)):
            assert client_of(device).get(address).status_code == 200, address
    assert client_of(world.organiser).get(reverse("club", args=[uuid4()])).status_code == 404


def test_top_of_the_running_season_stands_on_the_club_page(world: SeasonWorld) -> None:
    rows = [" ".join(" ".join(row).split()) for row in rows_of(text_of(club_of(world, world.guest)), "top")[1:]]
    assert rows == [
        "1. Bernd Hüfingen 3 +68",
        "2. Anna Hüfingen 3 +62",
        "3. Clara Hüfingen 3 +60",
        "4. Edgar Hüfingen 1 −10",
        "5. Dieter Hüfingen 1 −180",
    ]


def test_calendar_has_the_coming_public_tournaments(world: SeasonWorld) -> None:
    address = reverse("club_calendar", args=[world.club.pk])
    assert client_of(world.organiser).get(address).status_code == 404
    planned(world, "Geheim")
    tournament = planned(world, "Jubiläum; Preiscego, " + "ö" * 60, is_public=True, venue="Ochsen\nSaal")
    response = client_of(world.stranger).get(address)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    lines = response.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    text = body_of(response).replace("\r\n ", "")
    day = timezone.localdate() + timedelta(days=9)
    assert text.count("BEGIN:VEVENT") == 1
    assert f"DTSTART;VALUE=DATE:{day:%Y%m%d}\r\n" in text
    assert f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}\r\n" in text
    assert "SUMMARY:Jubiläum\\; Preiscego\\, " + "ö" * 60 + "\r\n" in text
    assert "LOCATION:Ochsen\\nSaal\r\n" in text
    assert f"URL:http://testserver{tournament.get_absolute_url()}\r\n" in text


@thorough
def test_page_of_a_season_has_the_place_of_its_table(world: SeasonWorld) -> None:
    """Only the best event counts: the points above are those that were played, the place is that of the table."""

    def said(name: str) -> tuple[Any, ...]:
        address = reverse("player", args=[world.club.pk, world.player(name).pk])
        card = client_of(world.organiser).get(address, {"season": str(world.season.pk)}).context["stand"]
        return card.is_champion, card.rank, card.people, card.total, len(card.events), card.counting, *card.gaps

    assert said("Bernd") == (False, 1, 5, "+68", 3, 3, "6 vor dem Nächsten")
    Season.objects.filter(pk=world.season.pk).update(best=1, version=2)
    assert said("Anna") == (False, 1, 5, "+100", 3, 1, "60 vor dem Nächsten")
    close_season(world.fresh(), seen=2, by=BY)
    assert said("Anna") == (True, 1, 5, "+100", 3, 1, "60 vor dem Nächsten")
    assert said("Edgar") == (False, 4, 5, "−10", 1, 1, "50 hinter Platz 2")
    Season.objects.filter(pk=world.season.pk).update(best=None, least=2, version=9)
    assert said("Anna")[:4] == (True, 2, 3, "+62"), "two came once"
