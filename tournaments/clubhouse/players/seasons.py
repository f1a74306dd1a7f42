"""The seasons somebody took part in, and what each of them brought."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from cegoscore.clubs.models import Player
from cegoscore.outings.models import Kind, Outing
from tournaments.clubhouse.players.results import Outings, in_order
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import ShownEvent
from tournaments.seasons.models import FixedPoints, Season, SeasonEvent


def season_sums(outings: Outings, players: Collection[Player], reach: Reach) -> list[dict[str, Any]]:
    """The seasons that the reader may see with an event that somebody was at, the newest first. Three queries at most.

    Points are as they were played, whatever the season makes of them, but like its table, a closed season has what its
    evenings gave when it was closed.
    """
    fixed = _fixed(players, reach.seasons()) if reach.whole else {}
    rows = SeasonEvent.objects.annotate(key=Coalesce("tournament", "night", "sheet"))
    there = Q(pk__in=fixed) | Q(key__in=[event.outing.key for event in outings.further])
    rows = rows.filter(there | Exists(outings.written.filter(key=OuterRef("key"))), season__in=reach.seasons())
    season_is = ("season__last_day", "season__name", "season", "season__closed_at")
    columns = list(rows.values_list(*season_is, "pk", "tournament", "key"))
    points = outings.points([key for *_event, key in columns])
    points_of: dict[tuple[date, str, UUID, bool], list[int]] = defaultdict(list)
    for last_day, name, season, closed_at, event, tournament, key in columns:
        got = fixed.get(event) if key is None or (closed_at and not tournament) else points.get(key)
        if got is not None:
            points_of[last_day, name, season, closed_at is not None].append(got)
    return [
        {
            "key": key,
            "name": name,
            "is_closed": closed,
            "events": len(got),
            "points": sum(got),
            "average": round(sum(got) / len(got)),
        }
        for (_last_day, name, key, closed), got in sorted(points_of.items(), reverse=True)
    ]


def running_season(sums: Iterable[Mapping[str, Any]], reach: Reach) -> Season | None:
    """The newest of somebody's seasons that is not closed. One query."""
    running = next((row["key"] for row in sums if not row["is_closed"]), None)
    return running and reach.seasons().filter(pk=running).first()


def as_closed(results: Iterable[Any], players: Collection[Player], season: Season) -> list[Any]:
    """The results of a closed season: its evenings with what they gave when it was closed."""
    now = {row.key: row for row in results}
    events = {
        event.pk: event for event in season.events.filter(tournament=None).select_related("night", "sheet", "guest")
    }
    fixed = [_as_fixed(events[event], now, points) for event, points in _fixed(players, [season]).items()]
    return in_order([*(row for row in now.values() if row.kind == Kind.TOURNAMENT), *fixed])


def _fixed(players: Collection[Player], seasons: QuerySet[Season] | Collection[Season]) -> dict[int, int]:
    """Points that evenings gave to closed seasons, and tournaments of other clubs to any, by event."""
    rows = FixedPoints.objects.filter(player__in=players, event__season__in=seasons).order_by()
    return dict(rows.values_list("event").annotate(sum=Sum("points")).values_list("event", "sum"))


def _as_fixed(event: SeasonEvent, now: Mapping[UUID, Any], points: int) -> Any:
    """The evening as it stood then; its rank and its sheet only if nothing became of them since."""
    key = event.night_id or event.sheet_id or UUID(int=event.pk)
    row: Any = now.get(key)
    if row is None:
        row = Outing(key=key, day=event.held_on, players=0)
        row.shown, row.is_running = ShownEvent(name=event.name, venue=event.venue, address="", hands=""), False
    elif row.points != points:
        row.rank = None
    row.points = points
    return row
