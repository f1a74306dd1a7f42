"""Links handed on and taken back by somebody, with an entry in the club's log."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Link, LogKind, Right
from cegoscore.clubs.rights.links import keep_looking, link_for, revoke


def share(
    club: Club, *, right: Right, target: uuid.UUID, called: str, by: uuid.UUID, until: datetime | None = None
) -> Link:
    """The valid link with this right on a target, which is `called` so in the log; a new one holds until then."""
    with transaction.atomic():
        link = link_for(club, right=right, target=target, until=until)
        note(club.pk, LogKind.LINK_MADE, device=by, subject=called, after=right.value)
    return link


def unshare(link: Link, *, called: str, by: uuid.UUID) -> None:
    """Take a link back from everybody who has it."""
    with transaction.atomic():
        revoke(link)
        note(link.club_id, LogKind.LINK_REVOKED, device=by, subject=called, after=link.right)


def noon_tomorrow() -> datetime:
    """The usual end of a right for an evening."""
    tomorrow = timezone.localtime() + timedelta(days=1)
    return tomorrow.replace(hour=12, minute=0, second=0, microsecond=0)


def let_end(target: uuid.UUID, *, right: Right, at: datetime) -> None:
    """Let the valid links with this right on a target end then. Whoever came by one may go on looking."""
    for link in Link.objects.valid().filter(target=target, right=right):
        keep_looking(link, link.grants.values_list("device", flat=True))
        Link.objects.filter(pk=link.pk).update(expires_at=at)


def revive(target: uuid.UUID, *, right: Right) -> None:
    """Let the links with this right on a target hold again, also those that have ended; none that was taken back."""
    Link.objects.filter(target=target, right=right, revoked_at=None).update(expires_at=None)


def let_go_on(target: uuid.UUID, *, right: Right) -> None:
    """Take the end away again from those links that have not ended yet."""
    Link.objects.valid().filter(target=target, right=right).update(expires_at=None)
