"""A list of people read in: what is wrong with which line, and nothing before a yes."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from cegoscore.clubs.models import Player
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.said_columns import columns_of
from tests.worlds.tournament import World, client_of
from tournaments.course.lists.list_lines import ListLine
from tournaments.door import services
from tournaments.door.people_list import read_list
from tournaments.models import CategoryKind, EntrantStatus, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return copied(World, categories=[(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Gäste")])


def read(world: World, text: str) -> list[ListLine]:
    people = read_list(world.tournament, text, columns_of(text))
    assert people.problem == ""
    return list(people.lines)


def send(world: World, text: str = "", who: str = "helper", **more: Any) -> Any:
    url = reverse("import_entrants", args=[world.tournament.pk])
    return client_of(getattr(world, who)).post(url, {"text": text} | columns_of(text) | more)


def agree(world: World, text: str, way: str = "here", who: str = "helper", **chosen: str) -> Any:
    """Send the list, and what its preview shows once more with a yes."""
    preview = send(world, text, **chosen).context["preview"]
    return send(world, text, who, **{"shown": preview["shown"], "as": way}, **chosen)


def on_list(world: World) -> list[tuple[int | None, str, str, bool]]:
    rows = world.tournament.entrants.order_by("number", "pk")
    return [(row.number, row.name, row.village, row.has_paid) for row in rows]


# Reading


def test_every_unknown_category_is_named_once_before_anything_is_written(world: World) -> None:
    text = "Name\tWertungen\nAnna\tFrauen\nBernd\tKönige, Riesen\nCarl\tkönige\nDora\tGäste"
    preview = send(world, text)
    people = preview.context["preview"]["people"]
    assert people.notes == ("Diese Wertungen gibt es nicht: Könige, Riesen, könige.", "Es gibt: Damen, Gäste.")
    assert [line.name for line in people.good] == ["Anna", "Dora"]
    assert people.notes[0] in text_of(preview)
    assert on_list(world) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_lists_of_the_pages_own_help_are_taken(world: World, language: str) -> None:
    client = client_of(world.helper)
    url = reverse("import_entrants", args=[world.tournament.pk])
    page = body_of(client.get(url, headers={"accept-language": language}))
    full, short = re.findall(r'<pre class="example">(.*?)</pre>', page, re.DOTALL)
    with translation.override(language):
        read_lists = [read_list(world.tournament, unescape(text)) for text in (full, short)]
    assert [(people.unread, people.notes) for people in read_lists] == [([], ()), ([], ())]
    assert [
        [(line.name, line.village, line.has_paid, line.labels != ()) for line in people.good] for people in read_lists
    ] == [
        [("Anna Maier", "Bräunlingen", True, True), ("Karl Huber", "Hüfingen", False, False)],
        [("Anna Maier", "Bräunlingen", False, False)],
    ]


def test_category_whose_name_has_a_comma_is_found(world: World) -> None:
    guests = world.tournament.categories.create(kind=CategoryKind.OWN, name="Gäste, weit her")
    (line,) = read(world, "Anna;;;Gäste, weit her")
    assert (line.categories, line.problem) == ((guests.pk,), "")


@thorough
def test_more_lines_than_a_hall_holds_are_read_and_no_more(world: World) -> None:
    assert len(read(world, "\n".join(["Name", *(f"Person {n}" for n in range(499))]))) == 499
    people = read_list(world.tournament, "\n".join(f"Person {n}" for n in range(501)))
    assert people.lines == ()
    assert "501" in people.problem


@pytest.mark.parametrize("text", ["Ort;bezahlt\nHüfingen;ja", "Name;Ort"])
def test_list_without_people_is_refused(world: World, text: str) -> None:
    response = send(world, text)
    assert response.status_code == 422
    assert 'role="alert"' in body_of(response)


# The page


def test_list_of_announcements_is_noted_without_numbers(world: World) -> None:
    agree(world, "Anna;Hüfingen;ja;Damen", "announced")
    entrant = world.tournament.entrants.get()
    assert (entrant.number, entrant.status, entrant.has_paid) == (None, EntrantStatus.ANNOUNCED, True)
    assert entrant.categories.count() == 1


@pytest.mark.parametrize("way", ["here", "announced"])
def test_yes_sent_twice_registers_everybody_once(world: World, way: str) -> None:
    shown = {"shown": send(world, "Anna;Hüfingen").context["preview"]["shown"], "as": way}
    statuses = [send(world, "Anna;Hüfingen", **shown).status_code for _tap in range(2)]
    assert statuses == ([302, 409] if way == "here" else [302, 302])
    assert world.tournament.entrants.count() == 1


def test_yes_to_a_list_that_changed_meanwhile_shows_it_again(world: World) -> None:
    text = "Anna;Hüfingen\nBernd;Löffingen"
    shown = send(world, text).context["preview"]["shown"]
    services.register(world.tournament, services.Newcomer(name="Anna", village="Hüfingen"))
    response = send(world, text, **{"as": "here", "shown": shown})
    assert response.status_code == 409
    assert [line.name for line in response.context["preview"]["people"].good] == ["Bernd"]
    assert world.tournament.entrants.count() == 1


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04\x00", b"x" * 300_001, b"x" * 2_000_001])
def test_file_that_is_no_list_is_refused(world: World, content: bytes) -> None:
    response = send(world, file=SimpleUploadedFile("liste.csv", content))
    assert response.status_code == 422
    assert response.context["form"].non_field_errors()


def test_list_is_registered_as_a_whole_or_not_at_all(world: World) -> None:
    world.register(395)
    text = "\n".join(f"Neu {n}" for n in range(6))
    assert agree(world, text).status_code == 422
    assert world.tournament.entrants.count() == 395


# Read again


@pytest.mark.parametrize("way", ["here", "announced"])
def test_list_read_again_says_what_it_changes_and_changes_what_is_ticked(world: World, way: str) -> None:
    agree(world, "Name;Ort;bezahlt\nRosa;Urach;nein\nKarl;Urach;nein\nOtto;Urach;ja", way)
    text = "Name;Ort;bezahlt;Wertung\nRosa;Urach;ja;Damen\nKarl;Urach;ja;\nOtto;Urach;nein;"
    preview = send(world, text).context["preview"]
    rosa, karl, otto = preview["people"].lines
    assert [line.changes[1:] for line in (rosa, karl, otto)] == [("hat bezahlt", "in Damen"), ("hat bezahlt",), ()]
    assert (otto.state, way == "here") in (("out", True), ("known", False))
    ticks = {"reading": preview["people"].mark, "ticks": preview["ticks"], "take_2": "on", "take_4": "on"}
    assert send(world, text, shown=preview["shown"], **{"as": way}, **ticks).status_code == 302
    noted = {name: has_paid for _number, name, _village, has_paid in on_list(world)}
    assert noted == {"Rosa": True, "Karl": False, "Otto": True}, "Karl was not ticked, and no list takes a fee back"
    assert [entrant.name for entrant in world.tournament.categories.get(kind=CategoryKind.WOMEN).entrants.all()] == [
        "Rosa"
    ]


def test_each_change_of_a_list_read_again_has_a_tick_of_its_own(world: World) -> None:
    world.tournament.team_size = 4
    world.tournament.save()
    agree(world, "Name;Ort;Team\nRosa;;Adler\nKarl;Urach;Adler\nOtto;;Adler", "announced")
    text = "Name;Ort;Team;bezahlt;Wertung\nRosa;Urach;Hirsch;ja;Damen\nKarl;Urach;Adler;;\nOtto;Aasen;Hirsch;ja;"
    answer = send(world, text)
    preview = answer.context["preview"]
    assert [[(tick.name, tick.is_on) for tick in line.ticks] for line in preview["people"].lines] == [
        [("paid_2", True), ("categories_2", True), ("team_2", True), ("village_2", True)],
        [],
        [("paid_4", True), ("team_4", True), ("village_4", True)],
    ]
    keys = {f"who_{line.key}": str(line.player) for line in preview["people"].lines}
    ticks = dict.fromkeys(["take_2", "take_3", "take_4", "set_team_2", "set_village_2", "set_paid_4"], "on")
    told = {"reading": preview["people"].mark, "ticks": preview["ticks"], "changes": preview["changes"]}
    agreed = {"as": "announced", "shown": preview["shown"]} | told | ticks | keys
    assert send(world, text, **agreed).status_code == 302
    rows = world.tournament.entrants.order_by("player__name")
    assert [(row.name, row.village, row.team, row.has_paid, row.categories.count()) for row in rows] == [
        ("Karl", "Urach", "Adler", False, 0),
        ("Otto", "", "Adler", True, 0),
        ("Rosa", "Urach", "Hirsch", False, 0),
    ]
    assert "ist schon" not in body_of(send(world, text))


def test_helper_of_one_tournament_changes_no_village_that_another_one_shows(world: World) -> None:
    agree(world, "Name;Ort\nRosa;", "here")
    text, other = "Name;Ort\nRosa;Urach", copied_tournament(world)
    offered = ["village_2"]
    for everywhere, is_elsewhere, names in ((False, False, offered), (False, True, []), (True, True, offered)):
        if is_elsewhere:
            other.entrants.get_or_create(player=Player.objects.get(name="Rosa"), number=1)
        (line,) = read_list(world.tournament, text, everywhere=everywhere).lines
        assert [tick.name for tick in line.ticks] == names
    preview = send(world, text).context["preview"]
    told = {"reading": preview["people"].mark, "ticks": preview["ticks"], "changes": preview["changes"]}
    ticks = {"take_2": "on", "set_village_2": "on", "as": "here", "shown": preview["shown"]}
    assert send(world, text, **told, **ticks).status_code == 422
    assert Player.objects.get(name="Rosa").village == ""


def copied_tournament(world: World) -> Tournament:
    """Another tournament of the same club."""
    this = world.tournament
    return Tournament.objects.create(club=this.club, name="Anderes", day=this.day, rule_set=this.rule_set)
