"""Reads of what can be added to a season: tournaments, club nights and evenings of its club."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from cegoscore.scoresheet.models import ClubNight, Seat, Session
from tournaments.models import Tournament
from tournaments.seasons.models import Season

Keys = Collection[UUID]

MOST_OFFERED = 100
"""Tournaments, nights and evenings each that a page offers to add."""


def addable_tournaments(season: Season) -> QuerySet[Tournament]:
    """Tournaments of the club that are not in the season, the newest first."""
    rows = Tournament.objects.filter(club=season.club_id).exclude(season_events__season=season)
    return rows.order_by("-day", "-created_at")


def addable_nights(season: Season) -> QuerySet[ClubNight]:
    """Club nights that are not in the season, planned ones too, the newest first.

    Without those of which a table counts in it by itself.
    """
    counted = Session.objects.filter(season_events__season=season, night__isnull=False).values("night")
    rows = ClubNight.objects.filter(club=season.club_id).exclude(season_events__season=season).exclude(pk__in=counted)
    return rows.order_by("-day", "-created_at")


def addable_evenings(season: Season) -> QuerySet[Session]:
    """Evenings of the club that are not in the season, the newest first.

    Without those whose totals went on to another sheet, those that go on from one that is in the season, and tables of
    a club night, which counts as a whole.
    """
    rows = Session.objects.that_count().filter(club=season.club_id, event=None, night=None)
    rows = rows.exclude(season_events__season=season).exclude(continues__season_events__season=season)
    return rows.order_by("-started_at", "id")


def chosen(season: Season, tournaments: Keys, nights: Keys, sheets: Keys) -> dict[str, QuerySet[Any]]:
    """Those of what can be added that have these keys."""
    return {
        "tournaments": addable_tournaments(season).filter(pk__in=tournaments),
        "nights": addable_nights(season).filter(pk__in=nights),
        "sheets": addable_evenings(season).filter(pk__in=sheets),
    }


def offered(season: Season) -> dict[str, Sequence[Any]]:
    """The newest tournaments, nights and evenings of the season's days that can be added, with their other seasons.

    Evenings have the names of who sat there; one may begin after the last day's midnight.
    """
    first, last, counts_in = season.first_day, season.last_day, "season_events__season"
    seats = Prefetch("seats", Seat.objects.select_related("player__merged_into").order_by("number"))
    evenings = addable_evenings(season).filter(started_at__date__range=(first, last + timedelta(days=1)))
    tournaments, nights = (
        rows.filter(day__range=(first, last)).prefetch_related(counts_in)[:MOST_OFFERED]
        for rows in (addable_tournaments(season), addable_nights(season))
    )
    return {
        "tournaments": list(tournaments),
        "nights": list(nights),
        "evenings": [
            (row, ", ".join(seat.name for seat in row.seats.all()))
            for row in evenings.prefetch_related(seats, counts_in)[:MOST_OFFERED]
        ],
    }
