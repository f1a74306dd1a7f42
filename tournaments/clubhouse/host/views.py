"""The host's page."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from cegoscore.reached import printed
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


OPENS_FOR = timedelta(days=1)
"""Time within which the link opens the page; the host has printed it just now."""
KEPT = timedelta(days=90)
"""Time for which a browser that has opened it may look."""
LINK = "cegoscore.host.link"
COOKIE = "cegoscore.host.cookie"
"""Salts, so that neither can be taken for the other, or for a device's cookie."""


def host_address() -> str:
    """The address of a new link, as a command prints it."""
    return printed(reverse("open_host", args=[signing.dumps("host", salt=LINK)]))


def opens(secret: str) -> bool:
    """True for the secret of a link that still opens."""
    return _is_signed(secret, LINK, OPENS_FOR)


def remember_host(response: HttpResponse) -> None:
    """Let this browser look from now on."""
    response.set_cookie(
        cookie_name(),
        signing.dumps("host", salt=COOKIE),
        max_age=KEPT,
        httponly=True,
        secure=settings.BEHIND_TLS,
        samesite="Lax",
    )


def check_host(request: HttpRequest) -> None:
    """Raise `Http404` for everybody else."""
    if not _is_signed(request.COOKIES.get(cookie_name(), ""), COOKIE, KEPT):
        raise Http404


def cookie_name() -> str:
    """The cookie's name; behind HTTPS with the prefix that keeps it to this very host."""
    return "__Host-server" if settings.BEHIND_TLS else "server"


def _is_signed(text: str, salt: str, age: timedelta) -> bool:
    try:
        return bool(signing.loads(text, salt=salt, max_age=age) == "host")
    except signing.BadSignature:
        return False
