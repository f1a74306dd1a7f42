"""Answers to a posted hand: the changed parts of the sheet, a redirect, or the panel with the reason why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django_htmx.http import HttpResponseClientRefresh, reswap, retarget

from cegoscore.addresses import address
from cegoscore.clubs.house_rules.rule_sets import rules_of, short_digest
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.clubs.wording import in_language, problem_sentence
from cegoscore.scoresheet.hand.differing_page import questions_of
from cegoscore.scoresheet.hand.one_hand import is_all, page_written
from cegoscore.scoresheet.hand.panel import Panel, PanelNotice, moved, next_panel, panel_of, script_data, undo_of
from cegoscore.scoresheet.hand.panel_check import named
from cegoscore.scoresheet.hand.panel_reading import Posted
from cegoscore.scoresheet.hand.sheet_page import SheetPage, page_now, sheet_page, stage_of
from cegoscore.scoresheet.hand.unsent import Unsent
from cegoscore.scoresheet.ledger.errors import Conflict, Gap, SheetClosed
from cegoscore.scoresheet.ledger.event_notes import note_on
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.offline import minimal, wants_minimal
from cegoscore.scoresheet.ledger.wording import closed_sentence, conflict_sentence
from cegoscore.scoresheet.ledger.writing import QueueWritten, Written
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.checks import warn_hand
from cegoscore.scoring.documents.customs import factor_after_round

FOLLOWED = ("live", "called", "totals", "banners", "lines", "news")
"""Partials of the sheet's page that change; each is named like the element that it fills."""
WHOLE = ("panel", *FOLLOWED)
QUEUED_WHOLE = (*FOLLOWED, "panel")
"""The same for a phone that has emptied its panel already and offers to undo by itself."""


def sheet_context(sheet: Session, page: SheetPage, panel: Panel, **more: Any) -> dict[str, Any]:
    """Context of the sheet's page and of its parts; line-up and dealer of the turn are those of the panel."""
    stands_by = {name: page.names.get(getattr(sheet, name), "") for name in ("handed_in_by", "confirmed_by")}
    action = address("record_hand", sheet.id)
    context = panel_context(sheet, page, panel, action=action, mode="new", stage=stage_of(sheet, page.saved))
    rules = rules_of(sheet.rule_set)
    context |= {"rules_name": in_language(rules.name), "rules_digest": short_digest(rules)}
    context["event_note"] = note_on(sheet)
    return context | stands_by | more


def panel_context(sheet: Session, page: SheetPage, panel: Panel, **more: Any) -> dict[str, Any]:
    """Context of a page with a panel."""
    page = replace(page, turn=panel.turn(page.turn))
    return {"sheet": sheet, "page": page, "panel": panel, "amounts": script_data(sheet, page, panel)} | more


def parts_of_sheet(request: HttpRequest, context: dict[str, Any], names: Sequence[str], status: int) -> HttpResponse:
    """Partials in one answer: the first for the element that asked, the others for where they stand."""
    return render(request, "scoresheet/hand/_parts.html", context | {"parts": _parts(names)}, status=status)


def _parts(names: Sequence[str]) -> list[str]:
    """Partials by their names."""
    return [f"scoresheet/hand/{'_panel' if name in ('next', 'undo') else 'sheet'}.html#{name}" for name in names]


def address_after(sheet: Session, posted: Posted) -> str:
    """The sheet's address after a hand was written; `doubt` names the hand if there are doubts about it."""
    doubt = f"?doubt={posted.writing.number}" if posted.writing and posted.warnings else ""
    return f"{sheet.get_absolute_url()}{doubt}"


def written(request: HttpRequest, address: str) -> HttpResponse:
    """The answer without htmx: to a form the page to go to, to an outbox only that the hand is written."""
    return minimal() if wants_minimal(request) else redirect(address)


def recorded(request: Request, sheet: Session, posted: Posted, done: Written, seats: list[Seat]) -> HttpResponse:
    """The answer to a new hand: the changed parts. `seats` were read before it was written.

    The whole sheet where more may have changed, or the hand was there already.
    """
    if not request.htmx:
        return written(request, address_after(sheet, posted))
    if done.completes:
        return HttpResponseClientRefresh()
    if not _lacks_only(sheet, done, request.POST.get("seen")):
        return _whole(request, sheet, done.row, posted.warnings)
    page = page_written(sheet, done, seats)
    names = ("next", "undo", "totals", _list_of(page), "live", "news")
    answer = parts_of_sheet(request, _after_hand(sheet, page, posted.warnings), names, 200)
    return reswap(retarget(answer, "#next"), "outerHTML")


def followed(request: HttpRequest, sheet: Session, page: SheetPage, *, is_news: bool, may_write: bool) -> HttpResponse:
    """The answer to a page that lacks the only line of `page`; `is_news` if another phone wrote it."""
    names = ("live", "totals", _list_of(page), "news", *(["next"] if may_write else []))
    context = _after_hand(sheet, page) | {"news": page.newest if is_news else None}
    return parts_of_sheet(request, context, names, 200)


def _after_hand(sheet: Session, page: SheetPage, warnings: tuple[str, ...] = ()) -> dict[str, Any]:
    """Context of the parts that the only line of `page` changes, with doubts about it."""
    (line,) = page.lines
    panel = next_panel(sheet, page, warnings=named(warnings, page, line.number), undo=undo_of(sheet, line))
    return {"sheet": sheet, "page": page, "panel": panel, "mode": "new", "stage": None}


def _list_of(page: SheetPage) -> str:
    """The part with the only line of `page`: with the first hand comes the list."""
    return "lines" if page.lines[0].number == 1 else "newest"


def _lacks_only(sheet: Session, done: Written, seen: str | None) -> bool:
    """Tell whether the page that sent a hand lacks nothing else; `sheet` and `seen` are from before.

    `seen` is the version that it shows, with a plus sign behind it if it shows banners.
    """
    shown = sheet.version if seen is None else seen
    is_next = str(shown) == str(sheet.version) and done.version == sheet.version + 1
    return not done.again and is_next and is_all(sheet, done.row, done.lately)


def queued(
    request: Request, sheet: Session, items: Sequence[Unsent], done: QueueWritten, seats: list[Seat]
) -> JsonResponse:
    """The answer to a queue: what became of each item, by its place, and what else the phone needs to show.

    `question` asks about all that differs. `parts` are those of the sheet that one new hand changes, the first of them
    for `#live`; without them the phone looks for itself. `seats` were read before it was written.
    """
    differing = [{"at": one.at, "revision": one.standing.revision, "sentence": one.sentence} for one in done.differing]
    refused = done.refused and {"at": done.refused[0], "sentence": done.refused[1]}
    answer: dict[str, Any] = {"written": done.written, "refused": refused, "differing": differing}
    if differing:
        questions = questions_of(sheet, done.differing, granted_device(request))
        answer["question"] = render_to_string("scoresheet/hand/differing.html", {"questions": questions}, request)
    last = done.last
    if len(items) == 1 and items[0].kind == "new" and last and not (last.again or last.completes):
        answer["parts"] = _parts_after(request, sheet, last, seats, items[0].data.get("seen"))
    return JsonResponse(answer)


def _parts_after(request: HttpRequest, sheet: Session, done: Written, seats: list[Seat], seen: str | None) -> str:
    """The parts that a new hand changes: few if the phone has all the others as they are."""
    hand = hand_of(done.row, len(seats))
    warnings = tuple(
        problem_sentence(problem, {seat.number: seat.name for seat in seats})
        for problem in warn_hand(hand, rules_of(sheet.rule_set))
    )
    if _lacks_only(sheet, done, seen):
        page = page_written(sheet, done, seats)
        names: Sequence[str] = ("live", "totals", _list_of(page), "news", "next")
        context = _after_hand(sheet, page, warnings)
    else:
        page, names = page_now(sheet), QUEUED_WHOLE
        context = sheet_context(sheet, page, next_panel(sheet, page, warnings=named(warnings, page, done.row.number)))
    context["parts"] = _parts(names)
    return render_to_string("scoresheet/hand/_parts.html", context, request)


def _whole(request: HttpRequest, sheet: Session, row: Hand, warnings: tuple[str, ...]) -> HttpResponse:
    """The sheet as it is now, with an empty panel."""
    page = page_now(sheet)
    panel = next_panel(sheet, page, warnings=named(warnings, page, row.number), undo=undo_of(sheet, row))
    return parts_of_sheet(request, sheet_context(sheet, page, panel), WHOLE, 200)


def refused(request: Request, sheet: Session, posted: Posted) -> HttpResponse:
    """422: the panel again with what was typed and what is wrong with it."""
    page = sheet_page(sheet)
    panel = _typed_panel(sheet, page, request.POST, problems=posted.problems)
    return _panel_again(request, sheet_context(sheet, page, panel), 422)


def conflicting(request: Request, sheet: Session, refusal: Conflict | SheetClosed) -> HttpResponse:
    """409: another device was first. What was typed stays, now for the next free place, for a person to decide.

    422 for a place that does not exist yet.
    """
    page = sheet_page(sheet)
    turn = page.turn
    place = {"number": turn.number, "revision": 1, "dealer": turn.dealer, "lineup": ",".join(map(str, turn.lineup))}
    fields = moved(request.POST, **place | _stake_again(request, sheet, page))
    panel = _typed_panel(sheet, page, fields, notice=_notice_of(refusal, page, request))
    return _panel_again(request, sheet_context(sheet, page, panel), 422 if isinstance(refusal, Gap) else 409)


def _notice_of(refusal: Conflict | SheetClosed, page: SheetPage, request: HttpRequest) -> PanelNotice:
    if isinstance(refusal, SheetClosed):
        return PanelNotice(sentence=closed_sentence(refusal))
    line = page.line_at(refusal.standing.number) if refusal.standing else None
    return PanelNotice(sentence=conflict_sentence(refusal, device_id(request)), line=line)


def _typed_panel(sheet: Session, page: SheetPage, fields: Any, **more: Any) -> Panel:
    rules = rules_of(sheet.rule_set)
    return panel_of(fields, rules=rules, names=page.names, lineup=page.turn.lineup, **more)


def _panel_again(request: Request, context: dict[str, Any], status: int) -> HttpResponse:
    if request.htmx:
        return parts_of_sheet(request, context, WHOLE if status == 409 else WHOLE[:1], status)
    return render(request, "scoresheet/hand/sheet.html", context, status=status)


def _stake_again(request: HttpRequest, sheet: Session, page: SheetPage) -> dict[str, int]:
    """The stake as it is now, unless somebody typed one that the sheet never proposes."""
    now = page.customs.stake_factor
    proposed = {1, now, sheet.stake_factor, factor_after_round(rules_of(sheet.rule_set))}
    typed = request.POST.get("stake_factor", "1")
    return {"stake_factor": now} if typed in map(str, proposed) else {}
