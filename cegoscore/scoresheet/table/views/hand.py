"""One hand: its history, correcting, striking and restoring it, and one that was forgotten before it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import push_url

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import offer_of, rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.front.limits import form_page
from cegoscore.scoresheet.hand.answers import address_after, panel_context
from cegoscore.scoresheet.hand.panel import Panel, PanelNotice, correction_panel, moved, panel_of, turn_panel
from cegoscore.scoresheet.hand.reading import Posted, RevisionForm, read_hand
from cegoscore.scoresheet.hand.sheet_page import SheetPage, sheet_page
from cegoscore.scoresheet.ledger.access import get_sheet, get_sheet_to_write, get_standing, written
from cegoscore.scoresheet.ledger.lines import history_of
from cegoscore.scoresheet.ledger.seats import Turn, names_of, turn_before
from cegoscore.scoresheet.ledger.services import ledger
from cegoscore.scoresheet.ledger.wording import (
    Conflict,
    Gap,
    SheetClosed,
    closed_sentence,
    conflict_sentence,
    refusal_sentence,
    refused,
)
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.table import services
from cegoscore.scoresheet.table.table_forms import LOAD_AGAIN, PlacesForm, SeenForm, TakeOverForm
from cegoscore.scoresheet.table.why import Why, deal_moved, dealt_later, paying_hand, why_of


def _places_form(request: HttpRequest, sheet: Session, page: SheetPage, there: Hand | Turn) -> PlacesForm:
    """Line-up and dealer: as they stand in the ledger, or as the address asks for them."""
    asked = request.GET if "dealer" in request.GET else None
    rules = rules_of(sheet.rule_set)
    return PlacesForm(asked, names=page.names, lineup=there.lineup, dealer=there.dealer, rules=rules)


def _correction(
    sheet: Session, page: SheetPage, row: Hand, places: PlacesForm, typed: MultiValueDict[str, str] | None, **more: Any
) -> Panel:
    """The panel as it was typed, or filled with the row for the chosen places."""
    lineup, dealer = places.table()
    if typed is None:
        return correction_panel(sheet, page.names, row, lineup=lineup, dealer=dealer, **more)
    return panel_of(typed, sheet, names=page.names, lineup=lineup, **more)


def _why(sheet: Session, row: Hand, names: Sequence[str]) -> Why | None:
    """The derivation of the revision in force; none for a hand that pays nobody."""
    offer = offer_of(sheet.rule_set, sheet.club_id)
    hand = paying_hand(row, offer.rules, len(names))
    return why_of(hand, offer.rules, offer.original, names=names) if hand else None


def _hand_page(
    request: HttpRequest,
    sheet: Session,
    row: Hand,
    *,
    typed: MultiValueDict[str, str] | None = None,
    status: int = 200,
    may_write: bool = True,
    problem: str = "",
    **panel: Any,
) -> HttpResponse:
    """The page with the panel as `typed`, or filled with the row; `panel`: problems and notice of the panel."""
    page = sheet_page(sheet, may_write=may_write)
    places = _places_form(request, sheet, page, row)
    context = panel_context(
        sheet,
        page,
        _correction(sheet, page, row, places, typed, **panel),
        line=page.line_at(row.number),
        history=history_of(sheet, row.number, page.phones),
        action=reverse("correct_hand", args=[sheet.id, row.number]),
        mode="correct",
        next_uuid=uuid4(),
        next_revision=row.revision + 1,
        places_form=places,
        places_action=reverse("hand", args=[sheet.id, row.number]),
        problem=problem,
        this_phone=device_id(request),
        why=_why(sheet, row, [seat.name for seat in page.seats]),
        over=TakeOverForm(sheet=sheet, names=page.names, lineup=row.lineup),
    )
    response = render(request, "scoresheet/table/hand.html", context, status=422 if places.errors else status)
    return push_url(response, url=False)  # a form's own address is no page to come back to


@require_safe
def hand(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """One hand: its history, and the ways to correct, strike or restore it."""
    sheet, right = get_sheet(request, sheet_id)
    return _hand_page(request, sheet, get_standing(sheet, number), may_write=right.covers(Right.WRITE))


@require_POST
def take_over(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """Note that from this hand on somebody else sat there."""
    sheet = get_sheet_to_write(request, sheet_id)
    row, names = get_standing(sheet, number), names_of(sheet)
    form = TakeOverForm(request.POST, sheet=sheet, names=names, lineup=row.lineup)
    if not form.is_valid():
        return _hand_page(request, sheet, row, problem=str(LOAD_AGAIN), status=422)
    data = form.cleaned_data
    why, seen = _("From here on {name} sat there").format(name=names[data["seat"]]), data.pop("version")
    with refused(names) as refusal:
        services.take_over(sheet, number=number, seen=seen, why=why, device=granted_device(request), **data)
        return redirect(sheet)
    sheet = get_sheet_to_write(request, sheet_id)
    return _hand_page(request, sheet, get_standing(sheet, number), **refusal)


@require_POST
def correct_hand(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """Write a further revision of a hand."""
    sheet = get_sheet_to_write(request, sheet_id)
    row = get_standing(sheet, number)
    rules, names = rules_of(sheet.rule_set), names_of(sheet)
    posted = read_hand(request.POST, rules, names)
    if posted.writing is None or posted.writing.number != number:
        fault = str(CHANGED) if row.void else ""
        return _hand_page(request, sheet, row, typed=request.POST, status=422, problem=fault, problems=posted.problems)
    try:
        ledger.write_hand(sheet, posted.writing, device=granted_device(request))
    except REFUSALS as refusal:
        sentence, status = _sentence_of(request, refusal, names, CHANGED)
        row = get_standing(sheet, number)
        typed = request.POST if isinstance(refusal, Refused) else moved(request.POST, revision=row.revision + 1)
        return _hand_page(request, sheet, row, typed=typed, status=status, notice=PanelNotice(sentence=sentence))
    return written(request, address_after(sheet, number, posted.warnings))


REFUSALS = (Refused, Conflict, SheetClosed)
MEANWHILE = gettext_lazy(
    "Another phone wrote meanwhile, so your hand was not saved. If it is still missing, tap again."
)
CHANGED = gettext_lazy(
    "Somebody changed this hand meanwhile, so your change was not saved. The hand as it is now is shown above."
)


def _sentence_of(request: HttpRequest, refusal: Exception, names: Mapping[int, str], conflict: Any) -> tuple[str, int]:
    """The reason why a hand was not written, with the status of the page; `conflict` where another phone was first.

    422 for what no page proposes: a hand that cannot be, or a revision after one that does not exist.
    """
    if isinstance(refusal, Refused):
        return refusal_sentence(refusal, names), 422
    if isinstance(refusal, SheetClosed):
        return closed_sentence(refusal), 409
    if isinstance(refusal, Gap):
        return conflict_sentence(refusal, device_id(request)), 422
    return str(conflict), 409


def _revise(request: HttpRequest, sheet_id: UUID, number: int, *, void: bool) -> HttpResponse:
    """Write the same outcome again, struck or restored."""
    sheet = get_sheet_to_write(request, sheet_id)
    row = get_standing(sheet, number)
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
    except REFUSALS as refusal:
        sentence, status = _sentence_of(request, refusal, names_of(sheet), CHANGED)
        message: dict[str, Any] = (
            {"problem": sentence} if isinstance(refusal, Refused) else {"notice": PanelNotice(sentence=sentence)}
        )
        return _hand_page(request, sheet, get_standing(sheet, number), status=status, **message)
    return written(request, sheet.get_absolute_url())


@require_POST
def strike_hand(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """Strike a hand: its number stays, it pays nothing."""
    return _revise(request, sheet_id, number, void=True)


@require_POST
def restore_hand(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """Let a struck hand count again."""
    return _revise(request, sheet_id, number, void=False)


def _insert_page(
    request: Request,
    sheet: Session,
    number: int,
    *,
    typed: MultiValueDict[str, str] | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The panel for a hand before `number`, with the people who sat there, or whom the visitor set."""
    page = sheet_page(sheet)
    turn = turn_before(sheet, number)
    places = _places_form(request, sheet, page, turn)
    lineup, dealer = places.table()
    turn = replace(turn, lineup=lineup, dealer=dealer)
    if typed is None:
        panel = turn_panel(sheet, page.names, turn, turn.stake_factor, **more)
    else:
        panel = panel_of(typed, sheet, names=page.names, lineup=lineup, **more)
    action = reverse("insert_hand", args=[sheet.id, number])
    context = panel_context(sheet, replace(page, turn=turn), panel, action=action, mode="insert", before=number)
    context |= {"places_form": places, "places_action": action}
    response = render(request, "scoresheet/table/insert_hand.html", context, status=422 if places.errors else status)
    return push_url(response, url=False)  # a form's own address is no page to come back to


@form_page
def insert_hand(request: Request, sheet_id: UUID, number: int) -> HttpResponse:
    """Write a hand that was forgotten, before another one."""
    sheet = get_sheet_to_write(request, sheet_id)
    get_standing(sheet, number)
    if request.method == "GET":
        return _insert_page(request, sheet, number)
    rules, names = rules_of(sheet.rule_set), names_of(sheet)
    posted = read_hand(request.POST, rules, names)
    if posted.writing is None or posted.writing.revision != 1:
        return _insert_page(request, sheet, number, typed=request.POST, status=422, problems=posted.problems)
    try:
        services.insert_hand(sheet, posted.writing, before=number, device=granted_device(request))
    except REFUSALS as refusal:
        sheet = get_sheet_to_write(request, sheet_id)
        sentence, status = _sentence_of(request, refusal, names, MEANWHILE)
        is_refused = isinstance(refusal, Refused)
        typed = request.POST if is_refused else moved(request.POST, number=turn_before(sheet, number).number)
        notice = PanelNotice(sentence=sentence)
        return _insert_page(request, sheet, number, typed=typed, status=status, notice=notice)
    return redirect(_after_inserting(sheet, posted))


def _after_inserting(sheet: Session, posted: Posted) -> str:
    """The sheet, or first the question whether everybody dealt one later, if the deal does not go on as it should."""
    number = posted.writing.number if posted.writing else 0
    if dealt_later(sheet, number):
        return reverse("deal_later", args=[sheet.id, number])
    return address_after(sheet, number, posted.warnings)


@form_page
def deal_later(request: Request, sheet_id: UUID, number: int) -> HttpResponse:
    """After a forgotten hand: ask whether everybody dealt one later, show what that changes, and do it."""
    sheet = get_sheet_to_write(request, sheet_id)
    get_standing(sheet, number)
    refusal: dict[str, Any] = {}
    form = SeenForm(request.POST or None, sheet=sheet)
    if form.is_valid():
        with refused(names_of(sheet)) as refusal:
            why, seen = _("Everybody dealt one later: a hand was missing"), form.cleaned_data["version"]
            services.deal_later(sheet, number=number, seen=seen, why=why, device=granted_device(request))
            return redirect(sheet)
        sheet = get_sheet_to_write(request, sheet_id)
    later = dealt_later(sheet, number)
    if not later:
        return redirect(sheet)
    context = {"sheet": sheet, "number": number, "change": deal_moved(sheet, later), **refusal}
    return render(request, "scoresheet/table/deal_later.html", context, status=refusal.get("status"))
