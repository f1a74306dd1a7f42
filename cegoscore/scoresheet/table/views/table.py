"""At the table: who sits where and deals, who joins or leaves, customs, and points outside any hand."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.clubs.wording import game_label
from cegoscore.front.limits import form_page
from cegoscore.scoresheet.evening.evening_page import address_after_leaving
from cegoscore.scoresheet.evening.evenings import following_sheet
from cegoscore.scoresheet.hand.sheet_page import SheetPage, sheet_page
from cegoscore.scoresheet.ledger.access import get_evening_to_arrange, get_sheet, get_sheet_to_arrange, may_arrange
from cegoscore.scoresheet.ledger.seats import names_of, people_beside, seats_of
from cegoscore.scoresheet.ledger.services import notes
from cegoscore.scoresheet.ledger.wording import refused, typed_again
from cegoscore.scoresheet.models import Adjustment, Session, State
from cegoscore.scoresheet.table import services
from cegoscore.scoresheet.table.table_forms import (
    LOAD_AGAIN,
    AdjustmentForm,
    CompulsoryRoundForm,
    GstiessForm,
    JoinForm,
    LeaveForm,
    ReseatForm,
    StakeForm,
    TurnForm,
)
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.customs import factor_after_round


def _table_of(sheet: Session, page: SheetPage) -> dict[str, Any]:
    """Arguments of every form about the places: the sheet, its people, who sits there and who deals."""
    return {"sheet": sheet, "names": page.names, "lineup": page.turn.lineup, "dealer": page.turn.dealer}


def _turn_form(sheet: Session, page: SheetPage, data: Any = None) -> TurnForm:
    return TurnForm(data, **_table_of(sheet, page), rules=rules_of(sheet.rule_set), auto_id="turn_%s")


def _join_form(sheet: Session, page: SheetPage, data: Any = None) -> JoinForm:
    room = len(page.turn.lineup) + 1 in rules_of(sheet.rule_set).sizes
    return JoinForm(data, **_table_of(sheet, page), room=room, auto_id="join_%s")


def _leave_form(sheet: Session, page: SheetPage, data: Any = None) -> LeaveForm | None:
    """The form for somebody who leaves; none where those who stay would be too few for these rules."""
    if len(page.turn.lineup) - 1 not in rules_of(sheet.rule_set).sizes:
        return None
    return LeaveForm(data, **_table_of(sheet, page), auto_id="leave_%s")


FORMS: Mapping[str, Callable[..., Any]] = {
    "turn_form": _turn_form,
    "join_form": _join_form,
    "leave_form": _leave_form,
}
"""Forms of the page by their name there."""


def _page(
    request: HttpRequest,
    sheet: Session,
    right: Right,
    page: SheetPage,
    *,
    problem: str = "",
    status: int = 200,
    **bound: Any,
) -> HttpResponse:
    """The page with one of its forms `bound` to what was typed, or none."""
    context = {name: form_of(sheet, page) for name, form_of in FORMS.items()} | bound
    context |= {
        "sheet": sheet,
        "page": page,
        "is_open": sheet.state == State.OPEN,
        "may_arrange": may_arrange(sheet, right),
        "may_manage": right.covers(Right.MANAGE),
        "has_round": Contract.PFLICHT_RAEUBER in rules_of(sheet.rule_set).raeuber,
        "goes_on": following_sheet(sheet),
        "people": [seat.player.person for seat in seats_of(sheet)],
        "problem": problem,
    }
    return render(request, "scoresheet/table/table.html", context, status=status)


Get = Callable[[HttpRequest, UUID], tuple[Session, Right]]
_get_to_write: Get = partial(get_sheet, right=Right.WRITE)


@require_safe
def table(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Everything about the table itself: places, people, rules."""
    sheet, right = _get_to_write(request, sheet_id)
    return _page(request, sheet, right, sheet_page(sheet))


def _change(
    request: HttpRequest,
    sheet_id: UUID,
    name: str,
    act: Callable[..., None],
    get: Get,
    after: Callable[[Session], str] = Session.get_absolute_url,
) -> HttpResponse:
    """Act as one of the page's forms says for the next hand; or the page again with what was typed, and why not."""
    sheet, right = get(request, sheet_id)
    page = sheet_page(sheet)
    form = FORMS[name](sheet, page, request.POST)
    if form is None or (not form.is_valid() and form.is_done()):
        return redirect(sheet)
    if form.errors:
        return _page(request, sheet, right, page, status=422, **{name: form})
    lineup, dealer = form.table()
    with refused(page.names) as refusal:
        act(sheet, seen=form.cleaned_data["version"], lineup=lineup, dealer=dealer, **form.more())
        return redirect(after(sheet))
    sheet, right = get(request, sheet_id)
    page = sheet_page(sheet)
    again = FORMS[name](sheet, page, typed_again(request, sheet))
    return _page(request, sheet, right, page, **{name: again}, **refusal)


@require_POST
def set_turn(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Set who sits there and who deals from the next hand on."""
    return _change(request, sheet_id, "turn_form", services.set_turn, _get_to_write)


@require_POST
def leave_table(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Somebody leaves, and those who stay go on; whoever left deals no more."""
    return _change(
        request, sheet_id, "leave_form", services.set_turn, get_sheet_to_arrange, after=address_after_leaving
    )


@require_POST
def join_table(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Somebody joins."""
    return _change(request, sheet_id, "join_form", services.join, get_evening_to_arrange)


def _reseat_form(sheet: Session, data: Any = None) -> ReseatForm:
    return ReseatForm(data, sheet=sheet, seats=seats_of(sheet), others=people_beside(sheet))


@form_page
def reseat(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """We sat in the wrong seats: move the columns onto the right people."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = _reseat_form(sheet, request.POST or None)
    refusal: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid():
        with refused() as refusal:
            services.reseat(sheet, seen=form.cleaned_data["version"], players=form.players())
            return redirect(sheet)
        sheet, _right = get_evening_to_arrange(request, sheet_id)
        form = _reseat_form(sheet, typed_again(request, sheet))
    context = {"sheet": sheet, "form": form, **refusal}
    return render(request, "scoresheet/table/reseat.html", context, status=refusal.get("status"))


def _customs_page(
    request: HttpRequest,
    sheet: Session,
    *,
    stake: StakeForm | None = None,
    arranges: bool = True,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page, rules = sheet_page(sheet), rules_of(sheet.rule_set)
    stands = {"factor": page.customs.stake_factor, "stake": sheet.stake, "currency": sheet.currency or "€"}
    has_round = Contract.PFLICHT_RAEUBER in rules.raeuber
    context = {
        "sheet": sheet,
        "page": page,
        "customs": page.customs,
        "is_open": sheet.state == State.OPEN,
        "may_arrange": arranges,
        "round_game": game_label(rules, Contract.PFLICHT_RAEUBER) if has_round else "",
        "round_factor": factor_after_round(rules),
        "stake": stake or StakeForm(sheet=sheet, initial=stands),
        "gstiess_uuid": uuid4(),
        "to_evening": "evening" in request.GET or "evening" in request.POST,
        "problem": problem,
    }
    return render(request, "scoresheet/table/customs.html", context, status=status)


@require_safe
def customs(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Customs that hold from the next hand on, and the end of the evening; who only writes reads them."""
    sheet, right = _get_to_write(request, sheet_id)
    return _customs_page(request, sheet, arranges=may_arrange(sheet, right))


def _changed(request: HttpRequest, sheet: Session, change: Callable[..., object], **values: Any) -> HttpResponse:
    """Back to the sheet once it is changed, else the page again with a sentence why it was not."""
    with refused() as refusal:
        change(sheet, **values)
        return redirect(f"{reverse('evening', args=[sheet.pk])}#pay-title" if "evening" in request.POST else sheet)
    return _customs_page(request, get_sheet_to_arrange(request, sheet.pk)[0], **refusal)


@require_POST
def change_round(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Begin a round of Pflicht-Räuber, or break it off."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = CompulsoryRoundForm(request.POST, sheet=sheet)
    if not form.is_valid():
        return _customs_page(request, sheet, problem=str(LOAD_AGAIN), status=422)
    data = form.cleaned_data
    return _changed(request, sheet, notes.set_round, seen=data["version"], begin=data["begin"])


@require_POST
def set_stake(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Let the next hands count more, or as ever; and a point be worth something, if the form asks for that."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = StakeForm(request.POST, sheet=sheet, initial={"stake": sheet.stake})
    if not form.is_valid():
        return _customs_page(request, sheet, stake=form, status=422)
    data, left = form.cleaned_data, sheet_page(sheet).customs.round_left
    values = {name: data[name] for name in ("factor", "stake", "currency") if name in form.data}
    device = granted_device(request)
    return _changed(request, sheet, notes.set_stake, seen=data["version"], round_left=left, device=device, **values)


@require_POST
def note_gstiess(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Somebody wants to stop, somebody held the Gstieß, or the evening goes on after all."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = GstiessForm(request.POST, sheet=sheet, names=names_of(sheet))
    if not form.is_valid():
        return _customs_page(request, sheet, problem=_("Please choose who held it."), status=422)
    data, holder = form.cleaned_data, form.cleaned_data["holder"]
    return _changed(
        request,
        sheet,
        notes.note_gstiess,
        seen=data["version"],
        uuid=data["uuid"],
        seat=int(holder) if holder.isdigit() else None,
        off=holder == form.OFF,
        device=granted_device(request),
    )


def _adjust_page(
    request: HttpRequest,
    sheet: Session,
    form: AdjustmentForm | None = None,
    *,
    arranges: bool = True,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    page = sheet_page(sheet)
    context: dict[str, Any] = {
        "sheet": sheet,
        "page": page,
        "is_open": sheet.state == State.OPEN,
        "may_arrange": arranges,
        "form": form or AdjustmentForm(names=page.names),
        "problem": problem,
    }
    return render(request, "scoresheet/table/adjust_sheet.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def adjust_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Points outside any hand: what was brought along, or what a referee decided."""
    if request.method != "POST":
        sheet, right = get_sheet(request, sheet_id, Right.WRITE)
        return _adjust_page(request, sheet, arranges=may_arrange(sheet, right))
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    form = AdjustmentForm(request.POST, names=names_of(sheet))
    if not form.is_valid():
        return _adjust_page(request, sheet, form, status=422)
    data = form.cleaned_data
    with refused() as refusal:
        notes.adjust(sheet, uuid=data["uuid"], amounts=data["amounts"], why=data["why"], device=granted_device(request))
        return redirect(sheet)
    return _adjust_page(request, get_sheet_to_arrange(request, sheet_id)[0], form, **refusal)


@require_POST
def strike_adjustment(request: HttpRequest, sheet_id: UUID, adjustment: int) -> HttpResponse:
    """Take an adjustment back."""
    sheet = get_sheet_to_arrange(request, sheet_id)[0]
    device = granted_device(request)
    try:
        with refused() as refusal:
            notes.strike_adjustment(sheet, adjustment=adjustment, why=_("Struck"), device=device)
            return redirect("adjust_sheet", sheet.id)
    except Adjustment.DoesNotExist:
        raise Http404 from None
    return _adjust_page(request, get_sheet_to_arrange(request, sheet_id)[0], **refusal)
