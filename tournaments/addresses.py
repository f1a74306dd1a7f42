"""Where the links lead that this app gives out: to tournaments, seasons, and whole clubs."""

from __future__ import annotations

from django.urls import reverse

from cegoscore.clubs.models import Club, Link, Right
from tournaments.models import Tournament
from tournaments.seasons import Season


def address_of(link: Link) -> str | None:
    """The clean address of the link's target; none if it is none of ours.

    A tournament's is the desk for who may work there, otherwise the page for everybody.
    """
    if Tournament.objects.filter(pk=link.target).exists():
        return reverse("desk" if Right(link.right).covers(Right.DESK) else "tournament", args=[link.target])
    if Season.objects.filter(pk=link.target).exists():
        return reverse("season", args=[link.target])
    if Club.objects.filter(pk=link.target).exists():
        return reverse("club", args=[link.target])
    return None
