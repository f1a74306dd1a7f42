"""Where a link to a season leads."""

from __future__ import annotations

from cegoscore.clubs.models import Link
from tournaments.seasons import Season


def season_address(link: Link) -> str | None:
    """The league table, if the link's target is a season."""
    season = Season.objects.filter(pk=link.target).only("pk").first()
    return season.get_absolute_url() if season else None
