"""What another way of counting would do to a season's table."""

from __future__ import annotations

from dataclasses import dataclass

from cegoscore.contest.league import Counting, moves
from tournaments.seasons.models import Season
from tournaments.seasons.queries import Person, counting_of, numbers_of, people_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Somebody who would have another rank, or lose it."""

    person: Person
    before: int | None
    after: int | None

    @property
    def by(self) -> int | None:
        """How many ranks up, down if negative; `None` if there is no rank before or after."""
        return None if self.before is None or self.after is None else self.before - self.after

    @property
    def ranks(self) -> int:
        """How many ranks, whatever the direction."""
        return abs(self.by or 0)


def same_way(season: Season, way: Counting) -> bool:
    """Whether the season counts so already."""
    return counting_of(season) == way


def changes_of(season: Season, way: Counting) -> list[Change]:
    """Whom the new way of counting moves, in the order that they would have."""
    numbers = numbers_of(season)
    people = people_in(numbers.points)
    return [
        Change(person=people[move.player], before=move.before, after=move.after)
        for move in moves(numbers.table(counting_of(season)), numbers.table(way))
    ]
