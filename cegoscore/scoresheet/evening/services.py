"""Writes of an evening: its end, late hands, the next sheet, new tables. Constraints and versions decide races."""

import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.bookings.models import Booking
from cegoscore.clubs.club_names import name_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, Grant, Link, LogKind, Right
from cegoscore.clubs.people import people_named, queue_on
from cegoscore.clubs.purging import PURGES, purge_clubs, remove, surely_before
from cegoscore.clubs.rights.access import managed_club, right_on
from cegoscore.clubs.rights.links import accept_link, let_end, link_for, make_links, open_club
from cegoscore.clubs.rights.stranger_limits import forget_addresses
from cegoscore.database.retries import unless_duplicate
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.evening.carried import carry, last_of
from cegoscore.scoresheet.evening.exports import owed_rounds
from cegoscore.scoresheet.evening.unsent_file import UnsentTable, in_words
from cegoscore.scoresheet.hand.services import REFUSALS, Unsent, sentence_of, unsent_from, write
from cegoscore.scoresheet.hand.sheet_page import customs_of_sheet
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands, last_number
from cegoscore.scoresheet.ledger.seats import names_of, seats_of
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet, lock_sheet_as_seen
from cegoscore.scoresheet.ledger.services.notes import add_note, adjust
from cegoscore.scoresheet.ledger.services.sheets import GONE_ON, called, create_sheet, purge_sheets, shut, unshut
from cegoscore.scoresheet.ledger.wording import Stale, refuse_at_tournament, refuse_first
from cegoscore.scoresheet.ledger.writing import NewTable, table_title
from cegoscore.scoresheet.models import KEPT, Answer, LateHand, Note, Seat, Session, State
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.documents.customs import Gstiess
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.house_rules import HouseRules

logger = logging.getLogger(__name__)
LONGEST_AGO = timedelta(days=90)
"""A phone's clock that says more is not believed."""


# The end


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


@transaction.atomic
def buy_round(sheet: Session, *, uuid: UUID, seat: int, device: Device | None) -> Note:
    """Note that a seat bought a round of Schnaps that it owed; sent twice, bought once.

    Raises `Refused` if it owes none, and `SheetClosed`.
    """
    lock_sheet(sheet)
    bought = sheet.notes.filter(uuid=uuid).first()
    if bought is not None:
        return bought
    if dict(enumerate(owed_rounds(sheet))).get(seat, 0) <= 0:
        raise Refused("not_payable")
    return add_note(sheet, uuid, NoteKind.SCHNAPS_BOUGHT, seat, "", device)


def _is(sheet: Session, state: State, **by: int) -> bool:
    return Session.objects.filter(pk=sheet.pk, state=state, **by).exists()


# Going on


def go_on(
    sheet: Session,
    *,
    seen: int,
    staying: Sequence[int],
    dealer: int,
    rules: HouseRules,
    why: str,
    device: Device | None,
) -> Session:
    """Close the sheet and open the next one with the same people and their totals.

    `staying` are seat numbers of this sheet in the order in which they sit on, `dealer` is one of them. Who leaves
    keeps a column if they played, so that the new sheet has everybody's result of the evening. Whoever had a link to
    this sheet may do the same on the new one. Rounds that are owed, a higher stake and the Gstieß come along, a round
    of Pflicht-Räuber that is being played does not.

    Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        lock_sheet_as_seen(sheet, seen)
        seats = {seat.number: seat for seat in sheet.seats.select_related("player").order_by("number")}
        refuse_first(check_table(tuple(staying), dealer, rules, len(seats)))
        customs = customs_of_sheet(sheet)
        owed = [seat for seat, rounds in enumerate(owed_rounds(sheet)) for _round in range(rounds)]
        columns = [*(seats[number] for number in staying), *_leaving(sheet, staying, owed)]
        table = NewTable(names=(), rules=rules, first_dealer=staying.index(dealer), title=sheet.title)
        following = create_sheet(
            sheet.club,
            replace(table, stake=sheet.stake, currency=sheet.currency),
            players=[seat.player for seat in columns],
            lineup=list(range(len(staying))),
            stake_factor=customs.stake_factor,
            continues=sheet,
            night_id=sheet.night_id,
            night_table=sheet.night_table,
        )
        if any(amounts := [seat.total for seat in columns]):
            adjust(following, uuid=uuid4(), amounts=amounts, why=why, device=device)
        number_of = {seat.number: number for number, seat in enumerate(columns)}
        for seat in owed:
            add_note(following, uuid4(), NoteKind.SCHNAPS_OWED, number_of[seat], "", device)
        _carry_gstiess(following, customs.gstiess, number_of, staying, device)
        _close_behind(sheet, following)
    return following


def _leaving(sheet: Session, staying: Collection[int], owed: Collection[int]) -> list[Seat]:
    """Seats of those who do not sit on but keep a column: they played, or owe a round."""
    keep = HAVE_PLAYED | Q(number__in=owed)
    seats = sheet.seats.filter(keep).exclude(number__in=staying)
    return list(seats.select_related("player").order_by("number"))


def _close_behind(sheet: Session, following: Session) -> None:
    """Close a sheet and hand on its bookings and rights: the evening is one event, named after its last sheet."""
    Booking.objects.filter(key=sheet.pk).update(key=following.pk)
    _let_in(sheet, following)
    let_end(sheet.pk, right=Right.WRITE, at=timezone.now())
    Session.objects.filter(pk=sheet.pk).update(state=State.CLOSED, ended_at=timezone.now())
    follow(Kind.SHEET, sheet.pk)
    for tell in GONE_ON:
        tell(sheet.pk)


def _carry_gstiess(
    following: Session, state: Gstiess | None, number_of: dict[int, int], staying: Sequence[int], device: Device | None
) -> None:
    """Ask once more who holds the Gstieß, or note who does if they stay; `number_of` gives the new seats."""
    if state is None or state.left == 0 or (state.holder is not None and state.holder not in staying):
        return
    if state.holder is None or state.watched is None:
        add_note(following, uuid4(), NoteKind.GSTIESS, None, "", device)
    if state.holder is not None:
        add_note(following, uuid4(), NoteKind.GSTIESS, number_of[state.holder], "", device)


def _let_in(sheet: Session, following: Session) -> None:
    """Everybody who came to the old sheet by a link comes to the new one, by a link of its own."""
    grants = Grant.objects.valid().filter(target=sheet.pk).exclude(link=None).select_related("device", "link")
    grants = grants.order_by(F("link__expires_at").asc(nulls_first=True))  # a link without an end is none with one
    links: dict[tuple[str, datetime | None], Link] = {}
    for grant in grants:
        right, until = Right(grant.right), grant.link.expires_at if grant.link else None
        if (right, until) not in links:
            links[right, until] = (
                make_links(following.club, right=right, targets=[following.pk], until=until)[0]
                if until
                else link_for(following.club, right=right, target=following.pk)
            )
        accept_link(grant.device, links[right, until])


# Late hands


class NotWritten(Exception):
    """A late hand was refused; the message says why."""


def take(late: LateHand, *, by: UUID) -> None:
    """Write a late hand: a new one at the end, a change if nobody changed the same since. Done twice is done once.

    A closed evening is opened for it and closed again, as of when it ended. Of a sheet that went on with other people
    the one that goes on takes the points of a new hand. Raises `NotWritten` with the reason.
    """
    with transaction.atomic():
        if not _claim(late, Answer.TAKEN):
            return
        sheet = last_of(late.session)
        ended = unshut(sheet)
        sheet = Session.objects.select_related("rule_set").get(pk=sheet.pk)
        unsent, seats = unsent_from(late), seats_of(late.session)
        if unsent.kind == "new" and sheet == late.session:
            unsent.data["number"] = str(last_number(sheet) + 1)
        try:
            write(sheet, seats, unsent, device=late.device) if sheet == late.session else carry(late, sheet)
        except REFUSALS as refusal:
            raise NotWritten(sentence_of(late.session, seats, unsent, refusal, late.device)) from None
        if ended is not None:
            shut(sheet, at=ended)
        sentence = in_words(late.session, unsent, names_of(late.session))
        note(sheet.club_id, LogKind.HAND_TAKEN, device=by, subject=called(sheet), after=sentence, tells=True)


@transaction.atomic
def decline(late: LateHand, *, by: UUID) -> None:
    """Say that a late hand is not taken; its phone may forget it then."""
    if _claim(late, Answer.DECLINED):
        sentence = in_words(late.session, unsent_from(late), names_of(late.session))
        note(late.session.club_id, LogKind.HAND_DECLINED, device=by, subject=called(late.session), after=sentence)


def _claim(late: LateHand, answer: Answer) -> bool:
    """Answer once: false if somebody was faster."""
    return bool(LateHand.objects.filter(pk=late.pk, answer=Answer.WAITING).update(answer=answer))


def purge_late_hands() -> int:
    """Remove late hands that came more than 30 days ago, answered or not, or whose sheet is gone; how many."""
    gone = ~Exists(Session.objects.filter(pk=OuterRef("session")))
    return remove(LateHand.objects.filter(Q(gone) | Q(sent_at__lt=surely_before(KEPT))))


def purge() -> str:
    """Remove what was deleted more than 30 days ago, with everything in it, and clubs left empty; return how many."""
    above = [removed() for removed in PURGES]
    forget_addresses()
    here = [f"{purge_sheets()} sheets removed", f"{purge_late_hands()} late hands removed"]
    return ", ".join([*above, *here, f"{purge_clubs()} empty clubs removed"])


# New tables


@transaction.atomic
def open_circle_table(
    device: Device,
    table: NewTable,
    *,
    circle: UUID | None,
    persons: Sequence[int | None] = (),
    started_at: datetime | None = None,
    **more: Any,
) -> Session:
    """A new sheet of a circle that the device manages, else of a club of its own.

    `table.title` is what was typed as the circle's name: it names a club that has none; a table of a club with another
    name is called so. `persons` are row ids by seat where a phone knew them, `more` are other columns of the sheet.
    """
    club = managed_club(circle, device.pk) or open_club(device, name=table.title)
    queue_on(club.pk)
    club.refresh_from_db()
    if table.title and not club.name:
        name_club(club, table.title, by=device)
    began = started_at or timezone.now()
    typed = table.title if table.title != club.name else ""
    named = typed if typed and club.name else ""
    title = named or table_title(club, circle=club.name or typed, day=timezone.localdate(began))
    players = people_named(club.pk, table.names, persons)
    return create_sheet(club, replace(table, title=title), players=players, started_at=began, **more)


class Foreign(Exception):
    """The id belongs to a sheet that the device has no right on."""


def take_in(device: Device, table: NewTable, *, key: UUID, started_at: datetime | None, **opening: Any) -> None:
    """Store the evening that a phone opened under this `key`, with its right to it; done twice is done once.

    It is filed under its circle if the device still manages that, else under a club of its own. Raises `Foreign`.
    """
    now = timezone.now()
    began = started_at if started_at and now - LONGEST_AGO < started_at < now else now
    try:
        with transaction.atomic():
            sheet = open_circle_table(device, table, started_at=began, id=key, **opening)
    except IntegrityError as error:
        unless_duplicate(error)
        there = Session.objects.filter(pk=key).first()
        if there is None:
            raise
        if right_on(device.id, target=there.id, club=there.club_id, event=there.event) is None:
            raise Foreign from None
        return
    logger.info("device %s: sheet %s, opened without network, taken into club %s", device.id, key, sheet.club_id)


def open_unsent(unsent_table: UnsentTable, all_unsent: Sequence[Unsent], *, device: Device) -> Session:
    """A sheet of the device's own with these hands, and with the totals that their phone showed.

    What was played before, and what cannot be written here, is one adjustment. Read in twice by a device, it is one
    sheet.
    """
    table, totals, file_key = unsent_table
    key = uuid5(file_key, str(device.pk))
    try:
        with transaction.atomic():
            sheet = create_sheet(open_club(device), table, id=key)
            written = _write_all(sheet, all_unsent, device)
            _carry_over(sheet, totals, device)
    except IntegrityError:
        there = Session.objects.filter(pk=key).first()
        if there is None:
            raise
        return there
    logger.info("device %s: sheet %s made of %s unsent entries", device.pk, key, written)
    return sheet


def _write_all(sheet: Session, all_unsent: Sequence[Unsent], device: Device) -> int:
    """Write what can be written, numbered anew; how many entries that are."""
    numbers: dict[int | None, int] = {}
    written, seats = 0, seats_of(sheet)
    for unsent in (item for item in all_unsent if item.kind != "pay"):  # booked where it is known who has paid already
        number = numbers.get(unsent.ledger_number, 0 if unsent.kind != "new" else len(numbers) + 1)
        with suppress(*REFUSALS):
            done = write(sheet, seats, _renumbered(unsent, number), device=device)
            sheet.version = done.version
            numbers[unsent.ledger_number] = number
            written += 1
    return written


def _renumbered(unsent: Unsent, number: int) -> Unsent:
    """The entry for another place, and without the version of the sheet that its phone saw."""
    data = unsent.data.copy()
    data["number"], data["uuid"] = str(number), str(uuid4())
    data.pop("seen", None)
    return replace(unsent, number=unsent.number and number, data=data)


def _carry_over(sheet: Session, totals: Sequence[int], device: Device) -> None:
    """Write the difference between what the hands pay and what the phone showed."""
    paid = Seat.objects.filter(session=sheet).order_by("number").values_list("total", flat=True)
    amounts = [total - has for total, has in zip(totals, paid, strict=True)]
    if any(amounts):
        adjust(sheet, uuid=uuid4(), amounts=amounts, why=_("Played before"), device=device)
