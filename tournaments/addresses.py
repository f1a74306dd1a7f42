"""Where a link to a tournament leads."""

from __future__ import annotations

from django.urls import reverse

from cegoscore.clubs.models import Link, Right
from tournaments.models import Tournament


def tournament_address(link: Link) -> str | None:
    """The desk for who may work there, otherwise the page for everybody; none if the target is no tournament."""
    if not Tournament.objects.filter(pk=link.target).exists():
        return None
    return reverse("desk" if Right(link.right).covers(Right.DESK) else "tournament", args=[link.target])
