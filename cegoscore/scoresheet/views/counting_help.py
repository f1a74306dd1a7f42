"""The counting help, as a page of its own and as a part of the entry panel."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.rights.devices import Request
from cegoscore.scoresheet.access import get_sheet
from cegoscore.scoresheet.counting_help import CountForm, group_name
from cegoscore.scoresheet.offline import keepable_sheet
from cegoscore.scoring.tariff import counting_table


@require_safe
def count_cards(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Count the card points of a pile. The panel asks for the steppers alone and adds up by itself."""
    sheet, right = get_sheet(request, sheet_id)
    rules = rules_of(sheet.rule_set)
    form = CountForm(request.GET or None, rules=rules)
    context = {"sheet": sheet, "form": form, "how": group_name(rules), "total": rules.total}
    if request.htmx:
        steppers = render(request, "scoresheet/count_cards.html#count", context | {"table": counting_table(rules)})
        return keepable_sheet(request, steppers, sheet, right)
    counted = form.counted() if form.is_valid() else None
    return render(request, "scoresheet/count_cards.html", context | {"counted": counted})
