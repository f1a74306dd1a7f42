"""The page with a club's managers: devices, open links, passkeys, and whether there is a rescue code."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club, Device, RescueCode, Right
from cegoscore.clubs.rights.ceremonies import bound_to, relying_party
from cegoscore.clubs.rights.link_pages import row_of
from cegoscore.clubs.rights.links import links_to
from cegoscore.clubs.rights.managers import managers_able, managers_of
from cegoscore.clubs.rights.passkeys import passkeys_of
from tournaments.clubhouse.managers.forms import NewPasskeyForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Manager:
    """A device that manages the club."""

    key: int
    device: uuid.UUID
    name: str
    since: datetime
    seen: datetime
    """The last day of use."""
    is_this: bool
    is_lost: bool
    """It can never come back, because the server's key was lost."""


def managers_page(request: HttpRequest, club: Club, this: uuid.UUID | None) -> dict[str, Any]:
    """The page as the device `this` sees it; with a spare the club is not lost if one device is."""
    rescue = RescueCode.objects.filter(club=club).first()
    able = {grant.device_id for grant in managers_able(club.pk)}
    managers = [
        Manager(
            key=grant.pk,
            device=grant.device_id,
            name=name_of(grant.device),
            since=grant.created_at,
            seen=max(grant.device.seen_at or grant.created_at, grant.created_at),
            is_this=grant.device_id == this,
            is_lost=grant.device_id not in able,
        )
        for grant in managers_of(club.pk)
    ]
    links = [link for link in links_to(club, club.pk) if link.right == Right.MANAGE]
    return {
        "managers": managers,
        "invitations": [row_of(request, link, "open_club") for link in links],
        "rescue_made": rescue.created_at if rescue else None,
        "has_spare": len(able) > 1 or rescue is not None,
    }


def passkeys_section(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The club's passkeys as they are seen under the address that the request came to.

    Each with the address that it is bound to if the server has another one now: then it opens nothing any more. No
    form where browsers allow no passkeys: without HTTPS, and under an address of numbers.
    """
    bound = bound_to()
    return {
        "listed": [(passkey, "" if passkey.rp_id == bound else passkey.rp_id) for passkey in passkeys_of(club)],
        "form": NewPasskeyForm(None, request=request) if relying_party(request) else None,
    }


def name_of(device: Device) -> str:
    """Name of a device, or that it has none."""
    return device.name or _("a device without a name")


def device_named(key: uuid.UUID | None) -> dict[str, Any]:
    """Initial values of a device's form."""
    name = Device.objects.filter(pk=key).values_list("name", flat=True).first() if key else None
    return {"name": name or ""}
