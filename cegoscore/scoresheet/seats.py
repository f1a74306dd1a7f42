"""Reads about the columns of a sheet: seats with their players, and the club's people for lists to choose from."""

from __future__ import annotations

import uuid

from django.db.models import QuerySet

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import persons_of
from cegoscore.prepared import Prepared
from cegoscore.scoresheet.models import Seat, Session


def seats_of(sheet: Session) -> list[Seat]:
    """The columns of the sheet with their people, in order."""
    return _seats(sheet.pk)


@Prepared
def _seats(sheet: uuid.UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(session=sheet).select_related("player__merged_into").order_by("number")


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
