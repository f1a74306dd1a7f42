"""The counting help, as a page of its own and as a part of the entry panel."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.rule_sets import offer_of, rules_of
from cegoscore.clubs.rights.devices import Request
from cegoscore.edition import edition
from cegoscore.scoresheet.ledger.access import get_sheet
from cegoscore.scoresheet.ledger.offline import keepable_sheet
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.counting_help import CountForm, group_name
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.tariff import counting_table


@require_safe
def count_cards(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Count the card points of a pile. The panel asks for the steppers alone and adds up by itself."""
    sheet, right = get_sheet(request, sheet_id)
    if request.htmx:
        return keepable_sheet(request, _steppers(request, sheet), sheet, right)
    rules = rules_of(sheet.rule_set)
    form = CountForm(request.GET or None, rules=rules)
    counted = form.counted() if form.is_valid() else None
    context = _context(sheet, form, rules) | {"counted": counted, "offer": offer_of(sheet.rule_set, sheet.club_id)}
    return render(request, "scoresheet/table/count_cards.html", context)


def _steppers(request: Request, sheet: Session) -> HttpResponse:
    """The same while rule set and edition stand: a phone that has them still is told so."""
    etag = f'W/"{edition()}-{sheet.rule_set.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        rules = rules_of(sheet.rule_set)
        context = _context(sheet, CountForm(rules=rules), rules) | {"table": counting_table(rules)}
        response = render(request, "scoresheet/table/count_cards.html#count", context)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("HX-Request", "Accept-Language", "Cookie"))
    return response


def _context(sheet: Session, form: CountForm, rules: HouseRules) -> dict[str, Any]:
    return {"sheet": sheet, "form": form, "how": group_name(rules), "total": rules.total}
