"""People are told apart: number and village beside the name wherever two are alike, lists by surname."""

import re
from html import unescape

import pytest

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import HTMX, Browser, text_of
from tests.worlds.tournament import World
from tournaments.clubhouse.people.services import rename_person, shorten_person
from tournaments.course.entrants import people_of
from tournaments.door import services as door
from tournaments.models import Apart, Entrant

pytestmark = pytest.mark.django_db

PEOPLE = (
    ("Hans Müller", "Hüfingen"),
    ("Hans Müller", "Löffingen"),
    ("Zoe Adler", "Bonndorf"),
    ("Rita Sommer-Lüdenscheid", "Donaueschingen"),
)


def two_of_one_name() -> World:
    """One table of four, two of whom have one name."""
    world = copied(World)
    door.register_all(world.tournament, [door.Newcomer(name=name, village=village) for name, village in PEOPLE])
    world.draw()
    return world


@pytest.fixture
def namesakes(db: None) -> World:
    return copied(two_of_one_name)


def plain(html: list[str]) -> list[str]:
    return [" ".join(unescape(re.sub("<[^>]*>", " ", part)).split()) for part in html]


@thorough
@pytest.mark.parametrize("path", ["beamer?show=names", "beamer?show=tables", "print/cards", "print/sheets"])
def test_number_and_village_stand_beside_namesakes_on_wall_and_paper(namesakes: World, path: str) -> None:
    text = text_of(Browser(namesakes).get(path))
    for number, village in ((1, "Hüfingen"), (2, "Löffingen")):
        assert f"{number}, {village}" in text
    assert "Bonndorf" not in text


@pytest.mark.parametrize("path", ["print/cards", "print/sheets"])
def test_cards_and_sheets_carry_every_start_number(namesakes: World, path: str) -> None:
    text = text_of(Browser(namesakes).get(path))
    assert re.search(r"Zoe Adler (Nr\. )?3\b", text)


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("beamer?show=names", r'(?s)<span class="name[^>]*>(.*?)</span>'),
        ("print/names", r"<b>(.*?)</b>"),
    ],
)
def test_lists_of_seats_stand_by_surname(namesakes: World, path: str, pattern: str) -> None:
    page = body_of(Browser(namesakes).get(path))
    names = [name.partition(" 1,")[0].partition(" 2,")[0] for name in plain(re.findall(pattern, page))]
    assert names == ["Adler, Zoe", "Müller, Hans", "Müller, Hans", "Sommer-Lüdenscheid, Rita"]


def test_leaf_of_the_wall_says_which_surnames_it_has(namesakes: World) -> None:
    assert 'data-leaf="Adl – Som"' in body_of(Browser(namesakes).get("beamer?show=names"))


def test_surname_is_corrected_at_the_door_and_in_the_list_of_people(namesakes: World) -> None:
    this = Entrant.objects.get(number=3)
    page = body_of(Browser(namesakes).get(f"door/{this.pk}"))
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    data = {"seen": seen[1], "name": "Zoe Adler", "village": "Bonndorf", "sorted_by": "Zoe"}
    assert Browser(namesakes).post(f"door/{this.pk}", data).status_code == 302
    assert [person.name for person in sorted(people_of(namesakes.tournament).values(), key=lambda p: p.alphabetical)][
        -1
    ] == "Zoe Adler"
    rename_person(this.player, name="Zoe Adler", village="Bonndorf", sorted_by="Adler")
    assert Player.objects.get(pk=this.player_id).sorted_by == "Adler"


def test_corrected_surname_goes_with_the_name(namesakes: World) -> None:
    person = Entrant.objects.get(number=3).player
    rename_person(person, name="Zoe Adler", village="Bonndorf", sorted_by="Zoe")
    rename_person(person, name="Zoe Adler", village="Hausen")
    assert Player.objects.get(pk=person.pk).sorted_by == "Zoe"
    rename_person(person, name="Ute Adler", village="Hausen")
    assert Player.objects.get(pk=person.pk).sorted_by == ""
    rename_person(person, name="Ute Adler", village="Hausen", sorted_by="Ute")
    shorten_person(person)
    assert Player.objects.get(pk=person.pk).sorted_by == ""


def test_namesakes_at_one_table_are_told_apart_on_the_sheet_but_not_in_its_document(namesakes: World) -> None:
    sheet = Session.objects.get(event=namesakes.tournament.pk)
    names = set(names_of(sheet).values())
    assert names == {"Hans Müller (Hüfingen)", "Hans Müller (Löffingen)", "Zoe Adler", "Rita Sommer-Lüdenscheid"}
    assert {name.partition(" (")[0] for name in document_of(sheet).players} == {name for name, _village in PEOPLE}
    Player.objects.update(village="")
    beside = [name for name in names_of(sheet).values() if name.startswith("Hans")]
    assert all(re.fullmatch(r"Hans Müller \([1-4]\)", name) for name in beside)
    assert len(set(beside)) == 2


# Somebody by name wherever a number is asked for


def test_wishes_take_names(namesakes: World) -> None:
    desk = Browser(namesakes)
    assert desk.post("desk/wishes/apart", {"one": "adl", "other": "Müller, Löff", "weight": 3}).status_code == 302
    wish = Apart.objects.select_related("one", "other").get()
    assert {wish.one.number, wish.other.number} == {2, 3}
    assert desk.post("desk/wishes/fixed", {"number": "4 Rita Sommer-Lüdenscheid", "table": 1}).status_code == 302
    assert Entrant.objects.get(number=4).fixed_table == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Müller", "Wer ist gemeint? 1 Hans Müller, Hüfingen; 2 Hans Müller, Löffingen"),
        ("Nemo", "„Nemo“ gibt es hier nicht."),
    ],
)
def test_name_that_is_not_clear_is_asked_about(namesakes: World, typed: str, said: str) -> None:
    answer = Browser(namesakes).post("desk/wishes/apart", {"one": typed, "other": 3, "weight": 1})
    assert (answer.status_code, said in text_of(answer)) == (422, True)
    assert not Apart.objects.exists()


def test_pages_that_ask_for_somebody_offer_everybody(namesakes: World) -> None:
    page = body_of(Browser(namesakes).get("desk/wishes"))
    offered = re.findall(r'<option value="(\d [^"]+)"', page)
    assert offered == [
        "3 Zoe Adler, Bonndorf",
        "1 Hans Müller, Hüfingen",
        "2 Hans Müller, Löffingen",
        "4 Rita Sommer-Lüdenscheid, Donaueschingen",
    ]


@pytest.mark.parametrize("typed", ["1", "adl", "Müller, Löff"])
def test_table_is_found_by_its_number_or_by_somebody_who_sits_there(namesakes: World, typed: str) -> None:
    answer = Browser(namesakes).get(f"rounds/1/find?number={typed}")
    assert (answer.status_code, answer["Location"].endswith("/rounds/1/tables/1")) == (302, True)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Müller", "Wer ist gemeint? 1 Hans Müller, Hüfingen; 2 Hans Müller, Löffingen"),
        ("Nemo", "„Nemo“ gibt es hier nicht."),
        ("7", "Diesen Tisch gibt es in diesem Durchgang nicht."),
    ],
)
def test_table_that_is_not_clear_is_asked_about(namesakes: World, typed: str, said: str) -> None:
    answer = Browser(namesakes).get(f"rounds/1/find?number={typed}", headers=HTMX)
    assert (answer.status_code, said in text_of(answer)) == (422, True)
