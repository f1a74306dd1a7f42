"""Coming again: counted by hand, against a naive count of random events, and who may see it."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given, settings, strategies as st

from cegoscore.clubs.models import Player
from cegoscore.outings.models import Kind
from cegoscore.outings.services import settle
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.season import SeasonWorld, client_of, text_of
from tournaments.clubhouse.again import again_page
from tournaments.clubhouse.people.services import erase_person
from tournaments.clubhouse.reach import reach_of
from tournaments.models import Takes, Tournament


def three_tournaments() -> SeasonWorld:
    """Dora comes for the first time at the second one, Emil at the last; Clara is missing since the first."""
    world = SeasonWorld()
    world.tournament({"Anna": 10, "Bernd": 0, "Clara": -10}, women=("Anna", "Clara"))
    world.tournament({"Anna": 10, "Dora": 0, "Bernd": -10}, women=("Anna", "Dora"))
    world.tournament({"Anna": 10, "Emil": -10}, women=("Anna",))
    world.evening({"Anna": 1, "Clara": -1, "Fritz": 0})
    Player.objects.filter(name="Bernd").update(village="Schonach")
    settle(world.club.pk)
    return world


@pytest.fixture
def world(db: None) -> SeasonWorld:
    """The club and its tournaments."""
    return copied(three_tournaments)


def page_of(world: SeasonWorld, number: int = 0) -> dict[str, Any]:
    """The page of a tournament, by its number; of the newest without one."""
    key = str(Tournament.objects.get(club=world.club, name=f"Preiscego {number}").pk) if number else ""
    found = again_page(reach_of(world.club, world.organiser.pk), key)
    assert found
    return found


def names_in(page: dict[str, Any]) -> list[list[str]]:
    """The names of those who are new, came again, and are missing."""
    return [[person.label for person in people] for people in page["parts"].values()]


def test_who_was_put_out_of_the_ranking_was_there(world: SeasonWorld) -> None:
    newest = Tournament.objects.get(club=world.club, name="Preiscego 3")
    entrant = newest.entrants.get(player__name="Anna")
    entrant.takes = Takes.NOTHING
    entrant.save()
    settle(world.club.pk)
    assert names_in(page_of(world, 3)) == [["Emil"], ["Anna"], ["Bernd", "Dora", "Clara"]]


def test_counted_by_village_and_by_category(world: SeasonWorld) -> None:
    assert page_of(world)["villages"] == [("Hüfingen", [1, 1, 2]), ("Schonach", [0, 0, 1])]
    assert page_of(world)["categories"] == [("Damen", [0, 1, 2])], "the missing as they were at their last one"


@thorough
def test_one_person_is_counted_once_and_an_erased_one_without_a_name(world: SeasonWorld) -> None:
    Player.objects.filter(name="Emil").update(merged_into=world.player("Clara"))
    settle(world.club.pk)
    assert names_in(page_of(world)) == [[], ["Anna", "Clara"], ["Bernd", "Dora"]]
    erase_person(Player.objects.get(name="Dora"))
    assert names_in(page_of(world))[2] == ["Bernd", "(gelöscht)"]
    assert page_of(world)["villages"][0] == ("", [0, 0, 1])


def test_page_and_file_say_the_same(world: SeasonWorld) -> None:
    client, address = client_of(world.organiser), reverse("club_again", args=[world.club.pk])
    text = text_of(client.get(address))
    assert "einmal dabei, am 15.11.2025" in text
    assert "2-mal dabei, zuletzt am 29.11.2025" in text
    second = Tournament.objects.get(name="Preiscego 2")
    answer = client.get(address, {"of": str(second.pk), "csv": ""})
    assert answer["Content-Disposition"] == 'attachment; filename="again.csv"'
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode().removeprefix("\ufeff")), delimiter=";"))
    assert rows == [
        ["", "Name", "Ort", "Früher dabei", "Zuletzt da", "Wertungen"],
        ["Neu", "Dora", "Hüfingen", "0", "", "Damen"],
        ["Wieder da", "Anna", "Hüfingen", "1", "2025-11-15", "Damen"],
        ["Wieder da", "Bernd", "Schonach", "1", "2025-11-15", ""],
        ["Fehlen", "Clara", "Hüfingen", "1", "2025-11-15", "Damen"],
    ]
    assert client.get(address, {"of": "nonsense"}).context["page"]["event"] == page_of(world)["event"]


@thorough
def test_club_nights_stand_against_club_nights(db: None) -> None:
    lively = copied(LivelyClub)
    settle(lively.club.pk)
    found = again_page(reach_of(lively.club, lively.organiser.pk), str(lively.night.pk))
    assert found
    assert found["event"].kind == Kind.NIGHT
    assert [len(people) for people in found["parts"].values()] == [4, 0, 0]


def test_only_managers_see_it_and_a_club_without_events_says_so(world: SeasonWorld) -> None:
    address = reverse("club_again", args=[world.club.pk])
    Tournament.objects.update(is_public=True)
    assert [client_of(device).get(address).status_code for device in (world.guest, world.stranger)] == [403, 404]
    assert address in body_of(client_of(world.organiser).get(reverse("club", args=[world.club.pk])))
    empty = SeasonWorld()
    answer = client_of(empty.organiser).get(reverse("club_again", args=[empty.club.pk]), {"csv": ""})
    assert "Noch ist kein Turnier und kein Spielabend vorbei." in text_of(answer)


NAMES = st.sampled_from("ABCDEF")


@thorough
@pytest.mark.django_db
@settings(max_examples=examples(24), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(events=st.lists(st.sets(NAMES, min_size=1), min_size=1, max_size=6), villages=st.dictionaries(NAMES, NAMES))
def test_numbers_are_those_of_a_naive_count(events: Sequence[set[str]], villages: dict[str, str]) -> None:
    world = SeasonWorld()
    for there in events:
        world.tournament(dict.fromkeys(there, 0), women=tuple(there & set("AB")), add=False)
    for name in world.players:
        Player.objects.filter(pk=world.player(name).pk).update(village=villages.get(name, "Z"))
    settle(world.club.pk)
    for number, there in enumerate(events, 1):
        before = set().union(*events[: number - 1])
        naive = [there - before, there & before, before - there]
        page = page_of(world, number)
        assert [set(names) for names in names_in(page)] == naive
        for name, counts in page["villages"]:
            assert counts == [sum(villages.get(one, "Z") == name for one in part) for part in naive]
        assert sum(sum(counts) for _name, counts in page["villages"]) == len(there | before)
        for person in page["parts"]["Fehlen"]:
            days = [count for count, each in enumerate(events[: number - 1], 1) if person.label in each]
            last = Tournament.objects.get(club=world.club, name=f"Preiscego {days[-1]}")
            assert (person.before, person.last) == (len(days), last.day)
