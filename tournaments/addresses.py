"""Addresses of links to a tournament."""

from __future__ import annotations

from django.urls import reverse

from cegoscore.clubs.models import Link, Right
from tournaments.models import Tournament


def address_of(link: Link) -> str | None:
    """The clean address of the link's tournament: the desk for who may work there, else the page for everybody.

    None if the link's target is no tournament.
    """
    if Tournament.objects.filter(pk=link.target).exists():
        return reverse("desk" if Right(link.right).covers(Right.DESK) else "tournament", args=[link.target])
    return None
