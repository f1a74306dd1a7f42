"""Access to a club night: who manages the club arranges it; whoever may look at one of its tables may look."""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.sights import Look
from cegoscore.pictures import Picture
from cegoscore.scoresheet.models import ClubNight

NIGHT = """
    SELECT night.id, part.id AS event, night.club_id, FALSE AS is_public,
        CAST(night.version AS TEXT) || '.' || (
            SELECT CAST(COUNT(sheet.id) AS TEXT) || '.' || CAST(COALESCE(SUM(sheet.version), 0) AS TEXT)
            FROM scoresheet_session sheet WHERE sheet.night_id = night.id AND sheet.deleted_at IS NULL
        ) AS version
    FROM scoresheet_clubnight night
    LEFT JOIN scoresheet_session part ON part.night_id = night.id AND part.deleted_at IS NULL
    WHERE night.id IN ({keys})
"""
"""A row a table: whoever may look at one of them may follow the standing."""

KIND = sights.followed(NIGHT)


def look_at(request: HttpRequest, night_id: uuid.UUID) -> Look:
    """The version of the night for a device that may look at it: 404 for a stranger."""
    return sights.look_at(request, NIGHT, night_id)


def get_night(request: HttpRequest, night_id: uuid.UUID, right: Right = Right.LOOK) -> tuple[ClubNight, Right]:
    """The night and what this device may do with it: 404 for a stranger, 403 for one who may do less.

    To write is to open a table there, and a right on one of its tables is no more than a right to look.
    """
    night = get_object_or_404(ClubNight.objects.select_related("club", "rule_set"), pk=night_id)
    has = right_on(device_id(request), target=night.pk, club=night.club_id)
    if has is None:
        look_at(request, night_id)
        has = Right.LOOK
    if not has.covers(right):
        raise PermissionDenied
    return night, has


def get_night_to_arrange(request: HttpRequest, night_id: uuid.UUID) -> ClubNight:
    """The night if this device manages its club."""
    return get_night(request, night_id, Right.MANAGE)[0]


def night_preview(key: uuid.UUID) -> Picture | None:
    """The name and day of the night with this key; None if there is none."""
    night = ClubNight.objects.filter(pk=key).first()
    return Picture(title=night.name, day=date_format(night.day, "DATE_FORMAT")) if night else None
