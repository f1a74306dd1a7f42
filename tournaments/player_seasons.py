"""The seasons somebody took part in, and what each of them brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q

from tournaments.player_results import Outing
from tournaments.reach import Reach
from tournaments.seasons import SeasonEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSum:
    """A season of somebody's: the points as they were played, whatever the season makes of them."""

    key: UUID
    name: str
    last_day: date
    events: int
    points: int
    best: int
    """The highest result of an event."""

    @property
    def average(self) -> int:
        """Points an event, rounded."""
        return round(self.points / self.events)


def season_sums(outings: Sequence[Outing], reach: Reach) -> list[SeasonSum]:
    """The seasons that the reader may see with an event that is among these, the newest first. One query."""
    points = {each.key: each.points for each in outings}
    rows = SeasonEvent.objects.filter(Q(tournament__in=points) | Q(sheet__in=points), season__in=reach.seasons())
    found: dict[tuple[date, str, UUID], list[int]] = defaultdict(list)
    columns = rows.values_list("season__last_day", "season__name", "season", "tournament", "sheet")
    for last_day, name, season, tournament, sheet in columns:
        found[last_day, name, season].append(points[tournament or sheet])
    return [
        SeasonSum(key=key, name=name, last_day=last_day, events=len(own), points=sum(own), best=max(own))
        for (last_day, name, key), own in sorted(found.items(), reverse=True)
    ]
