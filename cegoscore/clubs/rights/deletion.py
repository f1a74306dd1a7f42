"""Deleting a club with a way back of 30 days: by two managers, by one with the rescue code, or by the host.

While it is deleted or locked every address of it answers like an unknown one, because nobody has a right in it
(`is_there`). Its rows are erased by a nightly job of a higher floor.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Grant, LogKind, Removal, RemovalState, Right
from cegoscore.clubs.people import queue_on
from cegoscore.clubs.rights.managers import managers_of

WAY_BACK = timedelta(days=30)
ERASED = (RemovalState.DELETED, RemovalState.BY_HOST)
"""The states that end with the rows being erased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """A club that can still be brought back, and until when."""

    club: Club
    until: datetime


def removal_of(club: Club) -> Removal | None:
    """Removal of the club that is under way: asked for not too long ago, or done."""
    removal = Removal.objects.filter(club=club).first()
    if removal and removal.state == RemovalState.ASKED and removal.at <= timezone.now() - WAY_BACK:
        return None
    return removal


def ask_deletion(club: Club, *, by: uuid.UUID) -> None:
    """Ask the other managers to delete the club; they are told. Asking again begins anew."""
    with transaction.atomic():
        queue_on(club.pk)
        asked = {"state": RemovalState.ASKED, "device": by, "at": timezone.now()}
        Removal.objects.update_or_create(club=club, defaults=asked)
        note(club.pk, LogKind.DELETION_ASKED, device=by, tells=True)


def drop_deletion(club: Club, *, by: uuid.UUID) -> None:
    """Withdraw the wish to delete the club, one's own or somebody else's. Idempotent."""
    with transaction.atomic():
        queue_on(club.pk)
        dropped, _ = Removal.objects.filter(club=club, state=RemovalState.ASKED).delete()
        if dropped:
            note(club.pk, LogKind.DELETION_DROPPED, device=by, tells=True)


def agree_to_deletion(club: Club, *, by: uuid.UUID) -> None:
    """Delete the club as its second manager.

    Raises `Refused` unless another device asked for it when this one managed the club already: whoever has one device
    cannot make a second one agree.
    """
    with transaction.atomic():
        queue_on(club.pk)
        asked = removal_of(club)
        if asked is None:
            raise Refused("deletion_not_asked")
        came = next((grant.created_at for grant in managers_of(club.pk) if grant.device_id == by), None)
        if asked.device == by or came is None or came >= asked.at:
            raise Refused("second_manager")
        _hide(club, RemovalState.DELETED, LogKind.CLUB_DELETED, by=by)


def delete_with_code(club: Club, *, by: uuid.UUID) -> None:
    """Delete the club as a manager who has typed its rescue code: the caller has looked at it."""
    with transaction.atomic():
        queue_on(club.pk)
        _hide(club, RemovalState.DELETED, LogKind.CLUB_DELETED, by=by)


def delete_as_host(club: Club) -> None:
    """Delete the club: only the host can bring it back."""
    with transaction.atomic():
        queue_on(club.pk)
        _hide(club, RemovalState.BY_HOST, LogKind.CLUB_DELETED, by=None)


def lock_as_host(club: Club) -> None:
    """Lock the club: nothing of it opens until the host unlocks it."""
    with transaction.atomic():
        queue_on(club.pk)
        _hide(club, RemovalState.LOCKED, LogKind.CLUB_LOCKED, by=None)


def _hide(club: Club, state: RemovalState, kind: LogKind, *, by: uuid.UUID | None) -> None:
    hidden = {"state": state, "device": by, "at": timezone.now()}
    Removal.objects.update_or_create(club=club, defaults=hidden)
    note(club.pk, kind, device=by, tells=True)


def bring_back(club: Club, *, by: uuid.UUID | None) -> None:
    """Bring a club back, with every right and link as it was. Idempotent; `by` is `None` for the host."""
    with transaction.atomic():
        queue_on(club.pk)
        removal = Removal.objects.filter(club=club).exclude(state=RemovalState.ASKED).first()
        if removal is not None:
            removal.delete()
            is_locked = removal.state == RemovalState.LOCKED
            note(club.pk, LogKind.CLUB_UNLOCKED if is_locked else LogKind.CLUB_RESTORED, device=by, tells=True)


def deleted_clubs(device: uuid.UUID | None) -> Sequence[Deleted]:
    """Clubs that this device managed, that their managers deleted, and that can still be brought back."""
    if device is None:
        return []
    own = Grant.objects.that_hold().filter(device=device, target=F("club_id"), right=Right.MANAGE).values("club")
    since = timezone.now() - WAY_BACK
    removals = Removal.objects.filter(club__in=own, state=RemovalState.DELETED, at__gt=since)
    return [
        Deleted(club=removal.club, until=removal.at + WAY_BACK)
        for removal in removals.select_related("club").order_by("at", "pk")
    ]


def overdue() -> Sequence[uuid.UUID]:
    """Keys of the clubs whose rows nobody can bring back any more."""
    gone = Removal.objects.filter(state__in=ERASED, at__lte=timezone.now() - WAY_BACK)
    return list(gone.order_by("at").values_list("club", flat=True))
