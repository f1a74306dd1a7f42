"""The club's log, for those who manage it."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Club
from cegoscore.clubs.rights import managers
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import granted_device
from tournaments.clubhouse.log import services
from tournaments.clubhouse.log.page import LogSearchForm, log_page
from tournaments.course.wording import refused


def _page(request: HttpRequest, club: Club, *, problem: str = "", status: int = 200) -> HttpResponse:
    form = LogSearchForm(request.GET)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    page, lines = log_page(club, words, request.GET.get("page"))
    context = {"club": club, "form": form, "words": words, "page": page, "lines": lines, "problem": problem}
    return render(request, "clubhouse/club_log.html", context, status=422 if form.errors else status)


@require_safe
@never_cache
def club_log(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """The log, or what a search finds in it."""
    return _page(request, get_club(request, club_id))


@require_POST
def undo_entry(request: HttpRequest, club_id: uuid.UUID, entry_id: int) -> HttpResponse:
    """Undo what an entry tells."""
    club = get_club(request, club_id)
    with refused() as said:
        services.undo(club, entry_id, by=granted_device(request).pk)
        return redirect("club_log", club.pk)
    return _page(request, club, **said)


@require_POST
def read_news(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Note that this device's owner has read what managers are told."""
    club = get_club(request, club_id)
    managers.read_log(club, granted_device(request).pk)
    return redirect("club", club.pk)
