"""The end of a tournament table's sheet: handing it in, agreeing, and calling the referee."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Right
from cegoscore.scoresheet.evening.evening_forms import AgreeForm
from cegoscore.scoresheet.evening.services import finishing
from cegoscore.scoresheet.hand.answers import sheet_context
from cegoscore.scoresheet.hand.panel import next_panel
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import get_sheet, get_sheet_to_write, may_arrange
from cegoscore.scoresheet.ledger.trouble import answer_to, refused
from cegoscore.scoresheet.models import Session


def _page(request: HttpRequest, sheet: Session, *, problem: str, status: int) -> HttpResponse:
    """The sheet with what is wrong said above its totals."""
    page = sheet_page(sheet)
    arranges = may_arrange(sheet, get_sheet(request, sheet.id)[1])
    context = sheet_context(sheet, page, next_panel(sheet, page), may_arrange=arranges, problem=problem)
    return render(request, "scoresheet/hand/sheet.html", context, status=status)


@require_POST
def hand_in(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """A player says that everything is written."""
    return _agree(request, sheet_id, finishing.hand_in)


@require_POST
def confirm_sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Another player agrees."""
    return _agree(request, sheet_id, finishing.confirm)


def _agree(request: HttpRequest, sheet_id: uuid.UUID, service: finishing.Agreeing) -> HttpResponse:
    sheet = get_sheet_to_write(request, sheet_id)
    form = AgreeForm(request.POST)
    if sheet.planned is None or not form.is_valid():
        problem, status = answer_to(Refused("who_agrees"))
        return _page(request, sheet, problem=problem, status=status)
    with refused() as said:
        service(sheet, seen=form.cleaned_data["version"], seat=form.cleaned_data["seat"])
        return redirect(sheet)
    return _page(request, get_sheet_to_write(request, sheet_id), **said)


@require_POST
def take_back(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Something was wrong after all."""
    sheet = get_sheet_to_write(request, sheet_id)
    finishing.take_back(sheet)
    return redirect(sheet)


@require_POST
def call_referee(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The table wants a referee; only at a tournament there is one to call."""
    sheet, _right = get_sheet(request, sheet_id, Right.WRITE)
    if sheet.event is not None:
        finishing.call_referee(sheet)
    return redirect(sheet)


@require_POST
def referee_came(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The table needs no referee any more."""
    sheet = get_sheet_to_write(request, sheet_id)
    finishing.referee_came(sheet)
    return redirect(sheet)
