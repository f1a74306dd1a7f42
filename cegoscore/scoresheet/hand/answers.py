"""Answers to a posted hand: the changed parts of the sheet, a redirect, or the panel with the reason why not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from cegoscore.addresses import address
from cegoscore.clubs.house_rules.rule_sets import rules_of, short_digest
from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.events import note_on
from cegoscore.scoresheet.hand.one_hand import reads_values, values_of
from cegoscore.scoresheet.hand.panel import Panel, PanelNotice, moved, next_panel, panel_of, script_data
from cegoscore.scoresheet.hand.reading import doubts_about
from cegoscore.scoresheet.hand.services import Unread, Unsent
from cegoscore.scoresheet.hand.sheet_page import SheetPage, is_all, page_now, page_written, sheet_page, stage_of
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, phones_of, rows_of, shown_numbers, standing_at
from cegoscore.scoresheet.ledger.lines import LedgerLine, line_of
from cegoscore.scoresheet.ledger.money import words_of_payments
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.wording import Conflict, Gap, SheetClosed, closed_sentence, conflict_sentence
from cegoscore.scoresheet.ledger.writing import Differing, QueueWritten, Written
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.documents.customs import factor_after_round


def questions_of(sheet: Session, differing: Sequence[Differing], device: Device) -> list[dict[str, Any]]:
    """All that a person has to choose between, in the order of writing: one hand with both versions.

    `at` is the place of the item in the queue, `number` as people count (a deal without a result has none). If it
    `is_new`, both may be right: this phone's is a hand of its own, which goes to the end.
    """
    rows, seats = rows_of(sheet), seats_of(sheet)
    numbers, phones = shown_numbers(rows), phones_of(rows)
    return [
        {
            "at": one.at,
            "number": numbers.get(one.standing.number),
            "mine": _mine(sheet, one, seats),
            "theirs": _theirs(sheet, one.standing, seats, phones.get(one.standing.device_id, ""), device),
            "is_new": one.kind == "new",
        }
        for one in differing
    ]


def _mine(sheet: Session, one: Differing, seats: list[Seat]) -> dict[str, Any]:
    who = _("this phone")
    if one.mine is None:
        words = {"strike": _("struck"), "restore": _("counts again")}.get(one.kind, one.sentence)
        return {"game": words, "text": "", "amounts": (), "who": who, "when": one.when}
    scores = {seat.pk: one.paid[seat.number] for seat in seats if seat.number in one.paid}
    return _version(sheet, one.mine, scores, seats, who=who, when=one.when)


def _theirs(sheet: Session, row: Hand, seats: list[Seat], letter: str, device: Device) -> dict[str, Any]:
    scores = {score.seat_id: score.points for score in row.scores.all()}
    mine = row.device_id == device.id
    who = _("this phone") if mine else row.by or _("phone {letter}").format(letter=letter)
    version = _version(sheet, row, scores, seats, who=who, when=row.written_at)
    if not row.void:
        return version
    struck = _("struck")
    return version | {"game": f"{version['game']}, {struck}"}


def _version(
    sheet: Session, row: Hand, scores: Mapping[int, int], seats: list[Seat], *, who: str, when: datetime | None
) -> dict[str, Any]:
    """The hand in words, names and amounts of those who were at the table, who wrote it and when."""
    line = line_of(row, None, scores, seats, rules_of(sheet.rule_set))
    amounts = [(seat.name, scores[seat.pk]) for seat in seats if seat.pk in scores]
    return {"game": line.game, "text": line.text, "amounts": amounts, "who": who, "when": when}


FOLLOWED = ("live", "called", "title", "rules", "settle", "totals", "banners", "lines", "news")
"""Partials of the sheet's page that change; each is named like the element that it fills."""
QUEUED_WHOLE = (*FOLLOWED, "panel")
"""All of them, for a phone that has emptied its panel already."""


def sheet_context(sheet: Session, page: SheetPage, panel: Panel, **more: Any) -> dict[str, Any]:
    """Context of the sheet's page and of its parts; line-up and dealer of the turn are those of the panel."""
    stands_by = {name: page.names.get(getattr(sheet, name), "") for name in ("handed_in_by", "confirmed_by")}
    action = address("record_hand", sheet.id)
    context = panel_context(sheet, page, panel, action=action, mode="new", stage=stage_of(sheet, page.saved))
    rules = rules_of(sheet.rule_set)
    context |= {"rules_name": in_language(rules.name), "rules_digest": short_digest(rules)}
    context["event_note"] = note_on(sheet.event)
    context["paid"] = words_of_payments(sheet)
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
    return [f"scoresheet/hand/{'_panel' if name == 'next' else 'sheet'}.html#{name}" for name in names]


def address_after(sheet: Session, number: int, warnings: Sequence[str]) -> str:
    """The sheet's address after a hand was written; `doubt` names the hand if there are doubts about it."""
    doubt = f"?doubt={number}" if warnings else ""
    return f"{sheet.get_absolute_url()}{doubt}"


def doubts_at(sheet: Session, page: SheetPage, number: str) -> tuple[str, ...]:
    """Plausibility warnings for the hand at a number of the ledger; `number` as an address has it."""
    line = next((line for line in page.lines if str(line.number) == number and not line.void), None)
    row = standing_at(sheet, line.number) if line else None
    if row is None:
        return ()
    warnings = doubts_about(hand_of(row, len(page.seats)), rules_of(sheet.rule_set), page.names)
    return _named(warnings, page, row.number)


def _named(warnings: Sequence[str], page: SheetPage, number: int) -> tuple[str, ...]:
    """Warnings with the shown number of their hand before them, for a panel that is about the next one already."""
    line = page.line_at(number)
    if line is None or line.shown is None:
        return tuple(warnings)
    return tuple(_("Hand {number}: {sentence}").format(number=line.shown, sentence=sentence) for sentence in warnings)


def followed(request: HttpRequest, sheet: Session, page: SheetPage, *, is_news: bool, may_write: bool) -> HttpResponse:
    """The answer to a page that lacks the only line of `page`; `is_news` if another phone wrote it."""
    names = ("live", "totals", _list_of(page), "news", *(["next"] if may_write else []))
    if reads_values(request, page):
        return JsonResponse(values_of(sheet, page, news=_news_sentence(page.lines[0]) if is_news else ""))
    context = _after_hand(sheet, page) | {"news": page.newest if is_news else None}
    return parts_of_sheet(request, context, names, 200)


def _news_sentence(line: LedgerLine) -> str:
    return _("Written on another phone: %(game)s, %(text)s.") % {"game": line.game, "text": line.text}


def _after_hand(sheet: Session, page: SheetPage, warnings: Sequence[str] = ()) -> dict[str, Any]:
    """Context of the parts that the only line of `page` changes, with doubts about it."""
    (line,) = page.lines
    panel = next_panel(sheet, page, warnings=_named(warnings, page, line.number))
    return {"sheet": sheet, "page": page, "panel": panel, "mode": "new", "stage": None}


def _list_of(page: SheetPage) -> str:
    """The part with the only line of `page`: with the first hand comes the list."""
    return "lines" if page.lines[0].number == 1 else "newest"


def _lacks_only(sheet: Session, done: Written, seen: str | None) -> bool:
    """Tell whether the page that sent a hand lacks nothing else.

    `seen` is the version that it shows, with a plus sign behind it if it shows banners.
    """
    return not done.again and seen == str(done.version - 1) and is_all(sheet, done.row, done.lately)


def queued(
    request: Request, sheet: Session, items: Sequence[Unsent], done: QueueWritten, seats: list[Seat]
) -> JsonResponse:
    """The answer to a queue: what became of each item, by its place, and what else the phone needs to show.

    `refused` is the first of those that were, `also` are the others, which a phone of 0.2.0 sends again.

    `question` asks about all that differs. `hand` are values of one new hand, if the phone lacks nothing else; `parts`
    are those of the sheet that it changes, the first of them for `#live`, if the phone lacks more or reads no values;
    without either it looks for itself. `seats` were read before it was written.
    """
    differing = [{"at": one.at, "revision": one.standing.revision, "sentence": one.sentence} for one in done.differing]
    refused = [{"at": at, "sentence": sentence, "gone": True} for at, sentence in done.late]
    if done.refused:
        refused.insert(0, {"at": done.refused[0], "sentence": done.refused[1]})
    first = refused[0] if refused else None
    answer: dict[str, Any] = {"written": done.written, "refused": first, "differing": differing}
    if refused[1:]:
        answer["also"] = refused[1:]
    if done.theirs:
        answer["theirs"] = done.theirs
    if differing:
        questions = questions_of(sheet, done.differing, granted_device(request))
        answer["question"] = render_to_string("scoresheet/hand/differing.html", {"questions": questions}, request)
    last = done.last
    if len(items) == 1 and items[0].kind == "new" and last and not (last.again or last.completes):
        answer |= _changes_by(request, sheet, last, seats, items[0].data.get("seen"))
    return JsonResponse(answer)


def _changes_by(
    request: HttpRequest, sheet: Session, done: Written, seats: list[Seat], seen: str | None
) -> dict[str, Any]:
    """The values or parts that a new hand changes: few if the phone has all the others as they are."""
    if _lacks_only(sheet, done, seen):
        page = page_written(sheet, done, seats)
        if reads_values(request, page):
            warnings = _named(done.warnings, page, done.row.number)
            return {"hand": values_of(sheet, page, warnings=warnings)}
        names: Sequence[str] = ("live", "totals", _list_of(page), "news", "next")
        context = _after_hand(sheet, page, done.warnings)
    else:
        page, names = page_now(sheet), QUEUED_WHOLE
        panel = next_panel(sheet, page, warnings=_named(done.warnings, page, done.row.number))
        context = sheet_context(sheet, page, panel)
    context["parts"] = _parts(names)
    return {"parts": render_to_string("scoresheet/hand/_parts.html", context, request)}


def refused(request: Request, sheet: Session, refusal: Exception) -> HttpResponse:
    """The sheet again with what was typed: 422 with what is wrong with it; 409 where another device was first.

    Then what was typed is for the next free place, for a person to decide. 422 for a place that does not exist yet.
    """
    page = sheet_page(sheet)
    if isinstance(refusal, Unread):
        panel = _typed_panel(sheet, page, request.POST, problems=refusal.problems)
        return _sheet_again(request, sheet, page, panel, 422)
    turn = page.turn
    place = {"number": turn.number, "revision": 1, "dealer": turn.dealer, "lineup": ",".join(map(str, turn.lineup))}
    fields = moved(request.POST, **place | _stake_again(request, sheet, page))
    panel = _typed_panel(sheet, page, fields, notice=_notice_of(refusal, page, request))
    return _sheet_again(request, sheet, page, panel, 422 if isinstance(refusal, Gap) else 409)


def _notice_of(refusal: Exception, page: SheetPage, request: HttpRequest) -> PanelNotice:
    if isinstance(refusal, SheetClosed):
        return PanelNotice(sentence=closed_sentence(refusal))
    assert isinstance(refusal, Conflict)
    line = page.line_at(refusal.standing.number) if refusal.standing else None
    return PanelNotice(sentence=conflict_sentence(refusal, device_id(request)), line=line)


def _typed_panel(sheet: Session, page: SheetPage, fields: Any, **more: Any) -> Panel:
    return panel_of(fields, sheet, names=page.names, lineup=page.turn.lineup, **more)


def _sheet_again(request: HttpRequest, sheet: Session, page: SheetPage, panel: Panel, status: int) -> HttpResponse:
    return render(request, "scoresheet/hand/sheet.html", sheet_context(sheet, page, panel), status=status)


def _stake_again(request: HttpRequest, sheet: Session, page: SheetPage) -> dict[str, int]:
    """The stake as it is now, unless somebody typed one that the sheet never proposes."""
    now = page.customs.stake_factor
    proposed = {1, now, sheet.stake_factor, factor_after_round(rules_of(sheet.rule_set))}
    typed = request.POST.get("stake_factor", "1")
    return {"stake_factor": now} if typed in map(str, proposed) else {}
