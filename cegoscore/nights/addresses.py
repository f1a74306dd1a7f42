"""Addresses that links to a club night lead to."""

from __future__ import annotations

from uuid import UUID

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


def night_preview(key: UUID) -> Picture | None:
    """The name and day of the night with this key; None if there is none."""
    night = ClubNight.objects.filter(pk=key).first()
    return Picture(title=night.name, day=date_format(night.day, "DATE_FORMAT")) if night else None
