"""Checking a posted hand: by the rule set, and against the customs that hold by now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.claims import doubt_about_claim
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.hand.panel_reading import Posted, in_words
from cegoscore.scoresheet.hand.sheet_page import SheetPage, customs_of_sheet
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, standing_at
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.auction.words import without_wrong_auction
from cegoscore.scoring.checks import check_hand, warn_hand
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules


def check_panel(posted: Posted, rules: HouseRules, names: Mapping[int, str]) -> Posted:
    """Add the problems by which the hand is impossible under the rule set, or the doubts about a possible one.

    The auction goes along, as it stood or as a phone has noted it, but not with a hand that it does not end with.
    """
    if posted.writing is None:
        return posted
    hand = posted.writing.hand
    if problems := check_hand(hand, rules, len(names)):
        return replace(posted, writing=None, problems=in_words(problems, names))
    writing = replace(posted.writing, hand=without_wrong_auction(hand, rules))
    return replace(posted, writing=writing, warnings=_doubts(hand, rules, names))


def _doubts(hand: Hand, rules: HouseRules, names: Mapping[int, str]) -> tuple[str, ...]:
    """Sentences about what is possible but hardly true, or not as the source has it."""
    claim = doubt_about_claim(hand.outcome, rules)
    found = [problem_sentence(problem, names) for problem in warn_hand(hand, rules)]
    return (*found, *([claim] if claim else []))


def is_outdated(sheet: Session, posted: Posted, seen: str | None) -> bool:
    """Tell whether the hand was begun at another stake, or is a game that may not be bid now.

    `seen` is the version of the sheet that the panel shows, with a plus sign behind it if it shows banners.
    """
    version = str(sheet.version)
    is_fresh = seen is None or seen.rstrip("+") == version
    if is_fresh and sheet.compulsory_after is None:
        return False
    customs = customs_of_sheet(sheet)
    if customs.only and posted.game not in customs.only:
        return True
    return not is_fresh and posted.writing is not None and posted.writing.hand.stake_factor != customs.stake_factor


def doubts_at(sheet: Session, page: SheetPage, number: str) -> tuple[str, ...]:
    """Plausibility warnings for the hand at a number of the ledger; `number` as an address has it."""
    line = next((line for line in page.lines if str(line.number) == number and not line.void), None)
    row = standing_at(sheet, line.number) if line else None
    if row is None:
        return ()
    hand = hand_of(row, len(page.seats))
    return named(_doubts(hand, rules_of(sheet.rule_set), page.names), page, row.number)


def named(warnings: tuple[str, ...], page: SheetPage, number: int) -> tuple[str, ...]:
    """Warnings with the shown number of their hand before them, for a panel that is about the next one already."""
    line = page.line_at(number)
    if line is None or line.shown is None:
        return warnings
    return tuple(_("Hand {number}: {sentence}").format(number=line.shown, sentence=sentence) for sentence in warnings)
