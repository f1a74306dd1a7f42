"""The end of an evening, at home and at a tournament's table: payments, closing, agreeing, late hands."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.scoresheet.evening import services
from cegoscore.scoresheet.evening.evening_page import evening_page
from cegoscore.scoresheet.evening.evenings import following_sheet
from cegoscore.scoresheet.evening.forms import AgreeForm, BoughtRoundForm, EndForm
from cegoscore.scoresheet.evening.unsent_file import late_lines, waiting_late
from cegoscore.scoresheet.hand import services as hand
from cegoscore.scoresheet.hand.answers import sheet_context
from cegoscore.scoresheet.hand.panel import next_panel
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import (
    get_booking,
    get_evening_to_arrange,
    get_late_hand,
    get_sheet,
    get_sheet_to_arrange,
    get_sheet_to_write,
    may_arrange,
    written,
)
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services import notes, sheets
from cegoscore.scoresheet.ledger.wording import SheetClosed, Stale, answer_to, refused
from cegoscore.scoresheet.models import Session, State


def _page(
    request: HttpRequest,
    sheet: Session,
    right: Right,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page, rules = evening_page(sheet), rules_of(sheet.rule_set)
    is_open = sheet.state == State.OPEN
    goes_on = None if is_open else following_sheet(sheet)
    context = {
        "sheet": sheet,
        "page": page,
        "message": page["message"],
        "is_open": is_open,
        "is_closed": sheet.state == State.CLOSED,
        "goes_on": goes_on,
        "may_write": right.covers(Right.WRITE),
        "may_pay": right.covers(Right.WRITE) and not (goes_on or sheet.event),
        "problem": problem,
        "may_arrange": may_arrange(sheet, right),
        "may_manage": right.covers(Right.MANAGE),
        "asks_for_stake": is_open and may_arrange(sheet, right) and not (sheet.stake or sheet.event),
        "late": waiting_late(sheet) if right.covers(Right.MANAGE) else 0,
        "has_schnaps": rules.schnaps_buergermeister or rules.schnaps_no_trick,
        "rounds": [(*owed, uuid4()) for owed in page["schnaps"]],
    }
    return render(request, "scoresheet/evening/evening.html", context, status=status)


@require_safe
def evening(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Payments, Schnaps, the curve, and everybody's play."""
    sheet, right = get_sheet(request, sheet_id)
    return _page(request, sheet, right)


@require_POST
def buy_round(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Somebody who owed a round of Schnaps bought it; nothing changes if they owe none or the sheet is closed."""
    sheet, _right = get_sheet_to_arrange(request, sheet_id)
    form = BoughtRoundForm(request.POST)
    if form.is_valid():
        with suppress(Refused, SheetClosed):
            services.buy_round(sheet, **form.cleaned_data, device=granted_device(request))
    return redirect("evening", sheet.id)


@require_POST
def pay(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Somebody has paid somebody else; where the amount is no longer open, the page says what is."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    with refused(names_of(sheet)) as refusal:
        hand.pay(sheet, request.POST, device=granted_device(request))
        return redirect(f"{reverse('evening', args=[sheet.id])}#pay-title")
    return _page(request, sheet, right, **refusal)


@require_POST
def unpay(request: HttpRequest, sheet_id: UUID, booking_id: int) -> HttpResponse:
    """Take a payment back."""
    sheet = get_sheet_to_write(request, sheet_id)
    notes.unpay(sheet, get_booking(sheet, booking_id), device=granted_device(request))
    return redirect(f"{reverse('evening', args=[sheet.id])}#pay-title")


@require_POST
def close_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """End the evening; 409 to a phone that said so without network, if others have written on since."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = EndForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest()
    try:
        sheets.close_sheet(sheet, by=granted_device(request).pk, newest=form.cleaned_data["newest"])
    except Stale:
        return HttpResponse(status=HTTPStatus.CONFLICT)
    return written(request, reverse("evening", args=[sheet.id]))


@require_POST
def reopen_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Go on with an evening that was ended."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    sheets.reopen_sheet(sheet, by=granted_device(request).pk)
    return redirect(sheet)


def _sheet_with(request: HttpRequest, sheet: Session, *, problem: str, status: int) -> HttpResponse:
    """The sheet with what is wrong said above its totals."""
    page = sheet_page(sheet)
    arranges = may_arrange(sheet, get_sheet(request, sheet.id)[1])
    context = sheet_context(sheet, page, next_panel(sheet, page), may_arrange=arranges, problem=problem)
    return render(request, "scoresheet/hand/sheet.html", context, status=status)


@require_POST
def hand_in(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """A player says that everything is written."""
    return _agree(request, sheet_id, services.hand_in)


@require_POST
def confirm_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Another player agrees."""
    return _agree(request, sheet_id, services.confirm)


def _agree(request: HttpRequest, sheet_id: UUID, service: Callable[..., None]) -> HttpResponse:
    sheet = get_sheet_to_write(request, sheet_id)
    form = AgreeForm(request.POST)
    if sheet.planned is None or not form.is_valid():
        problem, status = answer_to(Refused("who_agrees"))
        return _sheet_with(request, sheet, problem=problem, status=status)
    with refused() as refusal:
        service(sheet, seen=form.cleaned_data["version"], seat=form.cleaned_data["seat"])
        return redirect(sheet)
    return _sheet_with(request, get_sheet_to_write(request, sheet_id), **refusal)


@require_POST
def take_back(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Something was wrong after all."""
    sheet = get_sheet_to_write(request, sheet_id)
    services.take_back(sheet)
    return redirect(sheet)


@require_POST
def call_referee(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The table wants a referee; only at a tournament there is one to call."""
    sheet, _right = get_sheet(request, sheet_id, Right.WRITE)
    if sheet.event is not None:
        services.call_referee(sheet)
    return redirect(sheet)


@require_POST
def referee_came(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The table needs no referee any more."""
    sheet = get_sheet_to_write(request, sheet_id)
    services.referee_came(sheet)
    return redirect(sheet)


def _late_page(request: HttpRequest, sheet: Session, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"sheet": sheet, "lines": late_lines(sheet), "problem": problem, "is_closed": sheet.state == State.CLOSED}
    context["goes_on"] = following_sheet(sheet)
    return render(request, "scoresheet/evening/late_hands.html", context, status=status)


@require_safe
def late_hands_of(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The hands that came late; only for who manages the club."""
    return _late_page(request, get_sheet(request, sheet_id, Right.MANAGE)[0])


@require_POST
def take_late_hand(request: HttpRequest, sheet_id: UUID, late_id: int) -> HttpResponse:
    """Write a hand that came late."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    try:
        services.take(get_late_hand(sheet, late_id), by=granted_device(request).pk)
    except services.NotWritten as refusal:
        problem = _("It was not written: {why}").format(why=refusal)
        return _late_page(request, sheet, problem=problem, status=HTTPStatus.CONFLICT)
    return redirect("late_hands_of", sheet.pk)


@require_POST
def decline_late_hand(request: HttpRequest, sheet_id: UUID, late_id: int) -> HttpResponse:
    """Do not take a hand that came late."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    services.decline(get_late_hand(sheet, late_id), by=granted_device(request).pk)
    return redirect("late_hands_of", sheet.pk)
