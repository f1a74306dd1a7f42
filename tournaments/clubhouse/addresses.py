"""Addresses of links to a whole club."""

from __future__ import annotations

from django.urls import reverse

from cegoscore.clubs.models import Club, Link
from cegoscore.clubs.rights.links import secret_of
from cegoscore.reached import printed


def address_of(link: Link) -> str | None:
    """The clean address of the link's club; None if the link's target is no club."""
    if Club.objects.filter(pk=link.target).exists():
        return reverse("club", args=[link.target])
    return None


def manager_address(link: Link) -> str:
    """The address of a link that makes a manager, as a command prints it."""
    return printed(reverse("open_club", args=[secret_of(link)]))
