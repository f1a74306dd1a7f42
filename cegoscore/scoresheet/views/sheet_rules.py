"""The rules of a sheet: tariff, what may be said, how it is played, for everybody who may look at the sheet."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.card_page import card_page, source_line
from cegoscore.clubs.house_rules.rule_sets import offer_of
from cegoscore.scoresheet.access import get_sheet
from cegoscore.scoresheet.offline import keepable_sheet


@require_safe
def sheet_rules(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The rules by which the sheet is played."""
    sheet, right = get_sheet(request, sheet_id)
    offer = offer_of(sheet.rule_set, sheet.club_id)
    context = {
        "sheet": sheet,
        "offer": offer,
        "source": source_line(offer),
        "page": card_page(offer.rules, offer.original if offer.own else None),
    }
    return keepable_sheet(request, render(request, "scoresheet/sheet_rules.html", context), sheet, right)
