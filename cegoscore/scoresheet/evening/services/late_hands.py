"""Hands that a phone delivers late, kept until a manager has answered; and what is removed every night."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.log import note
from cegoscore.clubs.models import LogKind
from cegoscore.clubs.purging import PURGES, purge_clubs, remove
from cegoscore.clubs.rights.stranger_limits import forget_addresses
from cegoscore.scoresheet.evening.unsent_file import in_words
from cegoscore.scoresheet.hand.services import REFUSALS, Unsent, sentence_of, unsent_from, write
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.seats import names_of, seats_of
from cegoscore.scoresheet.ledger.services.sheets import called, purge_sheets, shut, unshut
from cegoscore.scoresheet.models import KEPT, Answer, LateHand, Session


class NotWritten(Exception):
    """A late hand was refused; the message says why."""


def take(late: LateHand, *, by: uuid.UUID) -> None:
    """Write a late hand: a new one at the end, a change if nobody changed the same since. Done twice is done once.

    A closed evening is opened for it and closed again, as of when it ended. Raises `NotWritten` with the reason.
    """
    sheet = late.session
    with transaction.atomic():
        if not _claim(late, Answer.TAKEN):
            return
        ended = unshut(sheet)
        sheet = Session.objects.select_related("rule_set").get(pk=sheet.pk)
        unsent = _unsent_of(late)
        if unsent.kind == "new":
            unsent.data["number"] = str(last_number(sheet) + 1)
        seats = seats_of(sheet)
        try:
            write(sheet, seats, unsent, device=late.device)
        except REFUSALS as refusal:
            raise NotWritten(sentence_of(sheet, seats, unsent, refusal, late.device)) from None
        if ended is not None:
            shut(sheet, at=ended)
        said = in_words(sheet, unsent, names_of(sheet))
        note(sheet.club_id, LogKind.HAND_TAKEN, device=by, subject=called(sheet), after=said, tells=True)


def decline(late: LateHand, *, by: uuid.UUID) -> None:
    """Say that a late hand is not taken; its phone may forget it then."""
    with transaction.atomic():
        if _claim(late, Answer.DECLINED):
            said = in_words(late.session, _unsent_of(late), names_of(late.session))
            note(late.session.club_id, LogKind.HAND_DECLINED, device=by, subject=called(late.session), after=said)


def _unsent_of(late: LateHand) -> Unsent:
    """The form that the phone sent."""
    return unsent_from(late.kind, late.number, late.fields)


def _claim(late: LateHand, answer: Answer) -> bool:
    """Answer once: false if somebody was faster."""
    return bool(LateHand.objects.filter(pk=late.pk, answer=Answer.WAITING).update(answer=answer))


def purge_late_hands() -> int:
    """Remove late hands that came more than 30 days ago, answered or not; how many."""
    return remove(LateHand.objects.filter(sent_at__lt=timezone.now() - KEPT))


def purge() -> str:
    """Remove what was deleted more than 30 days ago, with everything in it, and clubs left empty; return how many."""
    above = [removed() for removed in PURGES]
    forget_addresses()
    here = [f"{purge_sheets()} sheets removed", f"{purge_late_hands()} late hands removed"]
    return ", ".join([*above, *here, f"{purge_clubs()} empty clubs removed"])
