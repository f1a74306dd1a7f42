"""The made-up season is a season like any other: everything adds up, and the last tournament was yesterday."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from cegoscore.scoresheet.selfcheck import faults_in
from tournaments.seasons.models import Season
from tournaments.seasons.queries import is_running, league_table_of

pytestmark = pytest.mark.django_db


def test_season_is_believable_and_sums_to_zero(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://cego.example.org"
    out = StringIO()
    for _twice in range(2):
        call_command("demo_season", stdout=out)
    addresses = re.findall(r"\S*/(?:seasons|clubs)/\S+", out.getvalue())
    assert (len(addresses), {address[:25] for address in addresses}) == (4, {"https://cego.example.org/"})
    season, again = Season.objects.order_by("created_at")
    assert season.club != again.club
    league = league_table_of(again)
    sums = [sum(points.values()) for points in league.numbers.points.values()]
    sizes = [len(points) for points in league.numbers.points.values()]
    assert (sums, sizes) == ([0] * 13, [148] * 13)
    assert 300 <= len(league.people) <= 355
    best = [max(points.values()) for points in league.numbers.points.values()]
    assert all(500 <= most <= 1400 for most in best)
    assert not any(is_running(event) for event in league.events)
    assert [len(members) > 0 for members in league.categories.values()] == [True, True]
    assert list(faults_in(again.club)) == []
    assert max(event.held_on for event in league.events) == timezone.localdate() - timedelta(days=1)
    assert again.first_day <= min(event.held_on for event in league.events)
