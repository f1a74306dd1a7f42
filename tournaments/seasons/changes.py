"""Effect of another way of counting on a season's table."""

from __future__ import annotations

from dataclasses import dataclass

from cegoscore.contest.league import LeagueRules, moves
from tournaments.seasons.models import Season
from tournaments.seasons.queries import NamedPlayer, league_rules_of, numbers_of, players_in


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChange:
    """Somebody who would have another rank, or lose it."""

    person: NamedPlayer
    before: int | None
    after: int | None

    @property
    def by(self) -> int | None:
        """Ranks gained, lost if negative; `None` if there is no rank before or after."""
        return None if self.before is None or self.after is None else self.before - self.after

    @property
    def ranks(self) -> int:
        """Ranks moved, in either direction."""
        return abs(self.by or 0)


def same_rules(season: Season, rules: LeagueRules) -> bool:
    """True if the season counts so already."""
    return league_rules_of(season) == rules


def changes_of(season: Season, rules: LeagueRules) -> list[RankChange]:
    """People whose rank changes under the new rules, in the order of the new table."""
    numbers = numbers_of(season)
    people = players_in(numbers.points)
    return [
        RankChange(person=people[move.player], before=move.before, after=move.after)
        for move in moves(numbers.table(league_rules_of(season)), numbers.table(rules))
    ]
