"""Links to a sheet: made and taken back, with an entry in the club's log."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Link, LogKind, Right
from cegoscore.clubs.rights.links import link_for, revoke
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.services.sheets import called


def share(sheet: Session, *, right: Right, until: datetime | None, by: uuid.UUID) -> Link:
    """The valid link with this right on the sheet; made if there is none, one to write to hold until then."""
    with transaction.atomic():
        ends = until if right is Right.WRITE else None
        link = link_for(sheet.club, right=right, target=sheet.pk, until=ends)
        note(sheet.club_id, LogKind.LINK_MADE, device=by, subject=called(sheet), after=right.value)
    return link


def unshare(sheet: Session, link: Link, *, by: uuid.UUID) -> None:
    """Take a link back from everybody who has it."""
    with transaction.atomic():
        revoke(link)
        note(sheet.club_id, LogKind.LINK_REVOKED, device=by, subject=called(sheet), after=link.right)
