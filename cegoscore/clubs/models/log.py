"""The log of what happened in a club."""

from django.db import models
from django.utils import timezone

from cegoscore.clubs.models.access import Device
from cegoscore.clubs.models.club import Club


class LogKind(models.TextChoices):
    """Kinds of entries in a club's log; their sentences are `tournaments.clubhouse.log`."""

    MANAGER_LINK = "manager_link"
    MANAGER_CAME = "manager_came"
    MANAGER_OUT = "manager_out"
    DEVICE_NAMED = "device_named"
    RESCUE_MADE = "rescue_made"
    RESCUE_USED = "rescue_used"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_USED = "passkey_used"
    PASSKEY_REMOVED = "passkey_removed"
    CLUB_NAMED = "club_named"
    CLUB_SETTINGS = "club_settings"
    JUNIORS_SHOWN = "juniors_shown"
    JUNIORS_SHORTENED = "juniors_shortened"
    DELETION_ASKED = "deletion_asked"
    DELETION_DROPPED = "deletion_dropped"
    CLUB_DELETED = "club_deleted"
    CLUB_RESTORED = "club_restored"
    CLUB_READ_IN = "club_read_in"
    CLUB_LOCKED = "club_locked"
    CLUB_UNLOCKED = "club_unlocked"
    LINK_MADE = "link_made"
    LINK_REVOKED = "link_revoked"
    RENAMED = "renamed"
    SHORTENED = "shortened"
    ERASED = "erased"
    MERGED = "merged"
    SEPARATED = "separated"
    RULES_ADDED = "rules_added"
    RULES_CHANGED = "rules_changed"
    RULES_RETIRED = "rules_retired"
    SHEET_CLOSED = "sheet_closed"
    SHEET_REOPENED = "sheet_reopened"
    SHEET_DELETED = "sheet_deleted"
    SHEET_RESTORED = "sheet_restored"
    SHEET_CHANGED = "sheet_changed"
    SHEET_MOVED = "sheet_moved"
    HAND_LATE = "hand_late"
    HAND_TAKEN = "hand_taken"
    HAND_DECLINED = "hand_declined"
    NIGHT = "night"
    BOOKED = "booked"
    """Money between two at a table, or into or out of a box or the cash of a tournament."""
    BACKUP_SAVED = "backup_saved"
    CLUBS_JOINED = "clubs_joined"
    CLUBS_SEPARATED = "clubs_separated"
    SEASON = "season"
    CHAMPION_TYPED = "champion_typed"
    CHAMPION_REMOVED = "champion_removed"
    TOURNAMENT = "tournament"
    SETTINGS = "settings"
    """Of a tournament."""


class LogEntry(models.Model):
    """An act of somebody in a club: never changed, but for a name that is erased."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log")
    kind = models.CharField(max_length=20, choices=LogKind.choices)
    device = models.ForeignKey(Device, null=True, blank=True, on_delete=models.SET_NULL, related_name="log")
    """The device that did it; none for the host of the server."""
    subject = models.CharField(max_length=200, blank=True)
    """The person, sheet, season or device that it was done to, as it was called then."""
    before = models.CharField(max_length=500, blank=True)
    after = models.CharField(max_length=500, blank=True)
    tells = models.BooleanField(default=False)
    """The other managers are told, until they have read it."""
    undoes = models.JSONField(default=dict, blank=True)
    """Keys of the rows that it takes to undo it; of a rename, village and surname of before, until they are erased."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["club", "-at"], name="log_of_a_club"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
