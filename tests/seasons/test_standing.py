"""The card that says where somebody stands in a season, and why."""

from typing import Any

import pytest
from django.urls import reverse

from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

EVENINGS = ({"Anna": 60, "Bernd": 10, "Clara": 50, "Dieter": -120}, {"Anna": 0, "Bernd": 50, "Clara": 0, "Dieter": -50})


@pytest.fixture
def world(db: None) -> SeasonWorld:
    """Two tournaments: Anna +60, Bernd +60, Clara +50, Dieter −170."""
    world = copied(SeasonWorld)
    for points in EVENINGS:
        world.tournament(points)
    return world


def stand(world: SeasonWorld, name: str, **rules: Any) -> Any:
    """The card at the head of somebody's page, if the season counts by these rules."""
    season = Season.objects.get(pk=world.season.pk)
    Season.objects.filter(pk=season.pk).update(version=season.version + 1, **rules)
    address = reverse("player", args=[world.club.pk, world.player(name).pk])
    return client_of(world.organiser).get(address, {"season": str(season.pk)}).context["stand"]


def test_level_with_the_next_one_by_a_tie_break_nobody_is_said_to_be_ahead_or_further_behind(
    world: SeasonWorld,
) -> None:
    rules = {"tie_breaks": ["best"]}
    assert [stand(world, name, **rules).gaps for name in ("Anna", "Bernd", "Clara")] == [
        ["gleich viele Punkte wie Platz 2"],
        ["gleich viele Punkte wie Platz 1"],
        ["10 hinter Platz 2"],
    ]


def test_card_says_the_rank_what_counts_and_what_would_have_been_enough(world: SeasonWorld) -> None:
    """Dieter's weakest tournament was the first; a rank that two share is the better of both."""
    card = stand(world, "Dieter")
    assert (card.rank, card.people, card.total, card.counting) == (4, 4, "−170", 2)
    assert card.gaps == ["220 hinter Platz 3"]
    assert [said.split(" (")[0] for said in card.better] == ["Mit +101 statt −120"]
    assert card.better[0].endswith(" hätte es für Platz 3 gereicht.")
    assert card.left == []


def test_card_says_what_is_missing_to_the_next_and_to_the_last_that_is_honoured(world: SeasonWorld) -> None:
    world.tournament({"Erna": -200, "Franz": -300})
    assert [stand(world, name).gaps for name in ("Clara", "Dieter", "Erna", "Franz")] == [
        ["10 hinter Platz 1"],
        ["220 hinter Platz 3"],
        ["30 hinter Platz 4", "250 hinter Platz 3"],
        ["100 hinter Platz 5", "350 hinter Platz 3"],
    ]


def test_event_that_was_dropped_is_named_and_what_would_replace_the_weakest(world: SeasonWorld) -> None:
    card = stand(world, "Clara", best=1)
    assert [(line.amount, line.counts) for line in card.events] == [("0", False), ("+50", True)]
    assert card.left[0].startswith("Ein neues Ergebnis zählt, wenn es mehr bringt als +50")
    assert stand(world, "Clara", best=3).left == ["Der nächste Termin zählt auf jeden Fall."]


def test_who_was_there_too_seldom_reads_how_often_is_missing(world: SeasonWorld) -> None:
    card = stand(world, "Anna", least=5)
    assert (card.rank, card.better, card.left) == (None, [], ["Noch 3 Termine bis zur Wertung."])


def test_page_of_all_years_has_the_card_of_the_season_that_runs(world: SeasonWorld) -> None:
    address = reverse("player", args=[world.club.pk, world.player("Anna").pk])
    page = client_of(world.organiser).get(address)
    assert page.context["stand"].rank == 1
    assert f'href="?season={world.season.pk}">{world.season.name}' in body_of(page)
    Season.objects.filter(pk=world.season.pk).update(closed_at="2026-05-01T12:00Z", version=9)
    assert "stand" not in client_of(world.organiser).get(address).context


def test_row_that_is_kept_leads_to_its_card(world: SeasonWorld) -> None:
    anna = world.player("Anna").pk
    page = body_of(client_of(world.organiser).get(world.season.get_absolute_url()))
    assert f'href="?me={anna}#stand"' in page
    kept = client_of(world.organiser).get(world.season.get_absolute_url(), {"me": anna})
    assert ('id="stand"' in body_of(kept), kept.context["page"]["mine"]) == (True, stand(world, "Anna"))
