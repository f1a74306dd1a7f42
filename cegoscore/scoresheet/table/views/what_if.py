"""The same evening under another rule set; nothing is stored."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.rule_sets import choices_for, find_offer
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.evening.exports import told_of
from cegoscore.scoresheet.ledger.access import get_sheet
from cegoscore.scoresheet.table.what_if_page import compared
from cegoscore.scoring.conversion import is_comparable


@require_safe
def what_if(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Totals under another rule set with the differences, and the hands that cannot be played by it."""
    sheet, _right = get_sheet(request, sheet_id)
    document = told_of(sheet)
    chosen = request.GET.get("rules", "")
    context: dict[str, object] = {
        "sheet": sheet,
        "rules_here": in_language(document.rules.name),
        "choices": choices_for(device_id(request), comparable_with=document.rules),
        "chosen": chosen,
    }
    if chosen:
        offer = find_offer(chosen, device_id(request))
        if offer is None:
            raise Http404
        comparable = is_comparable(document.rules, offer.rules)
        context |= {"offer": offer, "comparable": comparable, "players": document.rules.players}
        context |= compared(document, offer.rules) if comparable else {}
    return render(request, "scoresheet/table/what_if.html", context)
