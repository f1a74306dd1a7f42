"""The sheet and writing the next hand on it. Each view reads top-down: fetch, form, service, answer."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh, reswap, retarget

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet import statements
from cegoscore.scoresheet.access import get_sheet, get_sheet_to_write, may_arrange
from cegoscore.scoresheet.errors import AllWritten, Conflict, Gap, SheetClosed, TableChanged
from cegoscore.scoresheet.forms import HandForm
from cegoscore.scoresheet.ledger_rows import hand_of, standing_at
from cegoscore.scoresheet.lines import LedgerLine
from cegoscore.scoresheet.models import Hand, Seat, Session, State
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoresheet.services import ledger
from cegoscore.scoresheet.sheet_page import SheetPage, page_after, sheet_page, stage_of
from cegoscore.scoresheet.turns import Turn
from cegoscore.scoresheet.views.offline import kept_offline, written
from cegoscore.scoresheet.writing import Written
from cegoscore.scoring.checks import warn_hand
from cegoscore.scoring.customs import factor_after_round
from cegoscore.scoring.tariff import panel as panel_amounts

TODAY = timedelta(hours=12)
"""What was written longer ago is no news to whoever opens the sheet."""

FRAGMENTS = (
    "sheet.html#panel",
    "sheet.html#called",
    "sheet.html#totals",
    "sheet.html#banners",
    "sheet.html#lines",
    "sheet.html#live",
    "sheet.html#news",
)
"""Everything on the sheet that changes; each partial is named like the element it fills."""

CHANGES = (
    "_panel.html#next",
    "_panel.html#undo",
    "sheet.html#called",
    "sheet.html#totals",
    "sheet.html#newest",
    "sheet.html#live",
    "sheet.html#news",
)
"""What one more hand changes."""

CLOSED = gettext_lazy("This sheet is closed. Nothing was written.")
ALL_WRITTEN = gettext_lazy("All hands of this sheet are written already. Nothing was added.")


def closed_sentence(refusal: SheetClosed) -> str:
    """Why a sheet took no hand."""
    return str(ALL_WRITTEN if isinstance(refusal, AllWritten) else CLOSED)


GAP = gettext_lazy(
    "The place before this one is still empty; yours was not written. Does it still fit? Then tap again."
)


def _panel(sheet: Session, page: SheetPage, data: Any = None) -> HandForm:
    """The entry panel for the next hand."""
    return HandForm(
        data,
        rules=rules_of(sheet.rule_set),
        names=page.names,
        lineup=page.turn.lineup,
        dealer=page.turn.dealer,
        initial={"number": page.turn.number, "revision": 1, "stake_factor": page.customs.stake_factor},
        only=page.customs.only,
    )


def context_of(sheet: Session, page: SheetPage, panel: HandForm, **more: Any) -> dict[str, Any]:
    """The values of the sheet's template."""
    return {
        "sheet": sheet,
        "page": page,
        "panel": panel,
        "action": reverse("record_hand", args=[sheet.id]),
        "mode": "new",
        "amounts": panel_data(sheet, page, panel),
        "stage": stage_of(sheet, page.saved),
        "handed_in_by": _name_at(page, sheet.handed_in_by),
        "confirmed_by": _name_at(page, sheet.confirmed_by),
    } | more


def _name_at(page: SheetPage, seat: int | None) -> str:
    return "" if seat is None else page.names[seat]


def page_context(sheet: Session, page: SheetPage, right: Right) -> dict[str, Any]:
    """The sheet with an empty panel."""
    return context_of(sheet, page, _panel(sheet, page), may_arrange=may_arrange(sheet, right))


def turn_of(panel: HandForm, turn: Turn) -> Turn:
    """The turn as the panel has it, which may be typed already; `panel.playing` follows."""
    typed = str(panel["dealer"].value())
    panel.turn_dealer = next((seat for seat in panel.seats if str(seat) == typed), panel.seats[0])
    sits_out = len(panel.seats) > panel.rules.players
    return replace(turn, lineup=panel.seats, dealer=panel.turn_dealer, sits_out=sits_out)


def panel_data(sheet: Session, page: SheetPage, panel: HandForm) -> dict[str, Any]:
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


@require_safe
@never_cache
def sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """The sheet: totals, hands, and the panel for the next one."""
    sheet, right = get_sheet(request, sheet_id)
    page = sheet_page(sheet, may_write=right.covers(Right.WRITE))
    context = page_context(sheet, page, right)
    context["last"] = _last_elsewhere(request, sheet, page)
    context["panel"].warnings = _doubts(sheet, page, request.GET.get("doubt", ""))
    return kept_offline(render(request, "scoresheet/sheet.html", context), sheet, right)


def _last_elsewhere(request: HttpRequest, sheet: Session, page: SheetPage) -> LedgerLine | None:
    """The newest hand if another phone wrote it today, for whoever goes on in place of a phone that died."""
    newest = page.newest
    if newest is None or newest.who in (None, device_id(request)) or sheet.state != State.OPEN or not page.may_write:
        return None
    if timezone.now() - newest.when > TODAY:
        return None
    return replace(newest, by=page.phones.get(newest.who, ""))


def address_after(sheet: Session, panel: HandForm) -> str:
    """The sheet's address after a hand was written; it says there what is hardly true of it."""
    doubt = f"?doubt={panel.cleaned_data['number']}" if panel.warnings else ""
    return f"{sheet.get_absolute_url()}{doubt}"


def _doubts(sheet: Session, page: SheetPage, number: str) -> list[str]:
    """What is hardly true of the hand at a number of the ledger, if the address asks for one."""
    line = next((line for line in page.lines if str(line.number) == number and not line.void), None)
    row = standing_at(sheet, line.number) if line else None
    if row is None:
        return []
    found = warn_hand(hand_of(row, len(page.seats)), rules_of(sheet.rule_set))
    return _named([problem_sentence(problem, page.names) for problem in found], page, row)


@require_safe
def sheet_changes(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """What an open sheet asks again and again: 204 while its version is the one it shows, else all that changes."""
    shown, device = request.GET.get("v", ""), device_id(request)
    if shown.isdecimal() and device and statements.is_unchanged(sheet_id, int(shown[:18]), device):
        return HttpResponse(status=204)
    sheet, right = get_sheet(request, sheet_id)
    is_open = sheet.state == State.OPEN
    if is_open and "closed" in request.GET:
        return HttpResponseClientRefresh()
    page = sheet_page(sheet, may_write=right.covers(Right.WRITE))
    if request.GET.get("stage", "") != (stage_of(sheet, page.saved) or ""):
        return HttpResponseClientRefresh()
    panel = _panel(sheet, page)
    news = _news(request, page) if is_open else None
    # The whole panel: who sits there, what they are called and the rule set may have changed, too.
    parts = ("live", "called", "totals", "banners", "lines", "news", "panel")
    names = tuple(f"sheet.html#{name}" for name in parts)
    context = context_of(sheet, page, panel, news=news)
    # A sheet that was closed meanwhile leaves alone what is being typed: it may be opened again.
    return _fragments(request, context, names if page.may_write and is_open else names[:-1])


def _news(request: HttpRequest, page: SheetPage) -> LedgerLine | None:
    """What another device wrote since this one asked; a change of the table or of the rules is no news of a hand."""
    newest = page.newest
    if newest is None or newest.who in (None, device_id(request)) or request.GET.get("newest") == str(newest.key):
        return None
    return newest if newest.revision == 1 or newest.void or newest.corrected else None


@require_POST
def record_hand(request: Request, sheet_id: uuid.UUID) -> HttpResponse:
    """Write the next hand of the sheet."""
    sheet = get_sheet_to_write(request, sheet_id)
    seats = seats_of(sheet)
    panel = HandForm(
        request.POST,
        rules=rules_of(sheet.rule_set),
        names={seat.number: seat.name for seat in seats},
        lineup=tuple(sheet.lineup),
        dealer=sheet.dealer,
    )
    if not panel.is_valid():
        return _refused(request, sheet, sheet_page(sheet), panel, status=422)
    writing = replace(panel.writing(), outdated=_is_outdated(request, sheet, panel))
    try:
        done = ledger.write_hand(sheet, writing, device=granted_device(request))
    except (Conflict, SheetClosed) as refusal:
        return _conflict(request, sheet, refusal)
    if not request.htmx:
        return written(request, address_after(sheet, panel))
    if done.completes:
        return HttpResponseClientRefresh()
    return _answer(request, sheet, done, seats, panel)


def _shows_all(request: HttpRequest, sheet: Session) -> bool:
    """Whether the page that sends a hand is as new as the sheet and has no banner, which one more hand may change."""
    return request.POST.get("seen", str(sheet.version)) == str(sheet.version)


def _is_outdated(request: HttpRequest, sheet: Session, panel: HandForm) -> bool:
    """Whether the hand was begun before the stake changed, or is a game that may not be bid now."""
    is_fresh = request.POST.get("seen", str(sheet.version)).rstrip("+") == str(sheet.version)
    if is_fresh and sheet.compulsory_after is None:
        return False
    customs, hand = sheet_page(sheet).customs, panel.cleaned_data["hand"]
    forbidden = customs.only and panel.cleaned_data["game"] not in customs.only
    return bool(forbidden) or (not is_fresh and hand.stake_factor != customs.stake_factor)


def _answer(request: Request, sheet: Session, written: Written, seats: list[Seat], typed: HandForm) -> HttpResponse:
    """What a new hand changes: the head of the panel, the totals and one line. The panel itself stays as it is.

    All of it anew where more may have changed: the hand was there already, or was put in between; the dealer sits
    out, so that other people can play in the next hand; the first line needs its list; and banners count on.
    """
    row = written.row
    if written.again or row.number == 1 or len(row.lineup) > rules_of(sheet.rule_set).players:
        return _whole_answer(request, sheet, row, typed)
    if sheet.compulsory_after is not None or not _shows_all(request, sheet):
        return _whole_answer(request, sheet, row, typed)
    page = page_after(sheet, written, seats)
    sheet.version = written.version
    turn = page.turn
    place = {"uuid": uuid.uuid4(), "number": turn.number, "revision": 1, "dealer": turn.dealer}
    panel = {
        "place": place | {"lineup": ",".join(map(str, turn.lineup))},
        "warnings": _named(typed.warnings, page, row),
        "undo": undo_of(sheet, row),
    }
    context = {"sheet": sheet, "page": page, "panel": panel, "mode": "new"}
    response = _fragments(request, context, CHANGES)
    return reswap(retarget(response, "#next"), "outerHTML")


def _named(warnings: list[str], page: SheetPage, row: Hand) -> list[str]:
    """Warnings about a hand, for a place that already speaks of the next one."""
    line = next(line for line in page.lines if line.number == row.number)
    if line.shown is None:
        return warnings
    return [_("Hand {number}: {sentence}").format(number=line.shown, sentence=sentence) for sentence in warnings]


def _whole_answer(request: Request, sheet: Session, row: Hand, typed: HandForm) -> HttpResponse:
    """The sheet as it is now, with an empty panel."""
    sheet.refresh_from_db(fields=("version",))
    page = sheet_page(sheet)
    panel = _panel(sheet, page)
    panel.warnings = _named(typed.warnings, page, row)
    panel.undo = undo_of(sheet, row)
    return _fragments(request, context_of(sheet, page, panel), FRAGMENTS)


def undo_of(sheet: Session, row: Hand) -> dict[str, Any]:
    """What the button needs that takes back the hand just written."""
    url = reverse("strike_hand", args=[sheet.id, row.number])
    return {"url": url, "uuid": uuid.uuid4(), "revision": row.revision + 1}


def _fragments(
    request: HttpRequest, context: dict[str, Any], names: tuple[str, ...], *, status: int = 200
) -> HttpResponse:
    """The first fragment for the place that asked, the others for where they stand."""
    parts = [render_to_string(f"scoresheet/{name}", context | {"oob": name != names[0]}, request) for name in names]
    return HttpResponse("".join(parts), status=status)


def _refused(request: Request, sheet: Session, page: SheetPage, panel: HandForm, *, status: int) -> HttpResponse:
    """The panel again with what was typed and what is wrong with it."""
    page = replace(page, turn=turn_of(panel, page.turn))
    context = context_of(sheet, page, panel)
    if request.htmx:
        return _fragments(request, context, FRAGMENTS if status == 409 else FRAGMENTS[:1], status=status)
    return render(request, "scoresheet/sheet.html", context, status=status)


def _conflict(request: Request, sheet: Session, refusal: Conflict | SheetClosed) -> HttpResponse:
    """409: somebody else was first. What was typed stays, now for the next free place, for a person to decide.

    422 if nobody was: the place that was sent does not exist yet.
    """
    page = sheet_page(sheet)
    turn = page.turn
    place = {"number": turn.number, "revision": 1, "dealer": turn.dealer, "lineup": ",".join(map(str, turn.lineup))}
    panel = _panel(sheet, page, retyped(request.POST, **place | _stake_again(request, sheet, page)))
    if isinstance(refusal, SheetClosed):
        panel.conflict = {"sentence": closed_sentence(refusal), "line": None}
    else:
        number = refusal.standing.number if refusal.standing else None
        line = next((line for line in page.lines if line.number == number), None)
        panel.conflict = {"sentence": what_came_between(refusal, device_id(request)), "line": line}
    return _refused(request, sheet, page, panel, status=422 if isinstance(refusal, Gap) else 409)


def _stake_again(request: Request, sheet: Session, page: SheetPage) -> dict[str, int]:
    """The stake as it is now, unless somebody typed one that the sheet never proposes."""
    now = page.customs.stake_factor
    proposed = {1, now, sheet.stake_factor, factor_after_round(rules_of(sheet.rule_set))}
    typed = request.POST.get("stake_factor", "1")
    return {"stake_factor": now} if typed in map(str, proposed) else {}


def what_came_between(conflict: Conflict, device: uuid.UUID | None) -> str:
    """Why a hand was not written."""
    if isinstance(conflict, Gap):
        return str(GAP)
    if isinstance(conflict, TableChanged):
        return _("Meanwhile the table was changed; yours was not written. Does it still fit? Then tap again.")
    if conflict.standing and conflict.standing.device_id == device:
        return _("This place of the sheet is taken: you wrote there already. Is it the same hand? Then leave it.")
    return _("Another phone was faster and yours was not written. Is it the same hand? Then leave it.")


def retyped(data: QueryDict, **place: Any) -> QueryDict:
    """What was typed, for another place in the ledger and as a writing of its own."""
    again = data.copy()
    again["uuid"] = str(uuid.uuid4())
    for key, value in place.items():
        again[key] = str(value)
    return again
