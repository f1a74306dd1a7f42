"""The place of somebody in a season, in words."""

from typing import Any

from django.utils import translation

from cegoscore.contest.league import LeagueRules, LeagueStanding
from tournaments.seasons.page import stands
from tournaments.seasons.queries import LeagueLine, NamedPlayer


def test_level_with_the_next_one_by_a_tie_break_nobody_is_said_to_be_ahead_or_further_behind() -> None:
    """First and second have as many points, the third fewer."""
    row: dict[str, Any] = {"results": (), "events": 0, "wins": 0, "best": 0}
    first, second, third = (
        LeagueStanding(player=rank, total=total, rank=rank, **row) for rank, total in ((1, 60), (2, 60), (3, 50))
    )
    person = NamedPlayer(pk=1, name="Anna", village="")
    lines = [LeagueLine(row=standing, person=person) for standing in (first, second, third)]
    with translation.override("de"):
        told = [stands(lines, standing, LeagueRules()) for standing in (first, second, third)]
    assert told == [
        "0 Termine, gleich viele Punkte wie Platz 2",
        "0 Termine, gleich viele Punkte wie Platz 1",
        "0 Termine, 10 hinter Platz 2",
    ]
