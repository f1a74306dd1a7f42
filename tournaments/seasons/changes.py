"""Effect of another way of counting on a season's table."""

from __future__ import annotations

from cegoscore.contest.league import LeagueRules, Move, moves
from tournaments.seasons.models import Season
from tournaments.seasons.queries import NamedPlayer, league_rules_of, numbers_of, players_in


def same_rules(season: Season, rules: LeagueRules) -> bool:
    """True if the season counts so already."""
    return league_rules_of(season) == rules


def changes_of(season: Season, rules: LeagueRules) -> list[tuple[NamedPlayer, Move]]:
    """People whose rank changes under the new rules, in the order of the new table."""
    numbers = numbers_of(season)
    people = players_in(numbers.points)
    changes = moves(numbers.table(league_rules_of(season)), numbers.table(rules))
    return [(people[move.player], move) for move in changes]
