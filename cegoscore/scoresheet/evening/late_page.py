"""The page of a sheet's late hands: what each would write, and who would get what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.evening.unsent_file import in_words
from cegoscore.scoresheet.hand.reading import read_hand
from cegoscore.scoresheet.hand.services import unsent_from
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services.ledger import paid_by
from cegoscore.scoresheet.models import Answer, LateHand, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class LateLine:
    """A late hand as managers see it."""

    key: int
    who: str
    """The device that sent it."""
    what: str
    amounts: Sequence[tuple[str, int]]
    """Names and points; none for a hand that is struck or restored, or that cannot be read."""
    written_at: datetime
    """By the phone's clock, if it said a time; else the time at which it came."""


def waiting_late(sheet: Session) -> int:
    """The number of late hands that wait for an answer."""
    return sheet.late_hands.filter(answer=Answer.WAITING).count()


def late_lines(sheet: Session) -> list[LateLine]:
    """The late hands that wait for an answer, in the order in which they came."""
    rows = sheet.late_hands.filter(answer=Answer.WAITING).select_related("device").order_by("pk")
    names = names_of(sheet)
    return [_line(sheet, row, names) for row in rows]


def _line(sheet: Session, row: LateHand, names: dict[int, str]) -> LateLine:
    unsent = unsent_from(row.kind, row.number, row.fields)
    is_hand = unsent.kind in ("new", "correct")
    posted = read_hand(unsent.data, rules_of(sheet.rule_set), names) if is_hand else None
    paid = paid_by(sheet, posted.writing) if posted and posted.writing else {}
    return LateLine(
        key=row.pk,
        who=(row.device.name if row.device else "") or _("a device without a name"),
        what=in_words(sheet, unsent, names),
        amounts=[(names[seat], points) for seat, points in paid.items()],
        written_at=row.written_at or row.sent_at,
    )
