"""Every write to a club night. Writers queue on its version, then on its sheets, then on the club."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Link, LogKind, Right
from cegoscore.clubs.people import people_named, queue_on
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.links import accept_link, let_end, link_for, revoke, share
from cegoscore.nights.queries import NightTable, free_numbers, sheets_to_add, sitting, tables_of
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, create_sheet, reopen_sheet
from cegoscore.scoresheet.ledger.wording import refuse_first
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import PLANNED, ClubNight, Seat, Session, State
from cegoscore.scoresheet.table.services import MOST_COLUMNS
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.house_rules import HouseRules

NOON = time(12)


def plan_night(club: Club, plan: Mapping[str, Any], *, key: UUID, by: UUID) -> ClubNight:
    """A new night of the club; sent twice (by its key), planned once. Raises `Refused` for another club's key."""
    try:
        with transaction.atomic():
            night, is_new = ClubNight.objects.get_or_create(pk=key, club=club, defaults=_columns(plan))
            if is_new:
                _note(night, "planned", by)
            return night
    except IntegrityError:
        raise Refused("night_changed") from None


@transaction.atomic
def change_night(night: ClubNight, plan: Mapping[str, Any], *, seen: int, by: UUID) -> None:
    """Change name, day, place, rules and the number of tables; tables that are open keep theirs. Raises `Refused`."""
    night = _lock_night(night, seen=seen)
    ClubNight.objects.filter(pk=night.pk).update(**_columns(plan))
    follow(Kind.NIGHT, night.pk)
    _note(night, "changed", by)


def _columns(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a planned night; its `rules` are stored."""
    return {name: plan[name] for name in PLANNED if name in plan} | {"rule_set": stored(plan["rules"])}


@transaction.atomic
def delete_night(night: ClubNight, *, by: UUID) -> None:
    """A night that is not going to be. Raises `Refused` once a table was opened."""
    night = _lock_night(night)
    if night.sheets.exists():
        raise Refused("night_has_tables")
    for link in Link.objects.valid().filter(target=night.pk):
        revoke(link)
    _note(night, "deleted", by)
    ClubNight.objects.filter(pk=night.pk).delete()


def open_tables(night: ClubNight, rows: Mapping[int, Sequence[str]], *, by: UUID) -> list[Session]:
    """Open tables with the people who sit there, by number; the first of each deals first. Raises `Refused`."""
    with transaction.atomic():
        night = _lock_night(night)
        opened = [_open(night, number, names, 0) for number, names in sorted(rows.items()) if names]
        if opened:
            _note(night, "opened", by)
    return opened


def open_own_table(
    night: ClubNight, *, number: int, names: Sequence[str], first_dealer: int, device: Device
) -> Session:
    """Open a free table for a device that came by the night's code; it may write there, and nowhere else.

    Opened twice by a double tap, opened once. Raises `Refused`.
    """
    with transaction.atomic():
        night = _lock_night(night)
        opened = Session.objects.filter(night=night, night_table=number, continues=None, deleted_at=None).first()
        if opened is not None and may_write(opened, device):
            return opened
        sheet = _open(night, number, names, first_dealer)
        accept_link(device, link_for(night.club, right=Right.WRITE, target=sheet.pk, until=end_of(night)))
        _note(night, "opened", device.pk)
    return sheet


def may_write(sheet: Session, device: Device) -> bool:
    """True if the device may write at this table."""
    right = right_on(device.pk, target=sheet.pk, club=sheet.club_id)
    return right is not None and right.covers(Right.WRITE)


def _open(night: ClubNight, number: int, names: Sequence[str], first_dealer: int) -> Session:
    tables = tables_of(night)
    if number not in free_numbers(night):
        raise Refused("night_table_taken", table=number)
    rules = rules_of(night.rule_set)
    _check_size(number, rules, range(len(names)), first_dealer, len(names))
    queue_on(night.club_id)
    players = people_named(night.club_id, names)
    sitting_at = sitting(tables)
    for player in players:
        if player.pk in sitting_at:
            raise Refused("sits_at_table", name=player.name, table=sitting_at[player.pk].number)
    title = _("%(title)s, table %(number)s") % {"title": night.name, "number": number}
    table = NewTable(
        names=names,
        rules=rules,
        first_dealer=first_dealer,
        title=title,
        stake=night.stake,
        currency=night.currency,
    )
    sheet = create_sheet(night.club, table, players=players, night=night, night_table=number)
    follow(Kind.NIGHT, night.pk)
    return sheet


def _check_size(table: int, rules: HouseRules, lineup: Iterable[int], dealer: int, seats: int) -> None:
    at_table = tuple(lineup)
    if len(at_table) not in rules.sizes:
        sizes = " / ".join(map(str, rules.sizes))
        raise Refused("night_table_size", table=table, size=len(at_table), sizes=sizes)
    refuse_first(check_table(at_table, dealer, rules, seats))


@transaction.atomic
def add_sheets(night: ClubNight, keys: Iterable[UUID], *, by: UUID) -> None:
    """Let open sheets of the club be tables of the night, with the next numbers. Raises `Refused`."""
    night = _lock_night(night)
    tables = tables_of(night)
    number = night.sheets.aggregate(most=Max("night_table"))["most"] or 0
    for sheet in sheets_to_add(night).filter(pk__in=list(keys)):
        number += 1
        _check_nobody_twice(sheet, tables)
        Session.objects.filter(pk=sheet.pk).update(night=night, night_table=number, version=F("version") + 1)
        tables = tables_of(night)
        _note(night, "opened", by)
    ClubNight.objects.filter(pk=night.pk, places__lt=number).update(places=number)
    follow(Kind.NIGHT, night.pk)


def _check_nobody_twice(sheet: Session, tables: Iterable[NightTable]) -> None:
    there = sitting(tables)
    for seat in sheet.seats.select_related("player__merged_into"):
        if seat.player.person.pk in there:
            raise Refused("sits_at_table", name=seat.name, table=there[seat.player.person.pk].number)


# Moving


@transaction.atomic
def arrange(night: ClubNight, places: Mapping[int, int | None], *, seen: int, by: UUID) -> None:
    """Put people at tables, by person and table number; `None` is at no table. Who is not named stays.

    Points stay where they were won. A table that everybody leaves is closed. Raises `Refused` if people would sit at
    a table where its rules do not let so many play, and if the night changed since it was `seen`.
    """
    night = _lock_night(night, seen=seen)
    for table in sorted(_moving(tables_of(night), places), key=lambda table: table.sheet.pk):
        lock_sheet(table.sheet)
    tables = tables_of(night)
    there = sitting(tables)
    numbers = {table.number for table in tables if table.is_open}
    if not {place for place in places.values() if place is not None} <= numbers or not places.keys() <= {
        seat.player.person.pk for table in tables for seat in table.seats
    }:
        raise Refused("night_changed")
    for table in _moving(tables, places):
        coming = [
            person for person, place in places.items() if place == table.number and there.get(person) is not table
        ]
        _seat_anew(table, places, coming, by)
    _note(night, "moved", by)


def seated(
    lineup: Sequence[int], dealer: int, *, leaving: Collection[int], coming: Sequence[int]
) -> tuple[tuple[int, ...], int]:
    """Line-up and dealer of the next hand; whoever comes takes the chair of somebody who leaves, else a new one.

    The deal stays at its chair; from one that is empty now it goes on to the next. Somebody has to be left.
    """
    chairs: list[int | None] = [None if seat in leaving else seat for seat in lineup]
    for seat in coming:
        if None in chairs:
            chairs[chairs.index(None)] = seat
        else:
            chairs.append(seat)
    start = lineup.index(dealer)
    deals = next(seat for seat in (*chairs[start:], *chairs[:start]) if seat is not None)
    return tuple(seat for seat in chairs if seat is not None), deals


def _moving(tables: Sequence[NightTable], places: Mapping[int, int | None]) -> list[NightTable]:
    """The tables whose people change."""
    there = sitting(tables)
    before = {person: there[person].number if person in there else None for person in places}
    changed = {
        number for person, place in places.items() if before[person] != place for number in (place, before[person])
    }
    return [table for table in tables if table.is_open and table.number in changed]


def _seat_anew(table: NightTable, places: Mapping[int, int | None], coming: Sequence[int], by: UUID) -> None:
    sheet, turn = table.sheet, table.turn
    columns = {seat.player.person.pk: seat.number for seat in table.seats}
    leaving = {
        seat.number for seat in table.at_table if places.get(seat.player.person.pk, table.number) != table.number
    }
    new = [person for person in coming if person not in columns]
    if len(columns) + len(new) > MOST_COLUMNS:
        raise Refused("sheet_full", most=MOST_COLUMNS)
    columns |= {person: len(table.seats) + place for place, person in enumerate(new)}
    Seat.objects.bulk_create(Seat(session=sheet, number=columns[person], player_id=person) for person in new)
    if not coming and leaving == set(turn.lineup):
        close_sheet(sheet, by=by)
        return
    chairs = [columns[person] for person in coming]
    lineup, dealer = seated(turn.lineup, turn.dealer, leaving=leaving, coming=chairs)
    _check_size(table.number, rules_of(sheet.rule_set), lineup, dealer, len(columns))
    after = last_number(sheet)
    Session.objects.filter(pk=sheet.pk).update(lineup=list(lineup), dealer=dealer, turn_after=after)


# The end


@transaction.atomic
def end_night(night: ClubNight, *, by: UUID) -> None:
    """End the night: every table is closed, and the code opens no table any more. Ended twice is ended once."""
    if not ClubNight.objects.filter(pk=night.pk, ended_at=None).update(version=F("version") + 1):
        return
    now = timezone.now()
    for sheet in night.sheets.filter(state=State.OPEN).order_by("pk"):
        close_sheet(sheet, by=by, at=now)
    let_end(night.pk, right=Right.WRITE, at=now)
    ClubNight.objects.filter(pk=night.pk).update(ended_at=now)
    _note(night, "ended", by)


@transaction.atomic
def reopen_night(night: ClubNight, *, by: UUID) -> None:
    """Go on with a night that was ended: the tables that were closed by that are open again."""
    row = ClubNight.objects.filter(pk=night.pk)
    if not row.filter(ended_at__isnull=False).update(version=F("version") + 1):
        return
    ended = row.values_list("ended_at", flat=True).get()
    row.update(ended_at=None)
    night.sheets.update(version=F("version") + 1)  # all of them first, what they brought behind
    for sheet in night.sheets.filter(state=State.CLOSED, ended_at=ended).order_by("pk"):
        reopen_sheet(sheet, by=by)
    _note(night, "reopened", by, tells=True)


# Links


def end_of(night: ClubNight) -> datetime:
    """Noon of the day after the night, or of tomorrow if that is later: so long its codes hold."""
    day = max(night.day, timezone.localdate()) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(day, NOON))


@transaction.atomic
def share_night(night: ClubNight, *, right: Right, by: UUID, until: datetime | None = None) -> None:
    """Make the link to look at the standing, or the codes: one that opens free tables, one to write at each table."""
    night = _lock_night(night)
    tables = night.sheets.that_count().filter(state=State.OPEN) if right is Right.WRITE else ()
    until = end_of(night) if right is Right.WRITE else until
    for sheet in tables:
        link_for(night.club, right=right, target=sheet.pk, until=until)
    share(night.club, right=right, target=night.pk, called=night.name, by=by, until=until)


def _lock_night(night: ClubNight, *, seen: int | None = None) -> ClubNight:
    """The first statement of every write; the night as it is now. Raises `Refused` if it is over or changed since."""
    row = ClubNight.objects.filter(pk=night.pk)
    if not (row if seen is None else row.filter(version=seen)).filter(ended_at=None).update(version=F("version") + 1):
        raise Refused("night_changed" if row.filter(ended_at=None).exists() else "night_ended")
    return row.select_related("club", "rule_set").get()


def _note(night: ClubNight, what: str, by: UUID, *, tells: bool = False) -> None:
    note(night.club_id, LogKind.NIGHT, device=by, subject=night.name, after=what, tells=tells)
