"""Rights that travel as links: making and opening them.

A link's secret is derived from its row and the server's key, so the same QR code can be shown again, and a stolen
database opens nothing: only the hash of the secret is stored.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cegoscore.clubs.models import Club, Device, Grant, Link, Right

SECRET_LENGTH = 26
"""Characters of base 32: 130 bits."""

_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"


def secret_of(link: Link) -> str:
    """The secret part of the link's address."""
    number = int.from_bytes(salted_hmac("cegoscore.link", str(link.pk), algorithm="sha256").digest())
    letters = []
    for _ in range(SECRET_LENGTH):
        number, rest = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[rest])
    return "".join(letters)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def link_for(club: Club, *, right: Right, target: uuid.UUID) -> Link:
    """The valid link with this right on the target; made if there is none."""
    link = Link.objects.valid().filter(club=club, right=right, target=target).first()
    return link or _make_link(club, right=right, target=target)


def _make_link(club: Club, *, right: Right, target: uuid.UUID) -> Link:
    with transaction.atomic():
        link = Link.objects.create(club=club, right=right, target=target, secret_hash=uuid.uuid4().hex)
        link.secret_hash = _hash(secret_of(link))
        link.save(update_fields=["secret_hash"])
    return link


def make_links(club: Club, *, right: Right, targets: Iterable[uuid.UUID]) -> list[Link]:
    """A new link with this right on each of the targets, in as many queries for fifty as for one."""
    blank = [Link(club=club, right=right, target=target, secret_hash=uuid.uuid4().hex) for target in targets]
    with transaction.atomic():
        links = Link.objects.bulk_create(blank)
        for link in links:
            link.secret_hash = _hash(secret_of(link))
        Link.objects.bulk_update(links, ["secret_hash"])
    return links


def links_to(club: Club, target: uuid.UUID) -> list[Link]:
    """The valid links to a target."""
    return list(Link.objects.valid().filter(club=club, target=target).order_by("right"))


def public_address(request: HttpRequest, path: str) -> str:
    """The full address of a path, as a QR code has to carry it."""
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


def find_link(secret: str) -> Link | None:
    """The valid link with this secret."""
    return Link.objects.valid().filter(secret_hash=_hash(secret)).first()


def accept_link(device: Device, link: Link) -> Grant:
    """Note that the device came by the link's right."""
    grant, _ = Grant.objects.get_or_create(
        device=device,
        link=link,
        defaults={"club_id": link.club_id, "target": link.target, "right": link.right},
    )
    return grant


def open_club(device: Device, *, name: str = "") -> Club:
    """A new club that the device manages."""
    with transaction.atomic():
        club = Club.objects.create(name=name)
        Grant.objects.create(device=device, club=club, right=Right.MANAGE, target=club.id)
    return club


def revoke(link: Link) -> None:
    """Take a link back: from whoever still has it, and from every device that came by it."""
    Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
