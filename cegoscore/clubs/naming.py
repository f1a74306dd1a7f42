"""A club gets a name, or another one."""

from __future__ import annotations

import logging
import uuid

from django.db import transaction

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind
from cegoscore.clubs.people import queue_on

logger = logging.getLogger(__name__)


def name_club(club: Club, name: str, *, by: Device | uuid.UUID | None) -> None:
    """Call a club something; its log says so. Idempotent."""
    with transaction.atomic():
        queue_on(club.pk)
        before = Club.objects.values_list("name", flat=True).get(pk=club.pk)
        if before == name:
            return
        Club.objects.filter(pk=club.pk).update(name=name)
        note(club.pk, LogKind.CLUB_NAMED, device=by, before=before, after=name, tells=True)
    logger.info("device %s: club %s named", by.pk if isinstance(by, Device) else by, club.pk)
