"""The page on which a club is deleted: who has to agree, and what was asked for already."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from cegoscore.clubs.models import Club, Device, RescueCode
from cegoscore.clubs.rights.deletion import removal_of
from cegoscore.clubs.rights.managers import managers_able
from tournaments.clubhouse.managers.page import name_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionPage:
    """Contents of the page."""

    is_asked: bool
    asked_by: str
    """Name of the device that asked for it."""
    is_mine: bool
    """True if it was the device that looks."""
    has_others: bool
    """True if another device manages the club, whose owner could agree."""
    has_code: bool


def deletion_page(club: Club, this: uuid.UUID | None) -> DeletionPage:
    """The page as the device `this` sees it."""
    asked = removal_of(club)
    device = Device.objects.filter(pk=asked.device).first() if asked and asked.device else None
    return DeletionPage(
        is_asked=asked is not None,
        asked_by=name_of(device) if device else "",
        is_mine=asked is not None and asked.device == this,
        has_others=len(managers_able(club.pk)) > 1,
        has_code=RescueCode.objects.filter(club=club).exists(),
    )
