"""Hands that came late: what their phone is told, and the managers' answer."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.scoresheet.evening.late_page import late_lines
from cegoscore.scoresheet.evening.services import late_hands
from cegoscore.scoresheet.hand.services.unsent import NotWritten
from cegoscore.scoresheet.hand.unsent import Unsent
from cegoscore.scoresheet.ledger.access import find_sheet_written_on, get_late_hand, get_sheet
from cegoscore.scoresheet.ledger.offline import LATE, WRITTEN_AT, minimal, wants_minimal
from cegoscore.scoresheet.ledger.wording import refusal_sentence
from cegoscore.scoresheet.models import Answer, Session, State

KINDS = {"record_hand": "new", "correct_hand": "correct", "strike_hand": "strike", "restore_hand": "restore"}
"""Views whose hands may come late, with what each does."""

SAID = {
    Answer.WAITING: gettext_lazy(
        "You may no longer write on this sheet. Your hand was handed to those who manage the group; they have 30 "
        "days to take it. It stays on this phone until they have answered."
    ),
    Answer.DECLINED: gettext_lazy("Those who manage the group did not take this hand. You can throw it away."),
}


def keeps_late_hands(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep what an outbox sends after its link ended, or after the evening was closed, as a proposal."""
    kind = KINDS[view.__name__]

    @wraps(view)
    def wrapped(request: HttpRequest, sheet_id: uuid.UUID, **place: int) -> HttpResponse:
        if not wants_minimal(request):
            return view(request, sheet_id, **place)
        try:
            response = view(request, sheet_id, **place)
        except (Http404, PermissionDenied):
            late = _late(request, sheet_id, kind, place.get("number"), closed_only=False)
            if late is None:
                raise
            return late
        if response.status_code != HTTPStatus.CONFLICT:
            return response
        return _late(request, sheet_id, kind, place.get("number"), closed_only=True) or response

    return wrapped


def _late(
    request: HttpRequest, sheet_id: uuid.UUID, kind: str, number: int | None, *, closed_only: bool
) -> HttpResponse | None:
    """The answer to a late hand; `None` if it is none, or nobody who ever might write sent it."""
    device = device_id(request)
    sheet = find_sheet_written_on(device, sheet_id)
    try:
        key = uuid.UUID(request.POST.get("uuid", ""))
    except ValueError:
        return None
    if sheet is None or device is None or (closed_only and sheet.state != State.CLOSED):
        return None
    unsent = Unsent(number=number, kind=kind, data=request.POST.copy())
    unsent.data.pop("csrfmiddlewaretoken", None)
    try:
        late = late_hands.propose(sheet, unsent, key=key, device=device, written_at=_written_at(request))
    except Refused as refusal:
        return _said(request, sheet, "full", refusal_sentence(refusal, {}))
    if late.answer == Answer.TAKEN:
        return minimal()
    return _said(request, sheet, late.answer, str(SAID[Answer(late.answer)]))


def _said(request: HttpRequest, sheet: Session, answer: str, sentence: str) -> HttpResponse:
    context = {"sheet": sheet, "sentence": sentence}
    response = render(request, "scoresheet/evening/late_hand.html", context, status=HTTPStatus.CONFLICT)
    response.headers[LATE] = str(answer)  # WSGI takes nothing but a str, not even one of Answer
    return response


def _written_at(request: HttpRequest) -> datetime | None:
    """The phone's own time of writing, if it says one that can be."""
    try:
        written = parse_datetime(request.headers.get(WRITTEN_AT, ""))
    except ValueError:
        return None
    return written if written and timezone.is_aware(written) and written <= timezone.now() else None


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
    except NotWritten as refusal:
        problem = _("It was not written: {why}").format(why=refusal)
        return _page(request, sheet, problem=problem, status=HTTPStatus.CONFLICT)
    return redirect("late_hands_of", sheet.pk)


@require_POST
def decline_late_hand(request: HttpRequest, sheet_id: uuid.UUID, late_id: int) -> HttpResponse:
    """Do not take a hand that came late."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    late_hands.decline(get_late_hand(sheet, late_id), by=granted_device(request).pk)
    return redirect("late_hands_of", sheet.pk)
