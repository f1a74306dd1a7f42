"""The right to look, as `access.right_on` has it, for many devices that follow a thing, in one statement."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from cegoscore.clubs.models import Right
from cegoscore.front.watched import Device, Sight

STATEMENT = """
    SELECT thing.version, thing.is_public, has.device_id, link.revoked_at, link.expires_at
    FROM ({thing}) thing
    LEFT JOIN clubs_grant has ON has.device_id IN ({devices})
        AND (has.target IN (thing.id, thing.event) OR (has.target = thing.club_id AND has."right" = %s))
    LEFT JOIN clubs_link link ON link.id = has.link_id
"""


def sights(thing: str, key: uuid.UUID, devices: Collection[Device]) -> dict[Device, Sight]:
    """Find those of the devices that may look at the thing, and its version.

    `thing` selects id, event (what it is a part of), club_id, is_public and version of things by their `{keys}`.
    """
    asking = [key_of(device) for device in devices if device]
    sql = STATEMENT.format(thing=thing.format(keys="%s"), devices=", ".join(["%s"] * len(asking)) or "NULL")
    found: dict[Device, Sight] = {}
    with connection.cursor() as cursor:
        cursor.execute(sql, [key_of(key), *asking, Right.MANAGE.value])
        for version, is_public, device, revoked_at, expires_at in cursor.fetchall():
            if is_public:
                return dict.fromkeys(devices, Sight(version=str(version)))
            sight = Sight(version=str(version), ends_at=_aware(expires_at))
            if device is None or revoked_at or (sight.ends_at and sight.ends_at <= timezone.now()):
                continue
            known = found.setdefault(_uuid(device), sight)
            if known.ends_at and (sight.ends_at is None or sight.ends_at > known.ends_at):
                found[_uuid(device)] = sight
    return found


def versions(thing: str, keys: Collection[uuid.UUID]) -> dict[uuid.UUID, str]:
    """The versions of those things that are there; `thing` is as for `sights`."""
    sql = thing.format(keys=", ".join(["%s"] * len(keys)))
    with connection.cursor() as cursor:
        cursor.execute(sql, [key_of(key) for key in keys])
        return {_uuid(row[0]): str(row[4]) for row in cursor.fetchall()}


def key_of(value: uuid.UUID) -> uuid.UUID | str:
    """A UUID as the database keeps it."""
    return value if connection.features.has_native_uuid_field else value.hex


def _uuid(value: Any) -> uuid.UUID:
    return value if isinstance(value, uuid.UUID) else uuid.UUID(value)


def _aware(moment: datetime | None) -> datetime | None:
    """SQLite keeps times in UTC without saying so."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
