"""The hall of fame as its page shows it: champions of tournaments and seasons that are over, and those typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from operator import itemgetter
from typing import NamedTuple

from cegoscore.outings.models import Outing
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import shown_events
from tournaments.seasons.champions import champions_by_season, names_in_order


class Title(NamedTuple):
    """Somebody who won an event; if nothing separates several, each of them has one."""

    day: date
    """Of an event that was typed, the year is all that counts."""
    event: str
    name: str
    points: int | None
    address: str = ""
    """The address of the event's own page; empty if there is none, or the reader may not see it."""
    typed: int = 0
    """The key of the row if it was typed, else zero."""


def titles_of(reach: Reach) -> list[Title]:
    """Titles that the reader may know of, the newest first. Nine queries at most."""
    short = reach.short()
    titles = [*_tournaments(reach, short), *_seasons(reach, short), *_typed(reach, short)]
    return sorted(titles, key=itemgetter(0, 1), reverse=True)


def _tournaments(reach: Reach, short: Collection[int]) -> Iterator[Title]:
    """Those that were not cancelled."""
    tournaments = reach.known_points().filter(cancelled_at=None)
    rows = Outing.objects.filter(key__in=tournaments.values("pk"), rank=1).select_related("player").order_by("pk")
    events = shown_events({row.key for row in rows}, reach)
    for row in rows:
        event = events[row.key]
        called = ", ".join(filter(None, (event.name, event.venue)))
        (name,) = names_in_order([row.player], short)
        yield Title(row.day, called, name, row.points, event.address)


def _seasons(reach: Reach, short: Collection[int]) -> Iterator[Title]:
    for season, names in champions_by_season(reach.seasons().exclude(closed_at=None), short):
        for name in names:
            yield Title(season.last_day, season.name, name, season.champion_points, season.get_absolute_url())


def _typed(reach: Reach, short: Collection[int]) -> Iterator[Title]:
    for row in reach.club.past_champions.select_related("player__merged_into"):
        (name,) = names_in_order([row.player], short)
        yield Title(date(row.year, 1, 1), row.event, name, row.points, typed=row.pk)
