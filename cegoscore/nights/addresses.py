"""Addresses that links to a club night lead to."""

from __future__ import annotations

from django.urls import reverse
from django.utils.formats import date_format

from cegoscore.clubs.models import Link, Right
from cegoscore.pictures import Picture
from cegoscore.scoresheet.models import ClubNight


def night_address(link: Link) -> str | None:
    """The night's page; for whoever may open a table there, the page that asks who sits at it."""
    night = ClubNight.objects.filter(pk=link.target).only("pk").first()
    if night is None:
        return None
    return reverse("join_night", args=[night.pk]) if link.right == Right.WRITE else night.get_absolute_url()


def night_preview(link: Link) -> Picture | None:
    """The night's name and day; None if the link's target is no night."""
    night = ClubNight.objects.filter(pk=link.target).first()
    return Picture(title=night.name, day=date_format(night.day, "DATE_FORMAT")) if night else None
