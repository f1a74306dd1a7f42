"""A forgotten hand, put in between two others."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.rights.devices import Request, granted_device
from cegoscore.scoresheet.access import get_sheet_to_write
from cegoscore.scoresheet.errors import Conflict, SheetClosed
from cegoscore.scoresheet.forms import HandForm
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoresheet.services import between
from cegoscore.scoresheet.sheet_page import sheet_page
from cegoscore.scoresheet.table_forms import PlacesForm
from cegoscore.scoresheet.turns import Turn, turn_before
from cegoscore.scoresheet.views.hand import standing_or_404
from cegoscore.scoresheet.views.sheet import address_after, closed_sentence, context_of, retyped, turn_of
from cegoscore.scoresheet.wording import refusal_sentence


def _page(
    request: Request,
    sheet: Session,
    number: int,
    *,
    data: Any = None,
    conflict: str = "",
    status: int = 200,
) -> HttpResponse:
    """The panel for a hand before `number`, with the people who sat there, or whom the visitor set."""
    page = sheet_page(sheet)
    turn = turn_before(sheet, number)
    rules = rules_of(sheet.rule_set)
    asked = request.GET if "dealer" in request.GET else None
    places = PlacesForm(asked, names=page.names, lineup=turn.lineup, dealer=turn.dealer, rules=rules)
    lineup, dealer = places.table()
    turn = replace(turn, lineup=lineup, dealer=dealer)
    panel = _panel(sheet, page.names, turn, data)
    panel.conflict = {"sentence": conflict, "line": None} if conflict else None
    action = reverse("insert_hand", args=[sheet.id, number])
    page = replace(page, turn=turn_of(panel, turn))
    more = {"places_form": places, "places_action": action, "before": number}
    context = context_of(sheet, page, panel, action=action, mode="insert", **more)
    template = "scoresheet/_panel.html" if request.htmx else "scoresheet/insert_hand.html"
    return render(request, template, context, status=422 if places.errors else status)


def _panel(sheet: Session, names: dict[int, str], turn: Turn, data: Any = None) -> HandForm:
    return HandForm(
        data,
        rules=rules_of(sheet.rule_set),
        names=names,
        lineup=turn.lineup,
        dealer=turn.dealer,
        initial={"number": turn.number, "revision": 1, "stake_factor": turn.stake_factor},
    )


@require_http_methods(["GET", "POST"])
def insert_hand(request: Request, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Write a hand that was forgotten, before another one."""
    sheet = get_sheet_to_write(request, sheet_id)
    standing_or_404(sheet, number)
    if request.method == "GET":
        return _page(request, sheet, number)
    names = {seat.number: seat.name for seat in seats_of(sheet)}
    panel = _panel(sheet, names, turn_before(sheet, number), request.POST)
    if not panel.is_valid() or panel.cleaned_data["revision"] != 1:
        return _page(request, sheet, number, data=request.POST, status=422)
    try:
        between.insert_hand(sheet, panel.writing(), before=number, device=granted_device(request))
    except Refused as refusal:
        sentence = refusal_sentence(refusal, names)
        return _page(request, sheet, number, data=request.POST, conflict=sentence, status=422)
    except (Conflict, SheetClosed) as refusal:
        return _conflict(request, get_sheet_to_write(request, sheet_id), number, refusal)
    address = address_after(sheet, panel)
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _conflict(request: Request, sheet: Session, number: int, refusal: Exception) -> HttpResponse:
    """409: what was typed stays, now for the next free number."""
    data = retyped(request.POST, number=turn_before(sheet, number).number)
    sentence = _("Another phone wrote meanwhile and yours was not written. Is it still missing? Then tap again.")
    if isinstance(refusal, SheetClosed):
        sentence = closed_sentence(refusal)
    return _page(request, sheet, number, data=data, conflict=sentence, status=409)
