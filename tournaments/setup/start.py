"""The tournaments that a device may see."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cegoscore.clubs.rights.devices import device_id
from tournaments.setup import listing


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List tournaments to come and past ones, and lead to a new one."""
    device = device_id(request)
    context = {"listed": listing.tournaments_for(device), "deleted": listing.deleted_for(device)}
    return render(request, "tournaments/setup/tournaments.html", context)
