"""A list of people read in: what is wrong with which line, and nothing before a yes."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from cegoscore.clubs.models import Player
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of
from tournaments.course.lists.cells import decoded
from tournaments.course.lists.reading import ListLine
from tournaments.door import services
from tournaments.door.people_list import read_list
from tournaments.models import CategoryKind, Entrant, EntrantStatus

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return copied(World, categories=[(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Gäste")])


def read(world: World, text: str) -> list[ListLine]:
    people = read_list(world.tournament, text)
    assert people.problem == ""
    return list(people.lines)


def send(world: World, text: str = "", who: str = "helper", **more: Any) -> Any:
    url = reverse("import_entrants", args=[world.tournament.pk])
    return client_of(getattr(world, who)).post(url, {"text": text} | more)


def agree(world: World, text: str, way: str = "here", who: str = "helper", **chosen: str) -> Any:
    """Send the list, and what its preview shows once more with a yes."""
    preview = send(world, text, **chosen).context["preview"]
    return send(world, text, who, **{"shown": preview.shown, "as": way}, **chosen)


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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Name;Vorname;Ort\nMüller;Hans;Hüfingen", "Hans Müller"),
        ("Vorname\tNachname\tOrt\nHans\tMüller\tHüfingen", "Hans Müller"),
        ("Surname,First name,Village\nMüller,Hans,Hüfingen", "Hans Müller"),
        ("Vorname;Name;Ort\n;Müller;Hüfingen", "Müller"),
        ("Vorname;Ort\nHans;Hüfingen", "Hans"),
    ],
)
def test_first_name_and_surname_in_two_columns_are_one_name(world: World, text: str, name: str) -> None:
    assert [(line.name, line.village) for line in read(world, text)] == [(name, "Hüfingen")]


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("Name;Ort;Telefon;Verein\nAnna;Hüfingen;0771;", ["Telefon"]),
        ("Name;Ort;Wohnort\nAnna;Hüfingen;Löffingen", ["Wohnort"]),
        ("Name;Ort;;\nAnna;Hüfingen;;x", ["Spalte 4"]),
        ("Anna;Hüfingen;ja;;Rest", ["Spalte 5"]),
        ("Name;Ort;;\nAnna;Hüfingen;;", []),
    ],
)
def test_every_column_that_is_not_read_is_named(world: World, text: str, unread: list[str]) -> None:
    people = read_list(world.tournament, text)
    assert people.unread == unread
    assert [(line.name, line.village) for line in people.lines] == [("Anna", "Hüfingen")]
    page = send(world, text).content.decode()
    assert [word in page for word in unread] == [True] * len(unread)
    assert on_list(world) == []


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("Anmeldeliste 2026\n\nName\tVorname\tOrt\nMaier\tAnna\tHüfingen", ("Anmeldeliste 2026",)),
        (
            "Preiscego, Löwen;;\nStand Freitag;;\nVorname;Nachname;Ort\nAnna;Maier;Hüfingen",
            ("Preiscego, Löwen", "Stand Freitag"),
        ),
        ("Vorname,Name,Ort\nAnna,Maier,Hüfingen", ()),
    ],
)
def test_titles_above_the_headings_are_named_and_left_out(world: World, text: str, above: tuple[str, ...]) -> None:
    people = read_list(world.tournament, text)
    assert (tuple(line.text for line in people.by_state["nobody"]), people.unread, people.problem) == (above, [], "")
    assert [(line.name, line.village) for line in people.good] == [("Anna Maier", "Hüfingen")]
    page = send(world, text).content.decode()
    assert [title in page for title in above] == [True] * len(above)


def test_commas_inside_of_cells_do_not_hide_how_the_lines_are_divided(world: World) -> None:
    people = read_list(world.tournament, "Anna Maier\tLöwen, oben, links\nKarl Huber\tHüfingen")
    assert [(line.name, line.village) for line in people.good] == [
        ("Anna Maier", "Löwen, oben, links"),
        ("Karl Huber", "Hüfingen"),
    ]


def test_every_unknown_category_is_named_once_before_anything_is_written(world: World) -> None:
    text = "Name\tWertungen\nAnna\tFrauen\nBernd\tKönige, Riesen\nCarl\tkönige\nDora\tGäste"
    preview = send(world, text)
    people = preview.context["preview"].people
    assert people.notes == ("Diese Wertungen gibt es nicht: Könige, Riesen, könige.", "Es gibt: Damen, Gäste.")
    assert [line.name for line in people.good] == ["Anna", "Dora"]
    assert people.notes[0] in text_of(preview)
    assert on_list(world) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_lists_of_the_pages_own_help_are_taken(world: World, language: str) -> None:
    client = client_of(world.helper)
    url = reverse("import_entrants", args=[world.tournament.pk])
    page = client.get(url, headers={"accept-language": language}).content.decode()
    full, short = re.findall(r'<pre class="example">(.*?)</pre>', page, re.DOTALL)
    women = world.tournament.categories.get(kind=CategoryKind.WOMEN)
    with translation.override(language):
        read_lists = [read_list(world.tournament, unescape(text)) for text in (full, short)]
    assert [(people.unread, people.notes) for people in read_lists] == [([], ()), ([], ())]
    assert [
        [(line.name, line.village, line.has_paid, line.categories or (), line.problem) for line in people.lines]
        for people in read_lists
    ] == [
        [("Anna Maier", "Bräunlingen", True, (women.pk,), ""), ("Karl Huber", "Hüfingen", False, (), "")],
        [("Anna Maier", "Bräunlingen", False, (), "")],
    ]


def test_category_whose_name_has_a_comma_is_found(world: World) -> None:
    guests = world.tournament.categories.create(kind=CategoryKind.OWN, name="Gäste, weit her")
    (line,) = read(world, "Anna;;;Gäste, weit her")
    assert (line.categories, line.problem) == ((guests.pk,), "")


def test_several_categories_stand_in_one_field(world: World) -> None:
    (line,) = read(world, "Anna;;;Damen / gäste")
    assert line.labels == ("Damen", "Gäste")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_umlauts_survive_every_spreadsheet(encoding: str) -> None:
    assert decoded("Jörg Strauß;Hüfingen".encode(encoding)) == "Jörg Strauß;Hüfingen"


@pytest.mark.parametrize("content", [b"PK\x03\x04\x00\x00", b"\xff\xfe\x00\x00"])
def test_what_is_no_text_is_not_guessed_at(content: bytes) -> None:
    assert decoded(content) is None


def test_errors_are_told_by_the_line_of_the_file(world: World) -> None:
    text = f"Name;Ort;bezahlt;Wertung\n;Hüfingen;;\n\nKarl;;vielleicht;\nFritz;;;Riesen\n{'x' * 61};;;\nGut;;;"
    assert [(line.number, line.state, bool(line.problem)) for line in read(world, text)] == [
        (2, "nobody", False),
        (4, "out", True),
        (5, "out", True),
        (6, "out", True),
        (7, "new", False),
    ]


def test_list_knows_who_is_meant_whatever_the_capitals(world: World) -> None:
    services.register(world.tournament, services.Newcomer(name="Jörg", village="Öflingen"))
    lines = read(world, "JÖRG;öflingen\nAndré;Aasen\nandre;AASEN\nANDRÉ;AASEN")
    assert [bool(line.problem) for line in lines] == [True, False, False, True]


def test_list_asks_about_who_is_alike_and_takes_nobody_for_an_accent(world: World) -> None:
    hans, joerg, _anna = (
        Player.objects.create(club=world.tournament.club, name=name, village=village)
        for name, village in (("Hans Ketterer", "Urach"), ("Jörg Müller", ""), ("Anna", "Urach"))
    )
    text = "Ketterer Hans\tUrach\nDr. Joerg Mueller\tAasen\nKetterer Hans\t\nAnna\tAasen"
    lines = read(world, text)
    assert [bool(line.problem) for line in lines] == [False, False, True, False]
    people = [(line.player, line.alike) for line in lines]
    assert people == [
        (hans.pk, [hans]),
        (None, [joerg]),
        (hans.pk, [hans]),
        (None, []),
    ]
    assert 'name="who_2"' in send(world, text).content.decode()
    assert agree(world, text, who_1="new", who_2=str(joerg.pk), who_3="new").status_code == 302
    known = world.tournament.entrants.filter(player__in=(hans, joerg))
    assert [entrant.player for entrant in known] == [joerg]


def test_who_stands_there_twice_or_is_here_already_is_left_out(world: World) -> None:
    services.register(world.tournament, services.Newcomer(name="Anna", village="Hüfingen"))
    lines = read(world, "anna;hüfingen\nKarl;Löffingen\nKARL;Löffingen\nKarl;Hüfingen")
    assert [bool(line.problem) for line in lines] == [True, False, True, False]


def test_more_lines_than_a_hall_holds_are_read_and_no_more(world: World) -> None:
    assert len(read(world, "\n".join(f"Person {n}" for n in range(500)))) == 500
    people = read_list(world.tournament, "\n".join(f"Person {n}" for n in range(501)))
    assert people.lines == ()
    assert "501" in people.problem


@pytest.mark.parametrize("text", ["Ort;bezahlt\nHüfingen;ja", "Name;Ort"])
def test_list_without_people_is_refused(world: World, text: str) -> None:
    response = send(world, text)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


# The page


def test_preview_changes_nothing_and_its_yes_registers_what_it_showed(world: World) -> None:
    text = "Anna;Hüfingen;ja;Damen\nKarl;;vielleicht;\nBernd;Löffingen;;\nBernd;Löffingen;;"
    preview = send(world, text)
    assert preview.status_code == 200
    people = preview.context["preview"].people
    assert [line.name for line in people.good] == ["Anna", "Bernd"]
    assert [line.number for line in people.by_state["out"]] == [2, 4]
    assert on_list(world) == []
    assert agree(world, text).status_code == 302
    assert on_list(world) == [(1, "Anna", "Hüfingen", True), (2, "Bernd", "Löffingen", False)]


def test_list_of_announcements_is_noted_without_numbers(world: World) -> None:
    agree(world, "Anna;Hüfingen;ja;Damen", "announced")
    entrant = world.tournament.entrants.get()
    assert (entrant.number, entrant.status, entrant.has_paid) == (None, EntrantStatus.ANNOUNCED, True)
    assert entrant.categories.count() == 1


@pytest.mark.parametrize("way", ["here", "announced"])
def test_yes_sent_twice_registers_everybody_once(world: World, way: str) -> None:
    shown = {"shown": send(world, "Anna;Hüfingen").context["preview"].shown, "as": way}
    statuses = [send(world, "Anna;Hüfingen", **shown).status_code for _tap in range(2)]
    assert statuses == ([302, 409] if way == "here" else [302, 302])
    assert world.tournament.entrants.count() == 1


def test_yes_to_a_list_that_changed_meanwhile_shows_it_again(world: World) -> None:
    text = "Anna;Hüfingen\nBernd;Löffingen"
    shown = send(world, text).context["preview"].shown
    services.register(world.tournament, services.Newcomer(name="Anna", village="Hüfingen"))
    response = send(world, text, **{"as": "here", "shown": shown})
    assert response.status_code == 409
    assert [line.name for line in response.context["preview"].people.good] == ["Bernd"]
    assert world.tournament.entrants.count() == 1


def test_file_of_a_spreadsheet_is_read(world: World) -> None:
    file = SimpleUploadedFile("liste.csv", "Jörg;Hüfingen".encode("cp1252"))
    assert [line.name for line in send(world, file=file).context["preview"].people.good] == ["Jörg"]


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


@pytest.mark.parametrize(("who", "status"), [("organiser", 302), ("helper", 302), ("guest", 403), ("stranger", 404)])
def test_lists_are_read_in_at_the_desk(world: World, who: str, status: int) -> None:
    assert agree(world, "Anna;Hüfingen", who=who).status_code == status
    assert Entrant.objects.exists() == (status == 302)
