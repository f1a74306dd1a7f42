"""The digest of a closed season's table: what counted and with which weight, ranks and totals.

It is recorded with the decision that closes the season, and anew with each that changes it later. Whoever kept its mark
sees that nothing was changed without one. `docs/formats/club.md` describes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from cegoscore.clubs.models import Player
from cegoscore.contest.chain import mark_of
from cegoscore.contest.league import LeagueStanding
from cegoscore.contest.published_end import digest_of_json
from tournaments.models import Result
from tournaments.seasons.models import FixedPoints, Season, SeasonDecision
from tournaments.seasons.queries import Numbers, decisions_of, numbers_of

Keys = list[str]
"""Somebody in a season: the UUIDs of the rows under which they took part, in order. A merger with others changes them
only if those took part, too."""


def end_of_season(season: Season, numbers: Numbers | None = None) -> str:
    """The digest of the season's table as it stands."""
    numbers = numbers or numbers_of(season)
    keys = _keys_of(season)
    events = [
        [event.weight, sorted([keys[player], points] for player, points in numbers.points.get(event.pk, {}).items())]
        for event in numbers.events
    ]
    weights = [event.weight for event in numbers.events]
    rows = [_line(row, weights, keys) for row in numbers.table(season.rules)]
    ranked, others = ([row for row in rows if (row[0] is None) == is_outside] for is_outside in (False, True))
    return digest_of_json(
        {"counting": season.counting, "events": sorted(events), "standings": sorted(ranked) + sorted(others)}
    )


def _line(row: LeagueStanding, weights: list[int], keys: Mapping[int, Keys]) -> list[Any]:
    """Rank (none for who played too seldom), who, total, number of events, and what counted: value, points, weight."""
    counted = [
        [result.value, result.points, weight]
        for result, weight in zip(row.results, weights, strict=True)
        if result and not result.struck
    ]
    return [row.rank, keys[row.player], row.total, row.events, sorted(counted, reverse=True)]


def _keys_of(season: Season) -> dict[int, Keys]:
    """The keys of everybody who took part, by the person's row. Two queries."""
    played = Result.objects.final().filter(round__tournament__season_events__season=season).values("entrant__player")
    fixed = FixedPoints.objects.filter(event__season=season).values("player")
    keys: dict[int, Keys] = defaultdict(list)
    rows = Player.objects.filter(pk__in=played.union(fixed))
    for pk, person, uuid in rows.values_list("pk", "merged_into", "uuid"):
        keys[person or pk].append(str(uuid))
    return {person: sorted(own) for person, own in keys.items()}


def record_end(season: Season, decision: SeasonDecision) -> None:
    """Record the digest with the decision by which it is what it is; that of an open season has none."""
    fresh = Season.objects.get(pk=season.pk)
    if fresh.is_closed:
        decision.data["outcome"] = end_of_season(fresh)
        decision.save(update_fields=["data"])


def recorded_end(season: Season) -> str:
    """The digest that the last decision about a season recorded; empty if it has none: one of version 0.2 or before."""
    last = decisions_of(season).first()
    return str(last.data.get("outcome", "")) if last and season.is_closed else ""


def mark_of_end(decision: SeasonDecision) -> str:
    """The mark of the table that a decision recorded, for pages and papers; empty for none."""
    return mark_of(str(decision.data.get("outcome", "")))
