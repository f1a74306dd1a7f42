"""The end of a sheet that has a planned number of hands: one player hands it in, another one agrees."""

from __future__ import annotations

from typing import Protocol

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.scoresheet.ledger.errors import Stale
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen
from cegoscore.scoresheet.models import Session, State


class Agreeing(Protocol):
    """Handing in and agreeing: which state of the sheet was seen, and whose word it is."""

    def __call__(self, sheet: Session, *, seen: int, seat: int) -> None:
        """Write the word of `seat`; `seen` is the version of the sheet."""


def hand_in(sheet: Session, *, seen: int, seat: int) -> None:
    """A player says that all is written and right; nothing more can be written then. Done twice is done once.

    Raises `Refused` while hands are missing, `SheetClosed`, and `Stale` if the sheet's version is no longer `seen`.
    """
    _check_seat(sheet, seat)
    if _is(sheet, State.HANDED_IN, handed_in_by=seat):
        return
    with transaction.atomic():
        lock_sheet_as_seen(sheet, seen)
        missing = (sheet.planned or 0) - counting_hands(sheet)
        if missing > 0:
            raise Refused("hands_missing", missing=missing)
        Session.objects.filter(pk=sheet.pk).update(state=State.HANDED_IN, handed_in_by=seat, confirmed_by=None)


def confirm(sheet: Session, *, seen: int, seat: int) -> None:
    """Another player agrees with what was handed in; from then on it is the desk's. Done twice is done once.

    Raises `Refused` if it is the same player, and `Stale` if the sheet is no longer as it was seen.
    """
    _check_seat(sheet, seat)
    if _is(sheet, State.CONFIRMED, confirmed_by=seat):
        return
    if _is(sheet, State.HANDED_IN, handed_in_by=seat):
        raise Refused("same_player_confirms")
    this = Session.objects.filter(pk=sheet.pk, state=State.HANDED_IN, version=seen).exclude(handed_in_by=seat)
    changes = {"state": State.CONFIRMED, "confirmed_by": seat, "ended_at": timezone.now(), "called_at": None}
    if not this.update(version=F("version") + 1, **changes):
        raise Stale


def take_back(sheet: Session) -> None:
    """Reopen a sheet that was handed in, so that hands can be corrected; any other stays as it is."""
    this = Session.objects.filter(pk=sheet.pk, state=State.HANDED_IN)
    this.update(state=State.OPEN, handed_in_by=None, version=F("version") + 1)


def call_referee(sheet: Session) -> None:
    """The table wants a referee; called twice, called once."""
    this = Session.objects.filter(pk=sheet.pk, called_at=None)
    this.update(called_at=timezone.now(), version=F("version") + 1)


def referee_came(sheet: Session) -> None:
    """The table waits no longer."""
    this = Session.objects.filter(pk=sheet.pk, called_at__isnull=False)
    this.update(called_at=None, version=F("version") + 1)


def _check_seat(sheet: Session, seat: int) -> None:
    if not sheet.seats.filter(number=seat).exists():
        raise Refused("unknown_seat")


def _is(sheet: Session, state: State, **by: int) -> bool:
    return Session.objects.filter(pk=sheet.pk, state=state, **by).exists()
