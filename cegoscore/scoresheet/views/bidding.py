"""The referee of the bidding: the part that the panel fetches when somebody asks for it."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.rule_sets import offer_of
from cegoscore.clubs.rights.devices import Request
from cegoscore.scoresheet.access import get_sheet
from cegoscore.scoresheet.bidding_words import referee_of
from cegoscore.scoresheet.offline import keepable_sheet


@require_safe
def bidding(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """The referee for the panel, which walks through it by itself; everybody else is led to what may be said."""
    sheet, right = get_sheet(request, sheet_id)
    if not request.htmx:
        return redirect("sheet_rules", sheet_id=sheet.id)
    offer = offer_of(sheet.rule_set, sheet.club_id)
    context = {"sheet": sheet, "referee": referee_of(offer.rules, offer.original)}
    return keepable_sheet(request, render(request, "scoresheet/bidding.html", context), sheet, right)
