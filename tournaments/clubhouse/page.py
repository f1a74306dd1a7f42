"""A club's page: what is coming, what was, how the season stands, and what leads further."""

import uuid
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club
from cegoscore.clubs.names import sort_key, told_apart
from cegoscore.clubs.people import persons_of
from cegoscore.nights.queries import nights_coming, nights_past
from cegoscore.scoresheet.evening.evenings import evenings_of
from cegoscore.scoresheet.models import ClubNight, Seat, Session
from tournaments.clubhouse.reach import Reach
from tournaments.course.queries import under_way
from tournaments.door.page import takes_announcements
from tournaments.models import Tournament
from tournaments.seasons.access import get_table
from tournaments.seasons.champions import champions_by_season
from tournaments.seasons.models import Season
from tournaments.seasons.page import season_line

MOST_PAST = 10
MOST_EVENINGS = 5
MOST_RANKED = 5


ListedTournaments = list[tuple[Tournament, bool]]
"""Tournaments, each with whether its page can be read."""


def club_page(request: HttpRequest, reach: Reach) -> dict[str, Any] | None:
    """Contents of a club's page; `None` for a stranger if nothing of the club is public.

    `nights` are planned or running, the next first; `season` is the one that runs, else the newest, with the top of
    its table in `lines`; `older` are the others with their champions. Labels tell seasons apart.
    """
    if not reach.is_something:
        return None
    today = list(under_way(reach.tournaments()).order_by("day", "name"))
    coming = [tournament for tournament in coming_of(reach.tournaments()) if tournament not in today]
    past = list(_past_of(reach, [*today, *coming])[: MOST_PAST + 1])
    champions = champions_by_season(reach.seasons(), reach.short())
    seasons = [season for season, _names in champions]
    season = next((season for season in seasons if not season.is_closed), seasons[0] if seasons else None)
    table = get_table(request, season, to_strangers=not reach.is_known) if season else None
    lines = table.lines() if table else ()
    labels = _labels_of(seasons)
    return {
        "today": _listed(today, reach),
        "coming": _listed(coming, reach),
        "joinable": [
            tournament
            for tournament, opens in _listed([*today, *coming], reach)
            if opens and takes_announcements(tournament)
        ],
        "nights": _nights(nights_coming(reach.club), reach) if reach.is_known else (),
        "past_nights": _nights(nights_past(reach.club), reach) if reach.whole else (),
        "past": _listed(past[:MOST_PAST], reach),
        "has_more": len(past) > MOST_PAST,
        **_evenings(reach),
        "season": season,
        "season_label": labels[season.pk] if season else "",
        "season_line": season_line(season, lines, table.events) if season and table else "",
        "lines": lines[:MOST_RANKED],
        "older": [(older, labels[older.pk], names) for older, names in champions if older != season],
        "has_calendar": _public(reach.club).exists(),
    }


def past_by_year(reach: Reach) -> list[tuple[int, ListedTournaments]] | None:
    """Past tournaments by year, the last first; `None` for a stranger if nothing of the club is public."""
    past = list(_past_of(reach, [*under_way(reach.tournaments()), *coming_of(reach.tournaments())]))
    if not (reach.is_known or past):
        return None
    years = groupby(past, key=lambda tournament: tournament.day.year)
    return [(year, _listed(tournaments, reach)) for year, tournaments in years]


def _past_of(reach: Reach, coming: Iterable[Tournament]) -> QuerySet[Tournament]:
    return reach.tournaments().exclude(pk__in=[event.pk for event in coming]).order_by("-day", "name")


def _listed(tournaments: Iterable[Tournament], reach: Reach) -> ListedTournaments:
    return [(tournament, reach.opens(tournament)) for tournament in tournaments]


def _labels_of(seasons: Iterable[Season]) -> dict[uuid.UUID, str]:
    by_key = {season.pk: season for season in seasons}
    return told_apart({key: season.name for key, season in by_key.items()}, lambda key: _dated(by_key[key]))


def _dated(season: Season) -> str:
    day = date_format(season.first_day, "SHORT_DATE_FORMAT")
    return _("%(season)s (from %(day)s)") % {"season": season.name, "day": day}


def _nights(nights: Iterable[ClubNight], reach: Reach) -> list[tuple[ClubNight, bool]]:
    return [(night, reach.manages or night.pk in reach.rights) for night in nights]


def coming_of(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Tournaments that are not over, the next first."""
    return tournaments.filter(day__gte=timezone.localdate(), finished_at=None).order_by("day", "name")


def _public(club: Club) -> QuerySet[Tournament]:
    return club.tournaments.filter(is_public=True)


def public_coming(club: Club) -> QuerySet[Tournament] | None:
    """Public tournaments that are not over, the next first; `None` if the club never had a public one."""
    public = _public(club)
    return coming_of(public) if public.exists() else None


def _evenings(reach: Reach) -> dict[str, Any]:
    """The newest ones and who sat there, by name, for those of the club; nobody whose name was erased."""
    if not reach.whole:
        return {}
    rows = Session.objects.filter(club=reach.club, event=None, night=None, deleted_at=None)
    evenings = evenings_of(rows, MOST_EVENINGS)
    if not evenings:
        return {"evenings": (), "people": ()}
    seats = Seat.objects.filter(session__in=[evening.sheet.pk for evening in evenings])
    there = seats.values(person=Coalesce("player__merged_into", "player"))
    people = persons_of(reach.club.pk).filter(pk__in=there).exclude(name="")
    return {"evenings": evenings, "people": sorted(people, key=lambda person: sort_key(person.name))}
