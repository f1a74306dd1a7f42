"""The devices that manage a club: who they are, how one more is let in, and how one is put out.

A link that makes a device a manager opens once and for a day; the right is then the device's own (`Grant` without a
link), so that nobody else comes by the same link.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, Link, LogKind, Passkey, RescueCode, Right
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import queue_on
from cegoscore.clubs.rights.links import make_links
from cegoscore.clubs.rights.server_key import key_lost_at
from cegoscore.database.prepared import Prepared

LINK_HOLDS = timedelta(days=1)


def managers_of(club: UUID) -> Sequence[Grant]:
    """The grants of the devices that manage a club, each device once, the first first."""
    by_device: dict[UUID, Grant] = {}
    for grant in _managing(club, timezone.now()):
        by_device.setdefault(grant.device_id, grant)
    return list(by_device.values())


@Prepared
def _managing(club: UUID, at: datetime) -> QuerySet[Grant]:
    grants = Grant.objects.valid(at).filter(club=club, target=club, right=Right.MANAGE)
    return grants.select_related("device").order_by("created_at", "pk")


def managers_able(club: UUID) -> Sequence[Grant]:
    """The managers but for devices that can never come back: the key that signed their cookies is lost."""
    lost = key_lost_at()
    return [grant for grant in managers_of(club) if lost is None or _last_use(grant.device) >= lost]


def hangs_on(club: Club, device: UUID | None) -> bool:
    """True if this device alone manages a club with a name, and nothing else leads to it."""
    able = [grant.device_id for grant in managers_able(club.pk)]
    return bool(club.name) and able == [device] and not RescueCode.objects.filter(club=club).exists()


def _last_use(device: Device) -> datetime:
    return max(device.created_at, device.seen_at or device.created_at)


def manager_link(club: Club, *, by: Device | UUID | None) -> Link:
    """A link that makes one device a manager; `by` is `None` for the host of the server."""
    with transaction.atomic():
        (link,) = make_links(club, right=Right.MANAGE, targets=[club.pk], until=timezone.now() + LINK_HOLDS)
        note(club.pk, LogKind.MANAGER_LINK, device=by, tells=by is None)
    return link


def makes_manager(link: Link) -> bool:
    """True for a link that hands over a whole club: it opens once, and asks first."""
    return link.right == Right.MANAGE and link.target == link.club_id


def come_by_link(device: Device, link: Link, *, name: str = "") -> bool:
    """Make the device a manager by a link, which is used up by that. False if another device was faster."""
    with transaction.atomic():
        used = Link.objects.valid().filter(pk=link.pk).update(revoked_at=timezone.now())
        if used:
            make_manager(device, link.club, LogKind.MANAGER_CAME, name=name)
    return bool(used)


def make_manager(device: Device, club: Club, kind: LogKind, *, name: str = "", subject: str = "") -> None:
    """Make a device a manager, within somebody's transaction; `kind` tells how it came. The others are told.

    `name` is what the device calls itself; without one it keeps what it had. `subject` is what it came by.
    """
    if name:
        Device.objects.filter(pk=device.pk).update(name=name)
    right = {"device": device, "target": club.pk, "right": Right.MANAGE, "link": None}
    Grant.objects.get_or_create(**right, defaults={"club": club})
    note(club.pk, kind, device=device, subject=subject, tells=True)


@transaction.atomic
def put_out(club: Club, device: UUID, *, by: UUID, links_too: bool = False) -> None:
    """Take every right in a club from a device; `links_too` ends all links, passkeys and rescue codes that it may know.

    Idempotent. Links that make a manager are ended anyway, and whoever came by one keeps the right; so are passkeys
    that were made or last used with the device, or of which that is not known. Raises `Refused` if `by` was put out
    meanwhile, or if nobody could manage the club any more: neither another device that can come back nor somebody with
    a rescue code that stays.
    """
    queue_on(club.pk)
    managers = managers_of(club.pk)
    if by not in {grant.device_id for grant in managers}:
        raise Refused("no_manager")
    gone = next((grant for grant in managers if grant.device_id == device), None)
    if gone is None:
        return
    others = [grant for grant in managers_able(club.pk) if grant.device_id != device]
    if not others and (links_too or not rescue_codes(club).exists()):
        raise Refused("last_manager")
    for grant in managers:
        _own(grant, club)
    Grant.objects.filter(club=club, device=device).delete()
    ended = Link.objects.valid().filter(club=club)
    (ended if links_too else ended.filter(target=club.pk, right=Right.MANAGE)).update(revoked_at=timezone.now())
    if links_too:
        Grant.objects.filter(club=club, link=None, right=Right.LOOK).delete()
        rescue_codes(club).delete()
    note(club.pk, LogKind.MANAGER_OUT, device=by, subject=gone.device.name, tells=True)
    passkeys = Passkey.objects.filter(club=club)
    end_passkeys(passkeys if links_too else passkeys.filter(_may_open(device)), by=by)


def _may_open(device: UUID) -> Q:
    """The condition of passkeys that may be those of a device's owner; of one that was used, the maker may be unknown.

    The version before notes the device of the last use only.
    """
    return Q(made_with=device) | Q(device=device) | Q(made_with=None, used_at__isnull=False)


def end_passkeys(passkeys: QuerySet[Passkey], *, by: UUID) -> None:
    """Remove passkeys, within somebody's transaction; the managers are told."""
    for passkey in passkeys:
        passkey.delete()
        note(passkey.club_id, LogKind.PASSKEY_REMOVED, device=by, subject=passkey.name, tells=True)


def _own(grant: Grant, club: Club) -> None:
    """Make a right that hangs on a link the device's own."""
    if grant.link_id is not None:
        right = {"device": grant.device, "target": club.pk, "right": Right.MANAGE, "link": None}
        Grant.objects.get_or_create(**right, defaults={"club": club})


def rescue_codes(club: Club) -> QuerySet[RescueCode]:
    """The codes that open a club: its own, and those of clubs that have become a part of it."""
    return RescueCode.objects.filter(Q(club=club) | Q(club__joined_to=club))


@transaction.atomic
def name_device(club: Club, device: UUID, name: str) -> None:
    """Call a device something that those who manage its clubs recognise."""
    known = Device.objects.filter(pk=device)
    before = known.values_list("name", flat=True).get()
    known.update(name=name)
    if before != name:
        note(club.pk, LogKind.DEVICE_NAMED, device=device, before=before, after=name)


def managed_clubs(device: UUID | None) -> list[Club]:
    """Clubs with a name that the device manages, by name: a table among friends opens one that has none."""
    if device is None:
        return []
    managing = Grant.objects.valid().filter(device=device, target=F("club_id"), right=Right.MANAGE)
    clubs = Club.objects.filter(pk__in=managing.values("club"), joined_to=None).exclude(name="")
    return sorted(clubs, key=lambda club: (sort_key(club.name), club.pk))


def clubs_with_news(device: UUID | None) -> list[Club]:
    """Clubs that the device manages and in whose log stands something that its owner was not told yet."""
    if device is None:
        return []
    unread = Q(told_at=None, club__log__at__gt=F("created_at")) | Q(club__log__at__gt=F("told_at"))
    by_others = Q(club__log__device=None) | ~Q(club__log__device=device)
    managing = Grant.objects.valid().filter(device=device, target=F("club_id"), right=Right.MANAGE)
    with_news = managing.filter(unread & by_others, club__log__tells=True)
    return list(Club.objects.filter(pk__in=with_news.values("club")).order_by("name", "pk"))


def read_log(club: Club, device: UUID) -> None:
    """Note that the device's owner has read what managers are told."""
    Grant.objects.filter(club=club, device=device, target=F("club_id"), right=Right.MANAGE).update(
        told_at=timezone.now()
    )
