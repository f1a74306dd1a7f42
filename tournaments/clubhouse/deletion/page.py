"""A deletion that was asked for, as those who manage the club see it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cegoscore.clubs.models import Club, Device, Removal, RemovalState
from cegoscore.clubs.rights.deletion import OPEN_FOR
from cegoscore.clubs.rights.managers import rescue_codes
from tournaments.clubhouse.managers.page import name_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDeletion:
    """Name of the device that asked for it, and until when it can be stopped."""

    asked_by: str
    until: datetime


def open_deletion(club: Club) -> OpenDeletion | None:
    """The deletion of the club that is open."""
    removal = Removal.objects.filter(club=club, state=RemovalState.ASKED).first()
    if removal is None or removal.device is None:
        return None
    return OpenDeletion(asked_by=name_of(Device.objects.get(pk=removal.device)), until=removal.at + OPEN_FOR)


def has_code(club: Club) -> bool:
    """True if a rescue code could bring the club back."""
    return rescue_codes(club).exists()
