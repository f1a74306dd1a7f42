"""Hands that a phone delivers after its link ended or the evening was closed: kept until a manager has answered."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import LogKind
from cegoscore.scoresheet.hand.services.unsent import write_one
from cegoscore.scoresheet.hand.unsent import Unsent, plain_fields, unsent_from
from cegoscore.scoresheet.hand.unsent_words import in_words
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services.sheets import called, shut, unshut
from cegoscore.scoresheet.models import KEPT, Answer, LateHand, Session

MOST_WAITING = 60
"""Late hands of one device on one sheet; an evening has 24, and some are corrected."""


def propose(
    sheet: Session, unsent: Unsent, *, key: uuid.UUID, device: uuid.UUID, written_at: datetime | None
) -> LateHand:
    """Keep a late hand for the managers; sent again, it is the one that is kept already.

    Raises `Refused` if the device has too many waiting.
    """
    known = sheet.late_hands.filter(uuid=key).first()
    if known is not None:
        return known
    with transaction.atomic():
        waiting = sheet.late_hands.filter(answer=Answer.WAITING)
        if waiting.filter(device=device).count() >= MOST_WAITING:
            raise Refused("too_many_late", most=MOST_WAITING)
        if not waiting.exists():
            note(sheet.club_id, LogKind.HAND_LATE, device=device, subject=called(sheet), tells=True)
        kept: dict[str, Any] = {
            "device_id": device,
            "kind": unsent.kind,
            "number": unsent.number,
            "written_at": written_at,
        }
        kept |= {"fields": plain_fields(unsent.data)}
        return sheet.late_hands.get_or_create(uuid=key, defaults=kept)[0]


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
        write_one(sheet, unsent, device=late.device)
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
    return LateHand.objects.filter(sent_at__lt=timezone.now() - KEPT).delete()[0]
