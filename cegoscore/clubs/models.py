"""Clubs own everything else; devices hold rights in them, mostly through links."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import sort_key, surname_key


class Right(models.TextChoices):
    """Rights of links and devices, from the least to the most."""

    LOOK = "look", _("look")
    WRITE = "write", _("write")
    DESK = "desk", _("desk")
    MANAGE = "manage", _("manage")

    def covers(self, other: Right) -> bool:
        """True if this right includes the other."""
        return RANKS[self] >= RANKS[other]


RANKS = {right: rank for rank, right in enumerate(Right)}


class ClubManager(models.Manager["Club"]):
    """Clubs that are there: neither deleted nor locked. Pages know no others."""

    def get_queryset(self) -> models.QuerySet[Club]:
        """Leave out what nobody may open."""
        return super().get_queryset().filter(~Q(pk__in=hidden_clubs()))


class Club(models.Model):
    """A circle of regulars or a Verein. A new table makes one on the fly, without a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    joined_to = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="joined")
    """The club that it became one with: everything of it is there, its addresses lead there, and it goes with it."""

    objects = ClubManager()
    with_hidden = models.Manager["Club"]()

    def __str__(self) -> str:
        return self.name or str(self.id)

    @property
    def whole(self) -> Club:
        """The club that this one became a part of, else itself; such steps never form a chain."""
        return self.joined_to or self


class RemovalState(models.TextChoices):
    """State of a club on its way out."""

    ASKED = "asked"
    """One manager has asked for it: everything opens as before."""
    DELETED = "deleted"
    """By its managers, who may bring it back for 30 days."""
    BY_HOST = "by_host"
    """By whoever runs the server, who may bring it back as long."""
    LOCKED = "locked"
    """By whoever runs the server: nothing opens, and nothing is erased."""


class Removal(models.Model):
    """A club that is deleted or locked, or whose deletion was asked for; a club without this row is simply there."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="removal")
    state = models.CharField(max_length=10, choices=RemovalState.choices)
    device = models.UUIDField(null=True, blank=True)
    """The device that asked for it; none for the host."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.state} {self.club_id}"


def hidden_clubs() -> models.QuerySet[Any, Any]:
    """Keys of the clubs that are deleted or locked, as a subquery: there are few, so that it costs nothing."""
    return Removal.objects.exclude(state=RemovalState.ASKED).values("club")


ERASED = _("(erased)")
"""The label of a person without a name where there is no number to show."""


class Player(models.Model):
    """A person of a club. The name stands here only; whoever was merged points to the person that is left."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=60, blank=True)
    village = models.CharField(max_length=60, blank=True)
    """Home village; it tells people of one name apart."""
    sorted_by = models.CharField(max_length=60, blank=True, default="", db_default="")
    """The surname for the order of lists, where it is not the last word of the name."""
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged")

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """The name, or what is shown instead."""
        return self.name or str(ERASED)

    @property
    def alphabetical(self) -> tuple[bool, str, str, str, int]:
        """The place in lists by surname; the erased come last."""
        return not self.name, *surname_key(self.name, self.sorted_by), sort_key(self.village), self.pk

    @property
    def person(self) -> Player:
        """The row of the person after merges; merges never form a chain."""
        return self.merged_into or self


class RuleSet(models.Model):
    """A rule set as some session was or is played by it: immutable, addressed by its content."""

    digest = models.CharField(max_length=64, unique=True)
    identifier = models.CharField(max_length=60)
    document = models.JSONField()

    def __str__(self) -> str:
        return self.identifier


class HouseRuleSetQuerySet(models.QuerySet["HouseRuleSet"]):
    """House rules by whose they are and whether they are still offered."""

    def managed_by(self, device: uuid.UUID | None) -> HouseRuleSetQuerySet:
        """House rules of the clubs that the device manages."""
        if device is None:
            return self.none()
        return self.filter(club__in=Grant.objects.valid().filter(device=device, right=Right.MANAGE).values("target"))

    def offered(self) -> HouseRuleSetQuerySet:
        """House rules that are neither replaced by a newer version nor put aside."""
        return self.filter(retired_at=None)


class HouseRuleSet(models.Model):
    """A version of a club's own house rules. Editing makes a new row; sessions keep what they were played by."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rule_sets")
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="house_rule_sets")
    name = models.CharField(max_length=120)
    copied_from = models.CharField(max_length=60)
    """The published rule set that it goes back to: what changed amounts are shown beside."""
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_by"
    )
    """The version before; that it has only one successor decides a race between two editors."""
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = HouseRuleSetQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its tariff card."""
        return reverse("rule_set", args=[self.id])


class Device(models.Model):
    """A phone or laptop, known by a signed cookie; nobody has to log in to keep score."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    name = models.CharField(max_length=60, blank=True, db_default="")
    """Its name for those who manage a club with it: "Annas Handy"."""
    seen_at = models.DateTimeField(null=True, blank=True)
    """Its last day of use; noted when its cookie is renewed."""
    address_hash = models.CharField(max_length=64, blank=True, default="", db_default="", db_index=True)
    """Fingerprint of the address from which it opened a club as a stranger, for an hour (`rights.opening`)."""

    came_from = ""
    """Fingerprint of the address of the request that is being answered, on a public server; not stored."""

    def __str__(self) -> str:
        return self.name or str(self.id)


class LinkQuerySet(models.QuerySet["Link"]):
    """Links by what they are good for."""

    def valid(self) -> LinkQuerySet:
        """Links that are neither revoked nor expired, of clubs that are there."""
        there = self.filter(~Q(club__in=hidden_clubs()), revoked_at=None)
        return there.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


class Link(models.Model):
    """A right that travels as an address. Only the hash of its secret is kept (`links`)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links")
    right = models.CharField(max_length=10, choices=Right.choices)
    target = models.UUIDField()
    """The session, tournament or club that it opens; opaque, because those live on higher floors."""
    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    code_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    """Hash of the short code that opens the link, too, until `code_expires_at` (`codes`)."""
    code_expires_at = models.DateTimeField(null=True, blank=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=["target", "right"], name="link_target_right"),)

    def __str__(self) -> str:
        return f"{self.right} {self.target}"


class GrantQuerySet(models.QuerySet["Grant"]):
    """Rights that hold now."""

    def valid(self, at: datetime | None = None) -> GrantQuerySet:
        """Rights that hold, by default now, in clubs that are there."""
        return self.that_hold(at).filter(~Q(club__in=hidden_clubs()))

    def that_hold(self, at: datetime | None = None) -> GrantQuerySet:
        """Granted for good, or by a link that is neither revoked nor expired; also in a club that was deleted."""
        good_link = Q(link__revoked_at=None) & (Q(link__expires_at=None) | Q(link__expires_at__gt=at or timezone.now()))
        return self.filter(Q(link=None) | good_link)


class Grant(models.Model):
    """A right of a device on a target, and the link that gave it (none: the device's own, as that of a manager)."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="grants")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="grants")
    right = models.CharField(max_length=10, choices=Right.choices)
    target = models.UUIDField()
    link = models.ForeignKey(Link, null=True, blank=True, on_delete=models.CASCADE, related_name="grants")
    created_at = models.DateTimeField(default=timezone.now)
    told_at = models.DateTimeField(null=True, blank=True)
    """Of a manager: until when the club's log was read, as far as managers are told of it."""

    objects = GrantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["device", "link"], name="grant_once_a_link"),
            models.UniqueConstraint(
                fields=["device", "target", "right"], condition=Q(link=None), name="grant_once_without_link"
            ),
        )

    def __str__(self) -> str:
        return f"{self.right} {self.target}"


class FailedGuess(models.Model):
    """A code that does not exist was typed: counted, so that guessing can be slowed down."""

    address_hash = models.CharField(max_length=64)
    device = models.UUIDField(null=True, blank=True)
    """The device that typed it, if it had a cookie."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["address_hash", "at"], name="failed_guess_recent"),)

    def __str__(self) -> str:
        return f"{self.address_hash[:8]} {self.at:%F %T}"


class RescueCode(models.Model):
    """A club's printed way back in: whoever types it manages the club. Only its hash is kept, which needs no key."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rescue_code")
    code_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.club_id} {self.created_at:%F}"


class Passkey(models.Model):
    """A fingerprint, face or key that opens a club on any device; the server has its public half only."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60, blank=True)
    rp_id = models.CharField(max_length=253)
    """The host that it is bound to: under another one browsers do not offer it."""
    credential_id = models.CharField(max_length=1400, unique=True)
    """Chosen by the authenticator, up to 1,023 bytes; as base64url, like the two below."""
    user_handle = models.CharField(max_length=86)
    """Random for each: an authenticator keeps one passkey a handle, and a second would take the place of the first."""
    public_key = models.CharField(max_length=2000)
    """In COSE form."""
    sign_count = models.BigIntegerField(default=0)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="passkeys")
    """The device that it was made with, or last used with; it ends when that one is put out."""
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name or str(self.pk)


class SpentChallenge(models.Model):
    """A challenge that a passkey has answered: it is taken once (`rights.ceremonies`)."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.digest[:8]


class ServerKey(models.Model):
    """The fingerprint of a secret key that this database was used with; the newest row is the one in use."""

    fingerprint = models.CharField(max_length=64)
    adopted_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.fingerprint[:8]


class ClubJoin(models.Model):
    """Two clubs of the same people became one: whatever it takes to separate them again."""

    kept = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="joins")
    gone = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="join")
    moved = models.JSONField()
    """Keys of the rows that were moved, by model; never names."""
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.gone_id} in {self.kept_id}"


class LogKind(models.TextChoices):
    """Kinds of entries in a club's log; their sentences are `tournaments.clubhouse.log.wording`."""

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
    DELETION_ASKED = "deletion_asked"
    DELETION_DROPPED = "deletion_dropped"
    CLUB_DELETED = "club_deleted"
    CLUB_RESTORED = "club_restored"
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
    CLUBS_JOINED = "clubs_joined"
    CLUBS_SEPARATED = "clubs_separated"
    SEASON = "season"
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
    """Keys of the rows that it takes to undo it."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (models.Index(fields=["club", "-at"], name="log_of_a_club"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
