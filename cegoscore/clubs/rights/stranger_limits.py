"""Limits on what strangers open on a public server, and on the wrong codes that anybody types.

Whoever manages a club or came by a link opens what they like. Of a stranger the address is counted, never a device
alone: there can be as many of those as cookies can be thrown away.

Wrong codes are counted by the device that typed them, by address, and in sum; documents that prove nothing are counted
in the same way, by themselves. A hall behind one address is never locked out by one of those in it: its address may be
wrong far more often than a device, which is refused first; beyond that, whoever is there takes turns. Whoever has a
right on this server is counted apart from strangers. A link that hangs on a wall gives one to everybody, though, as
often as cookies are thrown away: so whoever was in charge of a club an hour ago is counted with nobody but those in
charge of the same club, and gets in however many others were wrong. The secrets of links and rescue codes hold 130
bits: nobody guesses or counts them.
"""

import logging
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Device, FailedGuess, Grant, Guess, Right
from cegoscore.clubs.rights.devices import address_hash, device_id

logger = logging.getLogger(__name__)

WINDOW = timedelta(hours=1)
CLUBS_AN_HOUR = 30
"""Clubs that strangers open from one address."""
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
        raise PermissionDenied(_("New groups are opened by invitation here. Ask those who run this server for a link."))
    _count(device)


def _count(device: Device) -> None:
    """Refuse an address that opened too many; tell the host if there are many in sum."""
    since = timezone.now() - WINDOW
    opened = Grant.objects.filter(right=Right.MANAGE, link=None, created_at__gt=since).exclude(device__address_hash="")
    if opened.filter(device__address_hash=device.came_from).count() >= CLUBS_AN_HOUR:
        raise PermissionDenied(_("Too many groups were opened from your network. Please try again in an hour."))
    Device.objects.filter(pk=device.pk).update(address_hash=device.came_from)
    in_sum = opened.count() + 1
    if in_sum % (CLUBS_AN_HOUR * MANY_IN_SUM) == 0:
        logger.warning("Strangers opened %s clubs within an hour (NEW_CLUBS=invitation closes the door)", in_sum)


def forget_addresses() -> int:
    """Remove the fingerprints of addresses that no longer count; return how many."""
    counted = Grant.objects.filter(created_at__gt=timezone.now() - WINDOW).values("device")
    return Device.objects.exclude(address_hash="").exclude(pk__in=counted).update(address_hash="")


MOST_OF_A_DEVICE = 30
MOST_OF_A_CLUB = 100
"""Wrong codes of those in charge of it, wherever they are; beyond it they are counted as whoever has a right."""
MOST_OF_AN_ADDRESS = 1000
"""Wrong codes of strangers there, and as many of devices that have a right."""
TURN = timedelta(seconds=3)
"""Those at an address that was wrong so often try one code in that time, all together."""
MOST_IN_SUM = 10_000
"""Beyond it, whoever typed many guesses at many addresses: then an address has `LEFT_TO_AN_ADDRESS` an hour."""
LEFT_TO_AN_ADDRESS = 5


def must_wait(request: HttpRequest, *, what: Guess = Guess.CODE) -> timedelta | None:
    """The longest time for which the next guess of this device or address is not even looked at; `None`: none."""
    device, now = device_id(request), timezone.now()
    recent = FailedGuess.objects.filter(what=what, at__gt=now - WINDOW)
    if device and recent.filter(device=device).count() >= MOST_OF_A_DEVICE:
        return WINDOW
    if device and _is_in_charge(device, recent):
        return None
    grants = Grant.objects.valid()
    has_right = device is not None and grants.filter(device=device).exists()
    by_known = Exists(grants.filter(device=OuterRef("device")))
    alike = recent.filter(by_known if has_right else ~by_known)
    from_here = alike.filter(address_hash=address_hash(request)).count()
    if from_here >= LEFT_TO_AN_ADDRESS and alike.count() >= MOST_IN_SUM:
        return WINDOW
    if from_here < MOST_OF_AN_ADDRESS:
        return None
    turn = recent.filter(address_hash=address_hash(request), at__gt=now - TURN)
    return TURN if turn.exists() else None


def _is_in_charge(device: UUID, recent: QuerySet[FailedGuess]) -> bool:
    """True if it was at a desk of a club, or managed it, an hour ago, and those who do have guesses left.

    Whoever opens a club for the sake of its guesses waits an hour, and may open only so many.
    """
    in_charge = Grant.objects.valid().filter(
        right__in=(Right.DESK, Right.MANAGE), created_at__lt=timezone.now() - WINDOW
    )
    clubs = list(in_charge.filter(device=device).values_list("club", flat=True))
    if not clubs:
        return False
    theirs = in_charge.filter(device=OuterRef("device"))
    of_these = recent.filter(Exists(theirs.filter(club__in=clubs)))
    return of_these.count() < MOST_OF_A_CLUB and recent.filter(Exists(theirs)).count() < MOST_IN_SUM


def count_wrong_code(request: HttpRequest, *, what: Guess = Guess.CODE) -> None:
    """Note a wrong code, or a document that proves nothing, and forget those that no longer count."""
    now = timezone.now()
    FailedGuess.objects.filter(at__lt=now - WINDOW).delete()
    FailedGuess.objects.create(what=what, address_hash=address_hash(request), device=device_id(request), at=now)
