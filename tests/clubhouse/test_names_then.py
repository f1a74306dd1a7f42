"""Names in what is over stay: a later name beside who won says what they were called, and erasing goes first."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs import people
from cegoscore.clubs.models import Player
from cegoscore.clubs.names_then import called_before
from cegoscore.outings.services import settle
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.season import BY, SeasonWorld, client_of
from tournaments.clubhouse.people.services import erase_person, rename_person, shorten_person
from tournaments.course.entrants import people_of
from tournaments.models import Tournament
from tournaments.seasons.services import close_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> SeasonWorld:
    """A closed season of one tournament, won by Hanna Doll."""
    world = copied(SeasonWorld, is_public=True)
    tournament = world.tournament({"Hanna Doll": 30, "Bernd": -10, "Clara": -20})
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True, finished_at=timezone.now())
    world.season.refresh_from_db()
    close_season(world.season, seen=world.season.version, by=BY)
    settle(world.club.pk)
    return world


def addresses(world: SeasonWorld) -> list[str]:
    tournament = world.club.tournaments.get().pk
    of_tournament = [reverse(name, args=[tournament]) for name in ("tournament", "standings", "press_text")]
    of_season = [reverse(name, args=[world.season.pk]) for name in ("season", "season_wall")]
    files = [f"/tournaments/{tournament}/standings.{kind}" for kind in ("csv", "json")]
    files += [f"/seasons/{world.season.pk}/table.{kind}" for kind in ("csv", "json")]
    return [*of_tournament, *of_season, *files, reverse("club_fame", args=[world.club.pk])]


def said(world: SeasonWorld) -> dict[str, bool]:
    """True for each page and file that has the name of then, and that it was one."""
    client = client_of(world.organiser)
    settle(world.club.pk)
    answers = {address: client.get(address) for address in addresses(world)}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {address: "hieß bis" in body_of(one) and "Hanna Doll" in body_of(one) for address, one in answers.items()}


def test_another_name_of_who_won_is_noted_wherever_it_stands(world: SeasonWorld) -> None:
    rename_person(world.player("Hanna Doll"), name="Fremder Mann", village="Hüfingen")
    assert said(world) == dict.fromkeys(addresses(world), True)


def test_who_is_merged_into_somebody_who_was_not_there_is_noted_too(world: SeasonWorld) -> None:
    stranger = world.player("Fremder Mann")
    people.merge(world.club.pk, kept=stranger.pk, gone=world.player("Hanna Doll").pk)
    standings = reverse("standings", args=[world.club.tournaments.get().pk])
    assert "hieß bis" in text_of(client_of(world.organiser).get(standings))
    assert "hieß bis" in text_of(client_of(world.organiser).get(reverse("season", args=[world.season.pk])))


def test_histories_are_read_of_what_is_over_only(world: SeasonWorld) -> None:
    """Two documents for each of two hundred people, on every page of an evening."""
    tournament = world.club.tournaments.get()
    for finished_at, reads in ((tournament.finished_at, True), (None, False)):
        tournament.finished_at = finished_at
        with CaptureQueriesContext(connection) as queries:
            assert len(people_of(tournament)) == 3
        assert any("names_before" in query["sql"] for query in queries) is reads


@pytest.mark.parametrize("name", ["hanna  DOLL", "Doll, Hanna", "Hánna Doll"])
def test_other_letters_of_one_name_are_no_other_name(world: SeasonWorld, name: str) -> None:
    rename_person(world.player("Hanna Doll"), name=name, village="Hüfingen")
    assert not any(said(world).values())


def test_name_from_before_the_end_is_not_told_nor_one_that_came_back(world: SeasonWorld) -> None:
    hanna = world.player("Hanna Doll")
    for name in ("Fremder Mann", "Hanna Doll"):
        rename_person(hanna, name=name, village="Hüfingen")
    assert not any(said(world).values())
    hanna.refresh_from_db()
    assert called_before("Hanna Doll", timezone.now(), hanna.names_before) == ""


@pytest.mark.parametrize("forget", [erase_person, shorten_person])
def test_erasing_and_shortening_go_first(world: SeasonWorld, forget: Callable[[Player], None]) -> None:
    hanna = world.player("Hanna Doll")
    rename_person(hanna, name="Fremder Mann", village="Hüfingen")
    forget(hanna)
    client = client_of(world.organiser)
    assert not any("Hanna" in body_of(client.get(address)) for address in addresses(world))
