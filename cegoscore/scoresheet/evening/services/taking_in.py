"""Taking in an evening that a phone opened without network, in one request that may come twice."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.access import right_on
from cegoscore.database.retries import unless_duplicate
from cegoscore.scoresheet.evening.services.circle_tables import open_circle_table
from cegoscore.scoresheet.ledger.opening import Opening
from cegoscore.scoresheet.models import Session

logger = logging.getLogger(__name__)

LONGEST_AGO = timedelta(days=90)
"""A phone's clock that says more is not believed."""


class Foreign(Exception):
    """The id belongs to a sheet that the device has no right on."""


def take_in(opening: Opening, *, device: Device) -> None:
    """Store the sheet, with the device's right to it; done twice is done once.

    It is filed under its circle if the device still manages that, else under a club of its own. Raises `Foreign`.
    """
    try:
        with transaction.atomic():
            sheet = open_circle_table(
                device,
                opening.table,
                circle=opening.circle,
                persons=opening.persons,
                started_at=_began(opening),
                id=opening.id,
            )
    except IntegrityError as error:
        unless_duplicate(error)
        there = Session.objects.filter(pk=opening.id).first()
        if there is None:
            raise
        if right_on(device.id, target=there.id, club=there.club_id, event=there.event) is None:
            raise Foreign from None
        return
    logger.info("device %s: sheet %s, opened without network, taken into club %s", device.id, opening.id, sheet.club_id)


def _began(opening: Opening) -> datetime:
    now = timezone.now()
    said = opening.started_at or now
    return said if now - LONGEST_AGO < said < now else now
