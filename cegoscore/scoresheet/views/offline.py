"""What a phone needs to go on without network: the outbox of the sheet, and the worker that keeps its page."""

from __future__ import annotations

import hashlib
import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import cegoscore
from cegoscore.clubs.models import Right
from cegoscore.scoresheet.models import Session, State

MINIMAL = "return=minimal"
"""RFC 7240: whoever asks so wants to know that it is written, and no page."""
KEEP = "X-Keep-Offline"
"""Says to the worker that the phone may keep this answer."""
KEEP_DAYS = 7
FILES = (
    "app.css",
    "django_htmx/htmx-2.min.js",
    "img/icon.svg",
    "offline/codes.css",
    "scripts/besides.js",
    "scripts/count.js",
    "scripts/outbox.js",
    "scripts/sheet.js",
    "scoresheet/count.css",
    "scoresheet/finish.css",
    "vendor/lean-qr/index.mjs",
)
"""What the page of a sheet fetches, at once or when it is first needed."""


def kept_offline(response: HttpResponse, sheet: Session, right: Right) -> HttpResponse:
    """The answer, marked as one that the phone may keep: while the sheet is open, for who may write on it."""
    if sheet.state == State.OPEN and right.covers(Right.WRITE):
        response.headers[KEEP] = "1"
    return response


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


def written(request: HttpRequest, address: str) -> HttpResponse:
    """The answer to a hand that was written: to a form the page to go to, to an outbox only that it is so."""
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
    return redirect(address)
