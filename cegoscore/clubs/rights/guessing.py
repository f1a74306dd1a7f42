"""Wrong codes are counted: by the device that typed them, by address, and in sum.

A hall behind one address is never locked out by one of those in it: its address may be wrong far more often than a
device, which is refused first; whoever has a right on this server is counted apart from strangers; and beyond their
number strangers at an address take turns. The secrets of links and rescue codes hold 130 bits: nobody guesses or counts
them.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from cegoscore.clubs.models import FailedGuess, Grant
from cegoscore.clubs.rights.asking import address_hash
from cegoscore.clubs.rights.devices import device_id

WINDOW = timedelta(hours=1)
MOST_OF_A_DEVICE = 30
MOST_OF_AN_ADDRESS = 1000
"""Wrong codes of strangers there, and as many of devices that have a right."""
TURN = timedelta(seconds=3)
"""Strangers at an address that was wrong so often try one code in that time, all together."""
MOST_IN_SUM = 10_000
"""Beyond it, whoever typed many guesses at many addresses: then an address has `LEFT_TO_AN_ADDRESS` an hour."""
LEFT_TO_AN_ADDRESS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Guesser:
    """Whoever types a code."""

    address_hash: str
    device: uuid.UUID | None


def guesser(request: HttpRequest) -> Guesser:
    """Device and address of a request."""
    return Guesser(address_hash=address_hash(request), device=device_id(request))


def must_wait(who: Guesser) -> timedelta | None:
    """For how long at the most the next code of this device or address is not even looked at."""
    now = timezone.now()
    recent = FailedGuess.objects.filter(at__gt=now - WINDOW)
    if who.device and recent.filter(device=who.device).count() >= MOST_OF_A_DEVICE:
        return WINDOW
    grants = Grant.objects.valid()
    has_right = who.device is not None and grants.filter(device=who.device).exists()
    by_known = Exists(grants.filter(device=OuterRef("device")))
    alike = recent.filter(by_known if has_right else ~by_known)
    here = alike.filter(address_hash=who.address_hash)
    from_here = here.count()
    if from_here >= LEFT_TO_AN_ADDRESS and alike.count() >= MOST_IN_SUM:
        return WINDOW
    if from_here < MOST_OF_AN_ADDRESS:
        return None
    if has_right:
        return WINDOW
    return TURN if here.filter(at__gt=now - TURN).exists() else None


def count_wrong_code(who: Guesser) -> None:
    """Note a wrong code, and forget those that no longer count."""
    now = timezone.now()
    FailedGuess.objects.filter(at__lt=now - WINDOW).delete()
    FailedGuess.objects.create(address_hash=who.address_hash, device=who.device, at=now)
