"""A sheet that others see: by link, code, file, text or picture; and files that come back in."""

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.codes import find_by_code, typed_code
from cegoscore.clubs.rights.devices import granted_device, known_device, remember
from cegoscore.clubs.rights.link_pages import LinkOffer, LinkPage
from cegoscore.clubs.rights.stranger_limits import TURN, count_wrong_code, must_wait
from cegoscore.clubs.rights.views import let_in
from cegoscore.clubs.wording import problem_sentence
from cegoscore.front.limits import form_page, one_at_a_time, takes_files
from cegoscore.pictures import picture_answer, png_of
from cegoscore.scoresheet.evening import services
from cegoscore.scoresheet.evening.evenings import evening_with_hands
from cegoscore.scoresheet.evening.exports import csv_of, document_of, message_of, picture_of
from cegoscore.scoresheet.evening.forms import ImportForm
from cegoscore.scoresheet.evening.unsent_file import UnsentForm, in_words
from cegoscore.scoresheet.hand.services import Unsent, write_all
from cegoscore.scoresheet.ledger.access import get_sheet, get_sheet_and_seats, may_arrange
from cegoscore.scoresheet.ledger.services.sheets import called, cannot_keep, import_document
from cegoscore.scoresheet.models import Seat, Session, State
from cegoscore.scoring.documents.document import parse_json, write
from cegoscore.scoring.names import tidy
from cegoscore.scoring.problems import Problem

OFFERS = {
    Right.LOOK: LinkOffer(
        label=Right.LOOK.label,
        sentence=gettext_lazy("Anyone who opens this link sees the sheet, but cannot write on it."),
        button=gettext_lazy("Make a link to look on"),
    ),
    Right.WRITE: LinkOffer(
        label=Right.WRITE.label,
        sentence=gettext_lazy(
            "Anyone who opens this link may write, correct and strike hands on this sheet and say who deals, and "
            "nothing else. It ends when the evening is closed; then they may only look."
        ),
        button=gettext_lazy("Make a link to write, too"),
        asks_until=True,
    ),
}


def sheet_links(request: HttpRequest, sheet_id: UUID) -> LinkPage:
    """Links for looking and writing; the evening as text and as files."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    of_use = [Right.LOOK] if sheet.state == State.CLOSED else list(OFFERS)
    return LinkPage(
        kind="sheet",
        thing=sheet,
        called=called(sheet),
        template="scoresheet/evening/sheet_links.html",
        offers=OFFERS,
        makes=of_use if may_arrange(sheet, right) else (),
        revokes=right.covers(Right.MANAGE),
        more={"sheet": sheet, "message": message_of(sheet)},
    )


@form_page
def enter_code(request: HttpRequest) -> HttpResponse:
    """A short code was typed. After too many wrong ones a device has to wait; links still work."""
    if request.method == "GET":
        return render(request, "scoresheet/evening/enter_code.html")
    typed = request.POST.get("code", "")[:50]
    code = typed_code(typed)
    if code is None:
        return _wrong_code(request, typed, _("A code has eight letters and digits, as in ACDE-FHJK."), status=422)
    if wait := must_wait(request):
        sentence = (
            _("Many wrong codes are typed here at the moment. Try again in a few seconds, until it is your turn.")
            if wait == TURN
            else _("Too many wrong codes came from here. Wait an hour, or use the link or the picture instead.")
        )
        return _wrong_code(request, typed, sentence, status=429)
    link = find_by_code(code)
    if link is None:
        count_wrong_code(request)
        sentence = _("This code opens nothing: it holds for a day. Look again, or ask for a new one.")
        return _wrong_code(request, typed, sentence, status=404)
    return let_in(request, link)


def _wrong_code(request: HttpRequest, typed: str, sentence: str, *, status: int) -> HttpResponse:
    return render(request, "scoresheet/evening/enter_code.html", {"typed": typed, "sentence": sentence}, status=status)


def _file(sheet: Session, content: str, *, ending: str, content_type: str) -> HttpResponse:
    """An answer that a browser saves, under a name that says which evening it is."""
    name = f"{slugify(sheet.title) or 'cego'}-{timezone.localtime(sheet.started_at):%Y-%m-%d}.{ending}"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})


@require_safe
def export_document(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The whole sheet with its history as a session document."""
    sheet, _right = get_sheet(request, sheet_id)
    content = json.dumps(write(document_of(sheet)), ensure_ascii=False, indent=1)
    return _file(sheet, content, ending="json", content_type="application/json")


@require_safe
def export_csv(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The hands as a table; the mark at its beginning tells spreadsheets that it is UTF-8."""
    sheet, _right = get_sheet(request, sheet_id)
    return _file(sheet, "\ufeff" + csv_of(sheet), ending="csv", content_type="text/csv; charset=utf-8")


@require_safe
def share_text(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The evening in a few lines for a messenger."""
    sheet, _right = get_sheet(request, sheet_id)
    return HttpResponse(message_of(sheet), content_type="text/plain; charset=utf-8")


@require_safe
@one_at_a_time("GET", "HEAD")
def picture(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The evening as a picture."""
    return picture_answer(png_of(picture_of(get_sheet(request, sheet_id)[0])))


@form_page
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
    response = redirect(import_document(document, device=device))
    remember(response, device)
    return response


def _sentences(problems: Iterable[Problem], text: str) -> list[tuple[str, str]]:
    """Every problem with its place; seats are called by the names that the document gives them."""
    names = _names_in(text)
    sentences = []
    for problem in problems:
        place = [_("entry %(n)s") % {"n": problem.hand}] if problem.hand is not None else []
        sentences.append(
            (": ".join([*place, *([problem.key] if problem.key else [])]), problem_sentence(problem, names))
        )
    return sentences


def _names_in(text: str) -> dict[int, str]:
    """The names of a document that need not be sound."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    players = data.get("players") if isinstance(data, dict) else None
    named = enumerate(players) if isinstance(players, list) else ()
    return {seat: tidy(str(name)[:60]) or str(seat) for seat, name in named}


@require_http_methods(["GET", "HEAD", "POST"])
@takes_files
def read_unsent(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Hands that another phone kept as a file because it had no network until the end."""
    sheet, seats = get_sheet_and_seats(request, sheet_id)
    form = UnsentForm(request.POST or None, request.FILES or None, sheet=sheet.id)
    context: dict[str, Any] = {"sheet": sheet, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "scoresheet/evening/read_unsent.html", context, status=422 if form.is_bound else 200)
    data = form.cleaned_data
    wanted = [one for one in data["unsent"] if one.place not in data["without"]]
    done = _written(sheet, seats, wanted, granted_device(request))
    without = ",".join(filter(None, [*data["without"], done["refused"]]))
    context |= {"done": done, "content": data["content"], "kept_out": ",".join(data["without"]), "without": without}
    return render(request, "scoresheet/evening/read_unsent.html", context, status=409 if done["problem"] else 200)


def _written(sheet: Session, seats: Sequence[Seat], items: Sequence[Unsent], device: Device) -> dict[str, Any]:
    """Write the hands of a file until one is refused: how many were, the reason of a stop, the rest in words.

    `refused` is the place of the one that stopped it, if it can be left out.
    """
    done = write_all(sheet, seats, items, device=device)
    stopped = [done.refused] if done.refused else [(one.at, one.sentence) for one in done.differing]
    at, problem = stopped[0] if stopped else (len(items), "")
    names = {seat.number: seat.name for seat in seats}
    return {
        "written": len(done.written) - done.again,
        "again": done.again,
        "problem": problem,
        "rest": [in_words(sheet, item, names) for place, item in enumerate(items) if place not in done.written],
        "refused": items[at].place if stopped and not done.is_closed else "",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@takes_files
def open_unsent(request: HttpRequest) -> HttpResponse:
    """A new sheet from the hands that a phone could not send."""
    form = UnsentForm(request.POST or None, request.FILES or None, sheet=None)
    if request.method != "POST" or not form.is_valid():
        return render(
            request, "scoresheet/evening/open_unsent.html", {"form": form}, status=422 if form.is_bound else 200
        )
    device = known_device(request)
    data = form.cleaned_data
    response = redirect(services.open_unsent(data["table"], data["unsent"], device=device))
    remember(response, device)
    return response
