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
from cegoscore.scoresheet.differing_page import questions_of
from cegoscore.scoresheet.errors import Conflict, Gap, SheetClosed
from cegoscore.scoresheet.ledger_rows import hand_of
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoresheet.offline import minimal, wants_minimal
from cegoscore.scoresheet.panel import Notice, Panel, head_after, moved, next_panel, panel_of, script_data, undo_of
from cegoscore.scoresheet.panel_check import named
from cegoscore.scoresheet.panel_reading import Posted
from cegoscore.scoresheet.sheet_page import SheetPage, page_after, page_now, sheet_page, stage_of
from cegoscore.scoresheet.unsent import Unsent
from cegoscore.scoresheet.wording import closed_sentence, conflict_sentence
from cegoscore.scoresheet.writing import QueueWritten, Written
from cegoscore.scoring.checks import warn_hand
from cegoscore.scoring.customs import factor_after_round

FOLLOWED = ("live", "called", "totals", "banners", "lines", "news")
"""Partials of the sheet's page that change; each is named like the element that it fills."""
WHOLE = tuple(f"scoresheet/sheet.html#{name}" for name in ("panel", *FOLLOWED))
ONE_HAND = (
    "scoresheet/_panel.html#next",
    "scoresheet/_panel.html#undo",
    *(f"scoresheet/sheet.html#{name}" for name in ("totals", "newest", "live", "news")),
)
"""Parts that one more hand changes."""
QUEUED_WHOLE = tuple(f"scoresheet/sheet.html#{name}" for name in (*FOLLOWED, "panel"))
QUEUED_HAND = (
    *(f"scoresheet/sheet.html#{name}" for name in ("live", "totals", "newest", "news")),
    "scoresheet/_panel.html#next",
)
"""The same for a phone that has emptied its panel already and offers to undo by itself."""
FIRST = {"scoresheet/sheet.html#newest": "scoresheet/sheet.html#lines"}
"""Part that the first hand of a sheet brings in the place of its line: the list with it."""


def sheet_context(sheet: Session, page: SheetPage, panel: Panel, **more: Any) -> dict[str, Any]:
    """Context of the sheet's page and of its parts; line-up and dealer of the turn are those of the panel."""
    stands_by = {name: page.names.get(getattr(sheet, name), "") for name in ("handed_in_by", "confirmed_by")}
    action = address("record_hand", sheet.id)
    context = panel_context(sheet, page, panel, action=action, mode="new", stage=stage_of(sheet, page.saved))
    rules = rules_of(sheet.rule_set)
    context |= {"rules_name": in_language(rules.name), "rules_digest": short_digest(rules)}
    return context | stands_by | more


def panel_context(sheet: Session, page: SheetPage, panel: Panel, **more: Any) -> dict[str, Any]:
    """Context of a page with a panel."""
    page = replace(page, turn=panel.turn(page.turn))
    return {"sheet": sheet, "page": page, "panel": panel, "amounts": script_data(sheet, page, panel)} | more


def parts_of_sheet(request: HttpRequest, context: dict[str, Any], parts: tuple[str, ...], status: int) -> HttpResponse:
    """Partials in one answer: the first for the element that asked, the others for where they stand."""
    return render(request, "scoresheet/_parts.html", context | {"parts": parts}, status=status)


def address_after(sheet: Session, posted: Posted) -> str:
    """The sheet's address after a hand was written; `doubt` names the hand if there are doubts about it."""
    doubt = f"?doubt={posted.writing.number}" if posted.writing and posted.warnings else ""
    return f"{sheet.get_absolute_url()}{doubt}"


def written(request: HttpRequest, address: str) -> HttpResponse:
    """The answer without htmx: to a form the page to go to, to an outbox only that the hand is written."""
    return minimal() if wants_minimal(request) else redirect(address)


def recorded(request: Request, sheet: Session, posted: Posted, done: Written, seats: list[Seat]) -> HttpResponse:
    """The answer to a new hand: the changed parts. `seats` were read before it was written.

    The whole sheet where more may have changed: the hand was there already, or was put in between; the dealer sits
    out, so that other people can play in the next hand; and banners count on.
    """
    if not request.htmx:
        return written(request, address_after(sheet, posted))
    if done.completes:
        return HttpResponseClientRefresh()
    if done.again or _changes_more(sheet, done.row, request.POST.get("seen")):
        return _whole(request, sheet, done.row, posted.warnings)
    context = _context_after(sheet, done, seats, posted.warnings)
    answer = parts_of_sheet(request, context, _for_number(done.row.number, ONE_HAND), 200)
    return reswap(retarget(answer, "#next"), "outerHTML")


def _for_number(number: int, parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(FIRST.get(part, part) for part in parts) if number == 1 else parts


def _changes_more(sheet: Session, row: Hand, seen: str | None) -> bool:
    """Tell whether one more hand changes more than its own line and the head of the panel. See `recorded`."""
    dealer_sits_out = len(row.lineup) > rules_of(sheet.rule_set).players
    return dealer_sits_out or not _shows_all(seen, sheet)


def _context_after(sheet: Session, done: Written, seats: list[Seat], warnings: tuple[str, ...]) -> dict[str, Any]:
    """Context of the parts that one more hand changes; brings `sheet.version` up to date."""
    page = page_after(sheet, done, seats)
    sheet.version = done.version
    panel = head_after(sheet, page.turn, done.row, named(warnings, page, done.row.number))
    nothing = dict.fromkeys(("stage", "news", "last"))  # named, because looking for what is not there costs more
    return {"sheet": sheet, "page": page, "panel": panel, "mode": "new"} | nothing


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
        answer["question"] = render_to_string("scoresheet/differing.html", {"questions": questions}, request)
    last = done.last
    if len(items) == 1 and items[0].kind == "new" and last and not (last.again or last.completes):
        answer["parts"] = _parts_after(request, sheet, last, seats, items[0].data.get("seen"))
    return JsonResponse(answer)


def _parts_after(request: Request, sheet: Session, done: Written, seats: list[Seat], seen: str | None) -> str:
    """The parts that a new hand changes: few if the phone has all the others as they are."""
    hand = hand_of(done.row, len(seats))
    warnings = tuple(
        problem_sentence(problem, {seat.number: seat.name for seat in seats})
        for problem in warn_hand(hand, rules_of(sheet.rule_set))
    )
    if not _changes_more(sheet, done.row, seen):
        context = _context_after(sheet, done, seats, warnings)
        return _parts(request, context, _for_number(done.row.number, QUEUED_HAND))
    page = page_now(sheet)
    panel = next_panel(sheet, page, warnings=named(warnings, page, done.row.number))
    return _parts(request, sheet_context(sheet, page, panel), QUEUED_WHOLE)


def _parts(request: HttpRequest, context: dict[str, Any], parts: tuple[str, ...]) -> str:
    return render_to_string("scoresheet/_parts.html", context | {"parts": parts}, request)


def _shows_all(seen: str | None, sheet: Session) -> bool:
    """Tell whether the page that sent the hand is as new as the sheet and has no banner that one more hand changes."""
    seen = str(sheet.version) if seen is None else seen
    return sheet.compulsory_after is None and seen == str(sheet.version)


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


def _notice_of(refusal: Conflict | SheetClosed, page: SheetPage, request: HttpRequest) -> Notice:
    if isinstance(refusal, SheetClosed):
        return Notice(sentence=closed_sentence(refusal))
    line = page.line_at(refusal.standing.number) if refusal.standing else None
    return Notice(sentence=conflict_sentence(refusal, device_id(request)), line=line)


def _typed_panel(sheet: Session, page: SheetPage, fields: Any, **more: Any) -> Panel:
    rules = rules_of(sheet.rule_set)
    return panel_of(fields, rules=rules, names=page.names, lineup=page.turn.lineup, **more)


def _panel_again(request: Request, context: dict[str, Any], status: int) -> HttpResponse:
    if request.htmx:
        return parts_of_sheet(request, context, WHOLE if status == 409 else WHOLE[:1], status)
    return render(request, "scoresheet/sheet.html", context, status=status)


def _stake_again(request: HttpRequest, sheet: Session, page: SheetPage) -> dict[str, int]:
    """The stake as it is now, unless somebody typed one that the sheet never proposes."""
    now = page.customs.stake_factor
    proposed = {1, now, sheet.stake_factor, factor_after_round(rules_of(sheet.rule_set))}
    typed = request.POST.get("stake_factor", "1")
    return {"stake_factor": now} if typed in map(str, proposed) else {}
