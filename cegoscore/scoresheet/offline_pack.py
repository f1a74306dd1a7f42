"""Pack of the service worker: all that a phone needs besides an open sheet to go on without network, in one answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static

import cegoscore
from cegoscore.edition import edition
from cegoscore.scoresheet.blank_sheets import published_blank_sheets

LOADED = (
    "app.css",
    "django_htmx/htmx-2.min.js",
    "scripts/live.js",
    "scripts/outbox.js",
    "scripts/sheet.js",
)
"""Files that the page of a sheet loads by itself: the worker has them from the browser's own cache."""
PACKED = (
    "img/icon.svg",
    "offline/codes.css",
    "pages.css",
    "scoresheet/count.css",
    "scoresheet/finish.css",
    "scripts/besides.js",
    "scripts/codes.js",
    "scripts/count.js",
    "scripts/differing.js",
    "scripts/home.js",
    "scripts/new-table.js",
    "scripts/settling.js",
    "vendor/lean-qr/index.mjs",
)
"""Files that come with the pack."""
WITH_RULES = (
    "clubs/play.css",
    "clubs/rules.css",
    "scoresheet/bidding.css",
    "scoresheet/words.css",
    "scripts/words.js",
    "scripts/bidding.js",
    "scripts/cell.js",
)
"""Files of the page of a sheet's rules and of the referee, which the worker fetches when it keeps those."""
JSON = "application/json"
HTML = "text/html; charset=utf-8"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
}
NO_NETWORK = "/no-network"
"""Address under which the worker keeps the page that it shows in place of one that cannot be had."""


BLANK_SHEETS = "/blank-sheets.json"
"""The same for the blank sheets of all published rule sets."""


def outbox_page(request: HttpRequest) -> str:
    """Words, lines and script of what waits to be sent."""
    return render_to_string("scoresheet/outbox.html", {"version": cegoscore.__version__}, request)


def pack(request: HttpRequest, lists: Mapping[str, str]) -> dict[str, Any]:
    """The edition; the type and text of each file by its address; and this phone's `lists`, pages by their path."""
    answers = {static(name): [TYPES[PurePath(name).suffix], served_text(name)] for name in PACKED}
    answers[NO_NETWORK] = [HTML, render_to_string("scoresheet/no_network.html", {}, request)]
    answers[BLANK_SHEETS] = [JSON, json.dumps(published_blank_sheets(), ensure_ascii=False, separators=(",", ":"))]
    return {"edition": edition(), "answers": answers, "lists": {path: [HTML, page] for path, page in lists.items()}}


def served_text(name: str) -> str:
    """A static file as it is served."""
    return (settings.STATIC_ROOT / staticfiles_storage.url(name).removeprefix(settings.STATIC_URL)).read_text("utf-8")
