"""The page of a sheet's late hands: what each would write, and who would get what."""

from __future__ import annotations

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.evening.unsent_file import in_words
from cegoscore.scoresheet.hand.reading import read_hand
from cegoscore.scoresheet.hand.services import unsent_from
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services.ledger import paid_by
from cegoscore.scoresheet.models import Answer, LateHand, Session


def waiting_late(sheet: Session) -> int:
    """The number of late hands that wait for an answer."""
    return sheet.late_hands.filter(answer=Answer.WAITING).count()


def late_lines(sheet: Session) -> list[tuple[LateHand, str, list[tuple[str, int]]]]:
    """The late hands that wait for an answer, in the order in which they came: in words, and who would get what.

    No names and points for a hand that is struck or restored, or that cannot be read.
    """
    rows = sheet.late_hands.filter(answer=Answer.WAITING).select_related("device").order_by("pk")
    names, rules = names_of(sheet), rules_of(sheet.rule_set)
    lines = []
    for row in rows:
        unsent = unsent_from(row.kind, row.number, row.fields)
        posted = read_hand(unsent.data, rules, names) if unsent.kind in ("new", "correct") else None
        paid = paid_by(sheet, posted.writing) if posted and posted.writing else {}
        amounts = [(names[seat], points) for seat, points in paid.items()]
        lines.append((row, in_words(sheet, unsent, names), amounts))
    return lines
