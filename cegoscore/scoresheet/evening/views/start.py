"""The start page, a new table, evenings found again, and what a phone keeps for use without network."""

import json
from collections.abc import Iterable
from pathlib import PurePath
from uuid import UUID

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

import cegoscore
from cegoscore.addresses import uuid_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.clubs.rights.ceremonies import relying_party
from cegoscore.clubs.rights.deletion import deleted_clubs
from cegoscore.clubs.rights.devices import device_id, granted_device, known_device, remember
from cegoscore.clubs.rights.managers import clubs_with_news, managed_clubs
from cegoscore.files import edition
from cegoscore.front.limits import form_page
from cegoscore.middleware import OURS
from cegoscore.scoresheet.evening import services
from cegoscore.scoresheet.evening.circles import chosen_circle, circles_of, published_blank_sheets
from cegoscore.scoresheet.evening.evenings import (
    deleted_evenings,
    demo_document,
    demo_titles,
    find_evenings,
    nights_about_now,
    recent_evenings,
    runs,
    sheet_titled,
)
from cegoscore.scoresheet.evening.forms import SearchForm
from cegoscore.scoresheet.evening.new_table_form import NewTableForm, TakenInForm
from cegoscore.scoresheet.events import EVENTS_TODAY
from cegoscore.scoresheet.ledger.access import (
    KEEP,
    KEPT_FOR,
    RULES,
    get_evening_to_arrange,
    get_restorable_sheet,
    keepable,
    minimal,
)
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.services import sheets
from cegoscore.scoresheet.ledger.wording import refused
from cegoscore.scoresheet.ledger.writing import DEFAULT_RULES
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Hand, Points
from cegoscore.scoring.payments import payments
from cegoscore.scoring.rules.rule_files import published

MOST_LISTED = 3
SAMPLE = Points(contract=Contract.SOLO, declarer=1, points=45)
"""Paid out on the page for strangers, by the rules that a new table begins with."""


def home_page(request: HttpRequest) -> str:
    """The page of what runs now, of the usual circle, and of what this device knows; to a stranger, of what this is."""
    device = device_id(request)
    evenings, rights, demo = recent_evenings(device), rights_of(device), demo_titles()
    played = [evening for evening in evenings if evening.sheet.title not in demo]
    running = [evening for evening in played if runs(evening.sheet, rights)]
    managed = (
        circle for circle in played if circle.sheet.event is None and rights.get(circle.sheet.club_id) == Right.MANAGE
    )
    context = {
        "running": running,
        "events": [event for events in EVENTS_TODAY for event in events(device)],
        "nights": nights_about_now(device),
        "circle": next(managed, None),
        "sheets": [evening for evening in evenings if evening not in running][:MOST_LISTED],
        "clubs": managed_clubs(device),
        "told": clubs_with_news(device),
        "deleted": deleted_clubs(device),
        "has_passkeys": relying_party(request) is not None,
        "sample_points": SAMPLE.points,
        "sample": sample_payments(),
    }
    context["is_known"] = any(context[part] for part in ("running", "events", "nights", "circle", "clubs"))
    return render_to_string("scoresheet/evening/home.html", context, request)


def sample_payments() -> list[tuple[str, int]]:
    """Amounts of the sample by name."""
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=SAMPLE)
    names = ("Anna", "Bernd", "Clara", "Dieter")
    return list(zip(names, payments(hand, published(DEFAULT_RULES)), strict=True))


def new_table_page(request: HttpRequest, form: NewTableForm | None = None) -> str:
    """Circle, names, house rules and stake: as an evening was played, the circle last, or with what was typed."""
    device = device_id(request)
    circle = request.GET.get("circle") if form is None else form["circle"].value() or ""
    circles = circles_of(device, after=uuid_of(request.GET.get("after")), club=uuid_of(circle))
    start = chosen_circle(circles, circle)
    context = {"form": form or NewTableForm(device=device, start=start), "circles": circles, "start": start}
    return render_to_string("scoresheet/evening/new_table.html", context, request)


LOADED = (
    "app.css",
    "django_htmx/htmx-2.min.js",
    "scripts/live.js",
    "scripts/outbox.js",
    "scripts/sheet.js",
)
"""Files that the page of a sheet loads by itself: the worker has them from the browser's own cache."""
FIRST = (
    "offline/settling.css",
    "pages.css",
    "scoresheet/finish.css",
    "scripts/besides.js",
    "scripts/settling.js",
    "scripts/tables.js",
    "scripts/taps.js",
)
"""Files of the first pack: with them the sheet is written and settled, and says what it has not."""
REST = (
    "clubs/cards.css",
    "clubs/play.css",
    "clubs/rules.css",
    "img/icon.svg",
    "scoresheet/count.css",
    "scoresheet/words.css",
    "scripts/bidding.js",
    "scripts/cell.js",
    "scripts/count.js",
    "scripts/differing.js",
    "scripts/home.js",
    "scripts/new-table.js",
    "scripts/words.js",
)
"""Files of the rest: for the start page and a new table, for what two phones wrote differently, and for the rules of a
sheet, their words, counting help and bidding."""
JSON = "application/json"
HTML = "text/html; charset=utf-8"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
Answers = dict[str, list[str]]

NO_NETWORK = "/no-network"
"""Address under which the worker keeps the page that it shows in place of one that cannot be had."""
BLANK_SHEETS = "/blank-sheets.json"
"""The same for the blank sheets of all published rule sets."""


def _files(names: Iterable[str]) -> Answers:
    return {static(name): [TYPES[PurePath(name).suffix], served_text(name)] for name in names}


def _no_network(request: HttpRequest, *, has_all: bool) -> Answers:
    """The page in place of those that cannot be had; `has_all` tells whether the phone has the rest."""
    return {NO_NETWORK: [HTML, render_to_string("scoresheet/evening/no_network.html", {"has_all": has_all}, request)]}


def served_text(name: str) -> str:
    """A static file as it is served."""
    return (settings.STATIC_ROOT / staticfiles_storage.url(name).removeprefix(settings.STATIC_URL)).read_text("utf-8")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The start page: a new table, the demo, and the sheets that this device knows."""
    return keepable(request, HttpResponse(home_page(request)))


@form_page
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a sheet: for whom, names, house rules, stake."""
    if request.method == "GET":
        return keepable(request, HttpResponse(new_table_page(request)))
    device_key = device_id(request)
    circle = request.POST.get("circle", "")
    start = chosen_circle(circles_of(device_key, club=uuid_of(circle)), circle)
    form = NewTableForm(request.POST, device=device_key, start=start)
    if not form.is_valid():
        return HttpResponse(new_table_page(request, form), status=422)
    device = known_device(request)
    response = redirect(services.open_circle_table(device, form.table(), circle=form.cleaned_data["circle"]))
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
        services.take_in(device, **form.opening())
    except services.Foreign:
        raise Http404 from None
    response = minimal()
    remember(response, device)
    return response


@require_POST
def open_demo(request: HttpRequest) -> HttpResponse:
    """An evening to look around in; each device gets one of its own, to be written on as it likes."""
    device = known_device(request)
    sheet = sheet_titled(device, demo_titles())
    response = redirect(sheet or sheets.import_document(demo_document(), device=device))
    remember(response, device)
    return response


@require_safe
def evenings(request: HttpRequest) -> HttpResponse:
    """Every sheet that this device knows, by name, title and date."""
    form = SearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    page, listed = find_evenings(device_id(request), page=request.GET.get("page"), **asked)
    context = {"form": form, "page": page, "evenings": listed}
    response = render(request, "scoresheet/evening/evenings.html", context, status=422 if form.errors else 200)
    return response if request.GET else keepable(request, response)


@form_page
def delete_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Ask, and then hide the evening; it can be brought back for 30 days."""
    sheet, _right = get_evening_to_arrange(request, sheet_id)
    if request.method == "GET":
        seats = seats_of(sheet)
        context = {"sheet": sheet, "seats": seats, "called": sheet.called_by(seat.name for seat in seats)}
        return render(request, "scoresheet/evening/delete_sheet.html", context)
    sheets.delete_sheet(sheet, by=granted_device(request).pk)
    return redirect("deleted_sheets")


@require_safe
def deleted_sheets(request: HttpRequest) -> HttpResponse:
    """Deleted evenings that can still be restored."""
    return _deleted_sheets(request)


def _deleted_sheets(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"evenings": deleted_evenings(device_id(request)), "problem": problem}
    return render(request, "scoresheet/evening/deleted_sheets.html", context, status=status)


@require_POST
def restore_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Bring a deleted evening back."""
    sheet = get_restorable_sheet(request, sheet_id)
    with refused() as refusal:
        sheets.restore_sheet(sheet, by=granted_device(request).pk)
        return redirect(sheet)
    return _deleted_sheets(request, **refusal)


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
    context = {"version": cegoscore.__version__}
    response = render(request, "scoresheet/evening/outbox.html", context) if is_current else HttpResponseClientRefresh()
    response.brotli_quality = BEST_BROTLI  # type: ignore[attr-defined]
    patch_cache_control(response, **({"max_age": YEAR, "immutable": True} if is_current else {"no_store": True}))
    return response


@require_safe
def offline_pack(request: HttpRequest) -> HttpResponse:
    """First pack for the worker: what a sheet needs besides what it has loaded by itself."""
    return _packed(request, _files(FIRST) | _no_network(request, has_all=False), {})


@require_safe
def offline_rest(request: HttpRequest) -> HttpResponse:
    """The rest, with this phone's lists. The blank sheets come last: where they are, all is."""
    answers = _files(REST) | _no_network(request, has_all=True)
    answers[BLANK_SHEETS] = [JSON, json.dumps(published_blank_sheets(), ensure_ascii=False, separators=(",", ":"))]
    lists = {reverse("home"): home_page(request), reverse("new_table"): new_table_page(request)}
    return _packed(request, answers, {path: [HTML, page] for path, page in lists.items()})


def _packed(request: HttpRequest, answers: Answers, lists: Answers) -> HttpResponse:
    """Pack the type and text of files and pages, by their address, with the edition that they are of."""
    pack = {"edition": edition(), "answers": answers, "lists": lists}
    response = JsonResponse(pack, json_dumps_params={"ensure_ascii": False})
    response.brotli_quality = BEST_BROTLI  # type: ignore[attr-defined]
    return keepable(request, response)


@require_safe
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
