"""The start page, a new table, the demo."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.rights.devices import device_id, known_device, remember
from cegoscore.scoresheet.demo import demo_document
from cegoscore.scoresheet.evenings import recent_evenings, sheet_titled
from cegoscore.scoresheet.new_table_form import NewTableForm
from cegoscore.scoresheet.offline import keepable
from cegoscore.scoresheet.services import documents, sheets


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page: a new table, the demo, and the sheets that this device knows."""
    page = render(request, "scoresheet/home.html", {"sheets": recent_evenings(device_id(request))})
    return keepable(request, page)


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a sheet: names, house rules, stake."""
    form = NewTableForm(request.POST or None, device=device_id(request))
    if request.method == "POST" and form.is_valid():
        device = known_device(request)
        response = redirect(sheets.open_table(device, **form.table()))
        remember(response, device)
        return response
    return render(request, "scoresheet/new_table.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """An evening to look around in; each device gets one of its own, to be written on as it likes."""
    device = known_device(request)
    sheet = sheet_titled(device, str(demo_document().title))
    response = redirect(sheet or documents.import_document(demo_document(), device=device))
    remember(response, device)
    return response
