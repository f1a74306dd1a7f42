"""The demonstration is a tournament like any other: everything adds up, and its scores are believable."""

from __future__ import annotations

import re
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from cegoscore.clubs.models import Device
from tournaments.course.showing import EVERYTHING
from tournaments.demo.evening import demo_tournament
from tournaments.models import ResultSource, Tournament
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def demo(players: int, **more: int) -> Tournament:
    return demo_tournament(Device.objects.create(), players=players, seed=3, day=date(2026, 11, 21), **more)


@pytest.mark.both
@pytest.mark.heavy
def test_evening_of_144_is_believable_and_every_sum_is_proved() -> None:
    tournament = demo(144)
    lines = standings_of(tournament, EVERYTHING).lines
    totals = [line.row.total for line in lines]
    assert (len(totals), sum(totals)) == (144, 0)
    assert 600 <= totals[0] <= 1400
    assert -1500 <= totals[-1] <= -600
    assert all(line.row.games_won is not None for line in lines)
    out = StringIO()
    call_command("selfcheck", stdout=out)
    assert set(tournament.played_rounds.values_list("results__source", flat=True)) == {ResultSource.SHEET}


def test_same_seed_makes_the_same_evening() -> None:
    evenings = [[(line.person.name, line.row.total) for line in standings_of(demo(16), EVERYTHING).lines] for _ in "ab"]
    assert evenings[0] == evenings[1]


def test_rounds_not_played_are_left_for_the_one_who_looks_around() -> None:
    assert demo(13, rounds_played=1).played_rounds.count() == 1


def test_command_prints_addresses_that_can_be_opened_as_they_are(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://cego.example.org"
    out = StringIO()
    call_command("demo_tournament", "--players", "8", "--rounds", "0", stdout=out)
    addresses = re.findall(r"\S*/(?:tournaments|t)/\S+", out.getvalue())
    assert len(addresses) == 2
    assert all(address.startswith("https://cego.example.org/") for address in addresses), addresses


def test_command_says_where_it_is_and_refuses_a_field_too_small() -> None:
    out = StringIO()
    call_command("demo_tournament", "--players", "8", stdout=out)
    assert str(Tournament.objects.get().pk) in out.getvalue()
    with pytest.raises(CommandError):
        call_command("demo_tournament", "--players", "5")
