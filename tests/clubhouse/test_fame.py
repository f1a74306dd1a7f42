"""The hall of fame: what is over and what was typed, who reads which names, and that it equals a naive count."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings, strategies as st

from cegoscore.clubs.models import Club, Device, LogEntry, LogKind, Player
from cegoscore.clubs.rights.deletion import bring_back, delete_as_host, lock_as_host
from cegoscore.clubs.rights.managers import come_by_link, manager_link
from cegoscore.hosting.jobs import run
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow, settle, settle_all
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of, small_winter, text_of, with_reason
from tournaments.clubhouse.fame import remove_champion, titles_of
from tournaments.clubhouse.joining import join_clubs
from tournaments.clubhouse.people.copy import copy_of
from tournaments.clubhouse.people.services import erase_person, merge_person
from tournaments.clubhouse.reach import reach_of
from tournaments.models import Tournament
from tournaments.seasons.models import PastChampion, Season
from tournaments.seasons.services import close_season, reopen_season

TYPED = {"year": 1998, "event": "Preiscego im Löwen", "champion": "Emil, Schonach", "points": 612}


@pytest.fixture
def world(db: None) -> SeasonWorld:
    """Two tournaments and an evening in the season, one tournament beside it; all are over and written down."""
    world = copied(small_winter)
    settle(world.club.pk)
    return world


def titles(world: SeasonWorld, device: Device) -> list[tuple[int, str, str, int | None]]:
    """Year, event, champions and points as the device may know them."""
    found = titles_of(reach_of(world.club, device.pk))
    return [(each.day.year, each.event, each.name, each.points) for each in found]


def page(world: SeasonWorld, device: Device, **typed: Any) -> Any:
    client, address = client_of(device), reverse("club_fame", args=[world.club.pk])
    return client.post(address, typed) if typed else client.get(address)


PLAYED = [
    (2025, "Preiscego 3, Ort 3", "Anna", 7),
    (2025, "Preiscego 2, Ort 2", "Bernd", 30),
    (2025, "Preiscego 2, Ort 2", "Clara", 30),
    (2025, "Preiscego 1, Ort 1", "Anna", 100),
]


@pytest.mark.parametrize("hide", [delete_as_host, lock_as_host])
def test_club_that_was_shut_over_a_night_comes_back_with_its_champions(
    world: SeasonWorld, hide: Callable[[Club], None]
) -> None:
    before = titles(world, world.organiser)
    hide(world.club)
    settle_all()
    bring_back(world.club, by=None)
    assert titles(world, world.organiser) == before != []


@thorough
def test_champions_of_what_is_over_the_newest_first(world: SeasonWorld) -> None:
    assert titles(world, world.organiser) == PLAYED, "the season is open"
    close_season(world.fresh(), seen=world.fresh().version, by=with_reason())
    assert titles(world, world.organiser)[0] == (2026, "Winter", "Bernd", 68)
    reopen_season(world.fresh(), by=with_reason())
    assert titles(world, world.organiser) == PLAYED


@thorough
def test_what_runs_was_cancelled_or_deleted_has_no_champion(world: SeasonWorld) -> None:
    running, cancelled, deleted = Tournament.objects.order_by("day")
    Tournament.objects.filter(pk=running.pk).update(finished_at=None)
    Tournament.objects.filter(pk=cancelled.pk).update(cancelled_at=timezone.now())
    Tournament.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    follow(Kind.TOURNAMENT, running.pk, cancelled.pk, deleted.pk)
    assert titles(world, world.organiser) == []


def test_manager_types_a_champion_of_the_years_before_once_and_takes_it_out(world: SeasonWorld) -> None:
    for _tap in range(2):
        assert page(world, world.organiser, **TYPED).status_code == 302
    assert page(world, world.organiser, year=1997, event="Meisterschaft", champion="anna").status_code == 302
    assert titles(world, world.organiser)[4:] == [
        (1998, "Preiscego im Löwen", "Emil", 612),
        (1997, "Meisterschaft", "Anna", None),
    ]
    anna, emil = (row.player for row in PastChampion.objects.order_by("year"))
    assert (anna, emil.village) == (world.player("Anna"), "Schonach"), "known people are found, others are new"
    row = PastChampion.objects.get(year=1998)
    address = reverse("remove_champion", args=[world.club.pk, row.pk])
    assert address in body_of(page(world, world.organiser))
    for _tap in range(2):
        assert client_of(world.organiser).post(address).status_code == 302
    assert [title[0] for title in titles(world, world.organiser)[4:]] == [1997]
    said = LogEntry.objects.filter(kind__startswith="champion").order_by("pk").values_list("kind", "subject", "device")
    assert list(said) == [
        (LogKind.CHAMPION_TYPED, "1998, Preiscego im Löwen: Emil", world.organiser.pk),
        (LogKind.CHAMPION_TYPED, "1997, Meisterschaft: Anna", world.organiser.pk),
        (LogKind.CHAMPION_REMOVED, "1998, Preiscego im Löwen: Emil", world.organiser.pk),
    ]
    log = text_of(client_of(world.organiser).get(reverse("club_log", args=[world.club.pk])))
    assert "Auf die Ehrentafel geschrieben: 1997, Meisterschaft: Anna." in log


@pytest.mark.parametrize(
    "wrong",
    [{"year": "bald"}, {"year": 1492}, {"event": " "}, {"champion": ""}, {"champion": "x" * 99}, {"points": "x"}],
)
def test_what_makes_no_sense_is_refused_with_what_was_typed(world: SeasonWorld, wrong: dict[str, Any]) -> None:
    answer = page(world, world.organiser, **TYPED | wrong)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, list(wrong))
    assert not PastChampion.objects.exists()


def test_champion_of_another_club_is_not_taken_out(world: SeasonWorld) -> None:
    page(world, world.organiser, **TYPED)
    other, row = copied(SeasonWorld), PastChampion.objects.get()
    address = reverse("remove_champion", args=[other.club.pk, row.pk])
    assert client_of(other.organiser).post(address).status_code == 302
    assert PastChampion.objects.get() == row


def test_everybody_reads_as_much_as_is_theirs(world: SeasonWorld) -> None:
    page(world, world.organiser, **TYPED)
    typed = (1998, "Preiscego im Löwen", "Emil", 612)
    assert page(world, world.stranger).status_code == 404, "nothing is public"
    assert titles(world, world.guest) == [*PLAYED[1:], typed], "the link is the season's"
    Tournament.objects.filter(name="Preiscego 3").update(is_public=True)
    assert titles(world, world.stranger) == [PLAYED[0], typed]
    text = body_of(page(world, world.stranger))
    assert "Emil" in text
    assert "<form" not in text.partition("<main")[2].partition("</main")[0]


def test_juniors_are_initials_for_strangers_and_erased_people_have_no_name(world: SeasonWorld) -> None:
    tournament = Tournament.objects.get(name="Preiscego 3")
    Tournament.objects.update(is_public=True)
    anna = world.player("Anna")
    tournament.categories.create(kind="juniors").entrants.set(tournament.entrants.filter(player=anna))
    type(world.club).objects.update(juniors_by_initials=True)
    page(world, world.organiser, **TYPED | {"champion": "Anna"})
    assert [title[2] for title in titles(world, world.stranger)] == ["A.", "Bernd", "Clara", "A.", "A."]
    assert titles(world, world.organiser)[0][2] == "Anna"
    page(world, world.organiser, **TYPED | {"event": "Annas Pokal, den Anna stiftete"})
    erase_person(anna)
    said = titles(world, world.organiser)
    assert [title[2] for title in said if title[0] != 1998] == ["(gelöscht)", "Bernd", "Clara", "(gelöscht)"]
    assert "Anna" not in " ".join(title[1] for title in said)
    assert not LogEntry.objects.filter(subject__contains="Anna").exists()


@thorough
def test_who_was_put_together_has_both_titles_and_a_joined_club_brings_its_own(world: SeasonWorld) -> None:
    page(world, world.organiser, **TYPED | {"champion": "Anni"})
    anni = Player.objects.get(name="Anni")
    merge_person(anni, kept=world.player("Anna").pk)
    assert titles(world, world.organiser)[-1][2] == "Anna"
    assert copy_of(world.player("Anna"))["past_titles"] == [
        {"year": 1998, "event": "Preiscego im Löwen", "points": 612}
    ]
    other = SeasonWorld()
    page(other, other.organiser, **TYPED | {"year": 1980})
    come_by_link(world.organiser, manager_link(other.club, by=other.organiser))
    join_clubs(world.club, other.club, pairs={}, by=world.organiser.pk)
    assert [title[0] for title in titles(world, world.organiser)[-2:]] == [1998, 1980]


def test_title_that_was_typed_for_two_who_are_one_stands_once(world: SeasonWorld) -> None:
    """In both clubs before they joined, or by two names of one person; taken out, it is gone."""
    world.player("Anni")
    other = SeasonWorld()
    come_by_link(world.organiser, manager_link(other.club, by=None))
    for place, (whose, name) in enumerate(((world, "Anna"), (world, "Anni"), (other, "Anna"))):
        typed = {"year": 1998, "event": "Preiscego" if place else " PREISCEGO", "points": 300 if place else None}
        PastChampion.objects.create(club=whose.club, player=whose.player(name), **typed)
    merge_person(world.player("Anni"), kept=world.player("Anna").pk)
    join_clubs(world.club, other.club, pairs={other.player("Anna").pk: world.player("Anna").pk}, by=world.organiser.pk)
    (title,) = (each for each in titles_of(reach_of(world.club, world.organiser.pk)) if each.typed)
    assert (title.name, title.points) == ("Anna", 300)
    remove_champion(world.club, title.typed, by=world.organiser.pk)
    assert not PastChampion.objects.exists()


@thorough
def test_points_of_a_season_that_the_version_before_closed_are_counted_at_night(world: SeasonWorld) -> None:
    close_season(world.fresh(), seen=world.fresh().version, by=with_reason())
    Season.objects.update(champion_points=None)
    assert titles(world, world.organiser)[0][3] is None
    assert run("champions").outcome == "points of the champions of 1 seasons counted"
    assert titles(world, world.organiser)[0] == (2026, "Winter", "Bernd", 68)


@thorough
@pytest.mark.django_db
@settings(max_examples=examples(24), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(
    events=st.lists(st.dictionaries(st.sampled_from("ABCDE"), st.integers(-20, 20), min_size=1), max_size=5),
    typed=st.sets(st.tuples(st.integers(1950, 1953), st.sampled_from("ABX")), max_size=4),
)
def test_hall_of_fame_is_what_a_naive_count_gives(events: list[dict[str, int]], typed: set[tuple[int, str]]) -> None:
    world = SeasonWorld()
    for points in events:
        world.tournament(points, add=False)
    settle(world.club.pk)
    for year, name in typed:
        page(world, world.organiser, year=year, event="Pokal", champion=name)
    naive = [
        (f"Preiscego {number}, Ort {number}", name)
        for number, points in enumerate(events, 1)
        for name in points
        if points[name] == max(points.values())
    ]
    naive += [("Pokal", name) for _year, name in typed]
    assert sorted((title[1], title[2]) for title in titles(world, world.organiser)) == sorted(naive)
