"""A list of people read in: what is wrong with which line, and nothing before a yes."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.worlds.tournament import World, client_of
from tournaments.door import services
from tournaments.door.people_list import ListLine, decoded, read_list
from tournaments.models import CategoryKind, Entrant, Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World(categories=[(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Gäste")])


def read(world: World, text: str) -> list[ListLine]:
    lines, trouble = read_list(world.tournament, text)
    assert trouble == ""
    return lines


def send(world: World, text: str = "", who: str = "helper", **more: Any) -> Any:
    url = reverse("import_entrants", args=[world.tournament.pk])
    return client_of(getattr(world, who)).post(url, {"text": text} | more)


def on_list(world: World) -> list[tuple[int | None, str, str, bool]]:
    rows = world.tournament.entrants.order_by("number", "pk")
    return [(row.number, row.name, row.village, row.has_paid) for row in rows]


# Reading


@pytest.mark.parametrize(
    "text",
    [
        "Anna;Hüfingen;ja;Damen\n\nKarl;Löffingen",
        "Anna,Hüfingen,ja,Damen\n\nKarl,Löffingen",
        "Anna\tHüfingen\tx\tw\n\nKarl\tLöffingen",
        "Name;Ort;bezahlt;Wertung\nAnna;Hüfingen;1;Frauen\nKarl;Löffingen;0;",
        "Ort;Name;Kategorien;Startgeld\r\nHüfingen;Anna;Damen;bezahlt\r\nLöffingen;Karl;;\r\n",
        'paid,village,categories,name\nyes,Hüfingen,"women",Anna\nno,Löffingen,,Karl\n',
    ],
)
def test_list_is_understood_with_every_delimiter_and_with_or_without_a_head(world: World, text: str) -> None:
    women = world.tournament.categories.get(kind=CategoryKind.WOMEN)
    assert [(line.name, line.village, line.has_paid, line.categories, line.problem) for line in read(world, text)] == [
        ("Anna", "Hüfingen", True, (women.pk,), ""),
        ("Karl", "Löffingen", False, (), ""),
    ]


def test_several_categories_stand_in_one_field(world: World) -> None:
    (line,) = read(world, "Anna;;;Damen / gäste")
    assert len(line.categories) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_umlauts_survive_every_spreadsheet(encoding: str) -> None:
    assert decoded("Jörg Strauß;Hüfingen".encode(encoding)) == "Jörg Strauß;Hüfingen"


@pytest.mark.parametrize("content", [b"PK\x03\x04\x00\x00", b"\x81\x8d\x8f", b"\xff\xfe\x00"])
def test_what_is_no_text_is_not_guessed_at(content: bytes) -> None:
    assert decoded(content) is None


def test_errors_are_told_by_the_line_of_the_file(world: World) -> None:
    text = f"Name;Ort;bezahlt;Wertung\n;Hüfingen;;\n\nKarl;;vielleicht;\nFritz;;;Riesen\n{'x' * 61};;;\nGut;;;"
    assert [(line.number, bool(line.problem)) for line in read(world, text)] == [
        (2, True),
        (4, True),
        (5, True),
        (6, True),
        (7, False),
    ]


def test_who_stands_there_twice_or_is_here_already_is_left_out(world: World) -> None:
    services.register(world.tournament, services.Newcomer(name="Anna", village="Hüfingen"))
    lines = read(world, "anna;hüfingen\nKarl;Löffingen\nKARL;Löffingen\nKarl;Hüfingen")
    assert [bool(line.left_out) for line in lines] == [True, False, True, False]


def test_a_thousand_lines_are_read_and_no_more(world: World) -> None:
    assert len(read(world, "\n".join(f"Person {n}" for n in range(1000)))) == 1000
    lines, trouble = read_list(world.tournament, "\n".join(f"Person {n}" for n in range(1001)))
    assert lines == []
    assert "1001" in trouble


@pytest.mark.parametrize("text", ["Ort;bezahlt\nHüfingen;ja", "Name;Ort", '"' + "x" * 200_000])
def test_list_without_people_is_refused(world: World, text: str) -> None:
    response = send(world, text)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


# The page


def test_preview_changes_nothing_and_its_yes_registers_what_it_showed(world: World) -> None:
    text = "Anna;Hüfingen;ja;Damen\nKarl;;vielleicht;\nBernd;Löffingen;;\nBernd;Löffingen;;"
    preview = send(world, text)
    assert preview.status_code == 200
    assert [line.name for line in preview.context["good"]] == ["Anna", "Bernd"]
    assert [line.number for line in preview.context["wrong"]] == [2]
    assert [line.number for line in preview.context["left_out"]] == [4]
    assert on_list(world) == []
    assert send(world, text, **{"as": "here", "expected": "2"}).status_code == 302
    assert on_list(world) == [(1, "Anna", "Hüfingen", True), (2, "Bernd", "Löffingen", False)]


def test_list_of_announcements_is_noted_without_numbers(world: World) -> None:
    send(world, "Anna;Hüfingen;ja;Damen", **{"as": "announced", "expected": "1"})
    entrant = world.tournament.entrants.get()
    assert (entrant.number, entrant.status, entrant.has_paid) == (None, Status.ANNOUNCED, True)
    assert entrant.categories.count() == 1


@pytest.mark.parametrize("way", ["here", "announced"])
def test_yes_sent_twice_registers_everybody_once(world: World, way: str) -> None:
    statuses = [send(world, "Anna;Hüfingen", **{"as": way, "expected": "1"}).status_code for _tap in range(2)]
    assert statuses == ([302, 409] if way == "here" else [302, 302])
    assert world.tournament.entrants.count() == 1


def test_yes_to_a_list_that_changed_meanwhile_shows_it_again(world: World) -> None:
    services.register(world.tournament, services.Newcomer(name="Anna", village="Hüfingen"))
    response = send(world, "Anna;Hüfingen\nBernd;Löffingen", **{"as": "here", "expected": "2"})
    assert response.status_code == 409
    assert [line.name for line in response.context["good"]] == ["Bernd"]
    assert world.tournament.entrants.count() == 1


def test_file_of_a_spreadsheet_is_read(world: World) -> None:
    file = SimpleUploadedFile("liste.csv", "Jörg;Hüfingen".encode("cp1252"))
    assert [line.name for line in send(world, file=file).context["good"]] == ["Jörg"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04\x00", b"x" * 300_001])
def test_file_that_is_no_list_is_refused(world: World, content: bytes) -> None:
    response = send(world, file=SimpleUploadedFile("liste.csv", content))
    assert response.status_code == 422
    assert response.context["form"].non_field_errors()


def test_list_is_registered_as_a_whole_or_not_at_all(world: World) -> None:
    world.register(395)
    text = "\n".join(f"Neu {n}" for n in range(6))
    assert send(world, text, **{"as": "here", "expected": "6"}).status_code == 422
    assert world.tournament.entrants.count() == 395


@pytest.mark.parametrize(("who", "status"), [("organiser", 302), ("helper", 302), ("guest", 403), ("stranger", 404)])
def test_lists_are_read_in_at_the_desk(world: World, who: str, status: int) -> None:
    assert send(world, "Anna;Hüfingen", who, **{"as": "here", "expected": "1"}).status_code == status
    assert Entrant.objects.exists() == (status == 302)
