"""For a phone without network: the outbox of the sheet, the service worker, and what the worker keeps."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from cegoscore.edition import edition
from cegoscore.middleware import OURS
from cegoscore.scoresheet.evening.offline_pack import (
    BLANK_SHEETS,
    LOADED,
    NO_NETWORK,
    first_pack,
    outbox_page,
    rest_pack,
    served_text,
)
from cegoscore.scoresheet.evening.start_pages import home_page, new_table_page
from cegoscore.scoresheet.ledger.offline import KEEP, KEPT_FOR, RULES, keepable

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
