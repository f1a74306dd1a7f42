"""Customs of the table (Pflicht-Räuber, a higher stake, "der Gstieß gibt ab") and points outside any hand."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.clubs.wording import game_label
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import get_sheet, get_sheet_to_arrange, may_arrange
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services import notes
from cegoscore.scoresheet.ledger.wording import refused
from cegoscore.scoresheet.models import Adjustment, Session, State
from cegoscore.scoresheet.table.customs_forms import AdjustmentForm, CompulsoryRoundForm, GstiessForm, StakeForm
from cegoscore.scoresheet.table.table_forms import LOAD_AGAIN
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.customs import factor_after_round


def _customs_page(
    request: HttpRequest,
    sheet: Session,
    *,
    stake: StakeForm | None = None,
    arranges: bool = True,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page, rules = sheet_page(sheet), rules_of(sheet.rule_set)
    stands = {"factor": page.customs.stake_factor, "stake": sheet.stake, "currency": sheet.currency or "€"}
    has_round = Contract.PFLICHT_RAEUBER in rules.raeuber
    context = {
        "sheet": sheet,
        "page": page,
        "customs": page.customs,
        "is_open": sheet.state == State.OPEN,
        "may_arrange": arranges,
        "round_game": game_label(rules, Contract.PFLICHT_RAEUBER) if has_round else "",
        "round_factor": factor_after_round(rules),
        "stake": stake or StakeForm(sheet=sheet, initial=stands),
        "gstiess_uuid": uuid.uuid4(),
        "problem": problem,
    }
    return render(request, "scoresheet/table/customs.html", context, status=status)


@require_safe
@never_cache
def customs(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Customs that hold from the next hand on, and the end of the evening; who only writes reads them."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    return _customs_page(request, sheet, arranges=may_arrange(sheet, right))


def _changed(request: HttpRequest, sheet: Session, change: Callable[[], object]) -> HttpResponse:
    """Back to the sheet once it is changed, else the page again with a sentence why it was not."""
    with refused() as said:
        change()
        return redirect(sheet)
    return _customs_page(request, get_sheet_to_arrange(request, sheet.pk)[0], **said)


@require_POST
def change_round(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Begin a round of Pflicht-Räuber, or break it off."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = CompulsoryRoundForm(request.POST, sheet=sheet)
    if not form.is_valid():
        return _customs_page(request, sheet, problem=str(LOAD_AGAIN), status=422)
    change = notes.begin_round if form.cleaned_data["begin"] else notes.end_round
    return _changed(request, sheet, lambda: change(sheet, seen=form.cleaned_data["version"]))


@require_POST
def set_stake(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Let the next hands count more, or as ever; and a point be worth something, if the form asks for that."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = StakeForm(request.POST, sheet=sheet)
    if not form.is_valid():
        return _customs_page(request, sheet, stake=form, status=422)
    data, left = form.cleaned_data, sheet_page(sheet).customs.round_left
    money = {name: data[name] for name in ("stake", "currency") if name in form.data}
    return _changed(
        request,
        sheet,
        lambda: notes.set_stake(
            sheet, seen=data["version"], factor=data["factor"], round_left=left, device=granted_device(request), **money
        ),
    )


@require_POST
def note_gstiess(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Somebody wants to stop, somebody held the Gstieß, or the evening goes on after all."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    names = names_of(sheet)
    form = GstiessForm(request.POST, sheet=sheet, names=names)
    if not form.is_valid():
        return _customs_page(request, sheet, problem=_("Please choose who held it."), status=422)
    data = form.cleaned_data
    return _changed(
        request,
        sheet,
        lambda: notes.note_gstiess(
            sheet,
            seen=data["version"],
            uuid=data["uuid"],
            seat=form.seat,
            off=form.off,
            device=granted_device(request),
        ),
    )


def _adjust_page(
    request: HttpRequest,
    sheet: Session,
    form: AdjustmentForm | None = None,
    *,
    arranges: bool = True,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page = sheet_page(sheet)
    context: dict[str, Any] = {
        "sheet": sheet,
        "page": page,
        "is_open": sheet.state == State.OPEN,
        "may_arrange": arranges,
        "form": form or AdjustmentForm(names=page.names),
        "problem": problem,
    }
    return render(request, "scoresheet/table/adjust_sheet.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def adjust_sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Points outside any hand: what was brought along, or what a referee decided."""
    if request.method != "POST":
        sheet, right = get_sheet(request, sheet_id, Right.WRITE)
        return _adjust_page(request, sheet, arranges=may_arrange(sheet, right))
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = AdjustmentForm(request.POST, names=names_of(sheet))
    if not form.is_valid():
        return _adjust_page(request, sheet, form, status=422)
    data = form.cleaned_data
    with refused() as said:
        notes.adjust(sheet, uuid=data["uuid"], amounts=data["amounts"], why=data["why"], device=granted_device(request))
        return redirect(sheet)
    return _adjust_page(request, get_sheet_to_arrange(request, sheet_id)[0], form, **said)


@require_POST
def strike_adjustment(request: HttpRequest, sheet_id: uuid.UUID, adjustment: int) -> HttpResponse:
    """Take an adjustment back."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    device = granted_device(request)
    try:
        with refused() as said:
            notes.strike_adjustment(sheet, adjustment=adjustment, why=_("Struck"), device=device)
            return redirect("adjust_sheet", sheet.id)
    except Adjustment.DoesNotExist:
        raise Http404 from None
    return _adjust_page(request, get_sheet_to_arrange(request, sheet_id)[0], **said)
