"""Reading in what a phone could not send: the same writes as from its panel, so twice is once."""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.devices import granted_device
from cegoscore.clubs.models import Device
from cegoscore.clubs.rule_sets import rules_of
from cegoscore.scoresheet import queries, services
from cegoscore.scoresheet.forms import HandForm, RevisionForm
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.unsent import Unsent, UnsentForm
from cegoscore.scoresheet.views.access import get_sheet_to_write
from cegoscore.scoresheet.views.sheet import closed_sentence, what_came_between
from cegoscore.scoresheet.wording import refusal_sentence


class NotWritten(Exception):
    """Why one of the hands was not written."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def read_unsent(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Hands that another phone kept in a file, because it had no network until the end."""
    sheet = get_sheet_to_write(request, sheet_id)
    form = UnsentForm(request.POST or None, request.FILES or None, sheet=sheet.id)
    context = {"sheet": sheet, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "scoresheet/read_unsent.html", context, status=422 if form.is_bound else 200)
    written, again, problem = 0, 0, ""
    for unsent in form.cleaned_data["file"]:
        try:
            was_there = _write(sheet_id, request, unsent).again
        except NotWritten as refusal:
            problem = str(refusal)
            break
        again, written = again + was_there, written + (not was_there)
    context |= {"written": written, "again": again, "problem": problem, "done": True}
    return render(request, "scoresheet/read_unsent.html", context, status=409 if problem else 200)


def _write(sheet_id: uuid.UUID, request: HttpRequest, unsent: Unsent) -> services.Written:
    """Each on the sheet as the one before left it. Raises `NotWritten`."""
    sheet = get_sheet_to_write(request, sheet_id)
    device = granted_device(request)
    names = {seat.number: seat.name for seat in queries.seats_of(sheet)}
    try:
        if unsent.kind in ("strike", "restore"):
            return _strike_or_restore(sheet, unsent, device)
        return _hand(sheet, unsent, names, device)
    except services.Refused as refusal:
        raise NotWritten(refusal_sentence(refusal, names)) from None
    except services.SheetClosed as refusal:
        raise NotWritten(closed_sentence(refusal)) from None
    except services.Conflict as conflict:
        raise NotWritten(f"{_place(unsent)}: {what_came_between(conflict, device.id)}") from None


def _place(unsent: Unsent) -> str:
    return _("Entry {number}").format(number=unsent.number or unsent.data.get("number", "?"))


def _hand(sheet: Session, unsent: Unsent, names: dict[int, str], device: Device) -> services.Written:
    panel = HandForm(
        unsent.data, rules=rules_of(sheet.rule_set), names=names, lineup=tuple(sheet.lineup), dealer=sheet.dealer
    )
    if not panel.is_valid() or unsent.number not in (None, panel.cleaned_data["number"]):
        sentences = [str(error) for errors in panel.errors.values() for error in errors]
        raise NotWritten(" ".join([f"{_place(unsent)}:", *sentences]))
    writing = panel.writing()
    if unsent.kind == "new":
        writing = replace(writing, revision=1)
    return services.write_hand(sheet, writing, device=device)


def _strike_or_restore(sheet: Session, unsent: Unsent, device: Device) -> services.Written:
    form = RevisionForm(unsent.data)
    if not form.is_valid() or unsent.number is None:
        raise NotWritten(_place(unsent))
    data = form.cleaned_data
    return services.strike_or_restore(
        sheet,
        number=unsent.number,
        revision=data["revision"],
        uuid=data["uuid"],
        void=unsent.kind == "strike",
        why=data["reason"],
        device=device,
    )
