"""A tournament from before the app: categories come along, and the import can be undone without a trace."""

import re
from collections.abc import Iterable
from datetime import date
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Device, Player
from cegoscore.outings.models import Outing
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.effort import thorough
from tests.pages import body_of
from tests.seasons.test_seasons import lines_of
from tests.tournaments.test_services import refused
from tests.worlds.copied import copied
from tests.worlds.said_columns import columns_of
from tests.worlds.season import SeasonWorld, client_of, text_of, with_reason
from tests.worlds.tournament_file import document_of, problems_of, read_in
from tournaments.clubhouse.backup import CannotRestore
from tournaments.course.lists.list_lines import ListLine
from tournaments.course.lists.reading import MOST_LINES, read_lines
from tournaments.models import CategoryKind, Entrant, Tournament
from tournaments.seasons.importing import (
    import_tournament,
    usual_categories,
    wanted_of,
)
from tournaments.seasons.queries import league_table_of
from tournaments.setup.services import delete_tournament, restore_tournament

pytestmark = pytest.mark.django_db

WOMEN, JUNIORS = (CategoryKind.WOMEN, ""), (CategoryKind.JUNIORS, "")


def with_women_and_hosts() -> SeasonWorld:
    """A season with tables of women and of hosts, and a tournament at which Anna was among the women."""
    world = copied(SeasonWorld, categories=[["women", ""], ["own", "Wirte"]])
    world.tournament({"Anna": 50, "Bernd": -50}, women=("Anna",))
    return world


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(with_women_and_hosts)


def take_over(world: SeasonWorld, text: str, *, why: str = "", **people: int) -> Tournament:
    return import_tournament(
        world.season,
        uuid=uuid4(),
        name="Preiscego 1998",
        venue="Triberg",
        day=date(2025, 11, 1),
        totals=lines_of(world.season, text, **people),
        by=with_reason(why),
    )


def members(tournament: Tournament) -> dict[str, set[str]]:
    """Names by category."""
    rows = tournament.categories.prefetch_related("entrants__player")
    return {row.label: {entrant.name for entrant in row.entrants.all()} for row in rows}


# Categories


def test_categories_are_read_from_a_column_with_or_without_a_heading(world: SeasonWorld) -> None:
    hosts = (CategoryKind.OWN, "Wirte")
    for text in (
        "Anna;Urach;5;Damen, Wirte\nBernd;;-5;",
        "Name;Punkte;Wertung;Ort\nAnna;5;DAMEN/Wirte;Urach\nBernd;-5",
    ):
        assert [line.categories for line in lines_of(world.season, text)] == [(WOMEN, hosts), ()]
    assert [line.categories for line in lines_of(world.season, "Anna;Urach;5")] == [None]
    wrong = read_lines("Name;Punkte;Wertung\nAnna;5;Dame\nBernd;5;Damen + Gäste", wanted_of(world.season), {})
    assert [(line.state, line.unknown) for line in wrong.lines] == [("new", ()), ("out", ("Gäste",))]


def test_categories_of_the_list_are_those_of_the_tournament_and_of_the_season(world: SeasonWorld) -> None:
    tournament = take_over(
        world, "Name;Punkte;Kategorie\nRosi;30;Frau/wirte\nKarl;-30;j\nAnna;0;", _4=world.player("Anna").pk
    )
    assert members(tournament) == {"Damen": {"Rosi"}, "Jugend": {"Karl"}, "Wirte": {"Rosi"}}
    league = league_table_of(world.season)
    assert [line.person.name for line in league.lines(WOMEN)] == ["Anna", "Rosi"], (
        "Anna was one at the other tournament"
    )
    assert [line.person.name for line in league.lines((CategoryKind.OWN, "Wirte"))] == ["Rosi"]


def test_without_a_column_known_people_are_in_what_they_usually_are(world: SeasonWorld) -> None:
    tournament = take_over(world, "Anna;5\nBernd;-5\nNeu;0", _1=world.player("Anna").pk, _2=world.player("Bernd").pk)
    assert members(tournament) == {"Damen": {"Anna"}}


def test_usual_categories_are_those_of_the_tournament_next_to_the_day(world: SeasonWorld) -> None:
    anna = world.player("Anna").pk
    young = world.tournament({"Anna": 1, "Bernd": -1}, add=False)
    young.categories.create(kind="juniors").entrants.set(young.entrants.filter(player=anna))
    Tournament.objects.filter(pk=young.pk).update(day=date(2010, 1, 1))
    world.tournament({"Anna": 1, "Bernd": -1}, add=False)
    assert usual_categories([anna], date(2009, 1, 1)) == {anna: {JUNIORS}}
    assert usual_categories([anna], date(2027, 1, 1)) == {anna: {WOMEN}}, "the last one had no categories at all"
    twice = Player.objects.create(club=world.club, name="Anni")
    Player.objects.filter(pk=anna).update(merged_into=twice)
    assert usual_categories([twice.pk], date(2027, 1, 1)) == {twice.pk: {WOMEN}}


def page(world: SeasonWorld, name: str, /, *more: Any, device: Device | None = None, **data: Any) -> Any:
    client = client_of(device or world.organiser)
    address = reverse(name, args=[world.season.pk, *more])
    return client.post(address, data) if data else client.get(address)


@thorough
def test_preview_shows_the_categories_and_says_which_nobody_knows(world: SeasonWorld) -> None:
    data: dict[str, Any] = {"uuid": uuid4(), "name": "Früher", "day": "2025-11-01"}
    with_headings = "Name;Ort;Punkte;Wertung\nAnna;Hüfingen;5;"
    wrong = text_of(page(world, "season_import", **data, text=f"{with_headings}Gäste"))
    assert "Eine Wertung „Gäste“ gibt es hier nicht." in wrong
    assert "<small>Damen</small>" in text_of(look_over(world, "Anna;Hüfingen;5", **data))
    said = text_of(page(world, "season_import", **data, text=f"{with_headings}Wirte"))
    assert "<small>Wirte</small>" in said
    assert "<small>Damen</small>" not in said, "the list says otherwise"
    assert agree(world, f"{with_headings}Wirte", **data).status_code == 302
    assert members(Tournament.objects.get(name="Früher")) == {"Wirte": {"Anna"}}


# Deleting it


@thorough
def test_what_was_read_in_is_deleted_and_brought_back_as_every_tournament_is(world: SeasonWorld) -> None:
    table = world.table()
    tournament = take_over(world, "Anna;Hüfingen;300;\nNeu;Urach;-300;Frauen", _1=world.player("Anna").pk)
    with_it = world.table()
    assert with_it != table
    assert {*Outing.objects.filter(key=tournament.pk).values_list("points", flat=True)} == {-300, 300}
    delete_tournament(tournament)
    assert world.table() == table
    restore_tournament(tournament)
    assert (world.table(), list(faults_in(world.club))) == (with_it, [])
    delete_tournament(tournament)
    assert world.table() == table


def test_list_of_a_tournament_that_is_there_already_is_refused(world: SeasonWorld) -> None:
    tournament = take_over(world, "Neu;300\nBernd;-300")
    with refused("tournament_there_already"):
        take_over(world, "Neu;300\nBernd;-300")
    delete_tournament(tournament)
    take_over(world, "Neu;-300\nBernd;300")
    assert Tournament.objects.count() == 2


# Everything else that knows of tournaments

PAGES = (
    *("tournament", "standings", "prizes", "wall", "standings_csv", "standings_json", "press_text", "paper"),
    *(
        "export_tournament",
        "desk",
        "desk_decisions",
        "draw_wishes",
        "ceremony",
        "door",
        "tournament_links",
        "copy_tournament",
    ),
    *("tournament_settings", "import_entrants"),
)
PAPER = ("names", "tables", "cards", "sheets", "standings", "certificates")


def texts_of(answers: Iterable[Any]) -> list[str]:
    """Texts of those answers that are pages."""
    return [unescape(body_of(each)) for each in answers if each["Content-Type"].startswith("text/html")]


@thorough
def test_every_page_of_what_was_read_in_is_there(world: SeasonWorld) -> None:
    tournament = take_over(world, "Neu;300\nBernd;-300", _2=world.player("Bernd").pk)
    addresses = [reverse(name, args=[tournament.pk]) for name in PAGES]
    addresses += [reverse("paper", args=[tournament.pk, what]) for what in PAPER]
    addresses += [f"{tournament.get_absolute_url()}?me=1", f"{tournament.get_absolute_url()}?q=neu"]
    addresses += [f"{reverse('wall', args=[tournament.pk])}?show={each}" for each in ("names", "tables", "clock")]
    client = client_of(world.organiser)
    answers = {address: client.get(address, follow=True) for address in addresses}
    assert {address: answer.status_code for address, answer in answers.items() if answer.status_code != 200} == {}
    for name in ("published_draw", "draw"):
        assert client.get(reverse(name, args=[tournament.pk, 1])).status_code == 404, "nothing was drawn"
    links = set(re.findall(rf'href="({tournament.get_absolute_url()}[^"#]*)"', " ".join(texts_of(answers.values()))))
    assert len(links) > 8
    assert {link: status for link in links if (status := client.get(link, follow=True).status_code) != 200} == {}


@thorough
def test_document_of_what_was_read_in_can_be_read_again(world: SeasonWorld) -> None:
    tournament = take_over(world, "Name;Punkte;Wertung\nNeu;300;Damen\nBernd;-300;", _2=world.player("Bernd").pk)
    document = document_of(tournament)
    assert document_of(read_in(document, world.organiser)) == document
    document["tables"]["rows"] = [[1, 1, None, False, None, None]]
    with pytest.raises(CannotRestore, match="round 1, table 1: nobody sits there"):
        read_in(document)


@thorough
def test_document_of_the_longest_list_can_be_read_again(world: SeasonWorld) -> None:
    tournament = take_over(world, "\n".join(f"Neu {number};0" for number in range(MOST_LINES)))
    assert problems_of(document_of(tournament)) == []


def look_over(world: SeasonWorld, text: str, **more: Any) -> Any:
    """Send a list to the page that reads it in."""
    data = {"uuid": str(uuid4()), "name": "Preiscego 1998", "day": "2025-11-01", "text": text} | columns_of(text) | more
    return client_of(world.organiser).post(reverse("season_import", args=[world.season.pk]), data)


def agree(world: SeasonWorld, text: str, **more: Any) -> Any:
    """Send the list, and what its preview shows once more with a yes."""
    preview = look_over(world, text, **more).context["preview"]
    return look_over(world, text, shown=preview["shown"], save="1", **more)


def test_another_list_from_a_page_that_came_back_is_read_in_too(world: SeasonWorld) -> None:
    page = uuid4()
    for name in ("Preiscego 1998", "Preiscego 1998", "Preiscego 1999"):
        assert agree(world, "Anna;5\nBernd;-5", name=name, uuid=page).status_code == 302
    names = Tournament.objects.filter(day="2025-11-01").values_list("name", flat=True)
    assert sorted(names) == ["Preiscego 1998", "Preiscego 1999"]


def test_line_finds_its_player_whatever_the_capitals_and_asks_about_accents(world: SeasonWorld) -> None:
    known = [
        Player.objects.create(club=world.club, name="André Öhler", village=place) for place in ("Aasen", "Öflingen")
    ]
    for typed, state, player in (
        ("Öhler, ANDRÉ;öflingen", "known", known[1].pk),
        ("Ohler, Andre;öflingen", "which", None),
    ):
        line = lines_in(look_over(world, f"{typed};5\nAnna;;-5"))[0]
        assert (line.state, line.player) == (state, player)
        assert [*line.alike] == [known[1]] * (state == "which")


def lines_in(answer: Any) -> list[ListLine]:
    """The lines that a preview shows."""
    return list(answer.context["preview"]["people"].lines)


@thorough
def test_anybody_of_the_club_can_be_chosen_for_a_line(world: SeasonWorld) -> None:
    hans = Player.objects.create(club=world.club, name="Hans Ketterer", village="Schonach")
    text = "Ketterers Hans;;5\nBernd;;-5"
    answer = look_over(world, text)
    assert [(line.state, line.player) for line in lines_in(answer)] == [
        ("new", None),
        ("which", world.player("Bernd").pk),
    ]
    assert '<option value="Hans Ketterer"></option>' in body_of(answer)
    wrong = agree(world, text, other_1="Hans Kettrer")
    assert (wrong.status_code, Tournament.objects.count()) == (422, 1)
    assert "Die Runde kennt niemanden mit diesem Namen: Hans Kettrer." in text_of(wrong)
    assert agree(world, text, other_1="hans ketterer").status_code == 302
    assert Entrant.objects.filter(player=hans).count() == 1
    names = sorted(Player.objects.filter(club=world.club).values_list("name", flat=True))
    assert names == ["Anna", "Bernd", "Hans Ketterer"]
