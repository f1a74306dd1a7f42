"""The right to look, as `access.right_on` has it, for many devices that follow a thing, in one statement."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils import timezone

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import device_id, device_in
from cegoscore.database.prepared import SqlStatement, carry_out
from cegoscore.front.watched import Device, Sight, WatchedKind

STATEMENT = """
    SELECT thing.version, thing.is_public, has.device_id, has."right", link.revoked_at, link.expires_at
    FROM ({thing}) thing
    LEFT JOIN clubs_removal removal ON removal.club_id = thing.club_id AND removal.state <> 'asked'
    LEFT JOIN clubs_grant has ON has.device_id IN ({devices})
        AND (has.target IN (thing.id, thing.event) OR (has.target = thing.club_id AND has."right" = %s))
    LEFT JOIN clubs_link link ON link.id = has.link_id
    WHERE removal.id IS NULL
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Sight):
    """A thing as a device may see it, and the most that the device may do with it now."""

    right: Right = Right.LOOK
    is_public: bool = False
    is_own: bool = False
    """True if the device has a right of its own, and does not only see what everybody may."""

    def together_with(self, other: Look) -> Look:
        """The higher of two rights on a thing, and the later end."""
        ends = [look.ends_at for look in (self, other) if look.ends_at]
        higher = self if self.right.covers(other.right) else other
        return replace(higher, ends_at=max(ends) if len(ends) == 2 else None, is_own=self.is_own or other.is_own)


def sights(thing: str, key: UUID, devices: Collection[Device]) -> dict[Device, Look]:
    """Find those of the devices that may look at the thing, and its version.

    `thing` selects id, event (what it is a part of), club_id, is_public and version of things by their `{keys}`.
    """
    return dict(carry_out(looks(thing, key, devices))[0])


def looks(thing: str, key: UUID, devices: Collection[Device]) -> SqlStatement[tuple[Device, Look]]:
    """The statement that brings them."""
    asking = [device for device in devices if device]
    return SqlStatement(
        _statement(thing, len(asking)),
        (key, *asking, Right.MANAGE.value),
        read=lambda rows: list(_found(rows, devices).items()),
    )


def _found(rows: Iterable[tuple[Any, ...]], devices: Collection[Device]) -> dict[Device, Look]:
    looks: dict[Device, Look] = {}
    for version, is_public, device, right, revoked_at, expires_at in rows:
        everybody = Look(version=str(version), is_public=bool(is_public))
        if is_public and not looks:
            looks = dict.fromkeys(devices, everybody)
        ends_at = _aware(expires_at)
        if device is None or revoked_at or (ends_at and ends_at <= timezone.now()):
            continue
        look = replace(everybody, right=Right(right), ends_at=ends_at, is_own=True)
        known = looks.get(_uuid(device))
        looks[_uuid(device)] = known.together_with(look) if known else look
    return looks


@lru_cache(maxsize=16)
def _statement(thing: str, devices: int) -> str:
    return STATEMENT.format(thing=thing.format(keys="%s"), devices=", ".join(["%s"] * devices) or "NULL")


def versions(thing: str, keys: Collection[UUID]) -> dict[UUID, str]:
    """The versions of those things that are there; `thing` is as for `sights`."""
    sql = thing.format(keys=", ".join(["%s"] * len(keys)))
    return {_uuid(row[0]): str(row[4]) for row in carry_out(SqlStatement(sql, tuple(keys)))[0]}


def followed(thing: str) -> WatchedKind:
    """Kind of things that `thing` selects, as the bell asks about them."""
    return WatchedKind(device_in=device_in, versions=partial(versions, thing), sights=partial(sights, thing))


def look_at(request: HttpRequest, thing: str, key: UUID) -> Look:
    """The thing as this device may see it, in one statement: 404 for a stranger."""
    device = device_id(request)
    look = sights(thing, key, [device]).get(device)
    if look is None:
        raise Http404
    return look


def _uuid(value: Any) -> UUID:
    return value if isinstance(value, UUID) else UUID(value)


def _aware(moment: datetime | None) -> datetime | None:
    """SQLite keeps times in UTC without saying so."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
