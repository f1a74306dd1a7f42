"""Made-up seasons are seasons like any other: everything adds up, and the same seed makes the same."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from cegoscore.clubs.models import Link
from cegoscore.scoresheet.models import Hand
from tournaments.models import Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.queries import LeagueTable, is_running, league_table_of

pytestmark = pytest.mark.django_db


def demo(**options: Any) -> LeagueTable:
    """The last season of a demonstration."""
    call_command("demo_season", stdout=StringIO(), **options)
    return league_table_of(Season.objects.order_by("created_at").last() or Season())


def test_season_of_totals_is_believable_and_sums_to_zero() -> None:
    league = demo(tournaments=13, players=150)
    sums = [sum(points.values()) for points in league.numbers.points.values()]
    sizes = [len(points) for points in league.numbers.points.values()]
    assert (sums, sizes) == ([0] * 13, [148] * 13)
    assert 300 <= len(league.people) <= 355
    best = [max(points.values()) for points in league.numbers.points.values()]
    assert all(500 <= most <= 1400 for most in best)
    assert not any(is_running(event) for event in league.events)
    assert [len(members) > 0 for members in league.categories.values()] == [True, True]
    assert Link.objects.count() == 1


def test_season_of_hands_is_proved_by_selfcheck() -> None:
    league = demo(tournaments=1, players=16, hands=4)
    out = StringIO()
    call_command("selfcheck", stdout=out)
    assert Hand.objects.count() == 4 * 4
    assert [sum(points.values()) for points in league.numbers.points.values()] == [0]


def test_seasons_are_of_one_club_and_the_same_seed_makes_the_same() -> None:
    both = [demo(seasons=2, tournaments=2, players=12, seed=7) for _time in range(2)]
    told = [[(line.person.name, line.row.rank, line.row.total) for line in league.lines()] for league in both]
    assert told[0] == told[1]
    assert Season.objects.values("club").distinct().count() == 2
    assert Tournament.objects.count() == 2 * 2 * 2
