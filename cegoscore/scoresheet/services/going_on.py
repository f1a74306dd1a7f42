"""Somebody leaves, and with so many people another rule set is played: this sheet ends, a new one goes on."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.links import accept_link, link_for
from cegoscore.clubs.models import Device, Grant, Right
from cegoscore.clubs.rule_sets import stored
from cegoscore.scoresheet.models import Seat, Session, State
from cegoscore.scoresheet.services.errors import refuse_first
from cegoscore.scoresheet.services.evening import adjust
from cegoscore.scoresheet.services.ledger import take_turn_seen
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.house_rules import HouseRules


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
    keeps a column as long as there is something on it, so that the new sheet comes to zero too. Whoever had a link to
    this sheet may do the same on the new one. Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer
    `seen`.
    """
    with transaction.atomic():
        take_turn_seen(sheet, seen)
        seats = {seat.number: seat for seat in sheet.seats.order_by("number")}
        refuse_first(check_table(tuple(staying), dealer, rules, len(seats)))
        left = [number for number, seat in seats.items() if seat.total and number not in staying]
        columns = [seats[number] for number in (*staying, *left)]
        following = _following(sheet, len(staying), staying.index(dealer), rules)
        Seat.objects.bulk_create(
            Seat(session=following, number=number, player_id=seat.player_id) for number, seat in enumerate(columns)
        )
        if any(seat.total for seat in columns):
            amounts = [seat.total for seat in columns]
            adjust(following, uuid=uuid.uuid4(), amounts=amounts, why=why, device=device)
        _let_in(sheet, following)
        Session.objects.filter(pk=sheet.pk).update(state=State.CLOSED, ended_at=timezone.now())
    return following


def _following(sheet: Session, people: int, dealer: int, rules: HouseRules) -> Session:
    """The new sheet, without its columns."""
    return Session.objects.create(
        club_id=sheet.club_id,
        rule_set=stored(rules),
        title=sheet.title,
        stake=sheet.stake,
        currency=sheet.currency,
        stake_factor=sheet.stake_factor,
        lineup=list(range(people)),
        dealer=dealer,
        continues=sheet,
    )


def _let_in(sheet: Session, following: Session) -> None:
    """Everybody who came to the old sheet by a link comes to the new one, by a link of its own."""
    grants = Grant.objects.valid().filter(target=sheet.pk).exclude(link=None).select_related("device")
    for grant in grants:
        accept_link(grant.device, link_for(following.club, right=Right(grant.right), target=following.pk))
