"""The seasons somebody took part in, and what each of them brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from cegoscore.clubs.models import Player
from tournaments.clubhouse.players.outings import Outing, added_up, in_order
from tournaments.clubhouse.reach import Reach
from tournaments.seasons.models import FixedPoints, Season, SeasonEvent


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


def season_sums(points: Mapping[UUID, int], players: Collection[Player], reach: Reach) -> list[SeasonSum]:
    """The seasons that the reader may see with an event that somebody was at, the newest first. Two queries at most.

    `points` are those of the events by their keys. Like its table, a closed season has what its evenings gave when it
    was closed.
    """
    fixed = _fixed(players, reach.seasons()) if reach.whole else {}
    there = Q(tournament__in=points) | Q(night__in=points) | Q(sheet__in=points) | Q(pk__in=fixed)
    rows = SeasonEvent.objects.filter(there, season__in=reach.seasons())
    found: dict[tuple[date, str, UUID], list[int]] = defaultdict(list)
    season_is = ("season__last_day", "season__name", "season", "season__closed_at")
    columns = rows.values_list(*season_is, "pk", "tournament", "night", "sheet")
    for last_day, name, season, closed_at, event, tournament, night, sheet in columns:
        got = fixed.get(event) if closed_at and not tournament else points.get(tournament or night or sheet)
        if got is not None:
            found[last_day, name, season].append(got)
    return [
        SeasonSum(key=key, name=name, last_day=last_day, events=len(own), points=sum(own), best=max(own))
        for (last_day, name, key), own in sorted(found.items(), reverse=True)
    ]


def as_closed(
    outings: Iterable[Outing], evenings: Collection[UUID], players: Collection[Player], season: Season
) -> list[Outing]:
    """The outings of a closed season: its evenings, by their keys, with what they gave when it was closed."""
    kept = {each.key: each for each in outings}
    events = {event.pk: event for event in season.events.filter(tournament=None).select_related("night", "sheet")}
    found = [_as_fixed(events[event], kept, points) for event, points in _fixed(players, [season]).items()]
    return added_up(in_order([*(each for each in kept.values() if each.key not in evenings), *found]))


def _fixed(players: Collection[Player], seasons: QuerySet[Season] | Collection[Season]) -> dict[int, int]:
    """Points that evenings gave to closed seasons, by event."""
    rows = FixedPoints.objects.filter(player__in=players, event__season__in=seasons).order_by()
    return dict(rows.values_list("event").annotate(sum=Sum("points")).values_list("event", "sum"))


def _as_fixed(event: SeasonEvent, kept: Mapping[UUID, Outing], points: int) -> Outing:
    """The evening as it stood then; its rank and its sheet only if nothing became of them since."""
    played = event.night_id or event.sheet_id
    now = kept.get(played) if played else None
    if now is not None:
        return replace(now, points=points, rank=now.rank if now.points == points else None)
    key = played or UUID(int=event.pk)
    there: dict[str, Any] = {"key": key, "day": event.held_on, "name": event.name, "venue": event.venue}
    return Outing(**there, points=points, rank=None, players=0, address="", is_running=False)
