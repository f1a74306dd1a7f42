"""The people in the columns of a sheet: wrong seats, wrong names, the same person twice."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.rights.devices import granted_device
from cegoscore.scoresheet.ledger.access import get_evening_to_arrange
from cegoscore.scoresheet.ledger.seats import people_beside, people_of, seats_of
from cegoscore.scoresheet.ledger.trouble import refused, typed_again
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.table.services import seats
from cegoscore.scoresheet.table.table_forms import LOAD_AGAIN, MergeForm, RenameForm, ReseatForm


def _reseat_form(sheet: Session, data: Any = None) -> ReseatForm:
    return ReseatForm(data, sheet=sheet, seats=seats_of(sheet), others=people_beside(sheet))


@require_http_methods(["GET", "POST"])
def reseat(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """We sat in the wrong seats: move the columns onto the right people."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = _reseat_form(sheet, request.POST or None)
    said: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid():
        with refused() as said:
            seats.reseat(sheet, seen=form.cleaned_data["version"], players=form.players())
            return redirect(sheet)
        sheet, _right = get_evening_to_arrange(request, sheet_id)
        form = _reseat_form(sheet, typed_again(request, sheet))
    context = {"sheet": sheet, "form": form, **said}
    return render(request, "scoresheet/table/reseat.html", context, status=said.get("status"))


def _names_page(
    request: HttpRequest,
    sheet: Session,
    *,
    rename_form: RenameForm | None = None,
    merge_form: MergeForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """`problem` belongs to the form that was sent."""
    typed = {str(rename_form["player"].value()): rename_form} if rename_form else {}
    persons = [seat.player.person for seat in seats_of(sheet)]
    people = people_of(sheet)
    context = {
        "sheet": sheet,
        "rows": [(person, typed.get(str(person.pk)) or RenameForm(person=person)) for person in persons if person.name],
        "rename_form": rename_form,
        "merge_form": merge_form or MergeForm(people=people),
        "may_merge": len(people) > 1,
        "problem": problem,
    }
    return render(request, "scoresheet/table/names.html", context, status=status)


@require_safe
def names(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Put names right."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    return _names_page(request, sheet)


@require_POST
def rename_player(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Call a person by another name."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = RenameForm(request.POST)
    if not form.is_valid():
        problem = str(LOAD_AGAIN) if "player" in form.errors else ""
        return _names_page(request, sheet, rename_form=form, problem=problem, status=422)
    with refused() as said:
        seats.rename(sheet, **form.cleaned_data, by=granted_device(request).pk)
        return redirect("names", sheet.id)
    return _names_page(request, sheet, rename_form=form, **said)


@require_POST
def merge_players(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Two names are one person."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    form = MergeForm(request.POST, people=people_of(sheet))
    if not form.is_valid():
        return _names_page(request, sheet, merge_form=form, status=422)
    with refused() as said:
        seats.merge(sheet, **form.cleaned_data, by=granted_device(request).pk)
        return redirect("names", sheet.id)
    return _names_page(request, sheet, merge_form=form, **said)
