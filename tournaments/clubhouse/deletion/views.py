"""Deleting a club."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cegoscore.clubs.rights import deletion
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import granted_device
from tournaments.clubhouse.deletion.page import has_code, open_deletion


@require_http_methods(["GET", "POST"])
@never_cache
def delete_club(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Ask, and then open the deletion."""
    club = get_club(request, club_id)
    if request.method == "POST":
        deletion.ask_deletion(club, by=granted_device(request).pk)
        return redirect("delete_club", club.pk)
    context = {"club": club, "deletion": open_deletion(club), "has_code": has_code(club)}
    return render(request, "clubhouse/delete_club.html", context)


@require_POST
def stop_deletion(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Keep the club after all."""
    club = get_club(request, club_id)
    deletion.stop_deletion(club, by=granted_device(request).pk)
    return redirect("club", club.pk)
