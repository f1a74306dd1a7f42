"""Address to which a link to a season leads."""

from __future__ import annotations

from django.urls import reverse

from cegoscore.clubs.models import Link
from tournaments.seasons.models import Season


def address_of(link: Link) -> str | None:
    """The clean address of the link's season; None if the link's target is no season."""
    if Season.objects.filter(pk=link.target).exists():
        return reverse("season", args=[link.target])
    return None
