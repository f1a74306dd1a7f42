"""A late hand of a sheet that went on with other people: its points belong to the sheet that goes on."""

from django.utils.translation import gettext as _

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.evening.evenings import following_sheet
from cegoscore.scoresheet.evening.unsent_file import in_words
from cegoscore.scoresheet.hand.reading import read_hand
from cegoscore.scoresheet.hand.services import Unread, Unsent, unsent_from
from cegoscore.scoresheet.ledger.seats import names_of, seats_of
from cegoscore.scoresheet.ledger.services.ledger import paid_by
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.models import LateHand, Session
from cegoscore.scoring.documents.hand_document import MOST_TEXT


def last_of(sheet: Session) -> Session:
    """The sheet itself, or the last one of those that continue it: it alone takes something."""
    while following := following_sheet(sheet):
        sheet = following
    return sheet


def carry(late: LateHand, following: Session) -> None:
    """Write the points of a late hand on the sheet that goes on, to the same people, as an adjustment.

    Raises `Unread`, `SheetClosed`, and `Refused` for a change of an older hand, and where somebody has no column there.
    """
    unsent = unsent_from(late)
    points = _points(late.session, unsent)
    column_of = {seat.player.person.pk: seat.number for seat in seats_of(following)}
    if not points.keys() <= column_of.keys():
        raise Refused("not_carried")
    amounts = [0] * len(column_of)
    for person, amount in points.items():
        amounts[column_of[person]] = amount
    why = _("late: {hand}").format(hand=in_words(late.session, unsent, names_of(late.session)))[:MOST_TEXT]
    adjust(following, uuid=late.uuid, amounts=amounts, why=why, device=late.device)


def _points(sheet: Session, unsent: Unsent) -> dict[int, int]:
    """The points of a new hand by person, of those who get or pay any."""
    if unsent.kind != "new":
        raise Refused("not_carried")
    posted = read_hand(unsent.data, rules_of(sheet.rule_set), names_of(sheet))
    if posted.writing is None:
        raise Unread(*posted.problems)
    person_of = {seat.number: seat.player.person.pk for seat in seats_of(sheet)}
    return {person_of[seat]: points for seat, points in paid_by(sheet, posted.writing).items() if points}
