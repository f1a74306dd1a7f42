"""Entrants: who takes part."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Device, Player
from tournaments.models.tournament import Category, Fee, Tournament


class EntrantStatus(models.TextChoices):
    """States of an entrant."""

    ANNOUNCED = "announced", _("announced")
    PRESENT = "present", _("present")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Takes(models.TextChoices):
    """An entrant's share in prizes and ranking."""

    PRIZES = "prizes", _("Ranking and prizes")
    RANK = "rank", _("No prizes, plays for fun")
    NOTHING = "nothing", _("Out of the ranking")


STATE = frozenset({"status", "number", "has_paid", "practises", "uuid", "team"})
"""Fields that a check-in and a substitution change."""

MOST_BEFORE = 8
"""Limit of states that are kept; the oldest go."""


def called(name: str, number: int | None) -> str:
    """A name; the start number of somebody who has none any more."""
    return name or str(_("Player %(number)s") % {"number": number or "–"})


class Entrant(models.Model):
    """A player in a tournament. The start number is theirs from the check-in on, until it moves to a substitute."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    uuid = models.UUIDField(default=uuid.uuid4)
    """Made by whoever sends it: registered twice by a double tap, registered once."""
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=EntrantStatus.choices, default=EntrantStatus.PRESENT)
    has_paid = models.BooleanField(default=False)
    """True if fees that are booked for them are more than nothing; without a fee the word of who said so.

    The version before writes it without a booking: `course.fees.take_over` books it.
    """
    fee = models.ForeignKey(
        Fee, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants", db_constraint=False
    )
    """The fee that they owe; none for the usual one."""
    due = models.PositiveIntegerField(null=True, blank=True)
    """The cents that they owe since they paid or it was waived, whatever the fee became; none before."""
    is_house = models.BooleanField(default=False)
    """Fills a table for the house and takes no prize; the points stand, out of the ranking."""
    practises = models.BooleanField(default=False)
    """Sits at a practice table, which does not count."""
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """The table of this entrant in every round, for instance with a wheelchair; visible at the desk only."""
    categories = models.ManyToManyField(Category, related_name="entrants", blank=True)
    takes = models.CharField(max_length=10, choices=Takes.choices, default=Takes.PRIZES, db_default=Takes.PRIZES.value)
    """Prizes, a rank without any, or a place behind the ranking and in no season; a decision gives the reason."""
    team = models.CharField(max_length=60, blank=True, default="", db_default="")
    """The name of the team, if teams play; it moves to a substitute with the number."""
    before = models.JSONField(default=list, db_default=[], blank=True)
    """States before each check-in and each number taken over, the newest last; an empty one of who was not there."""
    announced_by = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="announced")
    """The device that announced them on the public page, for its limit."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_player_once"),
            models.UniqueConstraint(fields=["tournament", "uuid"], name="entrant_uuid_once"),
            models.CheckConstraint(condition=Q(status__in=EntrantStatus.values), name="entrant_status_known"),
            models.CheckConstraint(condition=Q(takes__in=Takes.values), name="entrant_takes_known"),
            models.CheckConstraint(
                condition=Q(number__isnull=False) | ~Q(status=EntrantStatus.PRESENT), name="entrant_present_has_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.player_id}"

    @property
    def name(self) -> str:
        """The person's present name, also after a merge; the start number if the name was erased."""
        return called(self.player.person.name, self.number)

    def remember(self, **more: str) -> None:
        """Keep the state as it is, before an act that can be undone; unsaved."""
        state = {name: getattr(self, name) for name in sorted(STATE)} | {"uuid": str(self.uuid)} if self.pk else {}
        self.before = [*self.before, state | more][-MOST_BEFORE:]

    @property
    def village(self) -> str:
        """The person's home village."""
        return self.player.person.village


class Apart(models.Model):
    """A wish of two entrants to sit apart; visible at the desk only."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="wishes")
    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="wishes")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    weight = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["one", "other"], name="apart_once"),)

    def __str__(self) -> str:
        return f"{self.one_id} {self.other_id}"
