"""The start page, a new table, the demo."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.rights.devices import device_id, known_device, remember
from cegoscore.scoresheet.evening.circles import chosen_circle, circles_of
from cegoscore.scoresheet.evening.demo import demo_document, demo_titles
from cegoscore.scoresheet.evening.evenings import sheet_titled
from cegoscore.scoresheet.evening.new_table_form import NewTableForm, TakenInForm
from cegoscore.scoresheet.evening.services import circle_tables, taking_in
from cegoscore.scoresheet.evening.start_pages import home_page, new_table_page
from cegoscore.scoresheet.ledger.offline import keepable, minimal
from cegoscore.scoresheet.ledger.services import documents


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
    response = redirect(circle_tables.open_circle_table(device, form.table(), circle=form.cleaned_data["circle"]))
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
        taking_in.take_in(form.opening(), device=device)
    except taking_in.Foreign:
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
