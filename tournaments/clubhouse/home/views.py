"""Pages on which a club gets its name and its evenings."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.naming import name_club
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import granted_device
from tournaments.clubhouse.home import services
from tournaments.clubhouse.home.forms import ClubNameForm, GatherForm, evenings_elsewhere
from tournaments.course.wording import refused


@require_http_methods(["GET", "POST"])
def rename_club(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Call the club something, at any time."""
    club = get_club(request, club_id)
    form = ClubNameForm(request.POST or None, initial={"name": club.name})
    if request.method == "POST" and form.is_valid():
        name_club(club, form.cleaned_data["name"], by=granted_device(request))
        return redirect("club", club.pk)
    return render(
        request, "clubhouse/rename_club.html", {"club": club, "form": form}, status=422 if form.errors else 200
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
