"""The sheet, and the parts of it that changed for a page that follows."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import ends_at
from cegoscore.clubs.rights.devices import device_id
from cegoscore.scoresheet.hand.answers import FOLLOWED, followed, parts_of_sheet, sheet_context
from cegoscore.scoresheet.hand.one_hand import hand_after
from cegoscore.scoresheet.hand.panel import next_panel
from cegoscore.scoresheet.hand.panel_check import doubts_at
from cegoscore.scoresheet.hand.sheet_page import SheetPage, sheet_page, stage_of
from cegoscore.scoresheet.ledger.access import get_sheet, is_unchanged, may_arrange
from cegoscore.scoresheet.ledger.lines import LedgerLine
from cegoscore.scoresheet.ledger.offline import keepable_sheet
from cegoscore.scoresheet.models import Session, State

TODAY = timedelta(hours=12)
"""Hands written longer ago are no news to whoever opens the sheet."""


@require_safe
@never_cache
def sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The sheet: totals, hands, and the panel for the next one."""
    return _page(request, *get_sheet(request, sheet_id))


def _page(request: HttpRequest, sheet: Session, right: Right) -> HttpResponse:
    page = sheet_page(sheet, may_write=right.covers(Right.WRITE))
    panel = next_panel(sheet, page, warnings=doubts_at(sheet, page, request.GET.get("doubt", "")))
    last = _last_elsewhere(request, sheet, page)
    context = sheet_context(sheet, page, panel, may_arrange=may_arrange(sheet, right), last=last)
    if right == Right.WRITE:
        context["ends_at"] = ends_at(device_id(request), target=sheet.pk, event=sheet.event)
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
def sheet_changes(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The poll of an open page: 204 while the sheet has the version that it shows, else every part that changes."""
    shown, device = request.GET.get("v", ""), device_id(request)
    if device and is_unchanged(sheet_id, shown, device):
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
