"""Who the columns of a sheet are: wrong seats, a typo in a name, the same person twice."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F, Q, QuerySet

from cegoscore.clubs.models import Club, Player
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
            _queue_on_club(sheet)
            sitting = _sitting(sheet)
            known = set(_persons(sheet).filter(pk__in=players.values()).values_list("pk", flat=True))
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
        _queue_on_club(sheet)
        if player not in _sitting(sheet).values():
            raise Refused("player_unknown")
        others = _persons(sheet).exclude(pk=player).values_list("name", flat=True)
        if name.casefold() in map(str.casefold, others):
            raise Refused("name_in_club", name=name)
        Player.objects.filter(pk=player).update(name=name)


def merge(sheet: Session, *, kept: int, gone: int) -> None:
    """The same person twice in a club: from now on both are `kept`, on old sheets too. Done twice is done once.

    Raises `Refused` where it makes no sense, above all if both sit on one sheet as two people.
    """
    with transaction.atomic():
        _renew(sheet)
        _queue_on_club(sheet)
        if Player.objects.filter(pk=gone, merged_into=kept).exists():
            return
        if kept == gone:
            raise Refused("same_person")
        if _persons(sheet).filter(pk__in=(kept, gone)).count() != 2:
            raise Refused("player_unknown")
        both = Session.objects.filter(seats__player__in=_names_of(kept)).filter(seats__player__in=_names_of(gone))
        if both.exists():
            first, second = (Player.objects.get(pk=pk).name for pk in (kept, gone))
            raise Refused("both_on_a_sheet", first=first, second=second)
        _names_of(gone).update(merged_into=kept)


def _renew(sheet: Session) -> None:
    """A new version, so that whoever looks at the sheet sees the change; the sheet may be closed."""
    Session.objects.filter(pk=sheet.pk).update(version=F("version") + 1)


def _queue_on_club(sheet: Session) -> None:
    """Who is who in a club is changed by one at a time."""
    Club.objects.filter(pk=sheet.club_id).update(name=F("name"))


def _persons(sheet: Session) -> QuerySet[Player]:
    """Everybody in the sheet's club, each once."""
    return Player.objects.filter(club=sheet.club_id, merged_into=None)


def _names_of(person: int) -> QuerySet[Player]:
    """The person, and everybody who turned out to be this person."""
    return Player.objects.filter(Q(pk=person) | Q(merged_into=person))


def _sitting(sheet: Session) -> dict[int, int]:
    """The person in each column, by seat number."""
    return {seat.number: seat.player.person.pk for seat in sheet.seats.select_related("player__merged_into")}
