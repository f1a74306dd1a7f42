"""Pages on which two clubs become one."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import granted_device
from tournaments.clubhouse.joining import services
from tournaments.clubhouse.joining.page import OtherClubForm, SamePeopleForm, alike_people, joinable_clubs, joining_page
from tournaments.course.wording import refused


@require_http_methods(["GET", "POST"])
def join_clubs(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Choose the other club, answer for everybody whose name is in both, and let them become one."""
    club = get_club(request, club_id)
    device = granted_device(request).pk
    offered = joinable_clubs(club, device)
    choice = OtherClubForm(request.POST or request.GET or None, offered=offered)
    context: dict[str, Any] = {"club": club, "choice": choice, "offered": offered}
    if not choice.is_valid():
        return render(request, "clubhouse/join_clubs.html", context, status=422 if request.method == "POST" else 200)
    key = uuid.UUID(choice.cleaned_data["other"])
    other = get_club(request, key)
    alike = alike_people(club, other)
    form = SamePeopleForm(request.POST if request.method == "POST" else None, alike=alike)
    context |= {"page": joining_page(other, offered[key], alike), "form": form}
    said: dict[str, Any] = {"status": 422} if form.errors else {}
    if form.is_valid():
        with refused() as said:
            services.join_clubs(club, other, pairs=form.pairs, by=device)
            return redirect("club", club.pk)
    return render(request, "clubhouse/join_clubs.html", context | said, status=said.get("status"))
