"""Reads about the columns of a sheet: seats with their players, and the club's people for lists to choose from."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import persons_of
from cegoscore.clubs.who import identity
from cegoscore.database.prepared import Prepared, PreparedStatement, carry_out
from cegoscore.scoresheet.models import Seat, Session


def seats_of(sheet: Session) -> list[Seat]:
    """The columns of the sheet with their people, in order."""
    return carry_out(columns(sheet.pk))[0]


def columns(sheet: uuid.UUID) -> PreparedStatement[Seat]:
    """The statement that brings them."""
    statement = _seats.of(sheet)
    return replace(statement, read=lambda brought: _told_apart(statement.read(brought)))


def _told_apart(seats: list[Seat]) -> list[Seat]:
    keys = [identity(seat.own_name) for seat in seats]
    for seat, key in zip(seats, keys, strict=True):
        if keys.count(key) > 1:
            seat.told_apart = f"{seat.own_name} ({_beside(seat, seats)})"
    return seats


@Prepared
def _seats(sheet: uuid.UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(session=sheet).select_related("player__merged_into").order_by("number")


def _beside(seat: Seat, seats: Sequence[Seat]) -> str:
    """Words that tell somebody apart from namesakes: the village, or the number of the seat if that is not enough."""
    village, this = seat.player.person.village, identity(seat.own_name)
    villages = [identity(each.player.person.village) for each in seats if identity(each.own_name) == this]
    return village if village and villages.count(identity(village)) == 1 else str(seat.number + 1)


def names_of(sheet: Session) -> dict[int, str]:
    """Names by seat number."""
    return {seat.number: seat.name for seat in seats_of(sheet)}


def people_of(sheet: Session) -> list[Player]:
    """Everybody in the sheet's club who has a name, each once, by name."""
    return sorted(persons_of(sheet.club_id).exclude(name=""), key=lambda person: (sort_key(person.name), person.pk))


def people_beside(sheet: Session) -> list[Player]:
    """Everybody in the sheet's club who has no column on it, by name."""
    sitting = {seat.player.person.pk for seat in seats_of(sheet)}
    return [person for person in people_of(sheet) if person.pk not in sitting]
