"""Deleting a club: a manager asks, and seven days later a nightly job does it; 30 days more there is a way back.

The host deletes it at once, or locks it. While it is deleted or locked every address of it answers like an unknown one,
because nobody has a right in it (`is_there`). Its rows are erased by a nightly job of a higher floor.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper, F, Q, QuerySet
from django.utils import timezone

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Grant, LogKind, Removal, RemovalState, Right
from cegoscore.clubs.people import queue_on
from cegoscore.clubs.purging import surely_before

OPEN_FOR = timedelta(days=7)
"""So long everybody who manages the club can stop its deletion."""
WAY_BACK = timedelta(days=30)
ERASED = (RemovalState.DELETED, RemovalState.BY_HOST)
"""The states that end with the rows being erased."""


@transaction.atomic
def ask_deletion(club: Club, *, by: UUID) -> None:
    """Ask for the club to be deleted in seven days; all who manage it are told. Asked twice is asked once."""
    queue_on(club.pk)
    asked = {"state": RemovalState.ASKED, "device": by, "at": timezone.now()}
    if Removal.objects.get_or_create(club=club, defaults=asked)[1]:
        note(club.pk, LogKind.DELETION_ASKED, device=by, tells=True)


@transaction.atomic
def stop_deletion(club: Club, *, by: UUID) -> None:
    """Keep the club, whoever asked for its deletion. Idempotent."""
    queue_on(club.pk)
    stopped, _ = Removal.objects.filter(club=club, state=RemovalState.ASKED).delete()
    if stopped:
        note(club.pk, LogKind.DELETION_DROPPED, device=by, tells=True)


def delete_asked() -> int:
    """Delete the clubs whose deletion nobody has stopped; how many those were."""
    asked = Removal.objects.filter(state=RemovalState.ASKED, at__lte=surely_before(OPEN_FOR))
    return sum(_delete_asked(club, asked) for club in asked.values_list("club", flat=True))


def _delete_asked(club: UUID, asked: QuerySet[Removal]) -> bool:
    """False if somebody has stopped it meanwhile."""
    with transaction.atomic():
        queue_on(club)
        removal = asked.filter(club=club).select_related("club").first()
        if removal is not None:
            _hide(removal.club, RemovalState.DELETED, LogKind.CLUB_DELETED, by=removal.device)
    return removal is not None


def delete_as_host(club: Club) -> None:
    """Delete the club: only the host can bring it back."""
    _hide(club, RemovalState.BY_HOST, LogKind.CLUB_DELETED, by=None)


def lock_as_host(club: Club) -> None:
    """Lock the club: nothing of it opens until the host unlocks it."""
    _hide(club, RemovalState.LOCKED, LogKind.CLUB_LOCKED, by=None)


def _hide(club: Club, state: RemovalState, kind: LogKind, *, by: UUID | None) -> None:
    hidden: dict[str, Any] = {"state": state, "device": by, "at": timezone.now()}
    with transaction.atomic():
        queue_on(club.pk)
        there = Removal.objects.filter(club=club).first()
        if there and there.state == RemovalState.ASKED and by is None:
            hidden |= {"asked_by": there.device, "asked_at": there.at}
        Removal.objects.update_or_create(club=club, defaults=hidden)
        note(club.pk, kind, device=by, tells=True)


@transaction.atomic
def bring_back(club: Club, *, by: UUID | None) -> None:
    """Bring a club back, with every right and link as it was. Idempotent; `by` is `None` for the host.

    A device brings back only what its managers deleted, and nobody what is being erased (`overdue`). If the host hid a
    club whose deletion was asked for, that is open again: everybody can stop it for as long as they still could then.
    """
    queue_on(club.pk)
    hidden = Removal.objects.filter(club=club).exclude(state=RemovalState.ASKED).exclude(_is_over())
    removal = (hidden.filter(state=RemovalState.DELETED) if by else hidden).first()
    if removal is not None:
        if removal.asked_at is None:
            removal.delete()
        else:
            at = removal.asked_at + (timezone.now() - removal.at)
            asked = {"state": RemovalState.ASKED, "device": removal.asked_by, "at": at}
            Removal.objects.filter(pk=removal.pk).update(**asked, asked_by=None, asked_at=None)
        is_locked = removal.state == RemovalState.LOCKED
        note(club.pk, LogKind.CLUB_UNLOCKED if is_locked else LogKind.CLUB_RESTORED, device=by, tells=True)


def with_way_back() -> QuerySet[Removal]:
    """Removals by managers that can still be taken back; `until` when."""
    deleted = Removal.objects.filter(state=RemovalState.DELETED, at__gt=timezone.now() - WAY_BACK)
    return deleted.annotate(until=ExpressionWrapper(F("at") + WAY_BACK, DateTimeField()))


def deleted_clubs(device: UUID | None) -> Sequence[Removal]:
    """Removals of clubs that this device managed which can still be taken back; `until` when."""
    if device is None:
        return []
    managed = Grant.objects.that_hold().filter(device=device, target=F("club_id"), right=Right.MANAGE).values("club")
    return list(with_way_back().filter(club__in=managed).select_related("club").order_by("at", "pk"))


def overdue() -> Sequence[UUID]:
    """Keys of the clubs whose rows nobody can bring back any more."""
    return list(Removal.objects.filter(_is_over()).order_by("at").values_list("club", flat=True))


def _is_over() -> Q:
    return Q(state__in=ERASED, at__lte=surely_before(WAY_BACK))
