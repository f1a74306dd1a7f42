"""The host's page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.clubhouse.host.access import check_host, opens, remember_host
from tournaments.clubhouse.host.page import host_page


@require_safe
def open_host(request: HttpRequest, secret: str) -> HttpResponse:
    """Let this browser look at the server from now on."""
    if not opens(secret):
        raise Http404
    response = redirect("host")
    remember_host(response)
    return response


@require_safe
def host(request: HttpRequest) -> HttpResponse:
    """Show how the server is and who uses it; nothing can be changed here."""
    check_host(request)
    page = host_page(request.GET.get("page", ""), now=timezone.now())
    return render(request, "clubhouse/host.html", {"page": page})
