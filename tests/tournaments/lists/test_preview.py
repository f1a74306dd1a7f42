"""The preview of a list, at the door and for a season: each line in one of five states, and no other is taken over."""

import re
import uuid
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from cegoscore.clubs.models import Club, Player
from tests.effort import thorough
from tests.pages import body_of
from tests.tournaments.lists.xlsx import rows_as_xml, workbook, xlsx
from tests.worlds.copied import copied
from tests.worlds.said_columns import columns_of
from tests.worlds.season import SeasonWorld, client_of, text_of
from tests.worlds.tournament import World
from tournaments.course.lists.reading import MOST_LINES
from tournaments.door.services import Newcomer, substitute, withdraw_entrant
from tournaments.models import Entrant, Result

pytestmark = pytest.mark.django_db

ROWS = [
    ["Preiscego Urach", "", ""],
    ["Name", "Ort", "Punkte"],
    ["Anna Kern", "Urach", "120"],
    ["Ketterer Hans", "", "-120"],
    ["Neu, Rosa", "Urach", "5"],
    ["ANNA KERN", "urach", "7"],
    ["Summe", "", "12"],
]
TEXT = "\n".join(";".join(f"{cell}" for cell in row) for row in ROWS)
STATES = [(3, "known"), (4, "which"), (5, "new"), (6, "out"), (7, "left")]

Send = Callable[..., Any]


def at_the_door() -> tuple[Club, Send]:
    world = copied(World)
    address = reverse("import_entrants", args=[world.tournament.pk])
    return world.tournament.club, lambda **data: client_of(world.helper).post(
        address, columns_of(data.get("text", "")) | data
    )


def for_a_season() -> tuple[Club, Send]:
    world, key = copied(SeasonWorld), str(uuid.uuid4())
    address = reverse("season_import", args=[world.season.pk])
    event = {"uuid": key, "name": "Preiscego 1998", "day": "2025-11-01"}
    return world.club, lambda **data: client_of(world.organiser).post(
        address, event | columns_of(data.get("text", "")) | data
    )


@pytest.fixture(params=[at_the_door, for_a_season], ids=["door", "season"])
def place(request: pytest.FixtureRequest, db: None) -> tuple[Club, Send]:
    """A club that knows Anna and Hans, and the page that reads in a list."""
    club, send = request.param()
    for name in ("Anna Kern", "Hans Ketterer"):
        Player.objects.create(club=club, name=name, village="Urach")
    return club, send


def people_of(club: Club) -> list[str]:
    return sorted(Player.objects.filter(club=club).values_list("name", flat=True))


def agreed(answer: Any) -> dict[str, str]:
    """Everything that the form of a preview sends if nothing is touched but the button."""
    page = body_of(answer)
    fields = dict(
        re.findall(r'<input type="hidden" name="(shown|table|reading|ticks|shown_sheet|asked)" value="([^"]*)"', page)
    )
    chosen = re.findall(r'<select\s+name="(\w+)".*?<option value="([^"]*)" selected', page, re.DOTALL)
    (text,) = re.findall(r'<textarea name="text".*?>(.*?)</textarea>', page, re.DOTALL)
    ticked = re.findall(r'<input type="checkbox" name="(\w+)" checked', page)
    return fields | dict.fromkeys(ticked, "on") | dict(chosen) | {"text": unescape(text), "as": "here", "save": "1"}


def states(answer: Any) -> list[tuple[int, str]]:
    return [(line.number, line.state) for line in answer.context["preview"]["people"].lines]


@pytest.mark.parametrize("is_workbook", [False, True], ids=["csv", "xlsx"])
def test_every_line_is_in_one_state_and_what_was_agreed_to_is_taken_over(
    place: tuple[Club, Send], is_workbook: bool
) -> None:
    club, send = place
    content = workbook(ROWS) if is_workbook else TEXT.encode("cp850")
    preview = send(file=SimpleUploadedFile("liste", content))
    assert (preview.status_code, states(preview)) == (200, STATES)
    said = text_of(preview)
    counts = ("1</b> bekannt", "1</b> neu", "1</b> vielleicht bekannt", "1</b> ausgelassen", "1</b> geht nicht")
    assert [count in said for count in counts] == [True] * 5
    assert "steht schon in Zeile 3" in said
    assert "ausgelassen: Das gehört wohl zur Liste" in said
    assert (people_of(club), Entrant.objects.count()) == (["Anna Kern", "Hans Ketterer"], 0)
    assert send(**agreed(preview)).status_code == 302
    assert people_of(club) == ["Anna Kern", "Hans Ketterer", "Rosa Neu"]
    assert Entrant.objects.count() == 3
    assert {*Result.objects.values_list("points", flat=True)} in (set(), {120, -120, 5})


def test_list_that_is_read_again_adds_nobody_and_takes_nobody_out(place: tuple[Club, Send]) -> None:
    club, send = place
    send(**agreed(send(text=TEXT)))
    people, entrants = people_of(club), sorted(Entrant.objects.values_list("pk", flat=True))
    again = send(text=TEXT)
    assert {state for _line, state in states(again)} <= {"known", "which", "out", "left"}
    send(**agreed(again))
    assert (people_of(club), sorted(Entrant.objects.values_list("pk", flat=True))) == (people, entrants)


def test_who_went_home_is_not_brought_back_by_a_list_that_is_read_again() -> None:
    _club, send = at_the_door()
    send(**agreed(send(text="Anna Kern\nHans Ketterer")))
    anna, hans = Entrant.objects.order_by("number")
    withdraw_entrant(anna, why="", device=None)
    substitute(hans, Newcomer(name="Otto Dold"), why="krank", device=None)
    again = send(text="Anna Kern\nHans Ketterer\nRosa Neu")
    assert states(again) == [(1, "out"), (2, "out"), (3, "new")]
    assert "ist gegangen" in text_of(again)
    send(**agreed(again))
    here = Entrant.objects.filter(status="present").order_by("number")
    assert [entrant.name for entrant in here] == ["Otto Dold", "Rosa Neu"]


def test_nothing_is_taken_over_that_was_not_shown(place: tuple[Club, Send]) -> None:
    _club, send = place
    shown = agreed(send(text=TEXT))
    other_text = shown | {"text": shown["text"].replace("Neu, Rosa", "Neu, Lisa")}
    other_column = shown | {"column_1": ""}
    for changed in (other_text, other_column, shown | {"shown": "0"}):
        assert send(**changed).status_code == 409
    assert Entrant.objects.count() == 0
    assert send(**shown).status_code == 302


@thorough
def test_choices_of_columns_and_people_stay_when_it_is_read_again(place: tuple[Club, Send]) -> None:
    club, send = place
    text = "Kern;Anna;120\nKetterer;Hans;-120"
    preview = send(text=text, column_0="name", column_1="first_name")
    assert states(preview) == [(1, "which"), (2, "which")]
    chosen = agreed(preview) | {"who_2": "new"}
    again = send(**{key: value for key, value in chosen.items() if key not in ("as", "save")})
    assert agreed(again) == chosen
    assert send(**agreed(again)).status_code == 302
    assert people_of(club) == ["Anna Kern", "Hans Ketterer", "Hans Ketterer"]


@thorough
def test_any_sheet_can_be_chosen_and_names_that_are_alike_are_noted(place: tuple[Club, Send]) -> None:
    _club, send = place
    people = [["Name", "Ort", "Punkte"], ["Jörg Müller", "Aasen", "5"], ["Joerg Mueller", "Aasen", "-5"]]
    sheets = {"Liste": rows_as_xml(people), "Kasse": rows_as_xml([["Name", "Punkte"], ["Rosa Hirt", "7"]])}
    first = send(file=SimpleUploadedFile("liste.xlsx", xlsx(sheets)))
    assert "Vielleicht ein und dieselbe Person: Zeile 2 Jörg Müller, 3 Joerg Mueller." in text_of(first)
    other = {key: value for key, value in agreed(first).items() if key not in ("as", "save")} | {"sheet": "Kasse"}
    preview = send(**other)
    assert [line.name for line in preview.context["preview"]["people"].lines] == ["Rosa Hirt"]
    assert send(**agreed(preview)).status_code == 302
    assert [entrant.name for entrant in Entrant.objects.all()] == ["Rosa Hirt"]


def test_untick_leaves_somebody_out_and_a_tick_takes_a_line_in(place: tuple[Club, Send]) -> None:
    _club, send = place
    chosen = agreed(send(text="Name;Ort;Punkte\nAnna Kern;Urach;5\nStand Peter;;-5"))
    del chosen["take_2"]
    assert send(**chosen).status_code == 422, "nobody is ticked"
    assert send(**chosen, take_3="on").status_code == 302
    assert [entrant.name for entrant in Entrant.objects.all()] == ["Stand Peter"]


def test_columns_are_remembered_on_the_device_for_the_same_headings(db: None) -> None:
    world = copied(World)
    client, address = client_of(world.helper), reverse("import_entrants", args=[world.tournament.pk])
    preview = client.post(address, {"text": "Nr;Wer;Ort\n1;Anna;Urach"})
    assert preview.context["preview"]["people"].problem != ""
    preview = client.post(address, agreed(preview) | {"as": "", "column_1": "name"})
    assert client.post(address, agreed(preview)).status_code == 302
    again = client.post(address, {"text": "Nr;Wer;Ort\n1;Otto;Kehl"})
    assert states(again) == [(2, "new")]


@pytest.mark.parametrize(
    ("village", "other"),
    [
        *(("Hüfingen", "Huefingen"), ("St. Georgen", "Sankt Georgen"), ("St. Georgen", "St.Georgen"), ("Urach", "")),
        ("Villingen-Schwenningen", "Villingen Schwenningen"),
    ],
)
def test_village_that_is_spelled_in_another_way_or_left_out_is_asked_about(db: None, village: str, other: str) -> None:
    club, send = at_the_door()
    Player.objects.create(club=club, name="Otto Dold", village=village)
    preview = send(text=f"Otto Dold;{other}\nRosa Neu;{village}\nRosa Neu;{other}")
    assert states(preview) == [(1, "which"), (2, "new"), (3, "new")]
    assert "Vielleicht ein und dieselbe Person: Zeile 2 Rosa Neu, 3 Rosa Neu." in text_of(preview)


def test_surname_of_two_words_that_a_list_sets_apart_is_that_of_the_lists(place: tuple[Club, Send]) -> None:
    club, send = place
    rows = ("Di Marco;Eva", "Dr. Kern;Otto", "von der Heide;Rosa", "Weg jun.;Karl", "Dr Dold;Ida", '"Frei Hirt, Jo";')
    text = "\n".join(f"{row};5" for row in ("Nachname;Vorname", *rows))
    send(**agreed(send(text=text.replace("Vorname;5", "Vorname;Punkte"))))
    new = Player.objects.filter(club=club, village="").order_by("pk")
    assert [(person.name, person.sorted_by) for person in new] == [
        *(("Eva Di Marco", "Di Marco"), ("Otto Dr. Kern", ""), ("Rosa von der Heide", ""), ("Karl Weg jun.", "")),
        *(("Ida Dr Dold", ""), ("Jo Frei Hirt", "Frei Hirt")),
    ]


@pytest.mark.parametrize(
    ("typed", "is_asked"), [("A. Kern", True), ("Kern A", True), ("O. Kern", False), ("A. K.", False), ("Kern", False)]
)
def test_initial_is_asked_about(place: tuple[Club, Send], typed: str, is_asked: bool) -> None:
    club, send = place
    Player.objects.create(club=club, name="E. Hirt")
    preview = states(send(text=f"{typed};Urach;5\nEva Hirt;Urach;5\nEva Hurt;;5"))
    assert preview == [(1, "which" if is_asked else "new"), (2, "which"), (3, "new")]


@thorough
def test_form_of_the_longest_list_can_be_sent_back(place: tuple[Club, Send]) -> None:
    _club, send = place
    preview = send(text="\n".join(["Name;Punkte", *(f"Neu {number};0" for number in range(MOST_LINES - 1))]))
    typed = dict.fromkeys(re.findall(r'name="(other_\w+)"', body_of(preview)), "")
    answer = send(**(typed | agreed(preview)))
    assert answer.status_code in (302, 422), "the door has room for 400"
