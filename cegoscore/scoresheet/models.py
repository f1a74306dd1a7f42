"""A sheet is a ledger: rows of `Hand` are only ever inserted, and the highest revision of a number is in force."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.access import targets_of
from cegoscore.clubs.models import Club, Device, Player, RuleSet


class State(models.TextChoices):
    """How far a sheet is."""

    OPEN = "open", _("open")
    HANDED_IN = "handed_in", _("handed in")
    CONFIRMED = "confirmed", _("confirmed")
    CLOSED = "closed", _("closed")


class SessionQuerySet(models.QuerySet["Session"]):
    """Sheets by who may see them."""

    def known_to(self, device: uuid.UUID | None) -> SessionQuerySet:
        """The sheets that the device may at least look at."""
        targets = targets_of(device)
        return self.filter(Q(id__in=targets) | Q(club__in=targets))


class Session(models.Model):
    """One scoresheet: an evening, or one table of a tournament's round. Its rule set stays as it was."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sessions")
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="sessions")
    title = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    stake = models.DecimalField(max_digits=10, decimal_places=4, null=True, blank=True)
    """Money a point, for display and settling only."""
    currency = models.CharField(max_length=10, blank=True)
    lineup = models.JSONField()
    """Seat numbers at the table before the first hand, anticlockwise; every hand carries its own."""
    first_dealer = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=0)
    """Plus one with every write: what live views ask for, and what writers of one sheet queue on."""
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SessionQuerySet.as_manager()

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(state__in=State.values), name="session_state_known"),)

    def __str__(self) -> str:
        return self.title or str(self.id)

    def get_absolute_url(self) -> str:
        """The sheet."""
        return reverse("sheet", args=[self.id])


class Seat(models.Model):
    """A column of the sheet: one person, and their running total."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    total = models.IntegerField(default=0)
    """The sum of the seat's scores in the hands in force; kept with every write, proved by `selfcheck`."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["session", "player"], name="seat_player_once"),
        )

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}"


class Hand(models.Model):
    """One revision of one hand of the ledger; never changed, never deleted but with its whole session.

    Revision 1 is the hand as first written, a higher one corrects it, a void one strikes it. Deals without a result
    have a number here too, because they too have their place; what is shown as a hand's number leaves them out.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=1)
    uuid = models.UUIDField()
    """Made by whoever sends it: the same hand sent twice is written once."""
    lineup = models.JSONField()
    dealer = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=20)
    """The contract, or `penalty`, `dead`, `free`."""
    outcome = models.JSONField()
    """What happened, as in the session document."""
    stake_factor = models.PositiveIntegerField(default=1)
    void = models.BooleanField(default=False)
    why = models.CharField(max_length=500, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="hands")
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["session", "number", "revision"], name="hand_revision_once"),
            models.UniqueConstraint(fields=["session", "uuid"], name="hand_uuid_once"),
            models.CheckConstraint(condition=Q(number__gte=1, revision__gte=1), name="hand_counts_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}.{self.revision}"


class Score(models.Model):
    """What one seat gained or lost in one revision of a hand, as it was computed when written."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="scores")
    points = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["hand", "seat"], name="score_once"),)

    def __str__(self) -> str:
        return f"{self.hand_id} {self.seat_id} {self.points:+d}"
