"""Devices and their rights: links, grants, codes, passkeys."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models.club import Club, is_there


class Right(models.TextChoices):
    """Rights of links and devices, from the least to the most."""

    LOOK = "look", _("look")
    WRITE = "write", _("write")
    DESK = "desk", _("desk")
    MANAGE = "manage", _("manage")

    def covers(self, other: Right) -> bool:
        """True if this right includes the other."""
        return Right.values.index(self) >= Right.values.index(other)


class Device(models.Model):
    """A phone or laptop, known by a signed cookie; nobody has to log in to keep score."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    name = models.CharField(max_length=60, blank=True, db_default="")
    """Its name for those who manage a club with it: "Annas Handy"."""
    seen_at = models.DateTimeField(null=True, blank=True)
    """Its last day of use; noted when its cookie is renewed."""
    address_hash = models.CharField(max_length=64, blank=True, default="", db_default="", db_index=True)
    """Fingerprint of the address from which it opened a club as a stranger, for an hour (`rights.stranger_limits`)."""

    came_from = ""
    """Fingerprint of the address of the request that is being answered, on a public server; not stored."""

    def __str__(self) -> str:
        return self.name or str(self.id)


class LinkQuerySet(models.QuerySet["Link"]):
    """Links by what they are good for."""

    def valid(self) -> LinkQuerySet:
        """Links that are neither revoked nor expired, of clubs that are there."""
        there = self.filter(is_there(), revoked_at=None)
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


def _holds(at: datetime | None) -> Q:
    """Granted for good, or by a link that is neither revoked nor expired."""
    good_link = Q(link__revoked_at=None) & (Q(link__expires_at=None) | Q(link__expires_at__gt=at or timezone.now()))
    return Q(link=None) | good_link


class GrantQuerySet(models.QuerySet["Grant"]):
    """Rights that hold now."""

    def valid(self, at: datetime | None = None) -> GrantQuerySet:
        """Rights that hold, by default now, in clubs that are there."""
        return self.filter(is_there(), _holds(at))

    def managed_by(self, device: Device | UUID | None) -> models.QuerySet[Grant, UUID]:
        """Keys of the clubs that the device manages."""
        return self.valid().filter(device=device, right=Right.MANAGE).values_list("target", flat=True)

    def that_hold(self) -> GrantQuerySet:
        """Rights that hold, also in a club that was deleted."""
        return self.filter(_holds(None))


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


class Guess(models.TextChoices):
    """Kinds of guesses that are counted to slow them down, each apart from the others."""

    CODE = "code"
    DOCUMENT = "document"


class FailedGuess(models.Model):
    """A code that does not exist was typed, or a document sent that proves nothing."""

    what = models.CharField(max_length=10, choices=Guess.choices, default=Guess.CODE, db_default="code")
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
    """The device that it was last used with, until then the one that it was made with; it ends when that is put out."""
    made_with = models.ForeignKey(
        Device, null=True, on_delete=models.SET_NULL, related_name="passkeys_made", db_constraint=False
    )
    """The device that it was made with; it ends when that one is put out. None if that is not known."""
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
