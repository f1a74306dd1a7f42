"""Evenings found again, and deleted ones."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.scoresheet.evening.evening_forms import SearchForm
from cegoscore.scoresheet.evening.evenings import deleted_evenings, find_evenings
from cegoscore.scoresheet.ledger.access import get_evening_to_arrange, get_restorable_sheet
from cegoscore.scoresheet.ledger.offline import keepable
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services import sheets


@require_safe
def evenings(request: HttpRequest) -> HttpResponse:
    """Every sheet that this device knows, by name, title and date."""
    form = SearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    page, found = find_evenings(
        device_id(request),
        words=asked.get("q", ""),
        since=asked.get("since"),
        until=asked.get("until"),
        page=request.GET.get("page"),
    )
    context = {"form": form, "page": page, "evenings": found}
    response = render(request, "scoresheet/evening/evenings.html", context, status=422 if form.errors else 200)
    return response if request.GET else keepable(request, response)


@require_http_methods(["GET", "POST"])
def delete_sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Ask, and then hide the evening; it can be brought back for 30 days."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    if request.method == "GET":
        return render(request, "scoresheet/evening/delete_sheet.html", {"sheet": sheet, "seats": seats_of(sheet)})
    sheets.delete_sheet(sheet, by=granted_device(request).pk)
    return redirect("deleted_sheets")


@require_safe
def deleted_sheets(request: HttpRequest) -> HttpResponse:
    """Deleted evenings that can still be restored."""
    return render(request, "scoresheet/evening/deleted_sheets.html", {"evenings": deleted_evenings(device_id(request))})


@require_POST
def restore_sheet(request: HttpRequest, sheet_id: uuid.UUID) -> HttpResponse:
    """Bring a deleted evening back."""
    sheet = get_restorable_sheet(request, sheet_id)
    sheets.restore_sheet(sheet, by=granted_device(request).pk)
    return redirect(sheet)
