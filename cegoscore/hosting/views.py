"""Pages and answers about the server itself."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import cegoscore
from cegoscore.hosting.doctor import came_by
from cegoscore.hosting.health import database_answers, health, is_ready


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell a monitor whether the server is alive: the database answers."""
    if database_answers():
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("the database does not answer", status=503, content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Tell a proxy whether hands can be recorded here, and what stands in the way; `doctor`, how the question came."""
    state = health()
    came = {"came": came_by(request)} if settings.PUBLIC_URL else {}
    answer = {"status": "ready" if is_ready(state) else "not ready", "version": cegoscore.__version__}
    return JsonResponse(answer | state | came, status=200 if is_ready(state) else 503)


@require_safe
def generate_204(request: HttpRequest) -> HttpResponse:
    """Tell a phone, which asks so by a name of its maker's, that this network is one to stay in (docs/hosting.md)."""
    return HttpResponse(status=204)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Show the host's imprint, if it is a text of theirs."""
    if not settings.IMPRINT_TEXT:
        raise Http404
    return render(request, "hosting/imprint.html", {"text": settings.IMPRINT_TEXT})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is kept, for how long and where."""
    backups = settings.BACKUP_KEEP if settings.BACKUPS else 0
    return render(request, "hosting/privacy.html", {"backups": backups})
