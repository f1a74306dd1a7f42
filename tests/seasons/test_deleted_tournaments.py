"""A tournament that is deleted and brought back: every season that it counts in follows, a closed one with a reason."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.effort import thorough
from tests.tournaments.test_services import refused
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.season import BY, SeasonWorld, client_of, text_of
from tournaments.models import CategoryKind, Tournament
from tournaments.purging import purge_tournaments
from tournaments.seasons import services
from tournaments.seasons.champions import champions_of
from tournaments.seasons.models import SeasonDecision, SeasonEvent
from tournaments.seasons.queries import events_of, league_table_of
from tournaments.setup.services import delete_tournament, restore_tournament

pytestmark = pytest.mark.django_db

BOTH = [(1, "Bernd", 40), (2, "Anna", -40)]
FIRST_ONLY = [(1, "Anna", 50), (2, "Bernd", -50)]


@pytest.fixture
def second(world: SeasonWorld) -> Tournament:
    """The second of two tournaments; by it Bernd comes before Anna."""
    world.tournament({"Anna": 50, "Bernd": -50})
    return world.tournament({"Anna": -90, "Bernd": 90}, women=("Anna",))


def decisions(world: SeasonWorld) -> list[tuple[str, str]]:
    return list(SeasonDecision.objects.order_by("pk").values_list("kind", "why"))


def post(world: SeasonWorld, name: str, tournament: Tournament, **data: str) -> Any:
    return client_of(world.organiser).post(reverse(name, args=[tournament.pk]), data)


def settings_of(world: SeasonWorld, tournament: Tournament) -> str:
    return text_of(client_of(world.organiser).get(reverse("tournament_settings", args=[tournament.pk])))


def version(world: SeasonWorld) -> str:
    """The version that a follower of the league table asks with."""
    page = text_of(client_of(world.guest).get(reverse("season", args=[world.season.pk])))
    return page.split('data-bell="')[1].split('"')[0]


def test_open_season_loses_a_deleted_tournament_and_has_it_again(world: SeasonWorld, second: Tournament) -> None:
    services.change_season(world.fresh(), seen=world.fresh().version, by=BY, categories=[["women", ""]])
    before = version(world)
    assert (world.table(), len(league_table_of(world.fresh()).categories[CategoryKind.WOMEN, ""])) == (BOTH, 1)
    assert post(world, "delete_tournament", second).status_code == 302
    assert (world.table(), len(events_of(world.fresh()))) == (FIRST_ONLY, 1)
    assert league_table_of(world.fresh()).categories == {(CategoryKind.WOMEN, ""): frozenset()}
    assert second.name not in text_of(client_of(world.organiser).get(reverse("season_events", args=[world.season.pk])))
    assert version(world) != before
    assert post(world, "restore_tournament", second).status_code == 302
    assert world.table() == BOTH
    assert list(faults_in(world.club)) == []


@thorough
def test_closed_season_wants_a_reason_and_declares_its_champion_anew(world: SeasonWorld, second: Tournament) -> None:
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert champions_of(world.season) == ["Bernd"]
    asked = settings_of(world, second)
    assert "Damit verschwindet es auch aus: Winter" in asked
    assert 'id="delete-why"' in asked
    refusal = post(world, "delete_tournament", second, why=" ")
    assert (refusal.status_code, "Bitte sag, warum" in text_of(refusal)) == (422, True)
    assert champions_of(world.season) == ["Bernd"]
    for _tap in range(2):
        assert post(world, "delete_tournament", second, why="doppelt").status_code in (302, 404)
    assert (champions_of(world.season), world.table()) == (["Anna"], FIRST_ONLY)
    restore_tournament(Tournament.with_deleted.get(pk=second.pk))
    assert (champions_of(world.season), world.table()) == (["Bernd"], BOTH)
    assert decisions(world) == [("closed", ""), ("removed", "doppelt"), ("added", "zurückgeholt")]
    assert list(faults_in(world.club)) == []


def test_closed_season_without_anybody_left_has_no_champion(world: SeasonWorld) -> None:
    only = world.tournament({"Anna": 50, "Bernd": -50})
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    delete_tournament(only, why="nie gespielt")
    assert (champions_of(world.season), world.table(), list(faults_in(world.club))) == ([], [], [])
    assert client_of(world.guest).get(reverse("season", args=[world.season.pk])).status_code == 200


@thorough
def test_running_tournament_that_is_deleted_does_not_keep_its_season_open(world: SeasonWorld) -> None:
    world.tournament({"Anna": 50, "Bernd": -50})
    running = world.tournament({"Anna": 1, "Bernd": -1}, finished=False)
    with refused("season_tournaments_running"):
        services.close_season(world.season, seen=world.fresh().version, by=BY)
    delete_tournament(running)
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert champions_of(world.season) == ["Anna"]


@thorough
def test_purged_tournament_is_no_event_any_more(world: SeasonWorld, second: Tournament) -> None:
    delete_tournament(second)
    shown = version(world)
    Tournament.with_deleted.update(deleted_at=timezone.now() - timedelta(days=31))
    Tournament.with_deleted.exclude(pk=second.pk).update(deleted_at=None)
    purge_tournaments()
    assert (SeasonEvent.objects.count(), world.table()) == (1, FIRST_ONLY)
    assert version(world) == shown


@thorough
def test_backup_keeps_what_is_deleted_and_its_season(world: SeasonWorld, second: Tournament) -> None:
    delete_tournament(second)
    before = backup_of(world.club)
    empty_database()
    assert backup_of(restored(before)) == before
    restore_tournament(Tournament.with_deleted.get(pk=second.pk))
    assert world.table() == BOTH


def test_season_leads_to_the_deletion_of_each_of_its_tournaments(world: SeasonWorld, second: Tournament) -> None:
    world.evening({"Anna": 1, "Bernd": -1})
    page = text_of(client_of(world.organiser).get(reverse("season_events", args=[world.season.pk])))
    assert page.count("Löschen …") == 2
    assert f'{reverse("tournament_settings", args=[second.pk])}#delete"' in page
