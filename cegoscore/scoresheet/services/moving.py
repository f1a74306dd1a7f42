"""A sheet of one club becomes another's, with its people."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from cegoscore.clubs.known_people import same_person
from cegoscore.clubs.models import Club, Grant, Link, Player
from cegoscore.clubs.people import persons_of, queue_on, tell_others
from cegoscore.scoresheet.models import Seat, Session


def move_sheets(sheets: Sequence[Session], club: Club) -> None:
    """Move sheets to a club, and whatever leads to them. No hand and no sum changes.

    Who sits there becomes the club's person of the same name and village, or a new one of it. Links to the sheets go
    on; whoever managed the club before, and not this one, no longer reaches them.
    """
    with transaction.atomic():
        for key in sorted({club.pk, *(sheet.club_id for sheet in sheets)}):
            queue_on(key)
        for sheet in sheets:
            _move(sheet, club)
        for key in {club.pk, *(sheet.club_id for sheet in sheets)}:
            tell_others(key)


def _move(sheet: Session, club: Club) -> None:
    # Writers of the sheet queue on its version: whoever joins the table meanwhile is told that it changed.
    Session.objects.filter(pk=sheet.pk).update(club=club, version=F("version") + 1)
    seats = list(Seat.objects.filter(session=sheet).select_related("player__merged_into").order_by("number"))
    known, here = list(persons_of(club.pk).exclude(name="").order_by("pk")), dict[int, Player]()
    for seat in seats:
        person = seat.player.person
        if person.pk not in here:
            free = [player for player in known if player not in here.values()]
            here[person.pk] = same_person(free, person) or _copy(person, club)
        seat.player = here[person.pk]
    Seat.objects.bulk_update(seats, ["player"])
    Link.objects.filter(target=sheet.pk).update(club=club)
    Grant.objects.filter(target=sheet.pk).update(club=club)


def _copy(person: Player, club: Club) -> Player:
    return Player.objects.create(club=club, name=person.name, village=person.village)


def with_their_chains(sheets: Sequence[Session]) -> list[Session]:
    """The sheets, and those whose totals went on to them or came from them."""
    found = {sheet.pk: sheet for sheet in sheets}
    while True:
        before = len(found)
        keys = list(found)
        for sheet in Session.objects.filter(continued_by__in=keys) | Session.objects.filter(continues__in=keys):
            found.setdefault(sheet.pk, sheet)
        if len(found) == before:
            return list(found.values())
