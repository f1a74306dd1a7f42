"""Hands that came late: the managers' answer."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.scoresheet.evening.late_page import late_lines
from cegoscore.scoresheet.evening.services import late_hands
from cegoscore.scoresheet.ledger.access import get_late_hand, get_sheet
from cegoscore.scoresheet.models import Session, State


def _page(request: HttpRequest, sheet: Session, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"sheet": sheet, "lines": late_lines(sheet), "problem": problem, "is_closed": sheet.state == State.CLOSED}
    return render(request, "scoresheet/evening/late_hands.html", context, status=status)


@require_safe
@never_cache
def late_hands_of(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The hands that came late; only for who manages the club."""
    return _page(request, get_sheet(request, sheet_id, Right.MANAGE)[0])


@require_POST
def take_late_hand(request: HttpRequest, sheet_id: uuid.UUID, late_id: int) -> HttpResponse:
    """Write a hand that came late."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    try:
        late_hands.take(get_late_hand(sheet, late_id), by=granted_device(request).pk)
    except late_hands.NotWritten as refusal:
        problem = _("It was not written: {why}").format(why=refusal)
        return _page(request, sheet, problem=problem, status=HTTPStatus.CONFLICT)
    return redirect("late_hands_of", sheet.pk)


@require_POST
def decline_late_hand(request: HttpRequest, sheet_id: uuid.UUID, late_id: int) -> HttpResponse:
    """Do not take a hand that came late."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    late_hands.decline(get_late_hand(sheet, late_id), by=granted_device(request).pk)
    return redirect("late_hands_of", sheet.pk)
