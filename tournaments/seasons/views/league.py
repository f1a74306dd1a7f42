"""The league table for everybody, and whose row a device remembers."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.devices import KEPT, device_id
from cegoscore.clubs.rights.views import follow_link
from tournaments.seasons.models import Season
from tournaments.seasons.page import decided, season_page
from tournaments.seasons.queries import champions_of, listed_for
from tournaments.seasons.views.access import get_season


def _cookie(season: Season) -> str:
    """Under which name a device remembers whose row is its own: one for all seasons of a club."""
    return f"mine_{season.club_id.hex}"


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Every season that this device may look at."""
    return render(request, "seasons/seasons.html", {"seasons": listed_for(device_id(request))})


@require_safe
def season(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The league table."""
    season, right = get_season(request, season_id)
    remembered = request.COOKIES.get(_cookie(season), "")
    may_arrange = right.covers(Right.MANAGE)
    context = {
        "page": season_page(season, request.GET.dict(), remembered=remembered, of_the_club=may_arrange),
        "season": season,
        "champions": champions_of(season) if season.is_closed else [],
        "decisions": decided(season),
        "may_arrange": may_arrange,
        "is_remembered": bool(remembered),
    }
    return render(request, "seasons/season.html", context)


@require_POST
def remember_row(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """Keep somebody's row in view on this device from now on; without somebody, nobody's."""
    season, _right = get_season(request, season_id)
    response = redirect(season)
    player = request.POST.get("player", "")
    if player.isascii() and player.isdigit() and len(player) < 15:
        response.set_cookie(
            _cookie(season),
            player,
            max_age=KEPT,
            path=reverse("seasons"),
            httponly=True,
            samesite="Lax",
            secure=settings.BEHIND_TLS,
        )
    else:
        response.delete_cookie(_cookie(season), path=reverse("seasons"), samesite="Lax")
    return response


@require_safe
def open_season_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link to a season was opened."""
    return follow_link(request, secret)
