"""Several organisers at once: a season is changed once, and nothing counts twice."""

from datetime import date
from functools import partial
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Player
from tests.scoresheet.ledger.test_races import WRITERS, at_once
from tests.seasons.test_seasons import settings_of
from tests.worlds.season import BY, SeasonWorld
from tournaments.clubhouse.people.services import merge_person
from tournaments.course.lists.list_lines import ListLine
from tournaments.models import Tournament
from tournaments.seasons import crowning, importing as season_import, services
from tournaments.seasons.models import Season, SeasonDecision
from tournaments.seasons.queries import Numbers, numbers_of

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def test_of_several_changes_that_rest_on_one_page_one_is_made() -> None:
    world = SeasonWorld()
    changes = [settings_of(world.season, best=best) for best in range(1, WRITERS + 1)]
    results = at_once([partial(services.change_season, world.season, seen=0, by=BY, **change) for change in changes])
    assert sorted(type(result).__name__ for result in results) == ["NoneType", *["Refused"] * (WRITERS - 1)]
    assert {result.code for result in results if isinstance(result, Refused)} == {"season_changed"}
    assert (world.fresh().version, SeasonDecision.objects.count()) == (1, 1)


def test_event_that_several_add_at_once_counts_once() -> None:
    world = SeasonWorld()
    tournament = world.tournament({"Anna": 100, "Bernd": -100}, add=False)
    results = at_once([partial(services.add_events, world.season, tournaments=[tournament], by=BY)] * WRITERS)
    assert results == [None] * WRITERS
    assert world.table() == [(1, "Anna", 100), (2, "Bernd", -100)]


def test_list_that_is_sent_several_times_at_once_is_read_in_once() -> None:
    world = SeasonWorld()
    reading = partial(
        season_import.import_tournament,
        world.season,
        uuid=uuid4(),
        name="Preiscego 1998",
        venue="Triberg",
        day=date(2025, 11, 1),
        totals=[ListLine(number=1, name="Anna", points=7)],
        by=BY,
    )
    results = at_once([reading] * WRITERS)
    assert [type(result) for result in results] == [Tournament] * WRITERS
    assert (Tournament.objects.count(), Player.objects.count()) == (1, 1)
    assert world.table() == [(1, "Anna", 7)]


def test_season_that_is_sent_several_times_at_once_is_opened_once() -> None:
    organiser = SeasonWorld().organiser
    Season.objects.all().delete()
    values: dict[str, Any] = {"name": "Winter", "first_day": date(2025, 11, 1), "last_day": date(2026, 4, 30)}
    opening = partial(services.open_season, organiser, uuid=uuid4(), club_name="Neu", **values)
    results = at_once([opening] * WRITERS)
    assert {type(result) for result in results} == {Season}
    assert (Season.objects.count(), Club.objects.filter(name="Neu").count()) == (1, 1)


@pytest.mark.postgres
def test_nobody_writes_a_season_whose_champion_a_merge_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    world = SeasonWorld()
    world.tournament({"Anna": 50, "Bernd": 30, "Clara": -80})
    world.evening({"Bernhard": 1, "Dieter": -1}, add=False)
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    address = {key: value for key, value in connection.get_connection_params().items() if value is not None}
    free: list[list[Any]] = []

    def looking(season: Season) -> Numbers:
        with psycopg.connect(**address) as other:
            free.append(other.execute("SELECT id FROM seasons_season FOR UPDATE SKIP LOCKED").fetchall())
        return numbers_of(season)

    monkeypatch.setattr(crowning, "numbers_of", looking)
    merge_person(world.player("Bernhard"), kept=world.player("Bernd").pk)
    assert free == [[]]
