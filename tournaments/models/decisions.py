"""The chain of a tournament's decisions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Device, Player
from tournaments.models.rounds import Round
from tournaments.models.tournament import Tournament


class DecisionKind(models.TextChoices):
    """A decision of the desk."""

    DRAW = "draw", _("round drawn")
    SWAP = "swap", _("seats swapped")
    SHEETS_SWAPPED = "sheets_swapped", _("sheets swapped")
    REDRAW = "redraw", _("drawn again")
    UNDRAW = "undraw", _("draw taken back")
    SEATED = "seated", _("seated by lot")
    UNSEATED = "unseated", _("seat left empty")
    START = "start", _("round started")
    CLOSE = "close", _("round closed")
    SUBSTITUTE = "substitute", _("substitute")
    WITHDRAWAL = "withdrawal", _("withdrawal")
    TAKES = "takes", _("prizes and ranking")
    DISPUTE = "dispute", _("result disputed")
    SETTLED = "settled", _("dispute settled")
    CORRECTION = "correction", _("result corrected")
    VOID = "void", _("table void")
    PENALTY = "penalty", _("points taken off")
    REOPENED = "reopened", _("opened again")
    TIE = "tie", _("tie decided")
    SETTINGS = "settings", _("settings changed")
    HELD_BACK = "held_back", _("results held back")
    RELEASED = "released", _("results released")
    FINISH = "finish", _("tournament finished")
    GOES_ON = "goes_on", _("tournament opened again")
    CANCELLED = "cancelled", _("tournament cancelled")


COURSE = (DecisionKind.DRAW, DecisionKind.START, DecisionKind.CLOSE, DecisionKind.FINISH)
"""Acts that every evening has; all others were decided by hand."""


class Decision(models.Model):
    """A decision with its reason, a link of the tournament's chain; it is never changed, and everybody can read it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField(null=True)
    """Its place in the chain, from 1. A row read from a file of version 0.1 has none until it is chained."""
    round = models.ForeignKey(Round, null=True, on_delete=models.SET_NULL, related_name="decisions")
    kind = models.CharField(max_length=20, choices=DecisionKind.choices)
    by = models.CharField(max_length=10, blank=True, default="", db_default="")
    """The right of the device that decided; empty if it is not known."""
    why = models.CharField(max_length=300, blank=True)
    what = models.CharField(max_length=2000, blank=True, default="", db_default="")
    """Free text about the change itself: the prizes before and after."""
    salt = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The salt of `reason_hash`; it goes with the text when a person is erased."""
    reason_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The salted hash of `why` and `what`."""
    data = models.JSONField(default=dict)
    """Round, start numbers, table numbers, points before and after: never names, never keys of rows."""
    left = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The person who left the start number to a substitute, `came`. People are no part of the chain."""
    came = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="decisions")
    at = models.DateTimeField(default=timezone.now)
    hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The hash of this decision and, in it, of all before (`contest.chain`)."""

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=DecisionKind.values), name="decision_kind_known"),
            models.UniqueConstraint(fields=["tournament", "number"], name="decision_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%F %T}"

    @property
    def is_erased(self) -> bool:
        """True if there was a reason that was erased with a person's name."""
        return bool(self.reason_hash) and not self.salt
