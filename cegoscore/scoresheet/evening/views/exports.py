"""A sheet that leaves the house as a file or as text, and one that comes back in."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from cegoscore.clubs.rights.devices import known_device, remember
from cegoscore.clubs.wording import problem_sentence
from cegoscore.front.limits import takes_files
from cegoscore.pictures import picture_answer, png_of
from cegoscore.scoresheet.evening.evening_forms import ImportForm
from cegoscore.scoresheet.evening.evenings import evening_with_hands
from cegoscore.scoresheet.evening.exports import csv_of, document_of, message_of
from cegoscore.scoresheet.evening.picture import picture_of
from cegoscore.scoresheet.ledger.access import get_sheet
from cegoscore.scoresheet.ledger.document_limits import cannot_keep
from cegoscore.scoresheet.ledger.services import documents
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.documents.document import parse_json, write
from cegoscore.scoring.names import tidy
from cegoscore.scoring.problems import Problem


def _file(sheet: Session, content: str, *, ending: str, content_type: str) -> HttpResponse:
    """An answer that a browser saves, under a name that says which evening it is."""
    name = f"{slugify(sheet.title) or 'cego'}-{timezone.localtime(sheet.started_at):%Y-%m-%d}.{ending}"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})


@require_safe
def export_document(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The whole sheet with its history as a session document."""
    sheet, _right = get_sheet(request, sheet_id)
    content = json.dumps(write(document_of(sheet)), ensure_ascii=False, indent=1)
    return _file(sheet, content, ending="json", content_type="application/json")


@require_safe
def export_csv(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The hands as a table; the mark at its beginning tells spreadsheets that it is UTF-8."""
    sheet, _right = get_sheet(request, sheet_id)
    return _file(sheet, "\ufeff" + csv_of(sheet), ending="csv", content_type="text/csv; charset=utf-8")


@require_safe
def share_text(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The evening in a few lines for a messenger."""
    sheet, _right = get_sheet(request, sheet_id)
    return HttpResponse(message_of(sheet), content_type="text/plain; charset=utf-8")


@require_safe
def picture(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The evening as a picture."""
    return picture_answer(png_of(picture_of(get_sheet(request, sheet_id)[0])))


@require_http_methods(["GET", "POST"])
@takes_files
def import_sheet(request: HttpRequest) -> HttpResponse:
    """A new sheet from a session document; if anything is wrong with it, everything that is."""
    if request.method == "GET":
        return render(request, "scoresheet/evening/import_sheet.html", {"form": ImportForm()})
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "scoresheet/evening/import_sheet.html", {"form": form}, status=422)
    text = form.cleaned_data["document"]
    document, problems = parse_json(text)
    problems = tuple(cannot_keep(document)) if document else problems
    if document is None or problems:
        context = {"form": form, "problems": _sentences(problems, text), "count": len(problems)}
        return render(request, "scoresheet/evening/import_sheet.html", context, status=422)
    device = known_device(request)
    there = evening_with_hands(device, {entry.uuid for entry in document.entries if entry.uuid})
    if there and "again" not in request.POST:
        context = {"form": ImportForm({"text": text}), "there": there}
        return render(request, "scoresheet/evening/import_sheet.html", context, status=409)
    response = redirect(documents.import_document(document, device=device))
    remember(response, device)
    return response


def _sentences(problems: Iterable[Problem], text: str) -> list[tuple[str, str]]:
    """Every problem with its place; seats are called by the names that the document gives them."""
    names = _names_in(text)
    found = []
    for problem in problems:
        place = [_("entry %(n)s") % {"n": problem.hand}] if problem.hand is not None else []
        found.append((": ".join([*place, *([problem.key] if problem.key else [])]), problem_sentence(problem, names)))
    return found


def _names_in(text: str) -> dict[int, str]:
    """The names of a document that need not be sound."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    players = data.get("players") if isinstance(data, dict) else None
    named = enumerate(players) if isinstance(players, list) else ()
    return {seat: tidy(str(name)[:60]) or str(seat) for seat, name in named}
