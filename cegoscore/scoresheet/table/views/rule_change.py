"""Another rule set: adopted for the whole sheet, or from here on by a new one."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.house_rules.rule_sets import choices_for, chosen, rules_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.evening.evening_page import address_after_leaving, carried_by
from cegoscore.scoresheet.evening.evenings import following_sheet
from cegoscore.scoresheet.evening.services import going_on
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.access import get_evening_to_arrange, get_sheet
from cegoscore.scoresheet.ledger.errors import Stale
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.trouble import refused, typed_again
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoresheet.table.rule_change_page import rules_changed
from cegoscore.scoresheet.table.services import rule_change
from cegoscore.scoresheet.table.table_forms import GoOnForm, RuleChangeForm
from cegoscore.scoring.conversion import counts_alike
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published_identifiers


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
    return None if counts_alike(old, new) else (old.total, new.total)


@require_http_methods(["GET", "POST"])
def change_rules(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
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
    with refused(names_of(sheet)) as said:
        _adopt(request, sheet, rules, form.cleaned_data["version"])
        return redirect(sheet)
    sheet, _right = get_sheet(request, sheet_id, Right.MANAGE)
    return _rules_page(request, sheet, form.cleaned_data["rules"], **said)


def _adopt(request: HttpRequest, sheet: Session, rules: HouseRules, seen: int) -> None:
    turn = sheet_page(sheet).turn
    names = {"old": in_language(rules_of(sheet.rule_set).name), "new": in_language(rules.name)}
    rule_change.change_rules(
        sheet,
        seen=seen,
        rules=rules,
        lineup=turn.lineup,
        dealer=turn.dealer,
        why=_("House rules changed: not %(old)s, but %(new)s") % names,
        device=granted_device(request),
    )


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


@require_http_methods(["GET", "POST"])
def go_on(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Close this sheet and go on with a new one: other people, other rules, the totals carried over."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = _go_on_form(request, sheet, request.POST or None)
    if following := following_sheet(sheet):
        return redirect(following)
    said: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid():
        with refused(form.names) as said:
            return redirect(address_after_leaving(_following(request, sheet, form)))
        sheet, _right = get_evening_to_arrange(request, sheet_id)
        if following := following_sheet(sheet):
            return redirect(following)
        form = _go_on_form(request, sheet, typed_again(request, sheet))
    context = {"sheet": sheet, "form": form, "is_open": sheet.state == State.OPEN, **said}
    return render(request, "scoresheet/table/go_on.html", context, status=said.get("status"))


def _following(request: HttpRequest, sheet: Session, form: GoOnForm) -> Session:
    data = form.cleaned_data
    rules = chosen(data["rules"], device_id(request))
    if rules is None:
        raise Stale
    return going_on.go_on(
        sheet,
        seen=data["version"],
        staying=data["lineup"],
        dealer=data["dealer_seat"],
        rules=rules,
        why=_("Carried over from the sheet before"),
        device=granted_device(request),
        carried=lambda: carried_by(sheet),
    )
