"""A deletion that was asked for, as those who manage the club see it."""

from __future__ import annotations

from typing import Any

from cegoscore.clubs.models import Club, Device, Removal, RemovalState
from cegoscore.clubs.rights.deletion import OPEN_FOR
from cegoscore.clubs.rights.managers import rescue_codes
from tournaments.clubhouse.managers.page import name_of


def open_deletion(club: Club) -> dict[str, Any] | None:
    """Name of the device that asked to delete the club, and until when it can be stopped."""
    removal = Removal.objects.filter(club=club, state=RemovalState.ASKED).first()
    if removal is None or removal.device is None:
        return None
    return {"asked_by": name_of(Device.objects.get(pk=removal.device)), "until": removal.at + OPEN_FOR}


def has_code(club: Club) -> bool:
    """True if a rescue code could bring the club back."""
    return rescue_codes(club).exists()
