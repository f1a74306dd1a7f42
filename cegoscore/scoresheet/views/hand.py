"""One hand: its history, and correcting, striking, restoring it."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.scoresheet.access import get_sheet, get_sheet_to_write
from cegoscore.scoresheet.errors import Conflict, Gap, SheetClosed
from cegoscore.scoresheet.forms import HandForm, RevisionForm, initial_of
from cegoscore.scoresheet.ledger_rows import standing_at
from cegoscore.scoresheet.lines import history_of
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoresheet.services import ledger
from cegoscore.scoresheet.sheet_page import SheetPage, sheet_page
from cegoscore.scoresheet.table_forms import PlacesForm
from cegoscore.scoresheet.views.offline import written
from cegoscore.scoresheet.views.sheet import GAP, address_after, closed_sentence, context_of, retyped, turn_of
from cegoscore.scoresheet.wording import refusal_sentence


def standing_or_404(sheet: Session, number: int) -> Hand:
    """What is in force at a number of the ledger."""
    row = standing_at(sheet, number)
    if row is None:
        raise Http404
    return row


def _places_form(request: HttpRequest, sheet: Session, page: SheetPage, row: Hand) -> PlacesForm:
    """Who sat there and who dealt: as it stands in the ledger, or as asked for in the address."""
    asked = request.GET if "dealer" in request.GET else None
    rules = rules_of(sheet.rule_set)
    return PlacesForm(asked, names=page.names, lineup=row.lineup, dealer=row.dealer, rules=rules)


def _correction(
    sheet: Session, page: SheetPage, row: Hand, data: Any = None, places: PlacesForm | None = None
) -> HandForm:
    """The panel for a further revision of a hand, filled with what stands there."""
    initial = initial_of(row.outcome) | {"number": row.number, "revision": row.revision + 1}
    lineup, dealer = places.table() if places else (tuple(row.lineup), row.dealer)
    return HandForm(
        data,
        rules=rules_of(sheet.rule_set),
        names=page.names,
        lineup=lineup,
        dealer=dealer,
        initial=initial | {"stake_factor": row.stake_factor},
    )


def _hand_page(
    request: HttpRequest,
    sheet: Session,
    row: Hand,
    panel: HandForm | None = None,
    *,
    status: int = 200,
    may_write: bool = True,
    problem: str = "",
) -> HttpResponse:
    page = sheet_page(sheet, may_write=may_write)
    places = _places_form(request, sheet, page, row)
    panel = panel or _correction(sheet, page, row, places=places)
    line = next(line for line in page.lines if line.number == row.number)
    history = history_of(sheet, row.number, page.phones)
    action = reverse("correct_hand", args=[sheet.id, row.number])
    more = {"line": line, "history": history, "action": action, "mode": "correct", "next_uuid": uuid.uuid4()}
    more |= {"next_revision": row.revision + 1, "places_form": places, "problem": problem}
    more["this_phone"] = device_id(request)
    more["places_action"] = reverse("hand", args=[sheet.id, row.number])
    context = context_of(sheet, replace(page, turn=turn_of(panel, page.turn)), panel, **more)
    return render(request, "scoresheet/hand.html", context, status=422 if places.errors else status)


@require_safe
@never_cache
def hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """One hand: its history, and the ways to correct, strike or restore it."""
    sheet, right = get_sheet(request, sheet_id)
    return _hand_page(request, sheet, standing_or_404(sheet, number), may_write=right.covers(Right.WRITE))


@require_POST
def correct_hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Write a further revision of a hand."""
    sheet = get_sheet_to_write(request, sheet_id)
    row = standing_or_404(sheet, number)
    panel = _correction(sheet, sheet_page(sheet), row, request.POST)
    if not panel.is_valid() or panel.cleaned_data["number"] != number:
        return _hand_page(request, sheet, row, panel, status=422)
    try:
        ledger.write_hand(sheet, panel.writing(), device=granted_device(request))
    except (Conflict, SheetClosed) as refusal:
        return _hand_conflict(request, sheet, number, refusal)
    return written(request, address_after(sheet, panel))


def _hand_conflict(request: HttpRequest, sheet: Session, number: int, refusal: Conflict | SheetClosed) -> HttpResponse:
    """409 on the hand's page: above what stands there now, below what was typed, as a correction of that.

    422 for a revision after one that does not exist.
    """
    row = standing_or_404(sheet, number)
    data = retyped(request.POST, revision=row.revision + 1) if "game" in request.POST else None
    panel = _correction(sheet, sheet_page(sheet), row, data)
    changed = _("Somebody changed this hand meanwhile. Yours was not written; above stands how it is now.")
    gap = isinstance(refusal, Gap)
    sentence = closed_sentence(refusal) if isinstance(refusal, SheetClosed) else GAP if gap else changed
    panel.conflict = {"sentence": sentence, "line": None}
    return _hand_page(request, sheet, row, panel, status=422 if gap else 409)


def _revise(request: HttpRequest, sheet_id: uuid.UUID, number: int, *, void: bool) -> HttpResponse:
    """Write the same outcome again, struck or restored."""
    sheet = get_sheet_to_write(request, sheet_id)
    row = standing_or_404(sheet, number)
    form = RevisionForm(request.POST)
    if not form.is_valid():
        return _hand_page(request, sheet, row, status=422)
    data = form.cleaned_data
    try:
        ledger.strike_or_restore(
            sheet,
            number=number,
            revision=data["revision"],
            uuid=data["uuid"],
            void=void,
            why=data["reason"],
            device=granted_device(request),
        )
    except Refused as refusal:
        names = {seat.number: seat.name for seat in seats_of(sheet)}
        return _hand_page(request, sheet, row, status=422, problem=refusal_sentence(refusal, names))
    except (Conflict, SheetClosed) as refusal:
        return _hand_conflict(request, sheet, number, refusal)
    return written(request, sheet.get_absolute_url())


@require_POST
def strike_hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Strike a hand: its number stays, it pays nothing."""
    return _revise(request, sheet_id, number, void=True)


@require_POST
def restore_hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Let a struck hand count again."""
    return _revise(request, sheet_id, number, void=False)
