"""Wrong codes are counted: by the device that typed them, by address, and in sum.

A hall behind one address is never locked out by one of those in it: its address may be wrong far more often than a
device, which is refused first. The secrets of links and rescue codes hold 130 bits: nobody guesses or counts them.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from cegoscore.clubs.models import FailedGuess
from cegoscore.clubs.rights.asking import address_hash
from cegoscore.clubs.rights.devices import device_id

WINDOW = timedelta(hours=1)
MOST_OF_A_DEVICE = 30
MOST_OF_AN_ADDRESS = 1000
"""With 1,000 live codes of 22^8 an address hits one in 2,000 days."""
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


def must_wait(who: Guesser) -> bool:
    """True if the next code of this device or address is not even looked at."""
    recent = FailedGuess.objects.filter(at__gt=timezone.now() - WINDOW)
    if who.device and recent.filter(device=who.device).count() >= MOST_OF_A_DEVICE:
        return True
    from_here = recent.filter(address_hash=who.address_hash).count()
    if from_here < LEFT_TO_AN_ADDRESS:
        return False
    return from_here >= MOST_OF_AN_ADDRESS or recent.count() >= MOST_IN_SUM


def count_wrong_code(who: Guesser) -> None:
    """Note a wrong code, and forget those that no longer count."""
    now = timezone.now()
    FailedGuess.objects.filter(at__lt=now - WINDOW).delete()
    FailedGuess.objects.create(address_hash=who.address_hash, device=who.device, at=now)
