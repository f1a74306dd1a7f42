"""Recording the next hand: the door, reading, checking, writing, answering."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.rights.devices import Request, granted_device
from cegoscore.scoresheet import answers
from cegoscore.scoresheet.access import get_sheet_to_write
from cegoscore.scoresheet.errors import Conflict, SheetClosed
from cegoscore.scoresheet.panel_check import check_panel, is_outdated
from cegoscore.scoresheet.panel_reading import read_panel
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoresheet.services import ledger


@require_POST
def record_hand(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Write the next hand of the sheet."""
    sheet = get_sheet_to_write(request, sheet_id)
    seats, rules = seats_of(sheet), rules_of(sheet.rule_set)
    names = {seat.number: seat.name for seat in seats}
    posted = check_panel(read_panel(request.POST, rules, names), rules, names)
    if posted.writing is None:
        return answers.refused(request, sheet, posted)
    writing = replace(posted.writing, outdated=is_outdated(sheet, posted, request.POST.get("seen")))
    try:
        done = ledger.write_hand(sheet, writing, device=granted_device(request))
    except (Conflict, SheetClosed) as refusal:
        return answers.conflicting(request, sheet, refusal)
    return answers.recorded(request, sheet, posted, done, seats)
