"""Packs of the service worker: what a phone needs besides an open sheet to go on without network, in two answers.

The first comes after a look at a sheet, the rest with the first hand that is written on the phone, at its second visit,
or where it opens the app without a sheet: who only looks pays for no more than the sheet.
"""

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
from cegoscore.edition import edition
from cegoscore.scoresheet.evening.blank_sheets import published_blank_sheets

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
