"""Rules of a sheet: looked at, counted by, tried on the evening as it was, and exchanged for others."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.bidding import bidding_page
from cegoscore.clubs.house_rules.card_page import card_page, source_line
from cegoscore.clubs.house_rules.rule_sets import Offer, choices_for, chosen, find_offer, offer_of, rules_of
from cegoscore.clubs.house_rules.statements import window_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import Request, device_id, granted_device
from cegoscore.clubs.wording import in_language
from cegoscore.files import edition
from cegoscore.front.limits import form_page
from cegoscore.scoresheet.evening.evening_page import address_after_leaving
from cegoscore.scoresheet.evening.evenings import following_sheet
from cegoscore.scoresheet.evening.services import go_on as go_on_with
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import get_evening_to_arrange, get_sheet, get_standing, keepable_sheet
from cegoscore.scoresheet.ledger.seats import names_of, turn_of
from cegoscore.scoresheet.ledger.wording import Stale, refused, typed_again
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoresheet.table import services
from cegoscore.scoresheet.table.counting_help import CountForm, group_name, table_questions
from cegoscore.scoresheet.table.table_forms import GoOnForm, RuleChangeForm
from cegoscore.scoresheet.table.why import paying_hand, rules_changed
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published_identifiers
from cegoscore.scoring.tariff import counting_table


def _rules_page(
    request: HttpRequest, sheet: Session, wanted: str, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The choice, and below it what the chosen rule set would change."""
    rules = chosen(wanted, device_id(request)) if wanted else None
    old_rules = rules_of(sheet.rule_set)
    context: dict[str, Any] = {
        "sheet": sheet,
        "is_open": sheet.state == State.OPEN,
        "choices": choices_for(device_id(request)),
        "wanted": wanted,
        "old_name": in_language(old_rules.name),
        "problem": problem,
    }
    if rules:
        context |= {"new_name": in_language(rules.name), "same_rules": rules.digest == old_rules.digest}
        context |= {"change": rules_changed(sheet, rules, old_rules), "counts": _other_count(old_rules, rules)}
    return render(request, "scoresheet/table/change_rules.html", context, status=status)


def _other_count(old: HouseRules, new: HouseRules) -> tuple[int, int] | None:
    """Card points of the pack before and after, where the two rule sets count them differently."""
    return None if old.total == new.total else (old.total, new.total)


@form_page
def change_rules(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The wrong rule set was noticed: first what another one would change, then the change."""
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    if request.method == "GET":
        return _rules_page(request, sheet, request.GET.get("rules", ""))
    form = RuleChangeForm(request.POST, sheet=sheet, choices=choices_for(device_id(request)))
    rules = chosen(request.POST.get("rules", ""), device_id(request)) if form.is_valid() else None
    if rules is None:
        problem = _("Which house rules? Please choose one of the list.")
        return _rules_page(request, sheet, "", problem=problem, status=422)
    if _other_count(rules_of(sheet.rule_set), rules) and not form.cleaned_data["counted"]:
        problem = _("How were the card points on this sheet counted? Please say so below.")
        return _rules_page(request, sheet, form.cleaned_data["rules"], problem=problem, status=422)
    with refused(names_of(sheet)) as refusal:
        changed = {"old": in_language(rules_of(sheet.rule_set).name), "new": in_language(rules.name)}
        why = _("House rules changed: not %(old)s, but %(new)s") % changed
        seen, device = form.cleaned_data["version"], granted_device(request)
        services.change_rules(sheet, seen=seen, rules=rules, why=why, device=device)
        return redirect(sheet)
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    return _rules_page(request, sheet, form.cleaned_data["rules"], **refusal)


def _go_on_form(request: HttpRequest, sheet: Session, data: Any = None) -> GoOnForm:
    """Proposed: everybody who sits there, and the sister rule set for one player less."""
    page = sheet_page(sheet)
    sister = f"{rules_of(sheet.rule_set).id}-3"
    return GoOnForm(
        data,
        sheet=sheet,
        names=page.names,
        lineup=page.turn.lineup,
        dealer=page.turn.dealer,
        choices=[("", _("please choose")), *choices_for(device_id(request))],
        initial={"rules": sister if sister in published_identifiers() else ""},
    )


@form_page
def go_on(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Close this sheet and go on with a new one: other people, other rules, the totals carried over."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = _go_on_form(request, sheet, request.POST or None)
    if following := following_sheet(sheet):
        return redirect(following)
    refusal: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid():
        with refused(form.names) as refusal:
            return redirect(address_after_leaving(_following(request, sheet, form)))
        sheet, _right = get_evening_to_arrange(request, sheet_id)
        if following := following_sheet(sheet):
            return redirect(following)
        form = _go_on_form(request, sheet, typed_again(request, sheet))
    context = {"sheet": sheet, "form": form, "is_open": sheet.state == State.OPEN, **refusal}
    return render(request, "scoresheet/table/go_on.html", context, status=refusal.get("status"))


def _following(request: HttpRequest, sheet: Session, form: GoOnForm) -> Session:
    data = form.cleaned_data
    rules = chosen(data["rules"], device_id(request))
    if rules is None:
        raise Stale
    return go_on_with(
        sheet,
        seen=data["version"],
        staying=data["lineup"],
        dealer=data["dealer_seat"],
        rules=rules,
        why=_("Carried over from the sheet before"),
        device=granted_device(request),
    )


def _card_context(request: HttpRequest, sheet: Session, hand: Hand | None = None) -> dict[str, Any]:
    offer = offer_of(sheet.rule_set, sheet.club_id)
    page = card_page(offer.rules, offer.original if offer.own else None, hand=hand)
    context = {"sheet": sheet, "offer": offer, "source": source_line(offer), "page": page}
    return context | {"asked": table_questions(page["sections"]), "undecided": _undecided(request, offer)}


def _undecided(request: HttpRequest, offer: Offer) -> dict[str, str]:
    """Address at which a manager decides until when a Solo may be claimed, empty for others; no entry if decided."""
    if offer.rules.schinden is None or window_of(offer.rules, offer.original):
        return {}
    managed = offer.own is not None and not offer.retired and find_offer(offer.identifier, device_id(request))
    return {"url": f"{reverse('edit_rule_set', args=[offer.identifier])}#id_play.schinden" if managed else ""}


@require_safe
def sheet_rules(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The rules by which the sheet is played."""
    sheet, right = get_sheet(request, sheet_id)
    return keepable_sheet(
        request, render(request, "scoresheet/table/sheet_rules.html", _card_context(request, sheet)), sheet, right
    )


@require_safe
def sheet_bidding(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The bidding by these rules, with the names of the next hand, Vorhand first."""
    sheet, right = get_sheet(request, sheet_id)
    offer = offer_of(sheet.rule_set, sheet.club_id)
    turn, names = turn_of(sheet), names_of(sheet)
    at = turn.lineup.index(turn.vorhand)
    in_turn = turn.lineup[at:] + turn.lineup[:at]
    page = bidding_page(offer, [names[seat] for seat in in_turn])
    context = {"sheet": sheet, "offer": offer, "page": page}
    return keepable_sheet(request, render(request, "scoresheet/table/sheet_bidding.html", context), sheet, right)


@require_safe
def hand_rules(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """The sheet's rules with the amount lit that one of its hands rests on."""
    sheet, _right = get_sheet(request, sheet_id)
    row, page = get_standing(sheet, number), sheet_page(sheet)
    hand = paying_hand(row, rules_of(sheet.rule_set), len(page.seats))
    context = _card_context(request, sheet, hand) | {"line": page.line_at(number)}
    return render(request, "scoresheet/table/sheet_rules.html", context)


@require_safe
def count_cards(request: Request, sheet_id: UUID) -> HttpResponse:
    """Count the card points of a pile. The panel asks for the steppers alone and adds up by itself."""
    sheet, right = get_sheet(request, sheet_id)
    if request.htmx:
        return keepable_sheet(request, _steppers(request, sheet), sheet, right)
    rules = rules_of(sheet.rule_set)
    form = CountForm(request.GET or None, rules=rules)
    counted = form.counted() if form.is_valid() else None
    context = {"counted": counted, "offer": offer_of(sheet.rule_set, sheet.club_id)}
    return render(request, "scoresheet/table/count_cards.html", _count_context(sheet, form, rules) | context)


def _steppers(request: Request, sheet: Session) -> HttpResponse:
    """The steppers; while rule set and edition stand, a phone that has them still is told so."""
    etag = f'W/"{edition()}-{sheet.rule_set.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        rules = rules_of(sheet.rule_set)
        context = _count_context(sheet, CountForm(rules=rules), rules) | {"table": counting_table(rules)}
        response = render(request, "scoresheet/table/count_cards.html#count", context)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("HX-Request", "Accept-Language", "Cookie"))
    return response


def _count_context(sheet: Session, form: CountForm, rules: HouseRules) -> dict[str, Any]:
    return {"sheet": sheet, "form": form, "how": group_name(rules), "total": rules.total}
