"""Identity of people, whichever way somebody comes in: an accent makes somebody else, a capital nobody."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cegoscore.clubs import people
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.evening.new_table_form import SeatsForm
from cegoscore.scoresheet.evening.services import open_circle_table
from cegoscore.scoresheet.ledger.services import sheets
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoresheet.table import services as table_services
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.sources import ROOT, python_files, source
from tests.worlds.tournament import World, client_of
from tournaments.clubhouse.joining import alike_people
from tournaments.clubhouse.people import queries
from tournaments.clubhouse.people.queries import maybe_the_same, maybe_the_same_as
from tournaments.door import page, services
from tournaments.door.people_list import read_list
from tournaments.papers import importing as documents

pytestmark = pytest.mark.django_db

OTHERS = [("Anne", "Änne"), ("André", "Andre"), ("Weiß", "Weiss"), ("Jörg", "Joerg"), ("Anne", "Ann"), ("Ida", "İda")]
SAME = [
    ("Änne", "A\u0308nne"),
    ("Anne", "\u200b ANNE "),
    ("Änne Kern", "änne  kern"),
    ("ÖMER", "ömer"),
    ("Weiß", "WEIẞ"),
    ("D'Amico", "D’Amico"),
    ("Anna-Lena", "Anna‑Lena"),
]
"""Of two names that are typed the first is that of somebody whom the club knows."""


MAKES = re.compile(r"\bPlayer(\.objects\.create)?\(\s*club")
"""Somebody new of a club is made there."""


def opened(world: World, club: Club, *names: str) -> Session:
    table = NewTable(names=names, rules=published("braeunlingen-ministranten"), first_dealer=0)
    return open_circle_table(world.organiser, table, circle=club.pk)


def sits_down(world: World, known: Player, typed: str) -> bool:
    sheet = opened(world, known.club, typed, "Bernd", "Clara", "Dieter")
    return sheet.seats.get(number=0).player_id == known.pk


def joins(world: World, known: Player, typed: str) -> bool:
    sheet = opened(world, known.club, known.name, "Bernd", "Clara", "Dieter")
    try:
        table_services.join(sheet, seen=sheet.version, name=typed, lineup=(0, 1, 2, 3), dealer=0)
    except Refused as refusal:
        return refusal.code == "name_on_sheet"
    return sheet.seats.get(number=4).player_id == known.pk


def sit_side_by_side(_world: World, known: Player, typed: str) -> bool:
    form = SeatsForm({"name_0": known.name, "name_1": typed, "first_dealer": 0})
    return not form.is_valid()


def is_renamed(world: World, known: Player, typed: str) -> bool:
    other = Player.objects.create(club=known.club, name="Somebody")
    try:
        people.rename(known.club_id, player=other.pk, name=typed)
    except Refused:
        return True
    return False


def is_registered(world: World, known: Player, typed: str) -> bool:
    return services.register(world.tournament, services.Newcomer(name=typed)).player_id == known.pk


def is_meant_at_the_door(world: World, known: Player, typed: str) -> bool:
    return page.meant(page.find_people(world.tournament, typed)) is not None


def is_on_the_list(world: World, known: Player, typed: str) -> bool:
    services.register(world.tournament, services.Newcomer(name=known.name, player=known.pk))
    return bool(read_list(world.tournament, f"Name;\n{typed};").lines[0].problem)


def comes_with_a_document(_world: World, known: Player, typed: str) -> bool:
    row = {"name": typed, "village": "", "sorted_by": "", "merged_into": None}
    return documents._people(known.club, [row]) == {1: known.pk}


def moves(world: World, known: Player, typed: str) -> bool:
    sheet = opened(world, open_club(world.organiser), typed, "Bernd", "Clara", "Dieter")
    sheets.move_sheets([sheet], known.club)
    return sheet.seats.get(number=0).player_id == known.pk


def is_of_both_clubs(world: World, known: Player, typed: str) -> bool:
    other = open_club(world.organiser)
    Player.objects.create(club=other, name=typed)
    return any(is_same for _gone, _kept, is_same in alike_people(known.club, other))


WAYS: list[Callable[[World, Player, str], bool]] = [
    sits_down,
    joins,
    sit_side_by_side,
    is_renamed,
    is_registered,
    is_meant_at_the_door,
    is_on_the_list,
    comes_with_a_document,
    moves,
    is_of_both_clubs,
]


@thorough
@pytest.mark.parametrize("way", WAYS)
def test_who_is_called_the_same_is_the_same_and_nobody_else_whichever_way_they_come(
    world: World, way: Callable[[World, Player, str], bool]
) -> None:
    taken = {}
    for known, typed in OTHERS + SAME:
        world.tournament.entrants.all().delete()
        player = Player.objects.create(club=open_club(world.organiser), name=known)
        world.tournament.club = player.club
        world.tournament.save()
        taken[known, typed] = way(world, player, typed)
    assert [names for names, is_taken in taken.items() if is_taken] == SAME


@pytest.mark.parametrize("order", ["Änne Anne", "Anne Änne"])
def test_two_who_are_alike_both_get_their_own_at_one_table(world: World, order: str) -> None:
    club = world.tournament.club
    pages = {name: Player.objects.create(club=club, name=name).pk for name in ("Anne", "Änne")}
    sheet = opened(world, club, *order.split(), "Clara", "Dieter")
    assert [seat.player_id for seat in sheet.seats.order_by("number")[:2]] == [pages[name] for name in order.split()]


def test_whose_village_is_typed_goes_before_who_has_only_the_name(world: World) -> None:
    club = world.tournament.club
    hans = Player.objects.create(club=club, name="Hans", village="Urach")
    sheet = opened(world, club, "Hans", "Hans, Urach", "Clara", "Dieter")
    assert sheet.seats.get(number=1).player_id == hans.pk


def test_who_may_be_one_person_is_asked_as_long_as_they_never_met(world: World) -> None:
    club = world.tournament.club
    named = [("Anne Kern", ""), ("Kern, Änne", "Urach"), ("Anna Kern", ""), ("Jörg", "Urach"), ("Joerg", "Aasen")]
    made = {name: Player.objects.create(club=club, name=name, village=village) for name, village in named}
    pair = (made["Kern, Änne"], made["Anne Kern"])
    assert maybe_the_same(club.players.filter(merged_into=None)) == [pair]
    assert maybe_the_same_as(pair[1], [pair[0], made["Jörg"]]) == [pair[0]]
    assert maybe_the_same_as(made["Anna Kern"], pair) == []
    page = client_of(world.organiser).get(reverse("person", args=[club.pk, pair[0].pk]))
    assert page.context["same_form"]["kept"].value() == pair[1].name
    opened(world, club, "Anne Kern", "Kern, Änne", "Clara", "Dieter")
    assert maybe_the_same(club.players.filter(merged_into=None)) == []


def test_who_was_merged_met_whom_the_others_met(world: World) -> None:
    club = world.tournament.club
    anne, also, other = (Player.objects.create(club=club, name=name) for name in ("Anne", "Änne", "Anné"))
    people.merge(club.pk, kept=anne.pk, gone=also.pk)
    assert maybe_the_same(club.players.filter(merged_into=None)) == [(other, anne)]
    sheet = opened(world, club, "Anné", "Bernd", "Clara", "Dieter")
    Seat.objects.create(session=sheet, number=4, player=also)
    assert maybe_the_same(club.players.filter(merged_into=None)) == []


def test_those_who_met_leave_room_for_those_who_never_did(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_PAIRS", 1)
    club = world.tournament.club
    never = [Player.objects.create(club=club, name=name) for name in ("Anne Kern", "Änne Kern")]
    opened(world, club, "Jörg", "Joerg", "Clara", "Dieter")
    assert maybe_the_same(club.players.all()) == [(never[1], never[0])]


def test_page_of_people_asks_about_pairs_in_a_number_of_queries_that_does_not_grow(
    world: World,
) -> None:
    club, client = world.tournament.club, client_of(world.organiser)
    counts = []
    for name in ("Anne", "Berthe", "Zoe"):
        Player.objects.create(club=club, name=f"{name} Kern")
        Player.objects.create(club=club, name=f"Kern, {name}")
        with CaptureQueriesContext(connection) as queries:
            page = client.get(reverse("people", args=[club.pk]))
        counts.append((len(page.context["maybe_the_same"]), len(queries)))
    assert [pairs for pairs, _queries in counts] == [1, 2, 3]
    assert len({queries for _pairs, queries in counts}) == 1


@thorough
def test_nothing_that_decides_who_somebody_is_knows_the_order_of_lists_or_likeness() -> None:
    writers = [path for path in python_files("cegoscore", "tournaments") if MAKES.search(path.read_text())]
    assert len(writers) > 4
    assert [
        str(path.relative_to(ROOT))
        for path in writers
        if {"cegoscore.clubs.names.sort_key", "cegoscore.clubs.likeness"} & set(source(path).imports)
    ] == []
