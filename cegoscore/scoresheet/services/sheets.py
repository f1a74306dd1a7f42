"""A sheet as a whole: opened, closed, followed by the next evening, deleted, restored, purged."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.models import KEPT, Seat, Session, State
from cegoscore.scoring.house_rules import HouseRules


def open_table(
    device: Device,
    *,
    names: Sequence[str],
    rules: HouseRules,
    first_dealer: int,
    title: str = "",
    stake: Decimal | None = None,
    currency: str = "",
) -> Session:
    """A new sheet in a club of its own, which the device manages; `names` in the order of the seats."""
    with transaction.atomic():
        club = open_club(device)
        sheet = Session.objects.create(
            club=club,
            rule_set=stored(rules),
            title=title,
            stake=stake,
            currency=currency,
            lineup=list(range(len(names))),
            dealer=first_dealer,
        )
        players = Player.objects.bulk_create([Player(club=club, name=name) for name in names])
        Seat.objects.bulk_create([Seat(session=sheet, number=n, player=player) for n, player in enumerate(players)])
    return sheet


def close_sheet(sheet: Session) -> None:
    """End the evening: the sheet takes nothing more. One that is not open stays as it is."""
    this = Session.objects.filter(pk=sheet.pk, state=State.OPEN)
    this.update(state=State.CLOSED, ended_at=timezone.now(), version=F("version") + 1)


def reopen_sheet(sheet: Session) -> None:
    """Go on with a closed sheet; one whose totals were carried over to another stays closed."""
    this = Session.objects.filter(pk=sheet.pk, state=State.CLOSED, continued_by=None)
    this.update(state=State.OPEN, ended_at=None, version=F("version") + 1)


def next_evening(sheet: Session, *, players: Sequence[int], uuid: UUID | None = None) -> Session:
    """A new sheet of the same club by the same rules and stake; `players` are row ids in the order of their new seats.

    The first of them deals first. A second request with the same `uuid` gets the sheet that the first one opened.
    """
    key = uuid or uuid4()
    try:
        return _next_evening(sheet, players, key)
    except IntegrityError:
        opened = Session.objects.filter(pk=key, club=sheet.club_id).first()
        return opened or _next_evening(sheet, players, uuid4())


def _next_evening(sheet: Session, players: Sequence[int], uuid: UUID) -> Session:
    with transaction.atomic():
        new = Session.objects.create(
            id=uuid,
            club_id=sheet.club_id,
            rule_set_id=sheet.rule_set_id,
            title=sheet.title,
            stake=sheet.stake,
            currency=sheet.currency,
            lineup=list(range(len(players))),
            dealer=0,
        )
        Seat.objects.bulk_create(
            Seat(session=new, number=number, player_id=player) for number, player in enumerate(players)
        )
    return new


def delete_sheet(sheet: Session) -> None:
    """Hide a sheet from everybody; it can be brought back for 30 days."""
    Session.objects.filter(pk=sheet.pk, deleted_at=None).update(deleted_at=timezone.now())


def restore_sheet(sheet: Session) -> None:
    """Bring a deleted sheet back."""
    Session.objects.filter(pk=sheet.pk).update(deleted_at=None)


def purge_sheets() -> int:
    """Remove for good what was deleted more than 30 days ago; how many sheets that were."""
    gone = Session.objects.filter(deleted_at__lt=timezone.now() - KEPT)
    with transaction.atomic():
        return gone.delete()[1].get(Session._meta.label, 0)
