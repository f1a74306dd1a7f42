"""A better result of one event of a season, with which somebody would have been further up; the rest as it was."""

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.contest.league import EventResult, LeagueRules, LeagueStanding, Worth


@dataclass(frozen=True, slots=True, kw_only=True)
class BetterResult:
    """The least that would have done at one event, if everybody else had stayed as they were."""

    place: int
    """The event, by its place in the table."""
    points: int | None
    """Points there; `None` where ranks count."""
    rank: int | None
    """Rank there where ranks count, else `None`."""
    total: int
    """The total of the season with it."""


def better_result(row: LeagueStanding, above: int, rules: LeagueRules, weights: Sequence[int]) -> BetterResult | None:
    """The result of the weakest event that counts with which the total would be more than `above`.

    `weights` are those of the events, by place. `None` if no rank of any event would have been worth enough.
    """
    counting = [(place, result) for place, result in enumerate(row.results) if result and not result.struck]
    for place, result in sorted(counting, key=lambda each: (each[1].value, -each[0])):
        wanted = result.value + above + 1 - row.total
        if rules.worth is not Worth.RANKS:
            points = -(-wanted // weights[place])
            return BetterResult(
                place=place, points=points, rank=None, total=row.total - result.value + points * weights[place]
            )
        if rank := _rank_worth(wanted, result, rules, weights[place]):
            value = rules.rank_points[rank - 1] * weights[place]
            return BetterResult(place=place, points=None, rank=rank, total=row.total - result.value + value)
    return None


def _rank_worth(wanted: int, result: EventResult, rules: LeagueRules, weight: int) -> int:
    """The last rank before that of the result which is worth so much; zero if there is none."""
    ranks = range(min(result.rank - 1, len(rules.rank_points)), 0, -1)
    return next((rank for rank in ranks if rules.rank_points[rank - 1] * weight >= wanted), 0)
