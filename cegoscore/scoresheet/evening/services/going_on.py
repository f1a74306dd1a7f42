"""Somebody leaves, and with so many people another rule set is played: this sheet ends, a new one goes on."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence

from django.db import transaction
from django.utils import timezone

from cegoscore.bookings.models import Booking
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Device, Grant, Right
from cegoscore.clubs.rights.links import accept_link, let_end, link_for
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.registry import Registry
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.ledger.errors import refuse_at_tournament, refuse_first
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen
from cegoscore.scoresheet.ledger.services.notes import add_note, adjust
from cegoscore.scoresheet.ledger.writing import Carried
from cegoscore.scoresheet.models import Seat, Session, State
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.house_rules import HouseRules

GONE_ON: Registry[Callable[[uuid.UUID], None]] = Registry()
"""Called with the key of a sheet whose totals went on to another one, within the same transaction."""


def go_on(
    sheet: Session,
    *,
    seen: int,
    staying: Sequence[int],
    dealer: int,
    rules: HouseRules,
    why: str,
    device: Device | None,
    carried: Callable[[], Carried] = Carried,
) -> Session:
    """Close the sheet and open the next one with the same people and their totals.

    `staying` are seat numbers of this sheet in the order in which they sit on, `dealer` is one of them. Who leaves
    keeps a column if they played, so that the new sheet has everybody's result of the evening. Whoever had a link to
    this sheet may do the same on the new one. `carried` says what else comes along; it is asked when no other writer
    can be in between. A round of Pflicht-Räuber that is being played does not come along.

    Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        lock_sheet_as_seen(sheet, seen)
        seats = {seat.number: seat for seat in sheet.seats.order_by("number")}
        refuse_first(check_table(tuple(staying), dealer, rules, len(seats)))
        along = carried()
        played = set(sheet.seats.filter(HAVE_PLAYED).values_list("number", flat=True))
        left = [number for number in seats if number in played | along.owed.keys() and number not in staying]
        columns = [seats[number] for number in (*staying, *left)]
        following = _following(sheet, len(staying), staying.index(dealer), rules, along.stake_factor)
        Seat.objects.bulk_create(
            Seat(session=following, number=number, player_id=seat.player_id) for number, seat in enumerate(columns)
        )
        if any(seat.total for seat in columns):
            amounts = [seat.total for seat in columns]
            adjust(following, uuid=uuid.uuid4(), amounts=amounts, why=why, device=device)
        # The evening is one event, named after its last sheet.
        Booking.objects.filter(key=sheet.pk).update(key=following.pk)
        _carry_notes(following, along, {seat.number: number for number, seat in enumerate(columns)}, staying, device)
        _let_in(sheet, following)
        let_end(sheet.pk, right=Right.WRITE, at=timezone.now())
        Session.objects.filter(pk=sheet.pk).update(state=State.CLOSED, ended_at=timezone.now())
        follow(Kind.SHEET, sheet.pk)
        for tell in GONE_ON:
            tell(sheet.pk)
    return following


def _following(sheet: Session, people: int, dealer: int, rules: HouseRules, stake_factor: int) -> Session:
    """The new sheet, without its columns."""
    return Session.objects.create(
        club_id=sheet.club_id,
        rule_set=stored(rules),
        title=sheet.title,
        stake=sheet.stake,
        currency=sheet.currency,
        stake_factor=stake_factor,
        lineup=list(range(people)),
        dealer=dealer,
        continues=sheet,
        night_id=sheet.night_id,
        night_table=sheet.night_table,
    )


def _carry_notes(
    following: Session, along: Carried, number_of: dict[int, int], staying: Sequence[int], device: Device | None
) -> None:
    """Copy rounds that are owed, and the Gstieß if its holder stays; `number_of` gives the new seats."""
    for seat, rounds in along.owed.items():
        for _round in range(rounds):
            add_note(following, uuid.uuid4(), NoteKind.SCHNAPS_OWED, number_of[seat], "", device)
    state = along.gstiess
    if state is None or state.left == 0 or (state.holder is not None and state.holder not in staying):
        return
    if state.holder is None or state.watched is None:
        add_note(following, uuid.uuid4(), NoteKind.GSTIESS, None, "", device)
    if state.holder is not None:
        add_note(following, uuid.uuid4(), NoteKind.GSTIESS, number_of[state.holder], "", device)


def _let_in(sheet: Session, following: Session) -> None:
    """Everybody who came to the old sheet by a link comes to the new one, by a link of its own."""
    grants = Grant.objects.valid().filter(target=sheet.pk).exclude(link=None).select_related("device", "link")
    for grant in grants:
        until = grant.link.expires_at if grant.link else None
        link = link_for(following.club, right=Right(grant.right), target=following.pk, until=until)
        accept_link(grant.device, link)
