"""Pages that a phone keeps, and the packs in which its worker fetches them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static

import cegoscore
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.clubs.rights.ceremonies import relying_party
from cegoscore.clubs.rights.deletion import deleted_clubs
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.managers import clubs_with_news
from cegoscore.edition import edition
from cegoscore.scoresheet.evening.blank_sheets import published_blank_sheets
from cegoscore.scoresheet.evening.circles import chosen_circle, circles_of
from cegoscore.scoresheet.evening.demo import demo_titles
from cegoscore.scoresheet.evening.evenings import nights_about_now, recent_evenings, runs
from cegoscore.scoresheet.evening.new_table_form import NewTableForm
from cegoscore.scoresheet.ledger.event_notes import EVENTS_TODAY
from cegoscore.scoresheet.ledger.opening import DEFAULT_RULES
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
        "told": clubs_with_news(device),
        "deleted": deleted_clubs(device),
        "has_passkeys": relying_party(request) is not None,
        "sample_points": SAMPLE.points,
        "sample": sample_payments(),
    }
    return render_to_string("scoresheet/evening/home.html", context, request)


def sample_payments() -> list[tuple[str, int]]:
    """Amounts of the sample by name."""
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=SAMPLE)
    names = ("Anna", "Bernd", "Clara", "Dieter")
    return list(zip(names, payments(hand, published(DEFAULT_RULES)), strict=True))


def new_table_page(request: HttpRequest, form: NewTableForm | None = None) -> str:
    """For whom it is, names, house rules, stake: as the circle played last, or with what was typed."""
    device = device_id(request)
    circles = circles_of(device)
    start = chosen_circle(circles, request.GET.get("circle") if form is None else form["circle"].value() or "")
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
NO_NETWORK = "/no-network"
"""Address under which the worker keeps the page that it shows in place of one that cannot be had."""


BLANK_SHEETS = "/blank-sheets.json"
"""The same for the blank sheets of all published rule sets."""


def outbox_page(request: HttpRequest) -> str:
    """Words, lines and script of what waits to be sent."""
    return render_to_string("scoresheet/evening/outbox.html", {"version": cegoscore.__version__}, request)


def first_pack(request: HttpRequest) -> dict[str, Any]:
    """The edition, and the type and text of each file by its address."""
    return {"edition": edition(), "answers": _files(FIRST) | _no_network(request, has_all=False), "lists": {}}


def rest_pack(request: HttpRequest, lists: Mapping[str, str]) -> dict[str, Any]:
    """The same for the rest, with this phone's `lists`, pages by their path.

    The blank sheets come last: where they are, all is.
    """
    answers = _files(REST) | _no_network(request, has_all=True)
    answers[BLANK_SHEETS] = [JSON, json.dumps(published_blank_sheets(), ensure_ascii=False, separators=(",", ":"))]
    return {"edition": edition(), "answers": answers, "lists": {path: [HTML, page] for path, page in lists.items()}}


def _files(names: Iterable[str]) -> dict[str, list[str]]:
    return {static(name): [TYPES[PurePath(name).suffix], served_text(name)] for name in names}


def _no_network(request: HttpRequest, *, has_all: bool) -> dict[str, list[str]]:
    """The page in place of those that cannot be had; `has_all` tells whether the phone has the rest."""
    return {NO_NETWORK: [HTML, render_to_string("scoresheet/evening/no_network.html", {"has_all": has_all}, request)]}


def served_text(name: str) -> str:
    """A static file as it is served."""
    return (settings.STATIC_ROOT / staticfiles_storage.url(name).removeprefix(settings.STATIC_URL)).read_text("utf-8")
