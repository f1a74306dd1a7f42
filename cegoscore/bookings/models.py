"""A booking is a row that is only ever inserted: what was wrong is reversed by another one.

No constraint of the database ties it to club, people and device: the version before deletes those without knowing it.
"""

from uuid import uuid4

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, Player
from cegoscore.clubs.models.club import BoxRule

EVENING = "sheet"
"""Kind of what two people paid each other for an evening; its key is that of the sheet, of the last one if it went on.
"""
DUE = "due"
"""Kind of what somebody owes the box for an evening, no money yet; its key is that of a sheet, too, or of a night."""
BOX = "box"
"""Kind of money into the box of a club, which has no key."""
CASH, PRIZE, FEE = "cash", "prize", "fee"
"""Kinds of money into the cash of a tournament, by its key; of prizes, which are money out of it; and of entry fees.

A fee with a receiver went from who came to who left, and not into the cash; one of nothing was waived.
"""

RULE = rf"(({'|'.join(filter(None, BoxRule.values))}):\d{{1,4}}(\.\d{{1,4}})?:\d{{1,6}}(\.\d\d)?)?"
"""The rule of a box: kind, amount, and the most, or 0."""


class Booking(models.Model):
    """Money that one person gave another, as both said, or that went into a box or out of it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bookings", db_constraint=False)
    kind = models.CharField(max_length=10)
    """Kind and key of its event, which lives on a higher floor."""
    key = models.UUIDField(null=True)
    uuid = models.UUIDField(default=uuid4)
    """Made by whoever sends it: sent twice, it is booked once."""
    payer = models.ForeignKey(
        Player, null=True, on_delete=models.CASCADE, related_name="bookings_paid", db_constraint=False
    )
    """None for everybody together, and for somebody who is no person of the club."""
    receiver = models.ForeignKey(
        Player, null=True, on_delete=models.CASCADE, related_name="bookings_got", db_constraint=False
    )
    """None for the box."""
    part = models.UUIDField(null=True, blank=True)
    """The part of the event that it was for: the key of a prize; none if there is nothing to tell."""
    act = models.UUIDField(null=True, blank=True)
    """The act in which it was booked together with others: they are taken back together."""
    cents = models.BigIntegerField()
    """Below zero if the payer got them back. Nothing for a prize that is no money."""
    currency = models.CharField(max_length=10, blank=True, default="", db_default="")
    """As it was when it was booked; empty for that of the event: none was said, or the version before booked it."""
    reason = models.CharField(max_length=120, blank=True)
    rule = models.CharField(max_length=40, blank=True, validators=[RegexValidator(rf"\A{RULE}\Z")])
    """The rule of a due, as it was when its evening was closed first: empty for anything else."""
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="reversed_by")
    """The one that this one takes back: as many cents less. That it has only one decides a double tap."""
    device = models.ForeignKey(
        Device, null=True, on_delete=models.SET_NULL, related_name="bookings", db_constraint=False
    )
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "uuid"], name="booking_once"),
            models.CheckConstraint(
                condition=Q(receiver=None) | Q(payer__isnull=False) & ~Q(payer=F("receiver")),
                name="booking_makes_sense",
            ),
        )
        indexes = (models.Index(fields=["key"], name="bookings_of_an_event"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.payer_id} {self.receiver_id} {self.cents}"

    @property
    def persons(self) -> tuple[Player, Player]:
        """The one who paid and the one who got it, of two people."""
        assert self.payer
        assert self.receiver
        return self.payer.person, self.receiver.person
