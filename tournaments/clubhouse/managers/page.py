"""The page with a club's managers: devices, open links, and whether there is a rescue code."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club, Device, Link, RescueCode, Right
from cegoscore.clubs.rights.links import links_to, secret_of
from cegoscore.clubs.rights.managers import managers_able, managers_of
from cegoscore.clubs.rights.qr import qr_svg
from cegoscore.reached import public_address


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A link that makes one device a manager, while it is open."""

    link: Link
    url: str
    qr_svg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagersPage:
    """Contents of the page."""

    managers: Sequence[Manager]
    invitations: Sequence[Invitation]
    rescue_made: datetime | None

    @property
    def has_spare(self) -> bool:
        """True if losing one device does not lose the club."""
        return sum(not manager.is_lost for manager in self.managers) > 1 or self.rescue_made is not None


def managers_page(request: HttpRequest, club: Club, this: uuid.UUID | None) -> ManagersPage:
    """The page as the device `this` sees it."""
    rescue = RescueCode.objects.filter(club=club).first()
    able = {grant.device_id for grant in managers_able(club.pk)}
    return ManagersPage(
        managers=[
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
        ],
        invitations=[_invitation(request, link) for link in links_to(club, club.pk) if link.right == Right.MANAGE],
        rescue_made=rescue.created_at if rescue else None,
    )


def name_of(device: Device) -> str:
    """Name of a device, or that it has none."""
    return device.name or _("a device without a name")


def _invitation(request: HttpRequest, link: Link) -> Invitation:
    url = public_address(request, reverse("open_club", args=[secret_of(link)]))
    return Invitation(link=link, url=url, qr_svg=qr_svg(url))


def device_named(key: uuid.UUID | None) -> dict[str, Any]:
    """Initial values of a device's form."""
    found = Device.objects.filter(pk=key).values_list("name", flat=True).first() if key else None
    return {"name": found or ""}
