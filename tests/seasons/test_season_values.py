"""The league table, its orders and all around it, as they were looked at: of an open season and of a closed one."""

from typing import Any

import pytest

from cegoscore.clubs.models import Player
from tests.golden.values import hold
from tests.worlds.closed_season import ClosedSeason
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of
from tournaments.seasons.page import AskedTable, League, league_of, season_line, season_page, season_picture
from tournaments.seasons.queries import is_running

pytestmark = pytest.mark.django_db


class OpenSeason(SeasonWorld):
    """Two tournaments with women, one of which is being played, and an evening; Bernd and Clara are level."""

    def __init__(self) -> None:
        super().__init__(least=2, categories=[["women", ""]], tie_breaks=["wins", "lot"])
        self.tournament({"Anna": 100, "Bernd": 40, "Clara": 40, "Dieter": -180}, women=("Anna", "Clara"))
        self.evening({"Anna": -20, "Bernd": -2, "Clara": -2, "Dieter": 24})
        self.tournament({"Anna": -50, "Bernd": 30, "Clara": 30, "Edgar": -10}, women=("Clara",), finished=False)


def told(league: League, *choices: dict[str, Any]) -> list[Any]:
    """Pages by these choices, and what is said about the whole."""
    lines, events = league.table.lines(), league.table.events
    decisions = [(one["label"], one["why"], one["until_then"]) for one in league.decisions]
    pages = [season_page(league, AskedTable(**choice)) for choice in choices]
    running = [is_running(event) for event in events]
    picture = season_picture(league)
    return [*pages, picture, season_line(league.season, lines, events), decisions, running, bool(league.mark)]


def test_open_season_has_its_tables() -> None:
    world = copied(OpenSeason)
    Player.objects.filter(name="Dieter").update(village="")
    anna = world.player("Anna").pk
    mine: dict[str, Any] = {"me": anna, "find": "be", "table": 1}
    league = league_of(world.fresh(), "1", of_the_club=False, to_strangers=True)
    orders = [{"sort": sort} for sort in ("name", "village", "events", "total", f"e{world.event(2).pk}")]
    home = f"/seasons/{world.season.pk}"
    end = client_of(world.organiser).get(f"{home}/close")
    parts = [end.context[name] for name in ("first", "running", "ties", "other_ties")]
    tie = client_of(world.organiser).get(f"{home}/ties/{min(end.context['ties'])}")
    hold("open_season", [*told(league, {}, mine, *orders), parts, end.status_code, tie.status_code])


def test_closed_season_has_its_table() -> None:
    world = copied(ClosedSeason)
    league = league_of(world.fresh(), "1", of_the_club=True, to_strangers=False)
    hold("closed_season", told(league, {"me": world.player("Bernd").pk}))
