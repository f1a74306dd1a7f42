"""The rules of a sheet: tariff, what may be said, how it is played, for everybody who may look at the sheet."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.bidding_page import bidding_page
from cegoscore.clubs.house_rules.card_page import card_page, source_line
from cegoscore.clubs.house_rules.rule_sets import offer_of, rules_of
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import get_sheet, get_standing
from cegoscore.scoresheet.ledger.offline import keepable_sheet
from cegoscore.scoresheet.ledger.seats import names_of, turn_of
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.table_questions import table_questions
from cegoscore.scoresheet.table.why import paying_hand
from cegoscore.scoring.hands import Hand


def _context(sheet: Session, hand: Hand | None = None) -> dict[str, Any]:
    offer = offer_of(sheet.rule_set, sheet.club_id)
    page = card_page(offer.rules, offer.original if offer.own else None, hand=hand)
    asked = table_questions(page.sections)
    return {"sheet": sheet, "offer": offer, "source": source_line(offer), "page": page, "asked": asked}


@require_safe
def sheet_rules(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The rules by which the sheet is played."""
    sheet, right = get_sheet(request, sheet_id)
    return keepable_sheet(request, render(request, "scoresheet/table/sheet_rules.html", _context(sheet)), sheet, right)


@require_safe
def sheet_bidding(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The bidding by these rules, with the names of the next hand, Vorhand first."""
    sheet, right = get_sheet(request, sheet_id)
    offer = offer_of(sheet.rule_set, sheet.club_id)
    turn, names = turn_of(sheet), names_of(sheet)
    at = turn.lineup.index(turn.vorhand)
    in_turn = turn.lineup[at:] + turn.lineup[:at]
    page = bidding_page(offer, [names[seat] for seat in in_turn])
    context = {"sheet": sheet, "offer": offer, "page": page}
    return keepable_sheet(request, render(request, "scoresheet/table/sheet_bidding.html", context), sheet, right)


@require_safe
def hand_rules(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """The same with the amount lit that one of its hands rests on."""
    sheet, _right = get_sheet(request, sheet_id)
    row, page = get_standing(sheet, number), sheet_page(sheet)
    hand = paying_hand(row, rules_of(sheet.rule_set), len(page.seats))
    context = _context(sheet, hand) | {"line": page.line_at(number)}
    return render(request, "scoresheet/table/sheet_rules.html", context)
