"""Forms of an outbox, read by the rules of their sheet and said in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.hand.panel_check import check_panel
from cegoscore.scoresheet.hand.panel_reading import Posted, read_panel
from cegoscore.scoresheet.hand.unsent import Unsent
from cegoscore.scoresheet.ledger.hand_words import text_of, title_of
from cegoscore.scoresheet.models import Session


def posted_of(sheet: Session, unsent: Unsent, names: dict[int, str]) -> Posted:
    """The hand of a form, read by the sheet's rules."""
    rules = rules_of(sheet.rule_set)
    return check_panel(read_panel(unsent.data, rules, names), rules, names)


def entry_of(unsent: Unsent) -> str:
    """The place of an entry that was not written."""
    return _("Entry {number}").format(number=unsent.place)


def in_words(sheet: Session, unsent: Unsent, names: dict[int, str]) -> str:
    """An entry that was not written, so that a person can compare it with what is on the sheet, or type it in."""
    if unsent.kind == "strike":
        return _("{entry}: struck").format(entry=entry_of(unsent))
    if unsent.kind == "restore":
        return _("{entry}: counts again").format(entry=entry_of(unsent))
    posted = posted_of(sheet, unsent, names)
    if posted.writing is None:
        return entry_of(unsent)
    hand, rules = posted.writing.hand, rules_of(sheet.rule_set)
    return f"{entry_of(unsent)}: {title_of(hand.outcome, rules)}, {text_of(hand, rules, list(names.values()))}"
