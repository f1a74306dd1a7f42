"""Champions are declared, and declared anew after a change. Called within a write that has taken the season's turn."""

from collections.abc import Sequence

from cegoscore.clubs.errors import Refused
from cegoscore.contest.league import LeagueStanding
from tournaments.seasons.models import Season
from tournaments.seasons.queries import numbers_of


def declare(season: Season) -> None:
    """Whoever is first is the champion."""
    first = _first_of(season)
    if not first:
        raise Refused("nobody_ranked")
    if any(row.undecided for row in first):
        raise Refused("champion_undecided")
    _crown(season, first)


def _crown(season: Season, first: Sequence[LeagueStanding]) -> bool:
    """Note the champions and what they have; true if they are others, or nobody, now."""
    before = {player.person.pk for player in season.champions.select_related("merged_into")}
    now = {row.player for row in first}
    if now != before:
        season.champions.set(now)
    Season.objects.filter(pk=season.pk).update(champion_points=first[0].total if first else None)
    return now != before


def count_points_of_champions() -> str:
    """Count the points of champions whom the version before declared; a sentence with how many seasons there were."""
    seasons = list(Season.objects.filter(closed_at__isnull=False, champion_points=None))
    for season in seasons:
        declare_if_another(season)
    return f"points of the champions of {len(seasons)} seasons counted"


def _first_of(season: Season) -> list[LeagueStanding]:
    return [row for row in numbers_of(season).table(season.rules) if row.rank == 1]


def declare_if_another(season: Season) -> bool:
    """True if another one, or nobody, is first now and was declared.

    While the first have yet to draw, a champion among them stays, and otherwise there is none.
    """
    first = _first_of(season)
    if not any(row.undecided for row in first):
        return _crown(season, first)
    champions = {player.person.pk for player in season.champions.select_related("merged_into")}
    return not champions <= {row.player for row in first} and _crown(season, [])
