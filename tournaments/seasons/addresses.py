"""Address and preview of a link to a season."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from cegoscore.clubs.models import Link
from cegoscore.pictures import Picture
from tournaments.seasons.models import Season
from tournaments.seasons.page import league_of, season_picture


def address_of(link: Link) -> str | None:
    """The clean address of the link's season; None if the link's target is no season."""
    if Season.objects.filter(pk=link.target).exists():
        return reverse("season", args=[link.target])
    return None


def season_preview(key: UUID) -> Picture | None:
    """The picture of the season with this key, as strangers read it; None if there is none."""
    season = Season.objects.select_related("club").filter(pk=key).first()
    if season is None:
        return None
    return season_picture(league_of(season, str(season.version), of_the_club=False, to_strangers=True))
