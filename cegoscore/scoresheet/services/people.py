"""Who the columns of a sheet are: wrong seats, a typo in a name, the same person twice."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from cegoscore.clubs import people
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.services.errors import Refused, Stale
from cegoscore.scoresheet.services.ledger import take_turn_seen


def reseat(sheet: Session, *, seen: int, players: Mapping[int, int]) -> None:
    """Put every column on the right person: players' keys by seat number. No hand changes; done twice is done once.

    Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    if len(set(players.values())) != len(players):
        raise Refused("player_twice")
    try:
        with transaction.atomic():
            take_turn_seen(sheet, seen)
            people.queue_on(sheet.club_id)
            sitting = _sitting(sheet)
            persons = people.persons_of(sheet.club_id)
            known = set(persons.filter(pk__in=players.values()).values_list("pk", flat=True))
            if sitting.keys() != players.keys() or known != set(players.values()):
                raise Refused("player_unknown")
            for number, player in players.items():
                if sitting[number] != player:
                    sheet.seats.filter(number=number).update(player=player)
    except Stale:
        if _sitting(sheet) != dict(players):
            raise


def rename(sheet: Session, *, player: int, name: str) -> None:
    """Call a person of the sheet by another name, on every sheet of the club; a closed sheet can still be put right.

    Raises `Refused` if somebody else in the club has that name, or if the person is not on the sheet.
    """
    with transaction.atomic():
        _renew(sheet)
        if player not in _sitting(sheet).values():
            raise Refused("player_unknown")
        people.rename(sheet.club_id, player=player, name=name)


def merge(sheet: Session, *, kept: int, gone: int) -> None:
    """The same person twice in the sheet's club, as `people.merge` does it; whoever looks at the sheet sees it."""
    with transaction.atomic():
        _renew(sheet)
        people.merge(sheet.club_id, kept=kept, gone=gone)


def _renew(sheet: Session) -> None:
    """A new version, so that whoever looks at the sheet sees the change; the sheet may be closed."""
    Session.objects.filter(pk=sheet.pk).update(version=F("version") + 1)


def _sitting(sheet: Session) -> dict[int, int]:
    """The person in each column, by seat number."""
    return {seat.number: seat.player.person.pk for seat in sheet.seats.select_related("player__merged_into")}
