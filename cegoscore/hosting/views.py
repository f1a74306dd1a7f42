"""Pages and answers about the server itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from cegoscore.hosting.health import database_answers, health


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell a monitor whether the server is alive: the database answers."""
    if database_answers():
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("the database does not answer", status=503, content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Tell a proxy whether hands can be recorded here, and what stands in the way."""
    found = health()
    return JsonResponse(found.document, status=200 if found.is_ready else 503)
