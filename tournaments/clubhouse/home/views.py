"""Pages on which a club gets its settings and its evenings."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import device_id, granted_device
from tournaments.clubhouse.home import services
from tournaments.clubhouse.home.forms import ClubForm, GatherForm, evenings_elsewhere
from tournaments.course.wording import refused


@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Name of the club, and what its new tables begin with."""
    club = get_club(request, club_id)
    form = ClubForm(request.POST or None, device=device_id(request), club=club)
    if request.method == "POST" and form.is_valid():
        services.change_club(club, **form.settings(), by=granted_device(request))
        return redirect("club", club.pk)
    return render(
        request, "clubhouse/club_settings.html", {"club": club, "form": form}, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "POST"])
def gather_evenings(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Move evenings that this device opened elsewhere into the club."""
    club = get_club(request, club_id)
    device = granted_device(request).pk
    offered = evenings_elsewhere(club, device)
    form = GatherForm(request.POST if request.method == "POST" else None, offered=offered)
    said: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid():
        with refused() as said:
            services.gather(club, list(form.cleaned_data["evenings"]), by=device)
            return redirect("club", club.pk)
    context = {"club": club, "form": form, "offered": offered, **said}
    return render(request, "clubhouse/gather_evenings.html", context, status=said.get("status"))
