"""The start page, a new table, evenings found again, and what a phone keeps for use without network."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.clubs.rights.devices import device_id, granted_device, known_device, remember
from cegoscore.edition import edition
from cegoscore.middleware import OURS
from cegoscore.scoresheet.evening.circles import chosen_circle, circles_of
from cegoscore.scoresheet.evening.demo import demo_document, demo_titles
from cegoscore.scoresheet.evening.evening_forms import SearchForm
from cegoscore.scoresheet.evening.evenings import deleted_evenings, find_evenings, sheet_titled
from cegoscore.scoresheet.evening.new_table_form import NewTableForm, TakenInForm
from cegoscore.scoresheet.evening.services import new_tables
from cegoscore.scoresheet.evening.start_pages import (
    BLANK_SHEETS,
    LOADED,
    NO_NETWORK,
    first_pack,
    home_page,
    new_table_page,
    outbox_page,
    rest_pack,
    served_text,
)
from cegoscore.scoresheet.ledger.access import get_evening_to_arrange, get_restorable_sheet
from cegoscore.scoresheet.ledger.offline import KEEP, KEPT_FOR, RULES, keepable, minimal
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services import documents, sheets


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page: a new table, the demo, and the sheets that this device knows."""
    return keepable(request, HttpResponse(home_page(request)))


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a sheet: for whom, names, house rules, stake."""
    if request.method == "GET":
        return keepable(request, HttpResponse(new_table_page(request)))
    device_key = device_id(request)
    start = chosen_circle(circles_of(device_key), request.POST.get("circle", ""))
    form = NewTableForm(request.POST, device=device_key, start=start)
    if not form.is_valid():
        return HttpResponse(new_table_page(request, form), status=422)
    device = known_device(request)
    response = redirect(new_tables.open_circle_table(device, form.table(), circle=form.cleaned_data["circle"]))
    remember(response, device)
    return response


@require_POST
def take_in_sheet(request: HttpRequest) -> HttpResponse:
    """Take in an evening that the phone opened by itself; a foreign id is as unknown as any other."""
    form = TakenInForm(request.POST, device=device_id(request))
    if not form.is_valid():
        return HttpResponse(new_table_page(request, form), status=422)
    device = known_device(request)
    try:
        new_tables.take_in(form.opening(), device=device)
    except new_tables.Foreign:
        raise Http404 from None
    response = minimal()
    remember(response, device)
    return response


@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """An evening to look around in; each device gets one of its own, to be written on as it likes."""
    device = known_device(request)
    sheet = sheet_titled(device, demo_titles())
    response = redirect(sheet or documents.import_document(demo_document(), device=device))
    remember(response, device)
    return response


@require_safe
def evenings(request: HttpRequest) -> HttpResponse:
    """Every sheet that this device knows, by name, title and date."""
    form = SearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    page, listed = find_evenings(
        device_id(request),
        words=asked.get("q", ""),
        since=asked.get("since"),
        until=asked.get("until"),
        page=request.GET.get("page"),
    )
    context = {"form": form, "page": page, "evenings": listed}
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


KEEP_DAYS = 7
BEST_BROTLI = 11
"""An eighth smaller, for a tenth of a second once an edition and phone."""
YEAR = 365 * 24 * 60 * 60


@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """The words, the lines and the script of what waits to be sent; fetched once the sheet stands.

    It never changes under the address of its edition. A page of another edition is loaded anew: nothing was typed on it
    yet.
    """
    is_current = request.META["QUERY_STRING"] == edition()
    response = HttpResponse(outbox_page(request)) if is_current else HttpResponseClientRefresh()
    response.brotli_quality = BEST_BROTLI  # type: ignore[attr-defined]
    patch_cache_control(response, **({"max_age": YEAR, "immutable": True} if is_current else {"no_store": True}))
    return response


@require_safe
@never_cache
def offline_pack(request: HttpRequest) -> HttpResponse:
    """First pack for the worker: what a sheet needs besides what it has loaded by itself."""
    return _packed(request, first_pack(request))


@require_safe
@never_cache
def offline_rest(request: HttpRequest) -> HttpResponse:
    """The rest: what is more than one sheet."""
    lists = {reverse("home"): home_page(request), reverse("new_table"): new_table_page(request)}
    return _packed(request, rest_pack(request, lists))


def _packed(request: HttpRequest, pack: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(pack, json_dumps_params={"ensure_ascii": False})
    response.brotli_quality = BEST_BROTLI  # type: ignore[attr-defined]
    return keepable(request, response)


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the whole site. A new edition makes a new worker.

    It asks for everything in the language of its own address: what a browser asks for by itself may name another one.
    """
    told = {
        "files": [*map(static, LOADED), f"{reverse('outbox')}?{edition()}"],
        "version": edition(),
        "pack": reverse("offline_pack"),
        "rest": reverse("offline_rest"),
        "lastOfRest": BLANK_SHEETS,
        "outbox": reverse("outbox"),
        "noNetwork": NO_NETWORK,
        "keep": KEEP,
        "keptFor": KEPT_FOR,
        "rules": RULES,
        "ours": OURS,
        "days": KEEP_DAYS,
    }
    script = f"self.told={json.dumps(told, separators=(',', ':'))};\n{served_text('scripts/worker.js')}"
    response = HttpResponse(script, content_type="text/javascript")
    response.headers["Service-Worker-Allowed"] = reverse("home")
    return response
