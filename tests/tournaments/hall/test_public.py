"""A tournament's page for everybody, and the wall."""

import re

import pytest
from django.test import Client

from cegoscore.clubs.models import Device, Player
from cegoscore.contest import draw, published_draw as draw_document
from cegoscore.contest.ties import TieBreak
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of, drawn, type_table
from tournaments.course.entrants import Person, people_meant, people_of
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.drawing import services as drawing
from tournaments.hall.seats import leaves

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(db: None) -> World:
    """Eight players of a public tournament, the first round drawn and begun."""
    return copied(drawn, is_public=True, minutes=90, venue="Löwen")


def url_of(world: World, path: str = "") -> str:
    return f"/tournaments/{world.tournament.pk}{path}"


def text_of(page: str) -> str:
    """Text as somebody reads it."""
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def page_of(world: World, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(url_of(world, path))
    assert answer.status_code == 200
    return body_of(answer)


def mine(page: str) -> str:
    """The part that is about one person."""
    part = page.partition('<section class="mine"')[2].partition("</section>")[0]
    return text_of(part.partition(">")[2])


def seat(world: World, number: int) -> tuple[int, int]:
    """Table and seat of a start number, as people count."""
    result = world.tournament.played_rounds.order_by("-number")[0].results.get(entrant__number=number)
    assert result.table
    return result.table.number, result.seat + 1


# Who may see it


def test_links_for_the_desk_are_shown_to_the_desk(public: World) -> None:
    links = [url_of(public, path) for path in ("/print", "/document.json")]
    shown = {
        name: [link for link in links if f'href="{link}"' in page_of(public, "", client_of(device))]
        for name, device in vars(public).items()
        if isinstance(device, Device)
    }
    assert shown == {"organiser": links, "helper": links[:1], "guest": [], "stranger": []}


# Where do I sit?


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mül", ["Karl Müller", "Ulla Muller"]),
        ("MULLER", ["Karl Müller", "Ulla Muller"]),
        ("karl m", ["Karl Müller"]),
        ("müller karl", ["Karl Müller"]),
        ("Müller, Karl", ["Karl Müller"]),
        ("Müller,", ["Karl Müller", "Ulla Muller"]),
        ("Müller, Ulm", []),
        ("strasser", ["Jo Straßer"]),
        ("zimm", ["Vera Hoff-Zimmer"]),
        ("4", ["Vera Hoff-Zimmer"]),
        ("5", []),
        ("arl", []),
        (" ", []),
    ],
)
def test_people_are_found_by_the_beginnings_of_their_names(typed: str, expected: list[str]) -> None:
    names = ["Karl Müller", "Ulla Muller", "Jo Straßer", "Vera Hoff-Zimmer"]
    people = [Person(number=number, name=name, village="") for number, name in enumerate(names, 1)]
    people.append(Person(number=5, name="Hausspieler Karl Müller", village="", is_house=True))
    assert [person.name for person in people_meant(people, typed)] == expected


def test_only_one_hit_is_shown_at_once_with_table_and_mates(public: World) -> None:
    table, place = seat(public, 3)
    page = mine(page_of(public, "?q=clara"))
    assert f"Tisch {table} Sitz {place}" in page
    mates = public.tournament.played_rounds.get().tables.get(number=table).results.select_related("entrant__player")
    for result in mates:
        assert result.entrant.name in page
    assert page.count("gibt zuerst") == 1
    assert "Platz 1 von 8 Punkte 0 vorläufig gleichauf mit 7 anderen" in page


def test_several_hits_are_a_list_with_their_tables(public: World) -> None:
    Player.objects.filter(pk=public.tournament.entrants.get(number=1).player_id).update(name="Bernd Zweiter")
    page = page_of(public, "?q=bernd")
    assert mine(page) == ""
    assert set(re.findall(r'href="\?me=(\d+)"', page)) == {"1", "2"}
    assert f"Tisch {seat(public, 2)[0]}" in text_of(page)


def test_nobody_found_says_what_to_do(public: World) -> None:
    assert "„&lt;b&gt;“ gibt es hier nicht." in page_of(public, "?q=<b>")


def test_my_rank_and_points_are_there_without_a_script(public: World) -> None:
    round_ = public.tournament.played_rounds.get()
    for table in round_.tables.all():
        type_table(table, 30 + table.number)
    desk.close_round(round_)
    result = round_.results.get(seat=0, table__number=2)
    number = result.entrant.number
    page = mine(page_of(public, f"?me={number}"))
    assert "Platz 1 von 8 Punkte +96" in page
    assert f'standings#n{number}"' in page_of(public, f"?me={number}")


def test_device_remembers_me_if_wished_and_forgets_me(public: World) -> None:
    client = Client()
    answer = client.post(url_of(public, "/me"), {"number": 5})
    cookie = answer.cookies["me"]
    assert (answer.status_code, cookie["path"], cookie["httponly"]) == (302, url_of(public), True)
    assert "Nr. 5" in mine(page_of(public, "", client))
    assert "Nr. 2" in mine(page_of(public, "?me=2", client))
    client.post(url_of(public, "/me"))
    assert mine(page_of(public, "", client)) == ""


@pytest.mark.parametrize("value", ["x", "99", "-1", "99999", ""])
def test_nonsense_remembered_is_nobody(public: World, value: str) -> None:
    client = Client()
    client.cookies["me"] = value
    assert mine(page_of(public, "", client)) == ""


def test_only_who_may_look_is_remembered(world: World) -> None:
    assert client_of(world.stranger).post(url_of(world, "/me"), {"number": 1}).status_code == 404
    assert client_of(world.guest).get(url_of(world, "/me")).status_code == 405


# What else stands there


def test_state_of_the_evening_is_told(world: World) -> None:
    client = client_of(world.guest)

    def state() -> str:
        return text_of(page_of(world, "", client).partition('<p class="state">')[2].partition("</p>")[0])

    told = [state()]
    world.register(8)
    round_ = world.draw(start=False)
    told.append(state())
    drawing.start_round(round_)
    type_table(round_.tables.get(number=1))
    told.append(state())
    type_table(round_.tables.get(number=2))
    desk.close_round(round_)
    told.append(state())
    world.play_round("zwei")
    told.append(state())
    desk.finish_tournament(world.tournament)
    told.append(state())
    assert told == [
        "Noch nicht ausgelost",
        "Durchgang 1 ist ausgelost: bitte Platz nehmen",
        "Durchgang 1 läuft 1 von 2 Tischen fertig",
        "Durchgang 1 ist fertig; gleich wird wieder ausgelost",
        "Alle Durchgänge sind gespielt; gleich ist Siegerehrung",
        "Das Turnier ist aus",
    ]


def test_clock_knows_when_the_time_is_up(public: World) -> None:
    round_ = public.tournament.played_rounds.get()
    assert round_.started_at
    ends = int(round_.started_at.timestamp()) + 90 * 60
    page = page_of(public)
    assert f'data-ends="{ends}"' in page
    assert re.search(r'data-now="\d{10}\.\d{6}"', page)


@thorough
def test_small_tables_come_with_the_sentence_about_their_points() -> None:
    note = "An den Dreiertischen zählt jeder Punkt wie an den anderen."
    world = World(is_public=True, remainder="smaller", small_rules=published("dreier"), small_note=note)
    world.register(8)
    world.draw()
    assert note not in page_of(world)
    other = World(is_public=True, remainder="smaller", small_rules=published("dreier"), small_note=note)
    other.register(7)
    other.draw()
    assert note in page_of(other)


@thorough
def test_who_meets_again_is_named(public: World) -> None:
    public.type_all(public.tournament.played_rounds.get())
    desk.close_round(public.tournament.played_rounds.get())
    round_ = public.draw("zwei")
    pairs = drawing.drawn_of(round_).meetings
    page = text_of(page_of(public))
    assert f"{len(pairs)} Paare treffen sich wieder an einem Tisch" in page
    people = people_of(public.tournament)
    for pair in pairs:
        assert f"{people[pair.one].name} – {people[pair.other].name}" in page


def test_draw_is_published_as_the_command_reads_it(public: World) -> None:
    data = Client().get(url_of(public, "/draws/1.json")).json()
    read, problems = draw_document.parse(data)
    assert problems == ()
    assert read
    assert draw.replay(read.basis).tables == read.tables
    assert Client().get(url_of(public, "/draws/2.json")).status_code == 404


def test_decisions_are_there_with_their_reason_and_without_secrets(public: World) -> None:
    round_ = public.tournament.played_rounds.get()
    public.type_all(round_)
    desk.void_table(round_.tables.get(number=2), why="nicht mehr nachvollziehbar", device=public.helper)
    door.substitute(public.tournament.entrants.get(number=3), door.Newcomer(name="Ersatz"), why="krank", device=None)
    desk.void_table(round_.tables.get(number=1), why="auch", device=None)
    desk.close_round(round_)
    desk.decide_tie(round_, numbers=[4, 1], by=TieBreak.LOT, drawn_by="Wirt Karl", device=None)
    page = page_of(public)
    text = text_of(page)
    assert "Durchgang 1, Tisch 2" in text
    for why in ("nicht mehr nachvollziehbar", "krank", "Wirt Karl"):
        assert why in text
    assert "Nr. 4, Nr. 1" in text
    assert str(public.helper.pk) not in page


# The wall


@thorough
def test_wall_shows_what_is_asked_for_and_goes_round(public: World) -> None:
    first = page_of(public, "/beamer?show=clock,names,nonsense")
    assert 'data-here="?show=clock,names&amp;at=0"' in first
    assert "data-clock" in first
    second = page_of(public, "/beamer?show=clock,names&at=1")
    assert "wall-names" in second
    assert 'data-next="?show=clock,names&amp;at=0"' in second
    only = page_of(public, "/beamer?show=standings")
    assert 'data-next=""' in only
    for at in ("7", "x", "99999", "-1"):
        assert page_of(public, f"/beamer?show=clock,names&at={at}")


@thorough
def test_wall_without_a_wish_shows_what_matters(world: World) -> None:
    client = client_of(world.guest)

    def kind() -> str:
        page = page_of(world, "/beamer", client)
        assert 'class="bar"' not in page
        assert "csrf" not in page
        found = re.search(r'class="screen wall-(\w+)"', page)
        assert found
        return found[1]

    kinds = [kind()]
    world.register(8)
    round_ = world.draw(start=False)
    kinds.append(kind())
    drawing.start_round(round_)
    kinds.append(kind())
    type_table(round_.tables.get(number=1))
    kinds.append(kind())
    world.tournament.refresh_from_db()
    world.tournament.minutes = 90
    world.tournament.save()
    kinds.append(kind())
    assert kinds == ["clock", "names", "names", "standings", "clock"]


def test_wall_asks_only_for_what_changed(public: World) -> None:
    page = page_of(public, "/beamer?show=standings")
    version = re.search(r'data-version="([^"]+)"', page)
    assert version
    url = url_of(public, "/beamer")
    assert Client().get(url, {"show": "standings", "v": version[1]}).status_code == 204
    type_table(public.tournament.played_rounds.get().tables.get(number=1))
    assert Client().get(url, {"show": "standings", "v": version[1]}).status_code == 200


@thorough
def test_wall_has_everybody_in_leaves_that_fit() -> None:
    world = copied(drawn, 60)
    names = page_of(world, "/beamer?show=names", client_of(world.guest))
    assert names.count('<section class="leaf"') == 2
    assert names.count('<span class="name">') == 60
    tables = page_of(world, "/beamer?show=tables", client_of(world.guest))
    assert (tables.count('<section class="leaf"'), tables.count("<h2>")) == (2, 15)
    assert leaves([1, 2, 3], 2) == [[1, 2], [3]]


def test_nothing_of_a_finished_round_is_timed(public: World) -> None:
    round_ = public.tournament.played_rounds.get()
    public.type_all(round_)
    desk.close_round(round_)
    assert "data-clock" not in page_of(public, "/beamer?show=clock")
