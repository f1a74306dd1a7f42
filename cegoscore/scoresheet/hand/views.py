"""The sheet, and the parts of it that changed for a page that follows."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, RawPostDataException
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import ends_at
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.scoresheet.hand import answers, services
from cegoscore.scoresheet.hand.answers import FOLLOWED, doubts_at, followed, parts_of_sheet, sheet_context
from cegoscore.scoresheet.hand.panel import next_panel
from cegoscore.scoresheet.hand.services import read_queue
from cegoscore.scoresheet.hand.sheet_page import SheetPage, hand_after, sheet_page, stage_of
from cegoscore.scoresheet.ledger.access import (
    find_sheet_written_on,
    get_sheet,
    get_sheet_and_seats,
    is_keepable,
    is_unchanged,
    keepable_sheet,
    kept_for,
    may_arrange,
    written,
)
from cegoscore.scoresheet.ledger.lines import LedgerLine
from cegoscore.scoresheet.ledger.writing import QueueWritten
from cegoscore.scoresheet.models import Session, State

TODAY = timedelta(hours=12)
"""Hands written longer ago are no news to whoever opens the sheet."""


@require_safe
def sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The sheet: totals, hands, and the panel for the next one."""
    return _page(request, *get_sheet(request, sheet_id))


def _page(request: HttpRequest, sheet: Session, right: Right) -> HttpResponse:
    page = sheet_page(sheet, may_write=right.covers(Right.WRITE))
    panel = next_panel(sheet, page, warnings=doubts_at(sheet, page, request.GET.get("doubt", "")))
    last = _last_elsewhere(request, sheet, page)
    context = sheet_context(sheet, page, panel, may_arrange=may_arrange(sheet, right), last=last)
    if right == Right.WRITE:
        context["ends_at"] = ends_at(device_id(request), target=sheet.pk, event=sheet.event)
    context["kept_for"] = kept_for(request) if is_keepable(sheet, right) else ""
    context["may_wait"] = page.may_write or find_sheet_written_on(device_id(request), sheet.pk)
    return keepable_sheet(request, render(request, "scoresheet/hand/sheet.html", context), sheet, right)


def _last_elsewhere(request: HttpRequest, sheet: Session, page: SheetPage) -> LedgerLine | None:
    """The newest hand if another phone wrote it today, for whoever goes on in place of a phone that died."""
    newest = page.newest
    if newest is None or newest.who in (None, device_id(request)) or sheet.state != State.OPEN or not page.may_write:
        return None
    if timezone.now() - newest.when > TODAY:
        return None
    return replace(newest, by=page.phones.get(newest.who, ""))


@require_safe
def sheet_changes(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The poll of an open page: 204 while the sheet has the version that it shows, else every part that changes."""
    version_shown, device = request.GET.get("v", ""), device_id(request)
    if device and is_unchanged(sheet_id, version_shown, device):
        return HttpResponse(status=204)
    return _changes(request, *get_sheet(request, sheet_id))


def _changes(request: HttpRequest, sheet: Session, right: Right) -> HttpResponse:
    newest, was_closed = request.GET.get("newest", ""), "closed" in request.GET
    lacks_more = was_closed or "stage" in request.GET
    if not lacks_more and (one_more := hand_after(sheet, request.GET.get("v", ""), newest)):
        is_news = one_more.lines[0].who not in (None, device_id(request))
        return followed(request, sheet, one_more, is_news=is_news, may_write=right.covers(Right.WRITE))
    page = sheet_page(sheet, may_write=right.covers(Right.WRITE))
    is_open = sheet.state == State.OPEN
    if (is_open and was_closed) or request.GET.get("stage", "") != (stage_of(sheet, page.saved) or ""):
        return HttpResponseClientRefresh()
    news = _news(request, page) if is_open else None
    context = sheet_context(sheet, page, next_panel(sheet, page), news=news)
    # The whole panel: who sits there, what they are called and the rule set may have changed, too.
    # A sheet that was closed meanwhile leaves alone what is being typed: it may be opened again.
    names = (*FOLLOWED, "panel") if page.may_write and is_open else FOLLOWED
    return parts_of_sheet(request, context, names, 200)


def _news(request: HttpRequest, page: SheetPage) -> LedgerLine | None:
    """The hand that another device wrote since this one asked; changes of the table or the rules are no news."""
    newest = page.newest
    if newest is None or newest.who in (None, device_id(request)) or request.GET.get("newest") == str(newest.key):
        return None
    return newest if newest.revision == 1 or newest.void or newest.corrected else None


@require_POST
def record_hand(request: Request, sheet_id: UUID) -> HttpResponse:
    """Write the next hand of the sheet: the panel's form as it is, where no script sends it."""
    sheet, seats = get_sheet_and_seats(request, sheet_id)
    try:
        done = services.write(sheet, seats, services.Unsent(data=request.POST), device=granted_device(request))
    except services.REFUSALS as refusal:
        return answers.refused(request, sheet, refusal)
    if request.htmx:  # a page of 0.1.0
        return HttpResponseClientRefresh()
    return written(request, answers.address_after(sheet, done.row.number, done.warnings))


@require_POST
def record_queue(request: Request, sheet_id: UUID) -> HttpResponse:
    """Write what a phone sends for the sheet, one item or many, in the order of writing."""
    try:
        sheet, seats = get_sheet_and_seats(request, sheet_id)
    except (Http404, PermissionDenied):
        if answer := _handed_over(request, sheet_id):
            return answer
        raise
    try:
        items = read_queue(request.body, sheet_id)
    except (ValidationError, RawPostDataException):
        return HttpResponseBadRequest("This is no queue of hands.", content_type="text/plain")
    device = granted_device(request)
    done = services.write_all(sheet, seats, items, device=device)
    left = find_sheet_written_on(device.pk, sheet_id) if done.refused and done.is_closed else None
    if done.refused and left and left.state == State.CLOSED:  # one that is handed in may be opened again at its table
        services.hand_over(left, items, done, device=device.pk)
    return answers.queued(request, sheet, items, done, seats)


def _handed_over(request: Request, sheet_id: UUID) -> HttpResponse | None:
    """The answer to a phone that could write here once: those who manage the group get all of it."""
    sheet, device = find_sheet_written_on(device_id(request), sheet_id), granted_device(request).pk
    try:
        items = read_queue(request.body, sheet_id) if sheet else []
    except (ValidationError, RawPostDataException):
        return None
    done = QueueWritten()
    if sheet is None or not items or not services.hand_over(sheet, items, done, device=device):
        return None
    return answers.queued(request, sheet, items, done, [])
