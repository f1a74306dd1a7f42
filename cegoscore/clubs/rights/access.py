"""Access of devices: to a club as its manager, to a single target by a link."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from cegoscore.clubs.models import Club, Grant, Link, Right
from cegoscore.clubs.rights.devices import device_id
from cegoscore.database.prepared import Prepared


def right_on(device: UUID | None, *, target: UUID, club: UUID, event: UUID | None = None) -> Right | None:
    """The highest right of the device on something of a club; to manage the club is to manage all that it owns.

    `event` is what the target is a part of, if anything: a right there holds here, too.
    """
    if device is None:
        return None
    granted = _granted(device, target, club, event or target, timezone.now())
    rights = [Right(right) for where, right in granted if where != club or right == Right.MANAGE]
    return max(rights, key=Right.values.index, default=None)


@Prepared
def _granted(device: UUID, target: UUID, club: UUID, event: UUID, at: datetime) -> QuerySet[Grant, tuple[UUID, str]]:
    """Rights of the device that hold at a moment on any of three things."""
    granted = Grant.objects.valid(at).filter(device=device, target__in=[target, club, event])
    return granted.values_list("target", "right")


def get_whole_club(key: UUID) -> Club:
    """The club with this key, or the one that it has become a part of; 404 if there is none."""
    for club in _club(key):
        return club if club.joined_to_id is None else get_object_or_404(Club, pk=club.joined_to_id)
    raise Http404


@Prepared
def _club(key: UUID) -> QuerySet[Club]:
    return Club.objects.filter(pk=key)


def managed_club(key: UUID | None, device: UUID | None) -> Club | None:
    """The club with this key, or the one that it has become a part of, if the device manages it."""
    there = Club.objects.select_related("joined_to").filter(pk=key).first() if key else None
    club = there.whole if there else None
    return club if club and right_on(device, target=club.pk, club=club.pk) == Right.MANAGE else None


def get_club(request: HttpRequest, club_id: UUID) -> Club:
    """The club if this device manages it: 404 for a stranger, 403 for a device with any other right in it."""
    club = get_whole_club(club_id)
    device = device_id(request)
    if right_on(device, target=club.pk, club=club.pk) is None:
        raise PermissionDenied if has_some_right_in(club, device) else Http404
    return club


def ends_at(device: UUID | None, *, target: UUID, event: UUID | None = None) -> datetime | None:
    """The time at which the device may do no more than look, as its links end; `None` if one of them never does."""
    grants = Grant.objects.valid().filter(device=device, target__in=[target, event or target])
    grants = grants.exclude(right=Right.LOOK)
    ends = list(grants.values_list("link__expires_at", flat=True)) if device else []
    return None if None in ends else max(filter(None, ends), default=None)


def get_link(club: UUID, target: UUID, link_id: int, *, rights: Iterable[Right] = Right) -> Link:
    """A valid link to a target with one of the rights; 404 if there is none."""
    links = Link.objects.valid().filter(club=club, target=target, right__in=list(rights))
    return get_object_or_404(links, pk=link_id)


def targets_of(device: UUID | None) -> list[UUID]:
    """Targets of the device's rights: clubs that it manages, single sheets and tournaments."""
    return list(Grant.objects.valid().filter(device=device).values_list("target", flat=True)) if device else []


def rights_of(device: UUID | None) -> dict[UUID, Right]:
    """The highest right of the device on each target of its grants."""
    return highest_of(grants_of(device))


def highest_of(grants: Iterable[tuple[UUID, str, UUID]]) -> dict[UUID, Right]:
    """The highest right on each target of these grants."""
    lowest_first = sorted(grants, key=lambda row: Right.values.index(row[1]))
    return {target: Right(right) for target, right, _club in lowest_first}


def grants_of(device: UUID | None) -> list[tuple[UUID, str, UUID]]:
    """The device's grants that hold: the target, the right, and the target's club. One query."""
    return [] if device is None else _grants(device, timezone.now())


@Prepared
def _grants(device: UUID, at: datetime) -> QuerySet[Grant, tuple[UUID, str, UUID]]:
    return Grant.objects.valid(at).filter(device=device).values_list("target", "right", "club")


def has_some_right_in(club: Club, device: UUID | None) -> bool:
    """True if the device is no stranger: it has some right on something of the club."""
    return is_known_by(grants_of(device), club)


def is_known_by(grants: Iterable[tuple[UUID, str, UUID]], club: Club) -> bool:
    """True if one of a device's grants (target, right, club) is on something of the club."""
    return any(of == club.pk for _target, _right, of in grants)
