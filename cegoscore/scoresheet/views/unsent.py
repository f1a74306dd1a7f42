"""Reading in what a phone could not send: the same writes as from its panel, so twice is once."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.scoresheet.access import get_sheet_to_write
from cegoscore.scoresheet.errors import Conflict, SheetClosed
from cegoscore.scoresheet.forms import HandForm, RevisionForm
from cegoscore.scoresheet.ledger_rows import hand_of
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoresheet.services import ledger
from cegoscore.scoresheet.unsent import Unsent, UnsentForm
from cegoscore.scoresheet.views.sheet import closed_sentence, what_came_between
from cegoscore.scoresheet.wording import refusal_sentence, text_of, title_of
from cegoscore.scoresheet.writing import Written


class NotWritten(Exception):
    """Why one of the hands was not written, and whether the others may be without it."""

    def __init__(self, why: str, *, can_be_left_out: bool = True) -> None:
        super().__init__(why)
        self.can_be_left_out = can_be_left_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What came of a file: how much was written, and where and why it stopped."""

    written: int
    again: int
    problem: str = ""
    rest: tuple[str, ...] = ()
    """What was not written, in words; the one that was refused comes first."""
    refused: str = ""
    """Its place, if it can be left out."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def read_unsent(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Hands that another phone kept because it had no network until the end: as a file, or put together from codes."""
    sheet = get_sheet_to_write(request, sheet_id)
    form = UnsentForm(request.POST or None, request.FILES or None, sheet=sheet.id)
    context: dict[str, Any] = {"sheet": sheet, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "scoresheet/read_unsent.html", context, status=422 if form.is_bound else 200)
    data = form.cleaned_data
    done = _read_in(request, sheet_id, [one for one in data["unsent"] if one.place not in data["without"]])
    without = ",".join(filter(None, [*data["without"], done.refused]))
    context |= {"done": done, "content": data["content"], "kept_out": ",".join(data["without"]), "without": without}
    return render(request, "scoresheet/read_unsent.html", context, status=409 if done.problem else 200)


def _read_in(request: HttpRequest, sheet_id: uuid.UUID, all_unsent: list[Unsent]) -> Reading:
    """One after the other, until one is refused."""
    written, again = 0, 0
    for index, unsent in enumerate(all_unsent):
        try:
            was_there = _write(sheet_id, request, unsent).again
        except NotWritten as refusal:
            sheet = get_sheet_to_write(request, sheet_id)
            rest = tuple(_in_words(sheet, one) for one in all_unsent[index:])
            place = unsent.place if refusal.can_be_left_out else ""
            return Reading(written=written, again=again, problem=str(refusal), rest=rest, refused=place)
        again, written = again + was_there, written + (not was_there)
    return Reading(written=written, again=again)


def _write(sheet_id: uuid.UUID, request: HttpRequest, unsent: Unsent) -> Written:
    """Each on the sheet as the one before left it. Raises `NotWritten`."""
    sheet = get_sheet_to_write(request, sheet_id)
    device = granted_device(request)
    names = _names(sheet)
    try:
        if unsent.kind in ("strike", "restore"):
            return _strike_or_restore(sheet, unsent, device)
        return _hand(sheet, unsent, names, device)
    except Refused as refusal:
        raise NotWritten(refusal_sentence(refusal, names)) from None
    except SheetClosed as refusal:
        raise NotWritten(closed_sentence(refusal), can_be_left_out=False) from None
    except Conflict as conflict:
        stands = _standing(sheet, conflict, names)
        raise NotWritten(f"{_entry(unsent)}: {what_came_between(conflict, device.id)}{stands}") from None


def _names(sheet: Session) -> dict[int, str]:
    return {seat.number: seat.name for seat in seats_of(sheet)}


def _entry(unsent: Unsent) -> str:
    return _("Entry {number}").format(number=unsent.place)


def _standing(sheet: Session, conflict: Conflict, names: dict[int, str]) -> str:
    """What stands where something else was to be written, if anything does."""
    if conflict.standing is None or conflict.standing.void:
        return ""
    outcome = hand_of(conflict.standing, len(names)).outcome
    words = {"game": title_of(outcome, rules_of(sheet.rule_set)), "text": text_of(outcome, list(names.values()))}
    return " " + _("It now says: %(game)s, %(text)s.") % words


def _in_words(sheet: Session, unsent: Unsent) -> str:
    """An entry that was not written, so that a person can compare it with what is on the sheet, or type it in."""
    if unsent.kind == "strike":
        return _("{entry}: struck").format(entry=_entry(unsent))
    if unsent.kind == "restore":
        return _("{entry}: counts again").format(entry=_entry(unsent))
    names = _names(sheet)
    panel = _panel(sheet, unsent, names)
    if not panel.is_valid():
        return _entry(unsent)
    outcome = panel.cleaned_data["hand"].outcome
    return f"{_entry(unsent)}: {title_of(outcome, panel.rules)}, {text_of(outcome, list(names.values()))}"


def _panel(sheet: Session, unsent: Unsent, names: dict[int, str]) -> HandForm:
    return HandForm(
        unsent.data, rules=rules_of(sheet.rule_set), names=names, lineup=tuple(sheet.lineup), dealer=sheet.dealer
    )


def _hand(sheet: Session, unsent: Unsent, names: dict[int, str], device: Device) -> Written:
    panel = _panel(sheet, unsent, names)
    if not panel.is_valid() or unsent.number not in (None, panel.cleaned_data["number"]):
        sentences = [str(error) for errors in panel.errors.values() for error in errors]
        raise NotWritten(" ".join([f"{_entry(unsent)}:", *sentences]))
    writing = panel.writing()
    if unsent.kind == "new":
        writing = replace(writing, revision=1)
    return ledger.write_hand(sheet, writing, device=device)


def _strike_or_restore(sheet: Session, unsent: Unsent, device: Device) -> Written:
    form = RevisionForm(unsent.data)
    if not form.is_valid() or unsent.number is None:
        raise NotWritten(_entry(unsent))
    data = form.cleaned_data
    return ledger.strike_or_restore(
        sheet,
        number=unsent.number,
        revision=data["revision"],
        uuid=data["uuid"],
        void=unsent.kind == "strike",
        why=data["reason"],
        device=device,
    )
