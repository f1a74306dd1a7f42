"""Rights that travel as links: making and opening them, handing them on, taking them back, and what they lead to.

A link's target is opaque here; higher floors register the rows that it may be.

A link's secret is derived from its row and the server's key, so the same QR code can be shown again, and a stolen
database opens nothing: only the hash of the secret is stored.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, Link, LogKind, Right
from cegoscore.clubs.rights.codes import spelled
from cegoscore.clubs.rights.stranger_limits import check_opening
from cegoscore.registry import Registry

SECRET_LENGTH = 26
"""Characters of base 32: 130 bits."""

_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"


def secret_of(link: Link) -> str:
    """The secret part of the link's address, by the key that made it; a link whose key is lost has none to show.

    Raises `ValueError` for such a link: ask `can_be_shown` first.
    """
    secret = _known_secret(link)
    if secret is None:
        raise ValueError(f"the key of link {link.pk} is lost")
    return secret


def can_be_shown(link: Link) -> bool:
    """True if the link's secret can be derived: by the server's key, or by an old one that is kept."""
    return _known_secret(link) is not None


def _known_secret(link: Link) -> str | None:
    secrets = (_derived(link, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    return next((secret for secret in secrets if _hash(secret) == link.secret_hash), None)


def _derived(link: Link, key: str) -> str:
    digest = salted_hmac("cegoscore.link", str(link.pk), secret=key, algorithm="sha256").digest()
    return spelled(digest, _ALPHABET, SECRET_LENGTH)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def link_for(club: Club, *, right: Right, target: UUID, until: datetime | None = None) -> Link:
    """The valid link with this right on the target; made if there is none, to hold until then."""
    links = Link.objects.valid().filter(club=club, right=right, target=target)
    return next(filter(can_be_shown, links), None) or make_links(club, right=right, targets=[target], until=until)[0]


def make_links(club: Club, *, right: Right, targets: Iterable[UUID], until: datetime | None = None) -> list[Link]:
    """A new link with this right on each of the targets, in as many queries for fifty as for one."""
    terms = {"club": club, "right": right, "expires_at": until}
    blank = [Link(target=target, secret_hash=uuid4().hex, **terms) for target in targets]
    with transaction.atomic():
        links = Link.objects.bulk_create(blank)
        for link in links:
            link.secret_hash = _hash(_derived(link, settings.SECRET_KEY))
        Link.objects.bulk_update(links, ["secret_hash"])
    return links


def links_to(club: Club, *targets: UUID) -> list[Link]:
    """The valid links to some targets that can be shown: those whose key was not lost."""
    return list(filter(can_be_shown, Link.objects.valid().filter(club=club, target__in=targets).order_by("right")))


def find_link(secret: str) -> Link | None:
    """The valid link with this secret."""
    return Link.objects.valid().filter(secret_hash=_hash(secret)).first()


def accept_link(device: Device, link: Link) -> Grant:
    """Note that the device came by the link's right.

    Whoever came to write may go on looking when the link ends, but not when it is taken back.
    """
    with transaction.atomic():
        grant, _ = Grant.objects.get_or_create(
            device=device,
            link=link,
            defaults={"club_id": link.club_id, "target": link.target, "right": link.right},
        )
        if link.right == Right.WRITE:
            keep_looking(link, [device.pk])
    return grant


def open_club(device: Device, *, name: str = "") -> Club:
    """A new club that the device manages. Raises `PermissionDenied` where strangers may open none."""
    check_opening(device)
    with transaction.atomic():
        club = Club.objects.create(name=name)
        Grant.objects.create(device=device, club=club, right=Right.MANAGE, target=club.id)
    return club


def keep_looking(link: Link, devices: Iterable[UUID]) -> None:
    """Give devices the right to look at a link's target, for as long as nobody takes the link back.

    Within somebody's transaction: the link's row is written, so that `revoke` comes before it, and nothing is given,
    or after it, and finds what was given.
    """
    if not Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=None):
        return
    look = {"club_id": link.club_id, "target": link.target, "right": Right.LOOK}
    Grant.objects.bulk_create([Grant(device_id=device, **look) for device in devices], ignore_conflicts=True)


def forget_targets(keys: Collection[UUID]) -> None:
    """Delete every right on things that are removed for good: they are targets by their bare keys."""
    for opens in (Grant, Link):
        opens.objects.filter(target__in=keys).delete()


@transaction.atomic
def revoke(link: Link) -> None:
    """Take a link back: from whoever still has it, and from every device that came by it."""
    Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    came = link.grants.values("device")
    Grant.objects.filter(link=None, target=link.target, right=Right.LOOK, device__in=came).delete()


def share(club: Club, *, right: Right, target: UUID, called: str, by: UUID, until: datetime | None = None) -> Link:
    """The valid link with this right on a target, which is `called` so in the log; a new one holds until then."""
    with transaction.atomic():
        link = link_for(club, right=right, target=target, until=until)
        note(club.pk, LogKind.LINK_MADE, device=by, subject=called, after=right.value)
    return link


@transaction.atomic
def unshare(link: Link, *, called: str, by: UUID) -> None:
    """Take a link back from everybody who has it."""
    revoke(link)
    note(link.club_id, LogKind.LINK_REVOKED, device=by, subject=called, after=link.right)


def noon_tomorrow() -> datetime:
    """The usual end of a right for an evening."""
    tomorrow = timezone.localtime() + timedelta(days=1)
    return tomorrow.replace(hour=12, minute=0, second=0, microsecond=0)


def let_end(target: UUID, *, right: Right, at: datetime) -> None:
    """Let the valid links with this right on a target end then. Whoever came by one may go on looking."""
    for link in Link.objects.valid().filter(target=target, right=right):
        keep_looking(link, link.grants.values_list("device", flat=True))
        Link.objects.filter(pk=link.pk).update(expires_at=at)


def revive(target: UUID, *, right: Right) -> None:
    """Let the links with this right on a target hold again, also those that have ended; none that was taken back."""
    Link.objects.filter(target=target, right=right, revoked_at=None).update(expires_at=None)


def let_go_on(target: UUID, *, right: Right) -> None:
    """Take the end away again from those links that have not ended yet."""
    Link.objects.valid().filter(target=target, right=right).update(expires_at=None)


class LinkTarget(NamedTuple):
    """Rows that links lead to."""

    rows: Any
    view: str
    """The view of a row's page."""
    by_right: Mapping[str, str] = {}
    """Another page's view by the right of the link, where there is one."""


TARGETS: Registry[LinkTarget] = Registry()
"""One for each kind of target."""


def address_of(link: Link) -> str | None:
    """The clean address that the link leads to; `None` if its target is gone."""
    there = (target for target in TARGETS if target.rows.filter(pk=link.target).exists())
    views = (target.by_right.get(link.right, target.view) for target in there)
    return next((reverse(view, args=[link.target]) for view in views), None)
