"""Pages of the sheet. Each view reads top-down: fetch what this device may see, form, service, answer."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from cegoscore.clubs.access import right_on
from cegoscore.clubs.devices import Request, device_id, known_device, remember
from cegoscore.clubs.links import link_for, links_to, public_address, secret_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.qr import qr_svg
from cegoscore.clubs.rule_sets import rules_of
from cegoscore.clubs.views import follow_link
from cegoscore.scoresheet import queries, services
from cegoscore.scoresheet.demo import demo_document
from cegoscore.scoresheet.forms import HandForm, NewTableForm, RevisionForm, initial_of
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.tariff import panel as panel_amounts

FRAGMENTS = ("sheet.html#panel", "sheet.html#totals", "sheet.html#lines")
"""Everything on the sheet that changes; each partial is named like the element it fills."""

CHANGES = ("_panel.html#next", "_panel.html#undo", "sheet.html#totals", "sheet.html#newest")
"""What one more hand changes."""

CLOSED = lazy("This sheet is closed. Nothing was written.")

MAY: dict[Right, Any] = {
    Right.LOOK: lazy("Whoever opens this link sees the sheet, but cannot write on it."),
    Right.WRITE: lazy("Whoever opens this link may write, correct and strike hands on this sheet, and nothing else."),
}


def _get_sheet(request: HttpRequest, sheet_id: uuid.UUID, right: Right = Right.LOOK) -> tuple[Session, Right]:
    """The sheet and what this device may do with it: 404 for a stranger, 403 for one who may do less than `right`."""
    sheets = Session.objects.select_related("rule_set").defer("rule_set__document")
    sheet = get_object_or_404(sheets, pk=sheet_id)
    has = right_on(device_id(request), target=sheet.id, club=sheet.club_id)
    if has is None:
        raise Http404
    if not has.covers(right):
        raise PermissionDenied
    return sheet, has


def _get_sheet_to_write(request: HttpRequest, sheet_id: uuid.UUID) -> Session:
    """The sheet if this device may write on it."""
    return _get_sheet(request, sheet_id, Right.WRITE)[0]


# Start


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The start page: a new table, the demo, and the sheets that this device knows."""
    return render(request, "scoresheet/home.html", {"sheets": queries.recent_sheets(device_id(request))})


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a sheet: names, house rules, stake."""
    form = NewTableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        device = known_device(request)
        response = redirect(services.open_table(device, **form.table()))
        remember(response, device)
        return response
    return render(request, "scoresheet/new_table.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """An evening to look around in; each device gets one of its own, to be written on as it likes."""
    device = known_device(request)
    sheet = queries.sheet_titled(device, str(demo_document().title))
    response = redirect(sheet or services.import_document(demo_document(), device=device))
    remember(response, device)
    return response


@require_GET
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link or QR code to a sheet was opened."""
    return follow_link(request, secret, address_of=lambda target: reverse("sheet", args=[target]))


# The sheet


def _panel(sheet: Session, page: queries.SheetPage, data: Any = None) -> HandForm:
    """The entry panel for the next hand."""
    return HandForm(
        data,
        rules=rules_of(sheet.rule_set),
        names=page.names,
        lineup=page.turn.lineup,
        dealer=page.turn.dealer,
        initial={"number": page.turn.number, "revision": 1},
    )


def _context(sheet: Session, page: queries.SheetPage, panel: HandForm, **more: Any) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "page": page,
        "panel": panel,
        "action": reverse("record_hand", args=[sheet.id]),
        "mode": "new",
        "amounts": panel_data(sheet, page, panel),
    } | more


def panel_data(sheet: Session, page: queries.SheetPage, panel: HandForm) -> dict[str, Any]:
    """What the panel's script looks up: the rule set's amounts, and who sits where in this hand."""
    rules = rules_of(sheet.rule_set)
    return panel_amounts(rules) | {
        "half": rules.half,
        "penalty": rules.penalty,
        "names": page.names,
        "lineup": panel.seats,
        "playing": [seat["number"] for seat in panel.playing],
        "vorhand": page.turn.vorhand,
    }


@require_GET
def sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The sheet: totals, hands, and the panel for the next one."""
    sheet, right = _get_sheet(request, sheet_id)
    page = queries.sheet_page(sheet, may_write=right.covers(Right.WRITE))
    return render(request, "scoresheet/sheet.html", _context(sheet, page, _panel(sheet, page)))


@require_POST
def record_hand(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Write the next hand of the sheet."""
    sheet = _get_sheet_to_write(request, sheet_id)
    panel = HandForm(
        request.POST,
        rules=rules_of(sheet.rule_set),
        names={seat.number: seat.player.name for seat in queries.seats_of(sheet)},
        lineup=tuple(sheet.lineup),
        dealer=sheet.first_dealer,
    )
    if not panel.is_valid():
        return _refused(request, sheet, queries.sheet_page(sheet), panel, status=422)
    try:
        written = services.write_hand(sheet, panel.writing(), device=known_device(request))
    except (services.Conflict, services.SheetClosed) as refusal:
        return _conflict(request, sheet, refusal)
    if not request.htmx:
        return redirect(sheet)
    return _whole_answer(request, sheet, panel) if written.again else _answer(request, sheet, written.row, panel)


def _answer(request: Request, sheet: Session, row: Hand, written: HandForm) -> HttpResponse:
    """What a new hand changes: the head of the panel, the totals and one line. The panel itself stays as it is.

    Where the dealer sits out, other people can play in the next hand; and the first line needs its list.
    """
    page = queries.page_after(sheet, row)
    if page.turn.sits_out or row.number == 1:
        return _whole_answer(request, sheet, written)
    turn = page.turn
    place = {"uuid": uuid.uuid4(), "number": turn.number, "revision": 1, "dealer": turn.dealer}
    panel = {
        "place": place | {"lineup": ",".join(map(str, turn.lineup))},
        "warnings": written.warnings,
        "undo": _undo(sheet, row),
    }
    context = {"sheet": sheet, "page": page, "panel": panel, "mode": "new"}
    response = _fragments(request, context, CHANGES)
    return reswap(retarget(response, "#next"), "outerHTML")


def _whole_answer(request: Request, sheet: Session, written: HandForm) -> HttpResponse:
    """The sheet as it is now, with an empty panel."""
    page = queries.sheet_page(sheet)
    panel = _panel(sheet, page)
    panel.warnings = written.warnings
    row = services.standing_at(sheet, written.cleaned_data["number"])
    panel.undo = _undo(sheet, row) if row else None
    return _fragments(request, _context(sheet, page, panel), FRAGMENTS)


def _undo(sheet: Session, row: Hand) -> dict[str, Any]:
    """What the button needs that takes back the hand just written."""
    url = reverse("strike_hand", args=[sheet.id, row.number])
    return {"url": url, "uuid": uuid.uuid4(), "revision": row.revision + 1}


def _fragments(
    request: HttpRequest, context: dict[str, Any], names: tuple[str, ...], *, status: int = 200
) -> HttpResponse:
    """The first fragment for the place that asked, the others for where they stand."""
    parts = [render_to_string(f"scoresheet/{name}", context | {"oob": name != names[0]}, request) for name in names]
    return HttpResponse("".join(parts), status=status)


def _refused(
    request: Request, sheet: Session, page: queries.SheetPage, panel: HandForm, *, status: int
) -> HttpResponse:
    """The panel again with what was typed and what is wrong with it."""
    context = _context(sheet, page, panel)
    if request.htmx:
        return _fragments(request, context, FRAGMENTS if status == 409 else FRAGMENTS[:1], status=status)
    return render(request, "scoresheet/sheet.html", context, status=status)


def _conflict(request: Request, sheet: Session, refusal: services.Conflict | services.SheetClosed) -> HttpResponse:
    """409: somebody else was first. What was typed stays, now for the next free place, for a person to decide."""
    page = queries.sheet_page(sheet)
    turn = page.turn
    place = {"number": turn.number, "revision": 1, "dealer": turn.dealer, "lineup": ",".join(map(str, turn.lineup))}
    panel = _panel(sheet, page, _retyped(request.POST, **place))
    if isinstance(refusal, services.SheetClosed):
        panel.conflict = {"sentence": CLOSED, "line": None}
    else:
        number = refusal.standing.number if refusal.standing else None
        line = next((line for line in page.lines if line.number == number), None)
        sentence = _("Another phone was faster and yours was not written. Is it the same hand? Then leave it.")
        panel.conflict = {"sentence": sentence, "line": line}
    return _refused(request, sheet, page, panel, status=409)


def _retyped(data: QueryDict, **place: Any) -> dict[str, Any]:
    """What was typed, for another place in the ledger and as a writing of its own."""
    return data.dict() | {"uuid": str(uuid.uuid4())} | {key: str(value) for key, value in place.items()}


# One hand


def _standing(sheet: Session, number: int) -> Hand:
    row = services.standing_at(sheet, number)
    if row is None:
        raise Http404
    return row


def _correction(sheet: Session, page: queries.SheetPage, row: Hand, data: Any = None) -> HandForm:
    """The panel for a further revision of a hand, filled with what stands there."""
    initial = initial_of(row.outcome) | {"number": row.number, "revision": row.revision + 1}
    return HandForm(
        data,
        rules=rules_of(sheet.rule_set),
        names=page.names,
        lineup=tuple(row.lineup),
        dealer=row.dealer,
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
) -> HttpResponse:
    page = queries.sheet_page(sheet, may_write=may_write)
    panel = panel or _correction(sheet, page, row)
    line = next(line for line in page.lines if line.number == row.number)
    history = queries.history_of(sheet, row.number)
    action = reverse("correct_hand", args=[sheet.id, row.number])
    more = {"line": line, "history": history, "action": action, "mode": "correct", "next_uuid": uuid.uuid4()}
    more["next_revision"] = row.revision + 1
    return render(request, "scoresheet/hand.html", _context(sheet, page, panel, **more), status=status)


@require_GET
def hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """One hand: its history, and the ways to correct, strike or restore it."""
    sheet, right = _get_sheet(request, sheet_id)
    return _hand_page(request, sheet, _standing(sheet, number), may_write=right.covers(Right.WRITE))


@require_POST
def correct_hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Write a further revision of a hand."""
    sheet = _get_sheet_to_write(request, sheet_id)
    row = _standing(sheet, number)
    panel = _correction(sheet, queries.sheet_page(sheet), row, request.POST)
    if not panel.is_valid() or panel.cleaned_data["number"] != number:
        return _hand_page(request, sheet, row, panel, status=422)
    try:
        services.write_hand(sheet, panel.writing(), device=known_device(request))
    except (services.Conflict, services.SheetClosed) as refusal:
        return _hand_conflict(request, sheet, number, refusal)
    return redirect(sheet)


def _hand_conflict(
    request: HttpRequest, sheet: Session, number: int, refusal: services.Conflict | services.SheetClosed
) -> HttpResponse:
    """409 on the hand's page: above what stands there now, below what was typed, as a correction of that."""
    row = _standing(sheet, number)
    data = _retyped(request.POST, revision=row.revision + 1) if "game" in request.POST else None
    panel = _correction(sheet, queries.sheet_page(sheet), row, data)
    changed = _("Somebody changed this hand meanwhile. Yours was not written; above stands how it is now.")
    closed = isinstance(refusal, services.SheetClosed)
    panel.conflict = {"sentence": CLOSED if closed else changed, "line": None}
    return _hand_page(request, sheet, row, panel, status=409)


def _revise(request: HttpRequest, sheet_id: uuid.UUID, number: int, *, void: bool) -> HttpResponse:
    """Write the same outcome again, struck or restored."""
    sheet = _get_sheet_to_write(request, sheet_id)
    row = _standing(sheet, number)
    form = RevisionForm(request.POST)
    if not form.is_valid():
        return _hand_page(request, sheet, row, status=422)
    data = form.cleaned_data
    try:
        services.strike_or_restore(
            sheet,
            number=number,
            revision=data["revision"],
            uuid=data["uuid"],
            void=void,
            why=data["reason"],
            device=known_device(request),
        )
    except (services.Conflict, services.SheetClosed) as refusal:
        return _hand_conflict(request, sheet, number, refusal)
    return redirect(sheet)


@require_POST
def strike_hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Strike a hand: its number stays, it pays nothing."""
    return _revise(request, sheet_id, number, void=True)


@require_POST
def restore_hand(request: HttpRequest, sheet_id: uuid.UUID, number: int) -> HttpResponse:
    """Let a struck hand count again."""
    return _revise(request, sheet_id, number, void=False)


# Sharing


@require_GET
def share(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Links for looking and writing, as QR codes."""
    sheet = _get_sheet_to_write(request, sheet_id)
    links = [
        {
            "right": link.right,
            "label": link.get_right_display(),
            "sentence": MAY[Right(link.right)],
            "url": (url := public_address(request, reverse("open_link", args=[secret_of(link)]))),
            "qr_svg": qr_svg(url),
        }
        for link in links_to(sheet.club, sheet.id)
    ]
    return render(request, "scoresheet/share.html", {"sheet": sheet, "links": links})


@require_POST
def create_link(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Make a link to the sheet."""
    sheet = _get_sheet_to_write(request, sheet_id)
    right = request.POST.get("right")
    if right not in (Right.LOOK, Right.WRITE):
        raise Http404
    link_for(sheet.club, right=Right(right), target=sheet.id)
    return HttpResponseRedirect(reverse("share", args=[sheet.id]))
