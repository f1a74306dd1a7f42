"""A forgotten hand, put in between two others."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import push_url

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.rights.devices import Request, granted_device
from cegoscore.scoresheet.hand.answers import address_after, panel_context
from cegoscore.scoresheet.hand.panel import PanelNotice, moved, panel_of, turn_panel
from cegoscore.scoresheet.hand.reading import Posted, read_hand
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import get_sheet_to_write, get_standing
from cegoscore.scoresheet.ledger.errors import Conflict, SheetClosed
from cegoscore.scoresheet.ledger.seats import names_of, turn_before
from cegoscore.scoresheet.ledger.trouble import refused
from cegoscore.scoresheet.ledger.wording import closed_sentence, refusal_sentence
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.repaid import dealt_later
from cegoscore.scoresheet.table.rule_change_page import deal_moved
from cegoscore.scoresheet.table.services import between
from cegoscore.scoresheet.table.table_forms import PlacesForm, SeenForm


def _page(
    request: Request,
    sheet: Session,
    number: int,
    *,
    typed: MultiValueDict[str, str] | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The panel for a hand before `number`, with the people who sat there, or whom the visitor set."""
    page, rules = sheet_page(sheet), rules_of(sheet.rule_set)
    turn = turn_before(sheet, number)
    asked = request.GET if "dealer" in request.GET else None
    places = PlacesForm(asked, names=page.names, lineup=turn.lineup, dealer=turn.dealer, rules=rules)
    lineup, dealer = places.table()
    turn = replace(turn, lineup=lineup, dealer=dealer)
    if typed is None:
        panel = turn_panel(sheet, page.names, turn, turn.stake_factor, **more)
    else:
        panel = panel_of(typed, rules=rules, names=page.names, lineup=lineup, **more)
    action = reverse("insert_hand", args=[sheet.id, number])
    context = panel_context(sheet, replace(page, turn=turn), panel, action=action, mode="insert", before=number)
    context |= {"places_form": places, "places_action": action}
    response = render(request, "scoresheet/table/insert_hand.html", context, status=422 if places.errors else status)
    return push_url(response, url=False)  # a form's own address is no page to come back to


@require_http_methods(["GET", "POST"])
def insert_hand(request: Request, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Write a hand that was forgotten, before another one."""
    sheet = get_sheet_to_write(request, sheet_id)
    get_standing(sheet, number)
    if request.method == "GET":
        return _page(request, sheet, number)
    rules, names = rules_of(sheet.rule_set), names_of(sheet)
    posted = read_hand(request.POST, rules, names)
    if posted.writing is None or posted.writing.revision != 1:
        return _page(request, sheet, number, typed=request.POST, status=422, problems=posted.problems)
    try:
        between.insert_hand(sheet, posted.writing, before=number, device=granted_device(request))
    except Refused as refusal:
        notice = PanelNotice(sentence=refusal_sentence(refusal, names))
        return _page(request, sheet, number, typed=request.POST, status=422, notice=notice)
    except (Conflict, SheetClosed) as refusal:
        return _conflict(request, get_sheet_to_write(request, sheet_id), number, refusal)
    return redirect(_address_after(sheet, posted))


def _address_after(sheet: Session, posted: Posted) -> str:
    """The sheet, or first the question whether everybody dealt one later, if the deal does not go on as it should."""
    number = posted.writing.number if posted.writing else 0
    if dealt_later(sheet, number):
        return reverse("deal_later", args=[sheet.id, number])
    return address_after(sheet, number, posted.warnings)


@require_http_methods(["GET", "POST"])
def deal_later(request: Request, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """After a forgotten hand: ask whether everybody dealt one later, show what that changes, and do it."""
    sheet = get_sheet_to_write(request, sheet_id)
    get_standing(sheet, number)
    said: dict[str, Any] = {}
    form = SeenForm(request.POST or None, sheet=sheet)
    if form.is_valid():
        with refused(names_of(sheet)) as said:
            why, seen = _("Everybody dealt one later: a hand was missing"), form.cleaned_data["version"]
            between.deal_later(sheet, number=number, seen=seen, why=why, device=granted_device(request))
            return redirect(sheet)
        sheet = get_sheet_to_write(request, sheet_id)
    later = dealt_later(sheet, number)
    if not later:
        return redirect(sheet)
    context = {"sheet": sheet, "number": number, "change": deal_moved(sheet, later), **said}
    return render(request, "scoresheet/table/deal_later.html", context, status=said.get("status"))


def _conflict(request: Request, sheet: Session, number: int, refusal: Exception) -> HttpResponse:
    """409: what was typed stays, now for the next free number."""
    typed = moved(request.POST, number=turn_before(sheet, number).number)
    sentence = _("Another phone wrote meanwhile, so your hand was not saved. If it is still missing, tap again.")
    if isinstance(refusal, SheetClosed):
        sentence = closed_sentence(refusal)
    return _page(request, sheet, number, typed=typed, status=409, notice=PanelNotice(sentence=sentence))
