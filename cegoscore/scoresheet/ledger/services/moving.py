"""A sheet of one club becomes another's, with its people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction
from django.db.models import F

from cegoscore.bookings import services as bookings
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Grant, Link, Player
from cegoscore.clubs.people import lock_above, person_of, persons_of, queue_on, tell_others
from cegoscore.scoresheet.ledger.money import bookings_of
from cegoscore.scoresheet.models import Seat, Session


def move_sheets(
    evenings: Sequence[Session], club: Club, *, check: Callable[[Sequence[Session]], None] = lambda _sheets: None
) -> list[Session]:
    """Move evenings to a club, with their chains and whatever leads to them; the sheets as they were. No hand changes.

    Who sits there becomes the club's person of the same name and village, or a new one of it. Links to the sheets go
    on; whoever managed the club before, and not this one, no longer reaches them. `check` may refuse to move the
    sheets; it is asked when no other writer can be in between. Raises `Refused` if they changed meanwhile.
    """
    found = with_their_chains(evenings)
    keys, clubs = sorted(sheet.pk for sheet in found), sorted({club.pk, *(sheet.club_id for sheet in found)})
    with transaction.atomic():
        # As all writers do, what is above sheets first, clubs last. Whoever joins the table meanwhile is told.
        for key in clubs:
            lock_above(key)
        for key in keys:
            Session.objects.filter(pk=key).update(version=F("version") + 1)
        chains = with_their_chains(Session.objects.filter(pk__in=keys))
        if len(chains) > len(keys) or not {sheet.club_id for sheet in chains} <= set(clubs):
            raise Refused("changed_since")
        sheets = [sheet for sheet in chains if sheet.club_id != club.pk]
        for key in clubs:
            queue_on(key)
        check(sheets)
        for sheet in sheets:
            _move(sheet, club)
        for key in clubs:
            tell_others(key)
    return sheets


def _move(sheet: Session, club: Club) -> None:
    Session.objects.filter(pk=sheet.pk).update(club=club)
    seats = list(Seat.objects.filter(session=sheet).select_related("player__merged_into").order_by("number"))
    known, here = list(persons_of(club.pk).exclude(name="").order_by("pk")), dict[int, Player]()
    for seat in seats:
        person = seat.player.person
        if person.pk not in here:
            here[person.pk] = person_of(club.pk, person, [each for each in known if each not in here.values()])
        seat.player = here[person.pk]
    Seat.objects.bulk_update(seats, ["player"])
    bookings.move(bookings_of(sheet), club, here)
    Link.objects.filter(target=sheet.pk).update(club=club)
    Grant.objects.filter(target=sheet.pk).update(club=club)


def with_their_chains(sheets: Iterable[Session]) -> list[Session]:
    """The sheets, and those whose totals went on to them or came from them."""
    found = {sheet.pk: sheet for sheet in sheets}
    while True:
        before = len(found)
        keys = list(found)
        for sheet in Session.objects.filter(continued_by__in=keys) | Session.objects.filter(continues__in=keys):
            found.setdefault(sheet.pk, sheet)
        if len(found) == before:
            return list(found.values())
