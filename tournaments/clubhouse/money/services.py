"""Writes of money in the box of a club and in a tournament's cash; the club's log says who did it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from cegoscore.bookings.models import PRIZE, Booking
from cegoscore.bookings.services import reverse
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind
from tournaments.clubhouse.money.page import bookings_in, payouts_of, place_of
from tournaments.clubhouse.templatetags.money import money
from tournaments.course.locks import lock_though_over
from tournaments.models import Tournament


def book(whole: Club | Tournament, *, uuid: Any, device: Device, **columns: Any) -> None:
    """Book money into a box or a tournament's cash, or out of it; sent twice, booked once."""
    columns = place_of(whole) | columns | {"device": device}
    with transaction.atomic():
        row, is_new = Booking.objects.get_or_create(club_id=columns["club_id"], uuid=uuid, defaults=columns)
        if is_new:
            _note(whole, row, device)


def take_back(whole: Club | Tournament, pk: int, *, device: Device) -> None:
    """Reverse a booking; done twice is done once. 404 if there is none in it."""
    row = get_object_or_404(bookings_in(whole), pk=pk)
    with transaction.atomic():
        if reverse(row, device=device):
            _note(whole, row, device, _("taken back"))


def pay_out(tournament: Tournament, key: str, *, device: Device) -> None:
    """Book that somebody got a prize, by the key of the payout; what was paid out, or is no longer theirs, is not."""
    with transaction.atomic():
        fresh = lock_though_over(tournament)
        for one in payouts_of(fresh):
            if one.key == key and not one.is_paid:
                prize: dict[str, Any] = {"kind": PRIZE, "payer_id": one.line.person.player, "reason": one.label}
                book(fresh, uuid=uuid4(), device=device, cents=-one.cents, **prize)
                break


def _note(whole: Club | Tournament, row: Booking, device: Device, *more: str) -> None:
    told = row.payer.person.label if row.payer else "", money(row.cents, whole.currency), row.reason, *more
    subject = _("The box") if isinstance(whole, Club) else whole.name
    note(row.club_id, LogKind.BOOKED, device=device, subject=subject, after=", ".join(filter(None, told)))
