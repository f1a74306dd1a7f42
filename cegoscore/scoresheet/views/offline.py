"""For a phone without network: the outbox of the sheet, and the service worker that keeps its page."""

from __future__ import annotations

import hashlib
import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import cegoscore
from cegoscore.scoresheet.offline import KEEP

KEEP_DAYS = 7
FILES = (
    "app.css",
    "clubs/play.css",
    "clubs/rules.css",
    "django_htmx/htmx-2.min.js",
    "img/icon.svg",
    "offline/codes.css",
    "pages.css",
    "scripts/besides.js",
    "scripts/count.js",
    "scripts/live.js",
    "scripts/outbox.js",
    "scripts/sheet.js",
    "scoresheet/count.css",
    "scoresheet/finish.css",
    "vendor/lean-qr/index.mjs",
)
"""Files that the page of a sheet and that of its rules load, at once or on first use."""


@require_safe
@never_cache
def outbox(request: HttpRequest) -> HttpResponse:
    """The words, the lines and the script of what waits to be sent; fetched once the sheet stands."""
    response = render(request, "scoresheet/outbox.html", {"version": cegoscore.__version__})
    response.headers[KEEP] = "1"  # it tells nothing of anybody
    return response


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: from here its scope is the sheets. A new version of any file makes a new worker."""
    files = json.dumps([static(name) for name in FILES])
    context = {
        "files": files,
        "version": f"{cegoscore.__version__}-{hashlib.sha256(files.encode()).hexdigest()[:8]}",
        "fragment": reverse("outbox"),
        "keep_header": KEEP,
        "days": KEEP_DAYS,
    }
    return render(request, "scoresheet/worker.js", context, content_type="text/javascript")
