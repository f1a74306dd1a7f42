"""Writes on bookings, each within the transaction of who keeps the event."""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID, uuid4

from cegoscore.bookings.models import Booking
from cegoscore.clubs.models import Club, Device, Player
from cegoscore.clubs.models.club import BoxRule

MOST = 10**11
"""Cents that an evening costs at most, by whatever rule."""
SAME = ("club_id", "kind", "key", "payer_id", "receiver_id", "rule", "part")
"""Columns that a reversal has from what it takes back, as the `reason`, in which a name may be shortened since, and the
`currency`, which the version before does not know."""


def reverse(booking: Booking, *, device: Device | None) -> bool:
    """Take a booking back by one with as many cents less; reversed twice is reversed once, which is false."""
    opposite: dict[str, Any] = {name: getattr(booking, name) for name in SAME}
    opposite |= {"cents": -booking.cents, "currency": booking.currency, "reason": booking.reason}
    opposite |= {"uuid": uuid4(), "device": device}
    return Booking.objects.get_or_create(reverses=booking, defaults=opposite)[1]


def move(key: UUID, club: Club, people: Mapping[int, Player]) -> None:
    """Let the bookings of an event belong to another club; `people` there by the keys of the persons here.

    Dues of somebody who turned out not to have been there were taken back: they are nobody's from then on.
    """
    for row in Booking.objects.filter(key=key).select_related("payer", "receiver"):
        row.club = club
        if row.payer:
            row.payer = people.get(row.payer.person.pk, row.receiver and row.payer)
        if row.receiver:
            row.receiver = people.get(row.receiver.person.pk, row.receiver)
        row.save()


def rule_of(club: Club) -> str:
    """The rule of a club's box, as a booking keeps it; empty without a box."""
    return f"{club.box_rule}:{club.box_amount}:{club.box_most or 0}" if club.box_rule and club.box_amount else ""


def dues(rule: str, points: Mapping[int, int]) -> dict[int, int]:
    """Cents that each owes for an evening with these points; half a cent goes up."""
    kind, amount, most = rule.split(":") if rule else (BoxRule.FEE, 0, 0)
    first, due = max(points.values(), default=0), {}
    for person, total in points.items():
        count = {BoxRule.LOSERS: max(-total, 0), BoxRule.FIRST: first - total, BoxRule.FEE: 1}[BoxRule(kind)]
        cents = int((Decimal(amount) * 100 * count).quantize(Decimal(1), ROUND_HALF_UP))
        due[person] = min(cents, int(Decimal(most) * 100) or MOST)
    return due


def faults(club: Club | None) -> Iterator[tuple[str, Iterator[str]]]:
    """Reversals of a club, or of all, each with what is wrong about it."""
    rows = Booking.objects.exclude(reverses=None).select_related("reverses").order_by("pk")
    for row in rows if club is None else rows.filter(club=club):
        before: Any = row.reverses
        is_opposite = not before.cents + row.cents and all(getattr(before, name) == getattr(row, name) for name in SAME)
        yield f"bookings {row.pk}", iter([] if is_opposite else ["it does not take back what it reverses"])
