"""A booking is a row that is only ever inserted: what was wrong is reversed by another one.

No constraint of the database ties it to club, people and device: the version before deletes those without knowing it.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, Player

EVENING = "sheet"
"""Kind of an event whose key is that of an evening's sheet, of the last one if it went on."""


class Booking(models.Model):
    """Money that one person gave another, as both said."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bookings", db_constraint=False)
    kind = models.CharField(max_length=10)
    """Kind and key of its event, which lives on a higher floor."""
    key = models.UUIDField()
    uuid = models.UUIDField()
    """Made by whoever sends it: sent twice, it is booked once."""
    payer = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bookings_paid", db_constraint=False)
    receiver = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bookings_got", db_constraint=False)
    cents = models.PositiveBigIntegerField()
    """In the currency of the event."""
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="reversed_by")
    """The one that this one takes back: the same cents the other way. That it has only one decides a double tap."""
    device = models.ForeignKey(
        Device, null=True, on_delete=models.SET_NULL, related_name="bookings", db_constraint=False
    )
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["key", "uuid"], name="booking_once"),
            models.CheckConstraint(condition=Q(cents__gte=1) & ~Q(payer=F("receiver")), name="booking_makes_sense"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.payer_id} {self.receiver_id} {self.cents}"
