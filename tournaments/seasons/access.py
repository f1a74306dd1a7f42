"""Fetching a season as far as the asking device may see it: who manages the club arranges it, everybody else looks."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.clubs.rights.sights import Look
from cegoscore.clubs.sites import is_site
from tournaments.course.queries import VersionCache
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.seasons.page import League, league_of
from tournaments.seasons.queries import LeagueTable, league_table_of
from tournaments.seasons.services import Signature
from tournaments.seasons.standing import Stand, standing_of

SEASON = """
    SELECT id, CAST(NULL AS uuid) AS event, club_id, is_public,
        CAST(version AS TEXT) || '.' || (
            SELECT CAST(COALESCE(SUM(tournament.version), 0) AS TEXT)
                || '.' || CAST(COUNT(sheet.id) AS TEXT)
                || '.' || CAST(COALESCE(SUM(sheet.version), 0) AS TEXT)
            FROM seasons_seasonevent event
            LEFT JOIN tournaments_tournament tournament ON tournament.id = event.tournament_id
                AND tournament.deleted_at IS NULL
            LEFT JOIN scoresheet_session sheet ON (sheet.id = event.sheet_id OR sheet.night_id = event.night_id)
                AND sheet.deleted_at IS NULL
            WHERE event.season_id = seasons_season.id
        ) AS version
    FROM seasons_season WHERE id IN ({keys})
"""
"""Only closed rounds of a tournament count, so its tables' hands are not news; those of an evening are.

What is taken out of a season, deleted or brought back has moved the season's own version before.
"""

KIND = sights.followed(SEASON)
"""The right to look is as `get_own_right` has it."""


def get_own_right(request: HttpRequest, season_id: UUID) -> tuple[Season, Right | None]:
    """The season and the right that this device has of its own; none where it is public, else 404."""
    season = get_object_or_404(Season.objects.select_related("club"), pk=season_id)
    right = right_on(device_id(request), target=season.pk, club=season.club_id)
    if right is None and not season.is_public:
        raise Http404
    return season, right


LEAGUES = VersionCache[League]()
"""By season, language, and whether the reader manages the club, or is a stranger."""


def get_league(request: HttpRequest, season_id: UUID) -> tuple[League | None, Look]:
    """All that a page of the season is made of; none for an open page (`?v=`) that shows it already."""
    look = sights.look_at(request, SEASON, season_id)
    if request.GET.get("v") == look.version:
        return None, look
    may_arrange = look.right.covers(Right.MANAGE)

    def make() -> League:
        season, _own = get_own_right(request, season_id)
        return league_of(season, look.version, of_the_club=may_arrange, to_strangers=not look.is_own)

    key = season_id, get_language(), may_arrange, look.is_own
    return LEAGUES.fetch(key, make, now=look.version), look


def get_framed(season_id: UUID) -> tuple[League, str]:
    """A public season as strangers read it, whoever asks, and its club's own site; 404 while that has named none."""
    look = sights.sights(SEASON, season_id, [None]).get(None)
    season = Season.objects.select_related("club").filter(pk=season_id).first()
    if look is None or season is None or not is_site(season.club.site):
        raise Http404
    key = season_id, get_language(), False, False

    def make() -> League:
        return league_of(season, look.version, of_the_club=False, to_strangers=True)

    return LEAGUES.fetch(key, make, now=look.version), season.club.site


TABLES = VersionCache[LeagueTable]()
"""By season, language, and whether the reader is a stranger: all that other pages show of a season."""


def get_table(request: HttpRequest, season: Season, *, to_strangers: bool | None = None) -> LeagueTable | None:
    """A season's table for another page; none if the device may not see it.

    Who has no right on the season itself is a stranger, if the page does not know better.
    """
    try:
        look = sights.look_at(request, SEASON, season.pk)
    except Http404:
        return None
    short = not look.is_own if to_strangers is None else to_strangers
    key = season.pk, get_language(), short
    return TABLES.fetch(key, lambda: league_table_of(season, to_strangers=short), now=look.version)


def get_stand(request: HttpRequest, season: Season, person: int) -> Stand | None:
    """The card of somebody in a season; none for who is not in it, or if the device may not see its table."""
    table = get_table(request, season)
    return standing_of(season, table, person) if table else None


def signature_of(request: HttpRequest, why: str) -> Signature:
    """Device and reason of a change."""
    return Signature(why=why, device=granted_device(request))


def get_event(season: Season, event_id: int) -> SeasonEvent:
    """An event of the season by its key; 404 if there is none."""
    return get_object_or_404(
        season.events.select_related("season", "tournament", "night", "sheet", "guest"), pk=event_id
    )


def get_season_to_arrange(request: HttpRequest, season_id: UUID) -> Season:
    """The season if this device manages its club: 403 for whoever may only look."""
    season, right = get_own_right(request, season_id)
    if right is None or not right.covers(Right.MANAGE):
        raise PermissionDenied
    return season
