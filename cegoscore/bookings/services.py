"""Writes on bookings, each within the transaction of who keeps the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from cegoscore.bookings.models import Booking
from cegoscore.clubs.models import Club, Device, Player


def reverse(booking: Booking, *, device: Device | None) -> bool:
    """Take a booking back by one that says the opposite; reversed twice is reversed once, which is false."""
    opposite: dict[str, Any] = {name: getattr(booking, name) for name in ("club_id", "kind", "key", "cents")}
    opposite |= {"payer": booking.receiver, "receiver": booking.payer, "uuid": uuid4(), "device": device}
    return Booking.objects.get_or_create(reverses=booking, defaults=opposite)[1]


def move(bookings: Iterable[Booking], club: Club, people: Mapping[int, Player]) -> None:
    """Let bookings belong to another club; `people` there by the keys of the persons here."""
    for row in bookings:
        row.club = club
        row.payer, row.receiver = (people.get(one.person.pk, one) for one in (row.payer, row.receiver))
        row.save()
