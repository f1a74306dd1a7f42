"""Addresses of links to a whole club."""

from __future__ import annotations

from django.urls import reverse

from cegoscore.clubs.models import Club, Link


def address_of(link: Link) -> str | None:
    """The clean address of the link's club; None if the link's target is no club."""
    if Club.objects.filter(pk=link.target).exists():
        return reverse("club", args=[link.target])
    return None
