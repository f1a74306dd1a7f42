"""A sheet as a whole: opened, closed, deleted, restored, purged, moved to another club."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from cegoscore.bookings import services as bookings
from cegoscore.bookings.models import DUE, EVENING, Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, Link, LogKind, Player, Right
from cegoscore.clubs.people import lock_above, person_of, persons_of, queue_on, tell_others
from cegoscore.clubs.purging import remove
from cegoscore.clubs.rights.links import forget_targets, let_end, link_for, open_club
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.ledger.wording import refuse_at_tournament
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import KEPT, ClubNight, Seat, Session, State


def open_table(device: Device, **table: Any) -> Session:
    """A new sheet in a club of its own, which the device manages; the arguments are those of `NewTable`."""
    with transaction.atomic():
        return create_sheet(open_club(device), NewTable(**table))


def create_sheet(club: Club, table: NewTable, *, players: Sequence[Player] | None = None, **more: Any) -> Session:
    """A new sheet of a club with its seats; without `players` everybody is new there. `more`: other columns.

    It has a link to look on from the start, so that its page for sharing opens with a QR code.
    """
    if players is None:
        players = Player.objects.bulk_create([Player(club=club, name=name) for name in table.names])
    sheet = Session.objects.create(
        club=club,
        lineup=list(range(len(players))),
        rule_set=stored(table.rules),
        title=table.title,
        stake=table.stake,
        currency=table.currency,
        dealer=table.first_dealer,
        **more,
    )
    Seat.objects.bulk_create(Seat(session=sheet, number=n, player=player) for n, player in enumerate(players))
    link_for(club, right=Right.LOOK, target=sheet.pk)
    return sheet


def close_sheet(sheet: Session, *, by: UUID | None = None, at: datetime | None = None) -> None:
    """End the evening: the sheet takes nothing more, and links to write on it end; one that is not open stays so.

    `at`: the moment of something larger that ends with it. Raises `Refused` at a tournament's table.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        at = at or timezone.now()
        if shut(sheet, at=at):
            let_end(sheet.pk, right=Right.WRITE, at=at)
            note(sheet.club_id, LogKind.SHEET_CLOSED, device=by, subject=called(sheet))


def reopen_sheet(sheet: Session, *, by: UUID | None = None) -> None:
    """Go on with a closed sheet; one whose totals were carried over to another stays closed. Managers are told.

    Raises `Refused` at a tournament's table.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        if unshut(sheet) is not None:
            note(sheet.club_id, LogKind.SHEET_REOPENED, device=by, subject=called(sheet), tells=True)


def renew(sheet: Session) -> None:
    """A new version for a change that a closed sheet takes, too: whoever looks sees it, and writers queue on it."""
    Session.objects.filter(pk=sheet.pk).update(version=F("version") + 1)


def shut(sheet: Session, *, at: datetime) -> bool:
    """Close a sheet that ended then, within somebody's transaction; false if it was not open."""
    this = Session.objects.filter(pk=sheet.pk, state=State.OPEN)
    if not this.update(state=State.CLOSED, ended_at=at, version=F("version") + 1):
        return False
    follow(Kind.SHEET, sheet.pk)
    return True


def unshut(sheet: Session) -> datetime | None:
    """Open a closed sheet, within somebody's transaction; the moment at which it had ended, none if it stays closed."""
    this = Session.objects.filter(pk=sheet.pk, state=State.CLOSED, continued_by=None)
    if not this.update(state=State.OPEN, version=F("version") + 1):
        return None
    opened = Session.objects.filter(pk=sheet.pk)
    ended = opened.values_list("ended_at", flat=True).get()
    opened.update(ended_at=None)
    follow(Kind.SHEET, sheet.pk)
    return ended or timezone.now()


def called(sheet: Session) -> str:
    """Name of a sheet in a log: its title and its day."""
    day = f"{timezone.localtime(sheet.started_at):%d.%m.%Y}"
    return f"{sheet.title}, {day}" if sheet.title else day


def delete_sheet(sheet: Session, *, by: UUID | None = None) -> None:
    """Hide a sheet from everybody; it can be brought back for 30 days. Raises `Refused` at a tournament's table."""
    refuse_at_tournament(sheet)
    with transaction.atomic():
        if Session.objects.filter(pk=sheet.pk, deleted_at=None).update(deleted_at=timezone.now()):
            follow(Kind.SHEET, sheet.pk)
            note(sheet.club_id, LogKind.SHEET_DELETED, device=by, subject=called(sheet), tells=True)


def restore_sheet(sheet: Session, *, by: UUID | None = None) -> None:
    """Bring a deleted sheet back."""
    with transaction.atomic():
        if Session.objects.filter(pk=sheet.pk).exclude(deleted_at=None).update(deleted_at=None):
            follow(Kind.SHEET, sheet.pk, new_dues=False)
            note(sheet.club_id, LogKind.SHEET_RESTORED, device=by, subject=called(sheet))


def purge_sheets() -> int:
    """Remove for good what was deleted more than 30 days ago; how many sheets that were.

    Sheets of a tournament go with it.
    """
    count = remove_sheets(Session.objects.filter(event=None, deleted_at__lt=timezone.now() - KEPT))
    no_event = [~Exists(model.objects.filter(pk=OuterRef("key"))) for model in (Session, ClubNight)]
    remove(Booking.objects.filter(*no_event, kind__in=[EVENING, DUE]))
    return count


def remove_sheets(sheets: QuerySet[Session]) -> int:
    """Remove sheets for good with every right on them, each in a transaction of its own; how many."""
    keys = list(sheets.values_list("pk", flat=True))
    for key in keys:
        with transaction.atomic():
            forget_targets([key])
            Session.objects.filter(pk=key).delete()
    return len(keys)


def move_sheets(
    evenings: Sequence[Session], club: Club, *, check: Callable[[Sequence[Session]], None] = lambda _sheets: None
) -> list[Session]:
    """Move evenings to a club, with their chains and whatever leads to them; the sheets as they were. No hand changes.

    Who sits there becomes the club's person of the same name and village, or a new one of it. Links to the sheets go
    on; whoever managed the club before, and not this one, no longer reaches them. `check` may refuse to move the
    sheets; it is asked when no other writer can be in between. Raises `Refused` if they changed meanwhile.
    """
    moving = with_their_chains(evenings)
    keys, clubs = sorted(sheet.pk for sheet in moving), sorted({club.pk, *(sheet.club_id for sheet in moving)})
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
            here[person.pk] = person_of(
                club.pk, person, [candidate for candidate in known if candidate not in here.values()]
            )
        seat.player = here[person.pk]
    Seat.objects.bulk_update(seats, ["player"])
    bookings.move(sheet.pk, club, here)
    Link.objects.filter(target=sheet.pk).update(club=club)
    Grant.objects.filter(target=sheet.pk).update(club=club)


def with_their_chains(sheets: Iterable[Session]) -> list[Session]:
    """The sheets, and those whose totals went on to them or came from them."""
    chains = {sheet.pk: sheet for sheet in sheets}
    while True:
        before = len(chains)
        keys = list(chains)
        for sheet in Session.objects.filter(continued_by__in=keys) | Session.objects.filter(continues__in=keys):
            chains.setdefault(sheet.pk, sheet)
        if len(chains) == before:
            return list(chains.values())
