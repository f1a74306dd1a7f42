"""Taking in an evening that a phone opened without network, in one request that may come twice."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from cegoscore.clubs import people
from cegoscore.clubs.models import Club, Device, Player, Right
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.opening import Opening
from cegoscore.scoresheet.services.sheets import create_sheet

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
            club = _circle_of(opening, device)
            sheet_club = club or open_club(device)
            players = _players(opening, club) if club else None
            create_sheet(sheet_club, opening.table, players=players, id=opening.id, started_at=_began(opening))
    except IntegrityError:
        there = Session.objects.filter(pk=opening.id).first()
        if there is None:
            raise
        if right_on(device.id, target=there.id, club=there.club_id, event=there.event) is None:
            raise Foreign from None
        return
    logger.info("device %s: sheet %s, opened without network, taken into club %s", device.id, opening.id, sheet_club.id)


def _circle_of(opening: Opening, device: Device) -> Club | None:
    if opening.circle is None:
        return None
    if right_on(device.id, target=opening.circle, club=opening.circle) != Right.MANAGE:
        return None
    return Club.objects.filter(pk=opening.circle).first()


def _began(opening: Opening) -> datetime:
    now = timezone.now()
    said = opening.started_at or now
    return said if now - LONGEST_AGO < said < now else now


def _players(opening: Opening, club: Club) -> list[Player]:
    """The people of the circle who sit there, by row id, else by name; somebody new becomes one of them."""
    known = list(people.persons_of(club.id).order_by("pk"))
    found: list[Player] = []
    for name, key in zip(opening.table.names, opening.persons, strict=True):
        free = [player for player in known if player not in found]
        same = next((player for player in free if player.pk == key), None)
        same = same or next((player for player in free if player.name == name), None)
        found.append(same or Player.objects.create(club=club, name=name))
    return found
