"""Limits on what strangers open on a public server: whoever manages a club or came by a link is free.

An address is counted, never a device alone: a stranger can have as many of those as cookies can be thrown away.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Device, Grant, Right

logger = logging.getLogger(__name__)

WINDOW = timedelta(hours=1)
MANY_IN_SUM = 20
"""Times what one address may open: so many by all strangers together are told to the host, and nobody is refused."""


def check_opening(device: Device) -> None:
    """Raise `PermissionDenied` with a sentence if this device may open no club. Commands of the host always may."""
    if not device.came_from:
        return
    if settings.NEW_CLUBS == "nobody":
        raise PermissionDenied(_("This server takes no new groups."))
    if Grant.objects.valid().filter(device=device).exists():
        return
    if settings.NEW_CLUBS == "invitation":
        raise PermissionDenied(_("New groups are opened by invitation here. Ask whoever runs this server for a link."))
    _count(device)


def _count(device: Device) -> None:
    """Refuse an address that opened too many; tell the host if there are many in sum."""
    since = timezone.now() - WINDOW
    opened = Grant.objects.filter(right=Right.MANAGE, link=None, created_at__gt=since).exclude(device__address_hash="")
    if opened.filter(device__address_hash=device.came_from).count() >= settings.CLUBS_AN_HOUR:
        raise PermissionDenied(_("Too many groups were opened from your network. Please try again in an hour."))
    Device.objects.filter(pk=device.pk).update(address_hash=device.came_from)
    in_sum = opened.count() + 1
    if in_sum % (settings.CLUBS_AN_HOUR * MANY_IN_SUM) == 0:
        logger.warning("Strangers opened %s clubs within an hour (NEW_CLUBS=invitation closes the door)", in_sum)


def forget_addresses() -> int:
    """Remove the fingerprints of addresses that no longer count; return how many."""
    counted = Grant.objects.filter(created_at__gt=timezone.now() - WINDOW).values("device")
    return Device.objects.exclude(address_hash="").exclude(pk__in=counted).update(address_hash="")
