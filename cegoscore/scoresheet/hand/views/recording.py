"""Recording the next hand, or all that waits on a phone: the door, reading, checking, writing, answering."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseBadRequest, RawPostDataException
from django.views.decorators.http import require_POST

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.rights.devices import Request, granted_device
from cegoscore.scoresheet.hand import answers
from cegoscore.scoresheet.hand.panel_check import check_panel, is_outdated
from cegoscore.scoresheet.hand.panel_reading import read_panel
from cegoscore.scoresheet.hand.services import queue
from cegoscore.scoresheet.hand.unsent import read_queue
from cegoscore.scoresheet.ledger.access import get_sheet_and_seats, get_sheet_to_write
from cegoscore.scoresheet.ledger.errors import Conflict, SheetClosed
from cegoscore.scoresheet.ledger.services import ledger


@require_POST
def record_hand(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Write the next hand of the sheet."""
    sheet, seats = get_sheet_and_seats(request, sheet_id)
    rules = rules_of(sheet.rule_set)
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


@require_POST
def record_queue(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Write what waits on a phone for the sheet, in the order of writing."""
    sheet, seats = get_sheet_and_seats(request, sheet_id)
    try:
        items = read_queue(request.body, sheet.id)
    except (ValidationError, RawPostDataException):
        return HttpResponseBadRequest("This is no queue of hands.", content_type="text/plain")
    device = granted_device(request)
    done = queue.write_queue(lambda: get_sheet_to_write(request, sheet_id), items, device=device)
    return answers.queued(request, sheet, items, done, seats)
